#include "mpimon/commands/watch/nodes/sighting_json.h"

#include <fmt/format.h>

#include <cmath>
#include <iterator>
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

// Lines may be written a hundred times a second, so they are put together as text.
using Text = fmt::memory_buffer;

template <class... Values>
void put(Text &line, fmt::format_string<Values...> format, Values &&...values) {
    fmt::format_to(std::back_inserter(line), format, std::forward<Values>(values)...);
}

void put_number(Text &line, uint64_t number) {
    put(line, "{}", number);
}

void put_number(Text &line, double number) {
    if (std::isfinite(number))
        put(line, "{}", number);
    else
        put(line, "null");
}

// Bytes that are no UTF-8 become U+FFFD.
std::string quoted(const std::string &text) {
    return Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
}

// What `put_item` puts of each of the items, between the two brackets.
template <class Items, class PutItem>
void put_list(Text &line, const char (&brackets)[3], const Items &items, PutItem put_item) {
    line.push_back(brackets[0]);
    bool is_first = true;
    for (const auto &item : items) {
        if (!is_first)
            line.push_back(',');
        is_first = false;
        put_item(item);
    }
    line.push_back(brackets[1]);
}

template <class Items, class PutElement>
void put_array(Text &line, const Items &items, PutElement put_element) {
    put_list(line, "[]", items, put_element);
}

// Each member with its name.
template <class Items, class PutMember>
void put_object(Text &line, const Items &items, PutMember put_member) {
    put_list(line, "{}", items, put_member);
}

void put_pairs(Text &line, const Moment &moment) {
    const auto column = [&](const char *name, auto number_of) {
        put(line, R"("{}":)", name);
        put_array(line, moment.pairs, [&](const auto &pair) { put_number(line, uint64_t{number_of(pair)}); });
    };
    line.push_back('{');
    column("source", [](const auto &pair) { return pair.first.first; });
    line.push_back(',');
    column("target", [](const auto &pair) { return pair.first.second; });
    line.push_back(',');
    column("messages", [](const auto &pair) { return pair.second.messages; });
    line.push_back(',');
    column("bytes", [](const auto &pair) { return pair.second.bytes; });
    line.push_back('}');
}

void put_calls(Text &line, const std::map<std::string, CallTotals> &calls) {
    put_object(line, calls, [&](const auto &call) {
        put(line, "{}:[{},{}]", quoted(call.first), call.second.calls, call.second.time_ns);
    });
}

// Writes numbers by rank as two columns: the ranks, and the numbers.
template <class Number>
void put_columns(Text &line, const std::map<uint32_t, Number> &numbers) {
    line.push_back('[');
    put_array(line, numbers, [&](const auto &number) { put_number(line, uint64_t{number.first}); });
    line.push_back(',');
    put_array(line, numbers, [&](const auto &number) { put_number(line, number.second); });
    line.push_back(']');
}

void put_variables(Text &line, const Variables &variables) {
    put_object(line, variables, [&](const auto &named) {
        const auto &[name, variable] = named;
        put(line, R"({}:{{"unit":{},"grows":{},"values":)", quoted(name), quoted(variable.unit), variable.grows);
        put_columns(line, variable.values);
        put(line, R"(,"highest":)");
        put_columns(line, variable.highest);
        line.push_back('}');
    });
}

void put_records(Text &line, const LiveRecords &records) {
    put(line, R"({{"job":"{}","processes":"{}","ranks":)", base64(records.job), base64(records.processes));
    put_array(line, records.ranks, [&](uint32_t rank) { put_number(line, uint64_t{rank}); });
    line.push_back('}');
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
    Text line;
    put(line, R"({{"job":{},"key":"{:016x}","processes":{},"running":{},"seconds":)", quoted(seen.title), seen.key,
        seen.processes, seen.running);
    put_number(line, seen.moment.seconds);
    put(line, R"(,"classes":)");
    put_object(line, seen.moment.classes, [&](const auto &named) {
        put(line, R"("{}":[{},{}])", class_name(named.first), named.second.messages, named.second.bytes);
    });
    put(line, R"(,"pairs":)");
    put_pairs(line, seen.moment);
    put(line, R"(,"collectives":)");
    put_calls(line, seen.moment.collectives);
    put(line, R"(,"waits":)");
    put_calls(line, seen.moment.waits);
    put(line, R"(,"waited_ns":)");
    put_columns(line, seen.moment.waited_ns);
    put(line, R"(,"variables":)");
    put_variables(line, seen.variables);
    put(line, R"(,"unreadable":)");
    put_array(line, seen.unreadable, [&](const std::string &text) { put(line, "{}", quoted(text)); });
    if (!seen.records.ranks.empty()) {
        put(line, R"(,"records":)");
        put_records(line, seen.records);
    }
    line.push_back('}');
    return fmt::to_string(line);
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
