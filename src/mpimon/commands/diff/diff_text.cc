#include "mpimon/commands/diff/diff_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "analysis/names/labels.h"
#include "analysis/names/text.h"
#include "mpimon/render/format.h"
#include "mpimon/render/page.h"

namespace mpimon {

namespace {

constexpr long double kSecond = 1e9L;
constexpr long double kRounded = 1000;  // means from here on are shown as whole numbers
constexpr long double kFactor = 10;     // so many times A, and more, are shown as a factor

std::string amount(long double value, Unit unit) {
    if (unit == Unit::kNanoseconds)
        return human_time(static_cast<double>(value / kSecond));
    if (value == std::floor(value) && value < 0x1p64L)
        return with_commas(static_cast<uint64_t>(value));
    return value >= kRounded ? with_commas(static_cast<uint64_t>(std::round(value)))
                             : fmt::format("{:.4g}", static_cast<double>(value));
}

std::string change_text(const Verdict &verdict, Unit unit) {
    return (verdict.change() < 0 ? "-" : "+") + amount(std::abs(verdict.change()), unit);
}

std::string percent_text(const Verdict &verdict) {
    if (verdict.a == 0)
        return "new";
    if (verdict.b == 0)
        return "gone";
    if (verdict.b >= kFactor * verdict.a)
        return fmt::format("×{:.3g}", static_cast<double>(verdict.b / verdict.a));
    const auto change = static_cast<double>(100 * verdict.change() / verdict.a);
    return fmt::format(std::abs(change) < 9.995 ? "{:+.2g} %" : "{:+.0f} %", change);
}

std::string noise_text(const Verdict &verdict, Unit unit) {
    return verdict.noise && *verdict.noise > 0 ? "±" + amount(std::ceil(*verdict.noise), unit) : "";
}

// One cell for each part of the identity.
std::vector<std::string> label(Subject subject, const Identity &identity) {
    if (subject == Subject::kFunction)
        return {identity.empty() ? "(outside of MPI functions)" : printable(identity[0])};
    if (subject == Subject::kRegion)
        return {identity.empty() ? "(no region)" : printable(fmt::format("{}", fmt::join(identity, " / ")))};
    const std::vector<std::string_view> parts = subject_parts(subject);
    std::vector<std::string> cells;
    for (size_t i = 0; i < identity.size(); ++i)
        cells.push_back(parts[i] == "bin" ? size_range(std::stoi(identity[i])) : printable(identity[i]));
    return cells;
}

std::vector<Table::Column> columns_of(Subject subject) {
    std::vector<Table::Column> columns;
    for (const std::string_view part : subject_parts(subject)) {
        const bool is_peer = part == "from" || part == "to" || part == "rank" || part == "for";
        columns.push_back({std::string(part == "bin" ? "size" : part),
                           is_peer               ? Table::kNumber
                           : part == "algorithm" ? Table::kTextEnd
                                                 : Table::kText,
                           part == "step of" ? 4 : 0});
    }
    columns.insert(columns.end(), {{"", Table::kText},
                                   {"A", Table::kNumber, 1},
                                   {"B", Table::kNumber, 2},
                                   {"change"},
                                   {"of A", Table::kNumber, 3},
                                   {"noise", Table::kNumber, 5}});
    return columns;
}

class DiffPage {
  public:
    DiffPage(const DiffView &view, const Style &style) : view_(view), page_(style) {}

    std::string run() {
        page_.title(verdict());
        for (const bool is_a : {true, false})
            page_.fact(is_a ? "A" : "B", side(is_a));
        for (const std::string &setting : changed_settings())
            page_.fact("changed", setting);
        page_.fact("compared", how());
        for (const Unrecorded &missing : view_.jobs.unrecorded)
            page_.fact("left out", left_out(missing));
        for (const ComparedTable &table : view_.jobs.tables)
            show(table);
        return page_.take();
    }

  private:
    std::string verdict() const {
        const std::string tolerance = view_.options.judge.threshold_percent
                                          ? fmt::format(" by more than {:g} %", *view_.options.judge.threshold_percent)
                                          : "";
        if (view_.jobs.differing() == 0)
            return fmt::format("No difference{}", tolerance);
        return fmt::format("{} of {} differ{}", with_commas(view_.jobs.differing()),
                           count_of(view_.jobs.things(), "thing"), tolerance);
    }

