#include "mpimon/commands/watch/nodes/nodes_job.h"

#include <fmt/format.h>
#include <poll.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "mpimon/commands/watch/nodes/launcher.h"
#include "mpimon/commands/watch/nodes/node_change.h"
#include "mpimon/failure.h"
#include "profile/read/decode.h"

namespace mpimon {

namespace {

constexpr std::chrono::seconds kPatience(30);  // until all nodes have begun
constexpr int kPause = 100;                    // milliseconds

}  // namespace

NodesJob::NodesJob(const std::vector<std::string> &nodes, std::string launcher, NodeCommands commands)
    : launcher_(std::move(launcher)), commands_(std::move(commands)) {
    for (const std::string &node : nodes)
        nodes_.push_back(std::make_unique<NodeStream>(node, launch_line(launcher_, node, commands_.watch)));
}

// Waits at most so long for one of them to say something, and takes what has come of all.
void NodesJob::read(int milliseconds) {
    std::vector<pollfd> files;
    for (const auto &node : nodes_)
        if (node->runs())
            files.push_back({node->file(), POLLIN, 0});
    if (!files.empty() && milliseconds > 0)
        poll(files.data(), files.size(), milliseconds);
    for (const auto &node : nodes_)
        node->read();
}

bool NodesJob::any_runs() const {
    return std::any_of(nodes_.begin(), nodes_.end(), [](const auto &node) { return node->runs(); });
}

bool NodesJob::all_have_begun() const {
    return std::all_of(nodes_.begin(), nodes_.end(),
                       [](const auto &node) { return node->newest().has_value() || !node->runs(); });
}

std::vector<std::string> NodesJob::troubles() const {
    std::vector<std::string> lines;
    for (const auto &node : nodes_)
        if (!node->trouble().empty())
            lines.push_back(node->trouble());
    return lines;
}

// The time is the mean of the nodes' times: where one is late, so that less has grown, less time has passed.
std::optional<Sighting> NodesJob::sum() const {
    std::optional<Sighting> all;
    double seconds = 0;
    size_t count = 0;
    for (const auto &node : nodes_) {
        if (!node->newest())
            continue;
        const Sighting &seen = *node->newest();
        if (all && seen.key != all->key)
            throw Failure(
                fmt::format("the nodes have different jobs; name one by --job and a part of its title: {}; {}",
                            all->title, seen.title));
        if (all)
            add(*all, seen);
        else
            all = seen;
        seconds += seen.moment.seconds;
        ++count;
    }
    if (all)
        all->moment.seconds = seconds / static_cast<double>(count);
    return all;
}

std::optional<Watched> NodesJob::look() {
    const auto end = std::chrono::steady_clock::now() + kPatience;
    read(0);
    while (!last_ && !all_have_begun() && std::chrono::steady_clock::now() < end)
        read(kPause);
    if (!any_runs() && last_)
        return std::nullopt;
    std::optional<Sighting> seen = sum();
    const std::vector<std::string> lines = troubles();
    if (!seen)
        throw Failure(lines.empty() ? "no node has said anything in time" : lines.front());
    if (seen->moment.seconds != seconds_ || !last_) {
        seconds_ = seen->moment.seconds;
        seen->unreadable.insert(seen->unreadable.end(), lines.begin(), lines.end());
        last_ = sightings_.add(*seen);
        take_records(*seen);
    }
    return last_;
}

void NodesJob::take_records(const Sighting &seen) {
    if (seen.records.ranks.empty())
        return;
    try {
        profile_ = std::make_shared<const Profile>(profile_of(seen.records, seen.title));
    } catch (const ProfileError &error) {
        throw Failure(fmt::format("what the nodes say is damaged: {}", error.what()));
    }
    RanksByNode ranks;
    for (const auto &node : nodes_)
        if (node->newest() && node->runs())
            ranks[node->node()] = node->newest()->records.ranks;
    const std::lock_guard<std::mutex> lock(mutex_);
    ranks_.swap(ranks);
}

// Which of these ranks, or of all if there are none, are on each node.
NodesJob::RanksByNode NodesJob::asked(const std::vector<uint32_t> &ranks) const {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (ranks.empty())
        return ranks_;
    RanksByNode asked;
    for (const uint32_t rank : ranks) {
        const auto found = std::find_if(ranks_.begin(), ranks_.end(), [&](const auto &node) {
            return std::find(node.second.begin(), node.second.end(), rank) != node.second.end();
        });
        if (found == ranks_.end())
            throw Failure(fmt::format("rank {} is on none of the nodes", rank));
        asked[found->first].push_back(rank);
    }
    return asked;
}

// One node after the other. What must be equal in all ranks is refused, since no node has all of them.
std::vector<RankAnswer> NodesJob::change(const Assignment &assignment, const std::vector<uint32_t> &ranks) {
    std::vector<RankAnswer> answers;
    for (const auto &[node, there] : asked(ranks)) {
        std::vector<std::string> command = commands_.set;
        command.insert(command.end(),
                       {assignment.name + "=" + assignment.value, "--rank", fmt::format("{}", fmt::join(there, ","))});
        for (RankAnswer &answer : change_on_node(node, launch_line(launcher_, node, command)))
            answers.push_back(std::move(answer));
    }
    std::sort(answers.begin(), answers.end(), [](const RankAnswer &a, const RankAnswer &b) { return a.rank < b.rank; });
    return answers;
}

}  // namespace mpimon
