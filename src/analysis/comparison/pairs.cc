#include "analysis/comparison/pairs.h"

#include <algorithm>
#include <tuple>

namespace mpimon {

namespace {

struct Row {
    Position peer;
    uint32_t what;
    PairNumbers numbers;

    auto key() const { return std::tuple(peer.fields(), what); }
};

// One run: its processes, by position, from the first to the last.
class Run {
  public:
    Run(const Profile &profile, const PairSubject &subject, MatchRanks match, ClassSet classes)
        : positions_(profile, match), rows_of_process_(subject.rows(profile, classes)) {}

    bool is_at_end() const { return process_ == positions_.processes().size(); }
    const Position &position() const { return positions_.processes()[process_].first; }

    // The rows of the current process, sorted; goes on to the next one.
    void take() {
        rows_.clear();
        rows_of_process_(positions_.processes()[process_++].second,
                         [this](uint32_t peer, uint32_t what, const PairNumbers &numbers) {
                             rows_.push_back({positions_.of_peer(peer), what, numbers});
                         });
        std::sort(rows_.begin(), rows_.end(), [](const Row &a, const Row &b) { return a.key() < b.key(); });
        next_ = 0;
    }
    void take_nothing() {
        rows_.clear();
        next_ = 0;
    }

    // The next row of that process; nullptr after the last.
    const Row *next() const { return next_ < rows_.size() ? &rows_[next_] : nullptr; }
    // The sum of all rows of this key, which are the next ones if there are any.
    PairNumbers sum(const Row &key) {
        PairNumbers sums = {};
        for (; next_ < rows_.size() && rows_[next_].key() == key.key(); ++next_)
            for (size_t i = 0; i < sums.size(); ++i)
                sums[i] += rows_[next_].numbers[i];
        return sums;
    }

  private:
    Positions positions_;
    PairSubject::RowsOfProcess rows_of_process_;
    size_t process_ = 0;  // the next one
    std::vector<Row> rows_;
    size_t next_ = 0;
};

// Visits what the current processes of all runs have.
void visit_rows(std::vector<Run> &runs, PairInRuns &pair, const std::function<void(const PairInRuns &)> &visit) {
    for (;;) {
        const Row *first = nullptr;
        for (const Run &run : runs)
            if (run.next() != nullptr && (first == nullptr || run.next()->key() < first->key()))
                first = run.next();
        if (first == nullptr)
            return;
        const Row key = *first;
        pair.peer = key.peer;
        pair.what = key.what;
        for (size_t i = 0; i < runs.size(); ++i)
            pair.runs[i] = runs[i].sum(key);
        visit(pair);
    }
}

}  // namespace

bool PairInRuns::is_equal_in_all() const {
    return std::all_of(runs.begin(), runs.end(), [this](const PairNumbers &run) { return run == runs.front(); });
}

void each_pair(const std::vector<const Profile *> &profiles, const PairSubject &subject, MatchRanks match,
               ClassSet classes, const std::function<void(const PairInRuns &)> &visit) {
    std::vector<Run> runs;
    for (const Profile *profile : profiles)
        runs.emplace_back(*profile, subject, match, classes);
    PairInRuns pair;
    pair.runs.resize(runs.size());
    for (;;) {
        const Position *first = nullptr;
        for (const Run &run : runs)
            if (!run.is_at_end() && (first == nullptr || run.position() < *first))
                first = &run.position();
        if (first == nullptr)
            return;
        pair.counted_by = *first;
        for (Run &run : runs)
            !run.is_at_end() && run.position() == pair.counted_by ? run.take() : run.take_nothing();
        visit_rows(runs, pair, visit);
    }
}

}  // namespace mpimon
