#include "mpimon/commands/tune/checked_results.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <sstream>

#include "analysis/names/text.h"
#include "mpimon/commands/whole_file.h"
#include "mpimon/failure.h"
#include "mpimon/render/terminal.h"

namespace mpimon {

namespace {

using tuning::Candidate;
using tuning::Form;

// A candidate of each collective, to be checked in one run.
using Column = std::map<std::string, const Candidate *>;

constexpr uint64_t kLargestResults = uint64_t{1} << 20U;

// The first candidates of all collectives are the first column, and so on.
std::vector<Column> columns_of(const std::vector<Candidate> &known, const std::set<std::string> &collectives) {
    std::map<std::string, size_t> next;
    std::vector<Column> columns;
    for (const Candidate &candidate : known) {
        if (collectives.count(candidate.collective) == 0)
            continue;
        const size_t number = next[candidate.collective]++;
        columns.resize(std::max(columns.size(), number + 1));
        columns[number][candidate.collective] = &candidate;
    }
    return columns;
}

std::string collective_of_form(const std::string &operation) {
    return tuning::collective_of(operation, Form::kNonblocking);
}

class Checking {
  public:
    Checking(const std::vector<std::string> &launcher, const TunePoints &points, const Runs &runs,
             const WrittenFiles &files, const std::vector<Candidate> &known)
        : sweep_(launcher, runs.file("check_results"), runs.file("check_results.plan"), points),
          results_(runs.file("check_results.txt")),
          files_(files),
          known_(known) {
        compile_own("check_results.c", runs.file("check_results"));
        sweep_.write_plan_of_each();
    }

    // Adds what is not right, and why, by the candidates' names.
    void check(Column column, std::map<std::string, std::string> &refused) {
        while (!column.empty()) {
            const int status = run(column);
            const std::vector<Verdict> verdicts = parse_verdicts(whole_file(results_, "results", kLargestResults));
            const bool has_ended = !verdicts.empty() && verdicts.back().what == Verdict::kEnded;
            if (status != 0 && !has_ended)
                throw Failure(fmt::format("the program that checks results ended with {}; nothing was tuned", status));
            for (const Verdict &verdict : verdicts)
                refuse(column, verdict, refused);
            if (!has_ended)
                return;
            // Those behind the call that has ended the program were not checked yet.
            if (column.erase(collective_of_form(verdicts.back().operation)) == 0)
                throw Failure("the program that checks results ended in a call without a candidate; nothing was tuned");
        }
    }

  private:
    int run(const Column &column) const {
        std::vector<tuning::Choosing> choices;
        for (const auto &[point, trials] : sweep_.points())
            if (const auto found = column.find(collective_of_form(point.operation)); found != column.end())
                choices.push_back({point, found->second->name});
        const tuning::Files files = with_choices(files_.before(), choices, known_, files_.series());
        std::vector<std::string> command = sweep_.command();
        command.push_back(results_);
        // An earlier run's results say nothing of this one.
        write_output("", results_);
        return Runs::status(command, files_.write_for_run("check_results", files));
    }

    static void refuse(const Column &column, const Verdict &verdict, std::map<std::string, std::string> &refused) {
        const auto found = column.find(collective_of_form(verdict.operation));
        if (verdict.what == Verdict::kRight || found == column.end())
            return;
        const std::string call = fmt::format(
            "MPI_{} of {} processes", tuning::name_in_form(verdict.operation, Form::kNonblocking), verdict.processes);
        refused.emplace(found->second->name,
                        verdict.what == Verdict::kWrong
                            ? fmt::format("{} gives a wrong result with root {}", call, verdict.root)
                            : fmt::format("{} ends the program", call));
    }

    Sweep sweep_;
    std::string results_;
    const WrittenFiles &files_;
    const std::vector<Candidate> &known_;
};

}  // namespace

std::vector<Verdict> parse_verdicts(const std::string &text) {
    std::vector<Verdict> verdicts;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        Verdict verdict;
        std::string size;
        std::string word;
        if (!(words >> verdict.operation >> verdict.processes >> size))
            continue;
        if (words >> word)
            verdict.what = word == "right" ? Verdict::kRight : Verdict::kWrong;
        words >> verdict.root;
        verdicts.push_back(std::move(verdict));
    }
    return verdicts;
}

std::vector<Candidate> right_ones(const std::vector<std::string> &launcher, const TunePoints &points, const Runs &runs,
                                  const WrittenFiles &files, const std::vector<Candidate> &known) {
    std::set<std::string> collectives;
    for (const auto &[point, trials] : points)
        collectives.insert(collective_of_form(point.operation));
    Checking checking(launcher, points, runs, files, known);
    std::map<std::string, std::string> refused;
    for (const Column &column : columns_of(known, collectives))
        checking.check(column, refused);
    for (const auto &[name, why] : refused)
        fmt::print(stderr, "mpimon tune: {}: {}; it is not tried\n", printable(name), why);
    std::vector<Candidate> right;
    std::copy_if(known.begin(), known.end(), std::back_inserter(right),
                 [&](const Candidate &candidate) { return refused.count(candidate.name) == 0; });
    return right;
}

}  // namespace mpimon
