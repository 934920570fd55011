#include <algorithm>
#include <cctype>
#include <cmath>

#include "mpimon/commands/diff/diff_text.h"
#include "mpimon/render/json/profile_json.h"

namespace mpimon {

namespace {

constexpr long double kSecond = 1e9L;

// Seconds, or a whole number where it is one.
Json value_json(long double value, Unit unit) {
    if (unit == Unit::kNanoseconds)
        return static_cast<double>(value / kSecond);
    if (value == std::floor(value) && value >= 0 && value < 0x1p64L)
        return static_cast<uint64_t>(value);
    if (value == std::floor(value) && value < 0 && value > -0x1p63L)
        return static_cast<int64_t>(value);
    return static_cast<double>(value);
}

Json number_json(const ComparedNumber &number) {
    const Verdict &verdict = number.verdict;
    const Unit unit = number.measure->unit;
    return {{"measure", number.measure->name},
            {"a", value_json(verdict.a, unit)},
            {"b", value_json(verdict.b, unit)},
            {"change", value_json(verdict.change(), unit)},
            {"percent", verdict.a > 0 ? Json(static_cast<double>(100 * verdict.change() / verdict.a)) : Json()},
            {"noise", verdict.noise ? value_json(*verdict.noise, unit) : Json()},
            {"judged", verdict.judged},
            {"differs", verdict.differs},
            {"weight", number.weight}};
}

// Ranks and bins are numbers.
bool is_number(std::string_view part, const std::string &value) {
    return (part == "from" || part == "to" || part == "rank" || part == "for" || part == "bin") &&
           std::all_of(value.begin(), value.end(), [](unsigned char c) { return std::isdigit(c); });
}

Json thing_json(Subject subject, const ComparedThing &thing) {
    Json json = Json::object();
    if (subject == Subject::kRegion) {
        json["region"] = thing.identity;
    } else {
        const std::vector<std::string_view> parts = subject_parts(subject);
        for (size_t i = 0; i < parts.size(); ++i) {
            std::string key(parts[i]);
            std::replace(key.begin(), key.end(), ' ', '_');
            if (i >= thing.identity.size() || thing.identity[i].empty())
                json[key] = nullptr;
            else
                json[key] = is_number(parts[i], thing.identity[i]) ? Json(std::stoul(thing.identity[i]))
                                                                   : Json(thing.identity[i]);
        }
    }
    json["differs"] = thing.differs();
    json["numbers"] = Json::array();
    for (const ComparedNumber &number : thing.numbers)
        json["numbers"].push_back(number_json(number));
    return json;
}

Json side_json(const DiffView &view, size_t first, size_t last) {
    Json runs = Json::array();
    for (size_t i = first; i < last; ++i)
        runs.push_back({{"file", view.files[i]}, {"job", job_json(*view.profiles[i])}});
    return runs;
}

}  // namespace

std::string diff_json(const DiffView &view) {
    Json json;
    json["equal"] = view.jobs.differing() == 0;
    json["a"] = side_json(view, 0, view.in_a);
    json["b"] = side_json(view, view.in_a, view.profiles.size());
    json["per_rank"] = view.jobs.per_rank;
    json["pairs_by"] = view.options.match == MatchRanks::kByHost ? "host" : "rank";
    json["classes"] = view.options.classes.names();
    json["threshold_percent"] =
        view.options.judge.threshold_percent ? Json(*view.options.judge.threshold_percent) : Json();
    json["times_judged"] = view.jobs.times_judged;
    json["left_out"] = Json::array();
    for (const Unrecorded &missing : view.jobs.unrecorded)
        json["left_out"].push_back(missing.detail);
    json["tables"] = Json::array();
    for (const ComparedTable &table : view.jobs.tables) {
        Json rows = Json::array();
        for (const ComparedThing &thing : table.rows)
            rows.push_back(thing_json(table.subject, thing));
        json["tables"].push_back({{"of", subject_name(table.subject)},
                                  {"things", table.things},
                                  {"differing", table.differing},
                                  {"rows", rows}});
    }
    return json_text(json);
}

}  // namespace mpimon
