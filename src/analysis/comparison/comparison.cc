#include "analysis/comparison/comparison.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "analysis/comparison/pairs.h"

namespace mpimon {

namespace {

// A time that changes by less than this part of the whole run is of no interest.
constexpr long double kLeastTime = 0.001L;

// The index of the run's own time in all_measures().
constexpr size_t kWallTime = 0;

// Those that differ before those that do not, and then by weight; those of the same weight by name.
bool comes_before(const ComparedThing &x, const ComparedThing &y) {
    if (x.differs() != y.differs())
        return x.differs();
    return x.weight() != y.weight() ? x.weight() > y.weight() : x.identity < y.identity;
}

class JobsComparison {
  public:
    JobsComparison(const std::vector<const Profile *> &a, const std::vector<const Profile *> &b,
                   const ComparisonOptions &options)
        : profiles_(a), in_a_(a.size()), options_(options) {
        profiles_.insert(profiles_.end(), b.begin(), b.end());
        result_.per_rank = a.front()->job.world_size != b.front()->job.world_size;
        result_.times_judged = profiles_.size() > 2 || options.judge.threshold_percent;
    }

    ComparedJobs run() {
        for (const Profile *profile : profiles_)
            values_.push_back(measured(Source(*profile, options_.classes, result_.per_rank)));
        for (size_t subject = 0; subject < kSubjects; ++subject)
            if (is_wanted(static_cast<Subject>(subject)))
                add_table(static_cast<Subject>(subject));
        return std::move(result_);
    }

  private:
    bool is_wanted(Subject subject) const {
        return options_.subjects.empty() ||
               std::find(options_.subjects.begin(), options_.subjects.end(), subject) != options_.subjects.end();
    }

    void add_table(Subject subject) {
        const std::vector<size_t> measures = measures_of(subject);
        if (is_of_pairs(subject) && result_.per_rank)
            return;
        result_.tables.push_back(is_of_pairs(subject) ? table_of_pairs(pair_subject(subject), measures)
                                                      : table_of(subject, measures));
        result_.tables.back().is_recorded = is_recorded(subject);
    }

    // The measures of the subject that all profiles have recorded, as indices of all_measures(). Of the others it is
    // said, if some have.
    std::vector<size_t> measures_of(Subject subject) {
        std::vector<size_t> measures;
        for (size_t i = 0; i < all_measures().size(); ++i) {
            if (all_measures()[i].subject != subject)
                continue;
            const auto lacks = [i](const std::vector<Values> &run) { return !run[i].missing.empty(); };
            if (std::none_of(values_.begin(), values_.end(), lacks))
                measures.push_back(i);
            else if (!std::all_of(values_.begin(), values_.end(), lacks))
                for (size_t run = 0; run < values_.size(); ++run)
                    add_unrecorded(values_[run][i].missing, run);
        }
        return measures;
    }

    bool is_recorded(Subject subject) const {
        for (size_t i = 0; i < all_measures().size(); ++i)
            for (const std::vector<Values> &run : values_)
                if (all_measures()[i].subject == subject && run[i].missing.empty())
                    return true;
        return false;
    }

    void add_unrecorded(std::string_view detail, size_t run) {
        if (detail.empty())
            return;
        std::vector<Unrecorded> &known = result_.unrecorded;
        auto entry =
            std::find_if(known.begin(), known.end(), [&](const auto &other) { return other.detail == detail; });
        if (entry == known.end())
            entry = known.insert(entry, {std::string(detail), {}});
        if (std::find(entry->profiles.begin(), entry->profiles.end(), run) == entry->profiles.end())
            entry->profiles.push_back(run);
    }

    // What a sum is divided by.
    long double ranks_of(size_t run) const {
        return result_.per_rank ? static_cast<long double>(std::max<size_t>(profiles_[run]->processes.size(), 1)) : 1;
    }

    template <class ValueOf>
    Numbers numbers_of(const Measure &measure, ValueOf value_of) const {
        Numbers numbers;
        for (size_t run = 0; run < profiles_.size(); ++run) {
            const auto value = static_cast<long double>(value_of(run));
            (run < in_a_ ? numbers.a : numbers.b).push_back(measure.is_sum() ? value / ranks_of(run) : value);
        }
        return numbers;
    }

    Numbers numbers_of(size_t measure, const Identity &identity) const {
        return numbers_of(all_measures()[measure], [&](size_t run) {
            const auto &values = values_[run][measure].by_identity;
            const auto found = values.find(identity);
            return found != values.end() ? found->second : 0;
        });
    }

    // The total of all things together, on the side where it is more.
    long double total_of(size_t measure) const {
        const Numbers totals = numbers_of(all_measures()[measure], [&](size_t run) {
            uint64_t sum = 0;
            for (const auto &[identity, value] : values_[run][measure].by_identity)
                sum += value;
            return sum;
        });
        return largest_mean(totals);
    }

    static long double largest_mean(const Numbers &numbers) {
        const Verdict means = Judge({}, 0, 0).judge(numbers, all_measures().front());
        return std::max(means.a, means.b);
    }

    // The least time that is of interest, of the run or of sums over all ranks.
    long double least_time(Subject subject) const {
        const bool is_sum = subject != Subject::kRun && !result_.per_rank;
        const size_t ranks = is_sum ? profiles_.front()->processes.size() : 1;
        return kLeastTime * largest_mean(numbers_of(kWallTime, Identity())) * static_cast<long double>(ranks);
    }

