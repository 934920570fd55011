#include "mpimon/commands/tune/tune_report.h"

#include <fmt/format.h>

#include <cmath>

#include "analysis/names/text.h"
#include "analysis/tuning/choice_tree.h"
#include "analysis/tuning/forms.h"
#include "mpimon/render/format.h"
#include "mpimon/render/json/json_stream.h"
#include "mpimon/render/page.h"

namespace mpimon {

namespace {

using tuning::Difference;
using tuning::Form;
using tuning::Selected;

constexpr double kNsPerSecond = 1e9;

std::string time_text(double ns) {
    return human_time(ns / kNsPerSecond);
}

// "MPIR_Bcast_intra_binomial" without what the operation says already.
std::string short_name(const std::string &name, const std::string &operation) {
    for (const std::string prefix : {"MPIR_", "MPIDI_", "MPIDI_POSIX_mpi_"}) {
        const std::string start = prefix + operation + "_";
        if (name.rfind(start, 0) == 0)
            return printable(name.substr(start.size()));
    }
    return printable(name);
}

std::string difference_text(const Difference &difference) {
    if (!std::isfinite(difference.noise_ns))
        return "not known";
    return fmt::format("{} \u00b1 {:.1f}", percent(difference.ns, difference.of_ns),
                       100 * difference.noise_ns / difference.of_ns);
}

std::string outcome(const TuneRow &row) {
    if (row.is_kept)
        return "kept";
    if (row.proof)
        return "withdrawn";
    return row.selected.trials.standard.calls == 0 ? "not tried" : "default stays";
}

// How the members of the communicators are spread over nodes, in words.
const char *nodes_text(tuning::Spread spread) {
    switch (spread) {
        case tuning::Spread::kOneNode:
            return "one";
        case tuning::Spread::kSeveral:
            return "several";
        case tuning::Spread::kOneEach:
            return "one each";
        default:
            return "";
    }
}

std::string operation_of(const TuneRow &row, Form form) {
    return tuning::name_in_form(row.selected.point.operation, form);
}

// Of nonblocking calls no time is kept, so that they are told by their number.
std::string weight_text(const TuneRow &row, Form form) {
    return form == Form::kBlocking ? percent(row.selected.share, 1) : std::to_string(row.selected.trials.calls);
}

std::vector<std::string> cells(const TuneRow &row, Form form) {
    const std::string operation = operation_of(row, form);
    const Selected &selected = row.selected;
    const tuning::Point &point = selected.point;
    const bool tried = selected.trials.standard.calls > 0;
    return {operation,
            std::to_string(point.processes),
            nodes_text(point.spread),
            point.bin == tuning::kAnyBin ? "any" : size_range(point.bin),
            weight_text(row, form),
            short_name(selected.trials.algorithm, operation),
            tried ? time_text(selected.trials.standard.mean) : "",
            selected.best.empty() ? "" : short_name(selected.best, operation),
            selected.chosen.empty() ? "" : short_name(selected.chosen, operation),
            selected.best.empty() ? "" : difference_text(selected.gain),
            row.proof ? difference_text(*row.proof) : "",
            outcome(row)};
}

constexpr const char *kCoveredOf = "the time in the job's blocking collective calls";

std::string covered_text(const tuning::Covered &covered) {
    const std::string share = percent(static_cast<double>(covered.tried_ns), static_cast<double>(covered.all_ns));
    return fmt::format("algorithms were tried for {} of {}", share, kCoveredOf);
}

Json covered_json(const tuning::Covered &covered) {
    const double all = static_cast<double>(covered.all_ns);
    return {{"share", all > 0 ? Json(static_cast<double>(covered.tried_ns) / all) : Json()},
            {"time_ns", covered.tried_ns},
            {"of_time_ns", covered.all_ns},
            {"of", kCoveredOf}};
}

Json difference_json(const Difference &difference) {
    return {{"ns", difference.ns},
            {"noise_ns", std::isfinite(difference.noise_ns) ? Json(difference.noise_ns) : Json()}};
}

Json estimate_json(const tuning::Estimate &estimate) {
    return {{"calls", estimate.calls}, {"mean_ns", estimate.mean}, {"squares_ns2", estimate.squares}};
}

Json row_json(const TuneRow &row, Form form) {
    const Selected &selected = row.selected;
    Json json = {{"operation", operation_of(row, form)},
                 {"ranks", selected.point.processes},
                 {"nodes", *nodes_text(selected.point.spread) ? Json(nodes_text(selected.point.spread)) : Json()},
                 {"bin", selected.point.bin == tuning::kAnyBin ? Json() : Json(selected.point.bin)},
                 {"calls", selected.trials.calls},
                 {"share", form == Form::kBlocking ? Json(selected.share) : Json()},
                 {"default", selected.trials.algorithm},
                 {"default_time", estimate_json(selected.trials.standard)},
                 {"best", selected.best.empty() ? Json() : Json(selected.best)},
                 {"chosen", selected.chosen.empty() ? Json() : Json(selected.chosen)},
                 {"gain", selected.best.empty() ? Json() : difference_json(selected.gain)},
                 {"proof", row.proof ? difference_json(*row.proof) : Json()},
                 {"kept", row.is_kept},
                 {"candidates", Json::object()}};
    for (const auto &[name, estimate] : selected.trials.candidates)
        json["candidates"][name] = estimate_json(estimate);
    return json;
}

void add_rows(Page &page, const std::vector<TuneRow> &rows, Form form, size_t top) {
    page.title(form == Form::kBlocking ? "Collectives" : "Nonblocking collectives",
               form == Form::kBlocking
                   ? "times of a call in its slowest process; \u00b1: what may be noise"
                   : "times of a call that is waited for at once, in its slowest process; \u00b1: what may be noise");
    Table table({{"operation", Table::kText},
                 {"ranks", Table::kNumber},
                 {"nodes", Table::kText},
                 {"size", Table::kText},
                 {form == Form::kBlocking ? "share" : "calls", Table::kNumber},
                 {"default", Table::kText},
                 {"time", Table::kNumber},
                 {"best", Table::kText, 1},
                 {"chosen", Table::kText},
                 {"predicted gain", Table::kNumber},
                 {"second run", Table::kNumber},
                 {"outcome", Table::kText}});
    for (size_t i = 0; i < rows.size() && i < top; ++i)
        table.add(cells(rows[i], form), rows[i].selected.chosen.empty());
    page.table(table);
    page.more(rows.size() > top ? rows.size() - top : 0);
}

Json rows_json(const std::vector<TuneRow> &rows, Form form) {
    Json json = Json::array();
    for (const TuneRow &row : rows)
        json.push_back(row_json(row, form));
    return json;
}

Json covered_json(const std::map<std::string, tuning::CoveredCalls> &covered) {
    Json json = Json::array();
    for (const auto &[operation, calls] : covered)
        json.push_back({{"operation", tuning::name_in_form(operation, Form::kNonblocking)},
                        {"calls", calls.tried},
                        {"of_calls", calls.all}});
    return json;
}

}  // namespace

std::string tune_text(const TuneAnswer &answer, size_t top, const Style &style) {
    Page page(style);
    if (!answer.rows.empty())
        add_rows(page, answer.rows, Form::kBlocking, top);
    if (answer.covered.all_ns > 0)
        page.line(covered_text(answer.covered));
    if (!answer.nonblocking.empty())
        add_rows(page, answer.nonblocking, Form::kNonblocking, top);
    for (const auto &[operation, calls] : answer.covered_calls)
        page.line(fmt::format("algorithms were tried for {} of {} calls of MPI_{}, counted in each process",
                              calls.tried, calls.all, tuning::name_in_form(operation, Form::kNonblocking)));
    for (const std::string &file : answer.files)
        page.line("wrote " + printable(file));
    return page.take();
}

std::string tune_json(const TuneAnswer &answer) {
    Json json = {{"points", rows_json(answer.rows, Form::kBlocking)},
                 {"covered", covered_json(answer.covered)},
                 {"files", answer.files}};
    if (!answer.covered_calls.empty())
        json["nonblocking"] = {{"points", rows_json(answer.nonblocking, Form::kNonblocking)},
                               {"covered", covered_json(answer.covered_calls)}};
    return json_text(json);
}

}  // namespace mpimon
