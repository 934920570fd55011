#include "mpimon/commands/watch/nodes/nodes_job.h"

#include <fmt/format.h>
#include <poll.h>

#include <algorithm>
#include <chrono>

#include "mpimon/commands/watch/nodes/launcher.h"
#include "mpimon/failure.h"

namespace mpimon {

namespace {

constexpr std::chrono::seconds kPatience(30);  // until all nodes have begun
constexpr int kPause = 100;                    // milliseconds

}  // namespace

NodesJob::NodesJob(const std::vector<std::string> &nodes, const std::string &launcher,
                   const std::vector<std::string> &command) {
    for (const std::string &node : nodes)
        nodes_.push_back(std::make_unique<NodeStream>(node, launch_line(launcher, node, command)));
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
    }
    return last_;
}

}  // namespace mpimon
