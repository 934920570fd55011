#include "analysis/names/names.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "analysis/failure.h"
#include "analysis/names/text.h"

namespace mpimon {

namespace {

constexpr std::array<std::string_view, MPIMON_CLASSES> kClassNames = {"p2p", "coll", "rma", "part", "ctrl"};
constexpr std::array<std::string_view, MPIMON_PATHS> kPathNames = {"self", "shm", "ipc", "net"};
constexpr std::array<std::string_view, MPIMON_DIRECTIONS> kDirectionNames = {"sent", "received", "cancelled",
                                                                             "unreceived"};

}  // namespace

std::string_view class_name(mpimon_class traffic_class) {
    return kClassNames.at(traffic_class);
}

std::string_view path_name(mpimon_path path) {
    return kPathNames.at(path);
}

std::string_view direction_name(mpimon_direction direction) {
    return kDirectionNames.at(direction);
}

std::string operation_name(std::string_view operation, mpimon_mode mode) {
    std::string name = printable(operation);
    if (mode == MPIMON_PERSISTENT)
        return name + "_init";
    if (mode == MPIMON_NONBLOCKING && !name.empty()) {
        name.front() = static_cast<char>(std::tolower(static_cast<unsigned char>(name.front())));
        return "I" + name;
    }
    return name;
}

bool records(const Job &job, std::string_view detail) {
    const std::string list = fmt::format(",{},", job.detail);
    return list.find(",all,") != std::string::npos || list.find(fmt::format(",{},", detail)) != std::string::npos;
}

std::string communicator_name(const Communicator &communicator) {
    if (communicator.name.empty())
        return fmt::format("(context {:#x})", communicator.context_id);
    return printable(communicator.name);
}

std::string peer_name(const Profile &profile, uint32_t peer) {
    if (peer == MPIMON_PEER_UNKNOWN)
        return "unknown";
    if ((peer & MPIMON_PEER_FOREIGN_BIT) == 0)
        return std::to_string(peer);
    const mpimon_foreign &foreign = profile.foreign[peer & ~MPIMON_PEER_FOREIGN_BIT];
    return fmt::format("f:{}:{}", foreign.table, foreign.index);
}

std::vector<std::string_view> ClassSet::names() const {
    std::vector<std::string_view> names;
    for (uint32_t i = 0; i < MPIMON_CLASSES; ++i)
        if (has(static_cast<mpimon_class>(i)))
            names.push_back(kClassNames[i]);
    return names;
}

std::string ClassSet::text() const {
    return is_all() ? "all classes" : fmt::format("{}", fmt::join(names(), ", "));
}

ClassSet ClassSet::named(const std::vector<std::string> &names) {
    uint32_t bits = 0;
    for (const std::string &name : names) {
        const auto found = std::find(kClassNames.begin(), kClassNames.end(), name);
        if (found == kClassNames.end())
            throw WrongArgument(
                fmt::format("--class: unknown class '{}'; it is one of {}", name, fmt::join(kClassNames, ", ")));
        bits |= 1U << (found - kClassNames.begin());
    }
    return names.empty() ? all() : ClassSet(bits);
}

}  // namespace mpimon