    static void add_number(ComparedThing &thing, const Measure &measure, const Verdict &verdict, long double total) {
        const auto weight = total > 0 ? static_cast<double>(std::abs(verdict.change()) / total) : 0;
        if (verdict.change() != 0)
            thing.numbers.push_back({&measure, verdict, weight});
    }

    ComparedTable table_of(Subject subject, const std::vector<size_t> &measures) const {
        ComparedTable table;
        table.subject = subject;
        std::set<Identity> things;
        for (const size_t measure : measures)
            for (const std::vector<Values> &run : values_)
                for (const auto &[identity, value] : run[measure].by_identity)
                    things.insert(identity);
        size_t varying = 0;
        for (const Identity &identity : things)
            for (const size_t measure : measures)
                varying += Judge::varies(numbers_of(measure, identity)) ? 1 : 0;
        std::map<size_t, long double> totals;
        for (const size_t measure : measures)
            totals[measure] = total_of(measure);
        const Judge judge(options_.judge, least_time(subject), varying);
        for (const Identity &identity : things) {
            ComparedThing thing = {identity, {}};
            for (const size_t measure : measures)
                add_number(thing, all_measures()[measure],
                           judge.judge(numbers_of(measure, identity), all_measures()[measure]), totals[measure]);
            table.differing += thing.differs() ? 1 : 0;
            if (!thing.numbers.empty())
                table.rows.push_back(std::move(thing));
        }
        table.things = things.size();
        std::sort(table.rows.begin(), table.rows.end(), comes_before);
        return table;
    }

    Numbers numbers_of(const PairInRuns &pair, size_t measure, size_t index) const {
        return numbers_of(all_measures()[measure], [&](size_t run) { return pair.runs[run].at(index); });
    }

    void visit_pairs(const PairSubject &subject, const std::function<void(const PairInRuns &)> &visit) const {
        each_pair(profiles_, subject, options_.match, options_.classes, visit);
    }

    // Of these the noise is known only if there are several runs.
    size_t varying_pairs(const PairSubject &subject, const std::vector<size_t> &measures) const {
        size_t varying = 0;
        if (profiles_.size() > 2)
            visit_pairs(subject, [&](const PairInRuns &pair) {
                for (size_t i = 0; i < measures.size() && !pair.is_equal_in_all(); ++i)
                    varying += Judge::varies(numbers_of(pair, measures[i], i)) ? 1 : 0;
            });
        return varying;
    }

    // The totals of all pairs together, measure by measure.
    std::vector<long double> totals_of_pairs(const PairSubject &subject, size_t measures) const {
        std::vector<long double> totals;
        for (size_t i = 0; i < all_measures().size() && totals.size() < measures; ++i)
            if (all_measures()[i].subject == subject.whole)
                totals.push_back(total_of(i));
        return totals;
    }

    // All measures of a subject of pairs need the same detail, so there are all of them or none.
    ComparedTable table_of_pairs(const PairSubject &subject, const std::vector<size_t> &measures) const {
        ComparedTable table;
        table.subject = subject.subject;
        if (measures.empty())
            return table;
        const std::vector<long double> totals = totals_of_pairs(subject, measures.size());
        const Judge judge(options_.judge, least_time(Subject::kRun), varying_pairs(subject, measures));
        visit_pairs(subject, [&](const PairInRuns &pair) {
            ++table.things;
            if (pair.is_equal_in_all())
                return;
            ComparedThing thing = {subject.identity(pair), {}};
            for (size_t i = 0; i < measures.size(); ++i) {
                const Measure &measure = all_measures()[measures[i]];
                add_number(thing, measure, judge.judge(numbers_of(pair, measures[i], i), measure), totals[i]);
            }
            table.differing += thing.differs() ? 1 : 0;
            if (!thing.numbers.empty())
                keep_largest(table.rows, std::move(thing));
        });
        std::sort(table.rows.begin(), table.rows.end(), comes_before);
        return table;
    }

    // A heap with the row that comes last on top.
    void keep_largest(std::vector<ComparedThing> &rows, ComparedThing thing) const {
        rows.push_back(std::move(thing));
        std::push_heap(rows.begin(), rows.end(), comes_before);
        if (rows.size() > options_.most_pairs) {
            std::pop_heap(rows.begin(), rows.end(), comes_before);
            rows.pop_back();
        }
    }

    std::vector<const Profile *> profiles_;  // A's, then B's
    size_t in_a_;
    const ComparisonOptions &options_;
    std::vector<std::vector<Values>> values_;  // by profile
    ComparedJobs result_;
};

}  // namespace

bool ComparedThing::differs() const {
    return std::any_of(numbers.begin(), numbers.end(), [](const auto &number) { return number.verdict.differs; });
}

double ComparedThing::weight() const {
    double largest = 0;
    for (const ComparedNumber &number : numbers)
        if (number.verdict.differs || !differs())
            largest = std::max(largest, number.weight);
    return largest;
}

size_t ComparedJobs::things() const {
    size_t sum = 0;
    for (const ComparedTable &table : tables)
        sum += table.things;
    return sum;
}

size_t ComparedJobs::differing() const {
    size_t sum = 0;
    for (const ComparedTable &table : tables)
        sum += table.differing;
    return sum;
}

ComparedJobs compare(const std::vector<const Profile *> &a, const std::vector<const Profile *> &b,
                     const ComparisonOptions &options) {
    return JobsComparison(a, b, options).run();
}

}  // namespace mpimon
