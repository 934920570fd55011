#include "analysis/names/names.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>

namespace mpimon {

namespace {

constexpr std::array<std::string_view, MPIMON_OVERLAP_FUNCTIONS> kOverlapFunctionNames = {"MPI_Send", "MPI_Recv",
                                                                                          "MPI_Sendrecv"};
#define MPIMON_OVERLAP_TEXT(reason, text) text,
constexpr std::array<std::string_view, MPIMON_OVERLAP_REASONS> kOverlapReasonNames = {
    MPIMON_OVERLAP_WHY(MPIMON_OVERLAP_TEXT)};
#undef MPIMON_OVERLAP_TEXT

constexpr std::array<std::string_view, MPIMON_CLASSES> kClassNames = {"p2p", "coll", "rma", "part", "ctrl", "io"};
constexpr std::array<std::string_view, MPIMON_PATHS> kPathNames = {"self", "shm", "ipc", "net"};
constexpr std::array<std::string_view, MPIMON_DIRECTIONS> kDirectionNames = {"sent", "received", "cancelled",
                                                                             "unreceived"};
constexpr std::array<std::string_view, MPIMON_OPERATION_KINDS> kKindNames = {"one-to-all", "all-to-one", "all-to-all"};
constexpr std::array<std::string_view, MPIMON_WAIT_KINDS> kWaitKindNames = {"late sender", "late receiver", "epoch",
                                                                            "collective"};

static_assert(!kClassNames.back().empty() && !kPathNames.back().empty() && !kDirectionNames.back().empty() &&
                  !kKindNames.back().empty(),
              "all have names");

struct GaugeUnit {
    std::string_view gauge;
    std::string_view unit;
};

constexpr std::array<GaugeUnit, 8> kGaugeUnits = {{{"unexpected_messages", "messages"},
                                                   {"unexpected_bytes", "bytes"},
                                                   {"posted_receives", "receives"},
                                                   {"posted_bytes", "bytes"},
                                                   {"requests", "requests"},
                                                   {"cells", "cells"},
                                                   {"packet_buffers", "buffers"},
                                                   {"memory", "bytes"}}};

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

std::string_view kind_name(mpimon_operation_kind kind) {
    return kKindNames.at(kind);
}

std::string_view wait_kind_name(mpimon_wait_kind kind) {
    return kWaitKindNames.at(kind);
}

std::string_view overlap_function_name(const OverlapSite &site) {
    return site.object.empty() ? "others" : kOverlapFunctionNames.at(site.function);
}

std::string_view overlap_reason_name(mpimon_overlap_reason reason) {
    return kOverlapReasonNames.at(reason);
}

std::vector<std::string_view> class_names() {
    return {kClassNames.begin(), kClassNames.end()};
}

std::optional<mpimon_class> class_named(std::string_view name) {
    const auto *const found = std::find(kClassNames.begin(), kClassNames.end(), name);
    return found == kClassNames.end() ? std::nullopt
                                      : std::optional(static_cast<mpimon_class>(found - kClassNames.begin()));
}

std::string operation_name(std::string_view operation, mpimon_mode mode) {
    std::string name(operation);
    if (mode == MPIMON_PERSISTENT)
        return name + "_init";
    if (mode == MPIMON_NONBLOCKING && !name.empty()) {
        name.front() = static_cast<char>(std::tolower(static_cast<unsigned char>(name.front())));
        return "I" + name;
    }
    return name;
}

std::string_view gauge_unit(std::string_view gauge) {
    for (const GaugeUnit &known : kGaugeUnits)
        if (known.gauge == gauge)
            return known.unit;
    return {};
}

bool records(const Job &job, std::string_view detail) {
    return records(job.detail, detail);
}

bool records(const std::string &details, std::string_view detail) {
    const std::string list = "," + details + ",";
    return list.find(",all,") != std::string::npos || list.find(fmt::format(",{},", detail)) != std::string::npos;
}

bool is_set_by_launchers(const Cvar &cvar) {
    return cvar.name == "MPIR_CVAR_CH3_INTERFACE_HOSTNAME";
}

std::string peer_name(const Profile &profile, uint32_t peer) {
    if (peer == MPIMON_PEER_UNKNOWN)
        return "unknown";
    if (is_world_rank(peer))
        return std::to_string(peer);
    const mpimon_foreign &foreign = profile.foreign[peer & ~MPIMON_PEER_FOREIGN_BIT];
    return fmt::format("f:{}:{}", foreign.table, foreign.index);
}

std::vector<std::string> region_names(const Profile &profile, uint32_t region) {
    std::vector<std::string> names;
    for (; region != kNoRegion; region = profile.regions[region].parent)
        names.push_back(profile.names[profile.regions[region].name]);
    std::reverse(names.begin(), names.end());
    return names;
}

std::string region_path(const Profile &profile, uint32_t region) {
    return fmt::format("{}", fmt::join(region_names(profile, region), " / "));
}

std::vector<std::string_view> ClassSet::names() const {
    std::vector<std::string_view> names;
    for (uint32_t i = 0; i < MPIMON_CLASSES; ++i)
        if (has(static_cast<mpimon_class>(i)))
            names.push_back(kClassNames[i]);
    return names;
}

std::vector<std::string_view> ClassSet::names_in(const Profile &profile) const {
    ClassSet known = *this;
    if (!profile.has_io && is_all())
        known.bits_ &= ~(1U << MPIMON_CLASS_IO);
    return known.names();
}

}  // namespace mpimon
