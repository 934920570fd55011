#include "mpimon/commands/watch/nodes/sighting_json.h"

#include <fmt/format.h>

#include <array>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "analysis/names/names.h"
#include "analysis/names/text.h"
#include "mpimon/failure.h"
#include "mpimon/render/base64.h"
#include "mpimon/render/json/json_stream.h"

namespace mpimon {

namespace {

constexpr size_t kKeyDigits = 16;

Json classes_json(const Moment &moment) {
    Json json = Json::object();
    for (const auto &[traffic_class, totals] : moment.classes)
        json[std::string(class_name(traffic_class))] = {totals.messages, totals.bytes};
    return json;
}

Json pairs_json(const Moment &moment) {
    std::array<std::vector<uint64_t>, 4> columns;
    for (const auto &[pair, totals] : moment.pairs) {
        columns[0].push_back(pair.first);
        columns[1].push_back(pair.second);
        columns[2].push_back(totals.messages);
        columns[3].push_back(totals.bytes);
    }
    return {{"source", columns[0]}, {"target", columns[1]}, {"messages", columns[2]}, {"bytes", columns[3]}};
}

Json calls_json(const std::map<std::string, CallTotals> &calls) {
    Json json = Json::object();
    for (const auto &[name, totals] : calls)
        json[name] = {totals.calls, totals.time_ns};
    return json;
}

// By rank.
template <class Number>
Json columns_json(const std::map<uint32_t, Number> &numbers) {
    Json ranks = Json::array();
    Json values = Json::array();
    for (const auto &[rank, number] : numbers) {
        ranks.push_back(rank);
        values.push_back(number);
    }
    return {std::move(ranks), std::move(values)};
}

Json variables_json(const Variables &variables) {
    Json json = Json::object();
    for (const auto &[name, variable] : variables)
        json[name] = {{"unit", variable.unit},
                      {"grows", variable.grows},
                      {"values", columns_json(variable.values)},
                      {"highest", columns_json(variable.highest)}};
    return json;
}

Json records_json(const LiveRecords &records) {
    return {{"job", base64(records.job)}, {"processes", base64(records.processes)}, {"ranks", records.ranks}};
}

template <class Number>
std::map<uint32_t, Number> read_columns(const Json &json) {
    std::map<uint32_t, Number> numbers;
    for (size_t i = 0; i < json.at(0).size(); ++i)
        numbers[json.at(0).at(i).get<uint32_t>()] = json.at(1).at(i).get<Number>();
    return numbers;
}

void read_classes(const Json &json, Moment &moment) {
    for (size_t i = 0; i < MPIMON_CLASSES; ++i) {
        const auto traffic_class = static_cast<mpimon_class>(i);
        const auto found = json.find(std::string(class_name(traffic_class)));
        if (found != json.end())
            moment.classes[traffic_class] = {found->at(0).get<uint64_t>(), found->at(1).get<uint64_t>()};
    }
}

void read_pairs(const Json &json, Moment &moment) {
    const Json &sources = json.at("source");
    const Json &targets = json.at("target");
    const Json &messages = json.at("messages");
    const Json &bytes = json.at("bytes");
    for (size_t i = 0; i < sources.size(); ++i) {
        const RankPair pair = {sources[i].get<uint32_t>(), targets.at(i).get<uint32_t>()};
        const Totals totals = {messages.at(i).get<uint64_t>(), bytes.at(i).get<uint64_t>()};
        moment.pairs[pair] = totals;
        moment.ranks[pair.first].add(totals);
    }
}

std::map<std::string, CallTotals> read_calls(const Json &json) {
    std::map<std::string, CallTotals> calls;
    for (const auto &[name, totals] : json.items())
        calls[printable(name)] = {totals.at(0).get<uint64_t>(), totals.at(1).get<uint64_t>()};
    return calls;
}

Variables read_variables(const Json &json) {
    Variables variables;
    for (const auto &[name, row] : json.items()) {
        Variable &variable = variables[printable(name)];
        variable.unit = printable(row.at("unit").get<std::string>());
        variable.grows = row.at("grows").get<bool>();
        variable.values = read_columns<double>(row.at("values"));
        variable.highest = read_columns<double>(row.at("highest"));
    }
    return variables;
}

std::string read_bytes(const Json &json) {
    std::optional<std::string> bytes = from_base64(json.get<std::string>());
    if (!bytes)
        throw std::invalid_argument("no base64");
    return std::move(*bytes);
}

LiveRecords read_records(const Json &json) {
    LiveRecords records;
    records.job = read_bytes(json.at("job"));
    records.processes = read_bytes(json.at("processes"));
    records.ranks = json.at("ranks").get<std::vector<uint32_t>>();
    return records;
}

Sighting sighting_of(const Json &json) {
    Sighting seen;
    seen.title = printable(json.at("job").get<std::string>());
    seen.key = std::stoull(json.at("key").get<std::string>().substr(0, kKeyDigits), nullptr, 16);
    seen.processes = json.at("processes").get<size_t>();
    seen.running = json.at("running").get<size_t>();
    seen.moment.seconds = json.at("seconds").get<double>();
    read_classes(json.at("classes"), seen.moment);
    read_pairs(json.at("pairs"), seen.moment);
    seen.moment.collectives = read_calls(json.at("collectives"));
    seen.moment.waits = read_calls(json.at("waits"));
    seen.moment.waited_ns = read_columns<uint64_t>(json.at("waited_ns"));
    seen.variables = read_variables(json.at("variables"));
    for (const Json &line : json.at("unreadable"))
        seen.unreadable.push_back(printable(line.get<std::string>()));
    if (json.contains("records"))
        seen.records = read_records(json.at("records"));
    return seen;
}

}  // namespace

std::string sighting_line(const Sighting &seen) {
    Json json = {{"job", seen.title},
                 {"key", fmt::format("{:016x}", seen.key)},
                 {"processes", seen.processes},
                 {"running", seen.running},
                 {"seconds", seen.moment.seconds},
                 {"classes", classes_json(seen.moment)},
                 {"pairs", pairs_json(seen.moment)},
                 {"collectives", calls_json(seen.moment.collectives)},
                 {"waits", calls_json(seen.moment.waits)},
                 {"waited_ns", columns_json(seen.moment.waited_ns)},
                 {"variables", variables_json(seen.variables)},
                 {"unreadable", seen.unreadable}};
    if (!seen.records.ranks.empty())
        json["records"] = records_json(seen.records);
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Sighting read_sighting(const std::string &line) {
    try {
        return sighting_of(Json::parse(line));
    } catch (const Json::exception &) {
    } catch (const std::logic_error &) {  // of the key's digits, or of records
    }
    throw Failure("this is no line of mpimon watch --stream");
}

}  // namespace mpimon
