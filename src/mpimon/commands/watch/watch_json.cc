#include "mpimon/commands/watch/watch_json.h"

#include "analysis/names/names.h"
#include "mpimon/commands/watch/watch_rows.h"

namespace mpimon {

namespace {

Json growth_json(const Growth &growth) {
    return {{"messages", growth.total.messages},
            {"bytes", growth.total.bytes},
            {"messages_per_second", growth.messages_per_second},
            {"bytes_per_second", growth.bytes_per_second}};
}

Json with_growth(Json row, const Growth &growth) {
    row.update(growth_json(growth));
    return row;
}

Json calls_json(const char *key, const std::string &name, const char *count, const CallGrowth &growth) {
    return {{key, name},
            {count, growth.total.calls},
            {"time_ns", growth.total.time_ns},
            {std::string(count) + "_per_second", growth.calls_per_second},
            {"share", growth.share}};
}

// Null where there is no number yet.
Json spread_json(const Spread &spread) {
    const bool known = spread.count() > 0;
    return {{"looks", spread.count()},
            {"minimum", known ? Json(spread.minimum()) : Json()},
            {"maximum", known ? Json(spread.maximum()) : Json()},
            {"mean", known ? Json(spread.mean()) : Json()},
            {"deviation", known ? Json(spread.deviation()) : Json()}};
}

Json state_json(const VariableState &state) {
    Json json = {{"last", state.last}, {"rate", state.rate}};
    json.update(spread_json(state.spread));
    if (state.watermark) {
        json["watermark"] = *state.watermark;
        json["watermark_risen"] = state.risen;
    }
    return json;
}

Json variable_json(const std::string &name, const VariableHistory &variable) {
    Json json = {{"variable", name}, {"unit", variable.unit}, {"grows", variable.grows}};
    json.update(state_json(variable.all));
    Json ranks = {{"rank", Json::array()}, {"last", Json::array()}, {"rate", Json::array()}};
    for (const auto &[rank, state] : variable.ranks) {
        ranks["rank"].push_back(rank);
        ranks["last"].push_back(state.last);
        ranks["rate"].push_back(state.rate);
    }
    json["ranks"] = std::move(ranks);
    return json;
}

}  // namespace

Json watch_summary_json(const Watched &job) {
    Json json = {{"job", job.title},
                 {"processes", job.processes},
                 {"running", job.running},
                 {"seconds", job.rates.seconds},
                 {"classes", Json::array()},
                 {"ranks", Json::array()},
                 {"collectives", Json::array()},
                 {"waits", Json::array()},
                 {"waiting", Json::array()},
                 {"variables", Json::array()},
                 {"unreadable", job.unreadable}};
    for (const auto &[traffic_class, growth] : job.rates.classes)
        json["classes"].push_back(with_growth({{"class", class_name(traffic_class)}}, growth));
    for (const auto &[rank, growth] : job.rates.ranks)
        json["ranks"].push_back(with_growth({{"rank", peer_text(rank)}}, growth));
    for (const auto &[operation, growth] : job.rates.collectives)
        json["collectives"].push_back(calls_json("operation", operation, "calls", growth));
    for (const auto &[name, growth] : job.rates.waits)
        json["waits"].push_back(calls_json("for", name, "waits", growth));
    for (const auto &[rank, share] : job.rates.waiting)
        json["waiting"].push_back({{"rank", rank}, {"share", share}});
    for (const auto &[name, variable] : job.variables)
        json["variables"].push_back(variable_json(name, variable));
    return json;
}

Json watch_json(const Watched &job) {
    Json json = watch_summary_json(job);
    Json &pairs = json["pairs"] = Json::array();
    for (const auto &[pair, growth] : job.rates.pairs)
        pairs.push_back(with_growth({{"source", peer_text(pair.first)}, {"target", peer_text(pair.second)}}, growth));
    return json;
}

}  // namespace mpimon
