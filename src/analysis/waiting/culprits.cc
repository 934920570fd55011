#include "analysis/waiting/culprits.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace mpimon {

namespace {

// Less than this part of a wait that goes another way is noise, and no estimate.
constexpr double kNoise = 0.05;
// What becomes less than this part of a wait is not passed on any more, nor is anything after so many steps: the ways
// through many processes are more than can be followed.
constexpr double kLeast = 0.001;
constexpr size_t kMostSteps = 512;
constexpr size_t kLeastSteps = 32;
constexpr size_t kStepsOfAll = 500'000;

struct Direct {
    uint32_t peer = 0;
    double time = 0;
};

// The direct waits of one collective operation on one communicator, by rank.
using Operation = std::map<uint32_t, std::vector<Direct>>;

// Follows the waits of one rank.
class Chain {
  public:
    Chain(const Operation &operation, uint32_t rank, size_t most_steps)
        : operation_(operation), most_steps_(most_steps) {
        way_.push_back(rank);
    }

    void follow(uint32_t peer, double time) {
        least_ = time * kLeast;
        noise_ = time * kNoise;
        pass(peer, time);
    }

    const std::map<uint32_t, double> &culprits() const { return culprits_; }
    bool divided() const { return divided_; }

  private:
    bool is_on_way(uint32_t peer) const { return std::find(way_.begin(), way_.end(), peer) != way_.end(); }

    // What `peer` itself waited for those that the chain has not come through.
    double waited_by(const std::vector<Direct> &waits) const {
        double sum = 0;
        for (const Direct &direct : waits)
            sum += is_on_way(direct.peer) ? 0 : direct.time;
        return sum;
    }

    void pass(uint32_t peer, double time) {
        const auto found = operation_.find(peer);
        way_.push_back(peer);
        const double waited = found == operation_.end() ? 0 : waited_by(found->second);
        const double passed = ++steps_ > most_steps_ || time < least_ ? 0 : std::min(time, waited);
        const double kept = time - passed;
        if (kept > 0)
            culprits_[peer] += kept;
        divided_ = divided_ || (passed > noise_ && kept > noise_);
        if (passed > 0)
            pass_on(found->second, passed, waited);
        way_.pop_back();
    }

    void pass_on(const std::vector<Direct> &waits, double passed, double waited) {
        size_t large = 0;
        for (const Direct &direct : waits) {
            if (is_on_way(direct.peer))
                continue;
            const double part = passed * direct.time / waited;
            large += part > noise_ ? 1 : 0;
            pass(direct.peer, part);
        }
        divided_ = divided_ || large > 1;
    }

    const Operation &operation_;
    std::vector<uint32_t> way_;
    std::map<uint32_t, double> culprits_;
    double least_ = 0;
    double noise_ = 0;
    size_t steps_ = 0;
    size_t most_steps_;
    bool divided_ = false;
};

// Two ways that lead to one process do not divide the wait.
bool is_estimated(const Chain &chain, double time) {
    return chain.divided() && std::count_if(chain.culprits().begin(), chain.culprits().end(),
                                            [time](const auto &row) { return row.second > time * kNoise; }) > 1;
}

class CulpritFinder {
  public:
    CulpritFinder(const Profile &profile, ClassSet classes) : profile_(profile), classes_(classes) {}

    std::vector<CulpritTime> run() {
        for (const Wait &wait : profile_.waits)
            if (classes_.has(static_cast<mpimon_class>(wait.traffic_class)))
                add(wait);
        size_t rows = 0;
        for (auto &[key, operation] : operations_)
            for (auto &[rank, waits] : operation)
                rows += join(waits);
        most_steps_ = std::clamp(kStepsOfAll / std::max<size_t>(rows, 1), kLeastSteps, kMostSteps);
        for (const auto &[key, operation] : operations_)
            resolve(operation);
        std::vector<CulpritTime> list;
        for (const auto &[pair, sum] : sums_)
            list.push_back({pair.first, pair.second, static_cast<uint64_t>(sum.time + 0.5), sum.estimated});
        return list;
    }

  private:
    // Communicator, operation, and whether it is a fence's.
    using Key = std::tuple<uint32_t, uint32_t, uint8_t>;

    struct Sum {
        double time = 0;
        bool estimated = false;
    };

    // Also in those of MPI-IO's own communicators, which are of another class. A fence's barrier is one, too.
    static bool is_in_collective(const Wait &wait) {
        return wait.kind == MPIMON_WAIT_COLLECTIVE || wait.traffic_class == MPIMON_CLASS_COLL;
    }

    void add(const Wait &wait) {
        const auto time = static_cast<double>(wait.time_ns);
        if (!is_in_collective(wait) || !is_world_rank(wait.peer)) {
            sums_[{wait.process, wait.peer}].time += time;
            return;
        }
        const uint32_t rank = profile_.processes[wait.process].world_rank;
        operations_[{wait.communicator, wait.operation, wait.kind}][rank].push_back({wait.peer, time});
    }

    // Adds up the waits for the same peer in several contexts. Returns how many are left.
    static size_t join(std::vector<Direct> &waits) {
        std::sort(waits.begin(), waits.end(), [](const Direct &a, const Direct &b) { return a.peer < b.peer; });
        size_t kept = 0;
        for (const Direct &direct : waits) {
            if (kept > 0 && waits[kept - 1].peer == direct.peer)
                waits[kept - 1].time += direct.time;
            else
                waits[kept++] = direct;
        }
        waits.resize(kept);
        return kept;
    }

    void resolve(const Operation &operation) {
        for (const auto &[rank, waits] : operation) {
            const auto process = static_cast<uint32_t>(profile_.process_of(rank) - profile_.processes.data());
            for (const Direct &direct : waits) {
                Chain chain(operation, rank, most_steps_);
                chain.follow(direct.peer, direct.time);
                const bool estimated = is_estimated(chain, direct.time);
                for (const auto &[culprit, time] : chain.culprits()) {
                    Sum &sum = sums_[{process, culprit}];
                    sum.time += time;
                    sum.estimated = sum.estimated || (estimated && time > direct.time * kNoise);
                }
            }
        }
    }

    const Profile &profile_;
    ClassSet classes_;
    size_t most_steps_ = kMostSteps;
    std::map<Key, Operation> operations_;
    std::map<std::pair<uint32_t, uint32_t>, Sum> sums_;
};

}  // namespace

std::vector<CulpritTime> find_culprits(const Profile &profile, ClassSet classes) {
    return CulpritFinder(profile, classes).run();
}

}  // namespace mpimon