    std::string side(bool is_a) const {
        const size_t first = is_a ? 0 : view_.in_a;
        const size_t last = is_a ? view_.in_a : view_.profiles.size();
        const Profile &profile = *view_.profiles[first];
        std::vector<std::string> names;
        for (size_t i = first; i < last; ++i)
            names.push_back(printable(view_.files[i]));
        const std::string &executable = profile.job.executable;
        return fmt::format("{}: {}, {} on {}", fmt::join(names, ", "),
                           printable(executable.substr(executable.rfind('/') + 1)),
                           count_of(profile.job.world_size, "rank"), count_of(profile.hosts.size(), "host"));
    }

    // What the jobs ran with, apart from what names this very run.
    static std::map<std::string, std::string> settings(const Job &job) {
        std::map<std::string, std::string> values = {
            {"MPICH", job.mpich_version}, {"device", job.device}, {"monitoring", job.project_version}};
        for (const Cvar &cvar : job.cvars)
            if (!is_set_by_launchers(cvar) && cvar.name != "MPIR_CVAR_MONITORING_FILENAME")
                values[cvar.name] = cvar.value;
        return values;
    }

    std::vector<std::string> changed_settings() const {
        const std::map<std::string, std::string> a = settings(view_.profiles.front()->job);
        const std::map<std::string, std::string> b = settings(view_.profiles[view_.in_a]->job);
        std::map<std::string, std::string> all = a;
        all.insert(b.begin(), b.end());
        const auto value = [](const std::map<std::string, std::string> &values, const std::string &name) {
            const auto found = values.find(name);
            return found != values.end() ? printable(found->second) : "its default";
        };
        std::vector<std::string> texts;
        for (const auto &[name, unused] : all)
            if (value(a, name) != value(b, name))
                texts.push_back(fmt::format("{}: {}, then {}", printable(name), value(a, name), value(b, name)));
        return texts;
    }

    std::string how() const {
        std::string text = view_.jobs.per_rank
                               ? "numbers per rank, and no pairs: A and B have different numbers of ranks"
                           : view_.options.match == MatchRanks::kByHost ? "sums over all ranks; pairs by HOST:PROCESS"
                                                                        : "sums over all ranks";
        if (!view_.options.classes.is_all())
            text += "; messages and bytes of " + classes_label(view_.options.classes) + " only";
        if (!view_.jobs.times_judged)
            text += "; times are shown, and not judged: several runs of A or B, or --threshold, tell what matters";
        return text;
    }

    std::string left_out(const Unrecorded &missing) const {
        std::vector<std::string> names;
        for (const size_t profile : missing.profiles)
            names.push_back(printable(view_.files[profile]));
        return fmt::format("{}, which {} did not record", missing.detail, fmt::join(names, ", "));
    }

    bool is_shown(const ComparedNumber &number) const {
        return view_.all || number.verdict.differs || !number.verdict.judged;
    }

    // Adds those of a thing's numbers that are shown. Those that are no difference are faint.
    void add_rows(Table &rows, Subject subject, const ComparedThing &thing) const {
        std::vector<std::string> cells = label(subject, thing.identity);
        for (const ComparedNumber &number : thing.numbers) {
            if (!is_shown(number))
                continue;
            const Unit unit = number.measure->unit;
            std::vector<std::string> row = cells;
            row.insert(row.end(), {std::string(number.measure->name), amount(number.verdict.a, unit),
                                   amount(number.verdict.b, unit), change_text(number.verdict, unit),
                                   percent_text(number.verdict), noise_text(number.verdict, unit)});
            rows.add(row, !number.verdict.differs);
            cells.assign(cells.size(), "");
        }
    }

    void show(const ComparedTable &table) {
        Table rows(columns_of(table.subject));
        size_t listed = 0;
        size_t more = 0;
        for (const ComparedThing &thing : table.rows) {
            const bool any = std::any_of(thing.numbers.begin(), thing.numbers.end(),
                                         [this](const auto &number) { return is_shown(number); });
            if (any && listed < view_.top)
                add_rows(rows, table.subject, thing);
            (listed < view_.top ? listed : more) += any ? 1 : 0;
        }
        if (rows.empty())
            return;
        // Of pairs only so many are kept.
        if (is_of_pairs(table.subject))
            more = table.differing > listed ? table.differing - listed : 0;
        std::string name(subject_name(table.subject));
        std::replace(name.begin(), name.end(), '-', ' ');
        page_.heading("By " + name,
                      fmt::format("{} of {} differ", with_commas(table.differing), with_commas(table.things)));
        page_.table(rows);
        page_.more(more);
    }

    const DiffView &view_;
    Page page_;
};

}  // namespace

std::string diff_text(const DiffView &view, const Style &style) {
    return DiffPage(view, style).run();
}

}  // namespace mpimon
