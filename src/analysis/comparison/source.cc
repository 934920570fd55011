#include "analysis/comparison/source.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_map>

#include "analysis/names/labels.h"
#include "analysis/names/origins.h"
#include "analysis/summary/calls/collectives.h"
#include "analysis/summary/files.h"

namespace mpimon {

namespace {

uint32_t two_bytes(uint8_t high, uint8_t low) {
    return static_cast<uint32_t>(high) << 8U | low;
}
uint8_t high_byte(uint32_t bytes) {
    return static_cast<uint8_t>(bytes >> 8U);
}
uint8_t low_byte(uint32_t bytes) {
    return static_cast<uint8_t>(bytes);
}

// Calls that move data come after those that do not.
constexpr uint32_t kAccess = MPIMON_FILE_OPERATIONS;

std::string file_calls_text(uint32_t calls) {
    if (calls < kAccess)
        return std::string(file_operation_name(static_cast<uint8_t>(calls)));
    const uint32_t access = calls - kAccess;
    return fmt::format("{} {}", file_family_name(static_cast<uint8_t>(access / 2)), access % 2 == 0 ? "read" : "write");
}

std::string class_text(uint32_t traffic_class) {
    return std::string(class_name(static_cast<mpimon_class>(traffic_class)));
}

std::string name_of(const Profile &profile, const Communicator &communicator) {
    const bool is_named = !communicator.name.empty() || communicator.origin.is_known();
    if (!is_named && communicator.owner > 0)
        return "part of " + name_in_any_run(profile, profile.communicators[communicator.owner - 1]);
    return name_in_any_run(profile, communicator);
}

}  // namespace

Source::Source(const Profile &profile, ClassSet classes, bool members_differ) : profile_(profile), classes_(classes) {
    add_flows();
    add_algorithms();
    add_communicators(members_differ);
}

// There are far fewer sums than flows, which are packed and slow to go through.
void Source::add_flows() {
    std::unordered_map<uint64_t, std::map<uint8_t, Totals>> sums;
    uint64_t key = 0;  // of the flow before, which most often is that of the next one, too
    std::map<uint8_t, Totals> *here = nullptr;
    profile_.flows.each_process([&](const Flows &flows) {
        for (size_t i = 0; i < flows.size(); ++i) {
            if (!classes_.has(flows.traffic_class(i)))
                continue;
            const uint64_t next = joined_key(flows.communicator[i], flows.context[i]);
            if (here == nullptr || next != key)
                here = &sums[next];
            key = next;
            (*here)[flows.kind[i]].add({flows.messages[i], flows.bytes[i]});
        }
    });
    Flows row;
    row.kind.resize(1);
    for (const auto &[communicator_and_context, kinds] : sums)
        for (const auto &[kind, totals] : kinds) {
            row.kind[0] = kind;
            flows_.push_back({static_cast<uint32_t>(communicator_and_context >> 32U),
                              static_cast<uint32_t>(communicator_and_context), row.traffic_class(0), row.path(0),
                              row.direction(0), totals});
        }
}

void Source::add_algorithms() {
    std::map<std::tuple<uint32_t, uint32_t, uint32_t, uint8_t, uint8_t>, uint64_t> known;
    for (const Collective &row : profile_.collectives) {
        const auto [entry, is_new] =
            known.try_emplace({row.operation, row.algorithm, row.parent, row.mode, row.role}, algorithms_.size());
        algorithm_of_.push_back(entry->second);
        if (!is_new)
            continue;
        const std::string parent = parent_of(profile_, row);
        const bool step = row.role == MPIMON_ROLE_STEP;
        algorithms_.push_back({operation_of(profile_, row), profile_.names[row.algorithm],
                               step && parent.empty() ? "the library's own" : parent});
    }
}

// Those of one name are told apart by their members, if these can be the same, and by how many came before.
void Source::add_communicators(bool members_differ) {
    std::map<std::string, uint32_t> before;
    for (const Communicator &communicator : profile_.communicators) {
        std::string name = name_of(profile_, communicator);
        if (!members_differ && !communicator.world_order)
            name += " " + members_label(profile_, communicator);
        const uint32_t number = members_differ ? 1 : ++before[name];
        communicators_.push_back(number == 1 ? name : fmt::format("{} #{}", name, number));
    }
}

// A job without the list of its details has counted whatever is there; and a detail may be switched on later.
bool Source::has_recorded(std::string_view detail) const {
    if (detail == kSizesOfCollectives)
        return !profile_.collective_sizes.empty() || profile_.collectives.empty();
    if (detail.empty() || profile_.job.detail.empty() || records(profile_.job, detail))
        return true;
    if (detail == "functions")
        return !profile_.functions.empty();
    if (detail == "regions")
        return !profile_.region_times.empty();
    if (detail == "waits")
        return !profile_.waits.empty();
    if (detail == "sizes")
        return !profile_.peer_sizes.empty();
    if (detail == "files")
        return !profile_.file_calls.empty() || !profile_.file_accesses.empty();
    return std::any_of(flows_.begin(), flows_.end(),
                       [](const FlowSum &sum) { return sum.direction == MPIMON_RECEIVED && !sum.is_moved(); });
}

Identity Source::identity(Subject subject, uint64_t key) const {
    const auto high = static_cast<uint32_t>(key >> 32U);
    const auto low = static_cast<uint32_t>(key);
    switch (subject) {
        case Subject::kClass:
            return {class_text(low)};
        case Subject::kPath:
            return {class_text(high), std::string(path_name(static_cast<mpimon_path>(low)))};
        case Subject::kSize:
            return {class_text(high), std::to_string(low)};
        case Subject::kAlgorithm:
            return algorithms_[key];
        case Subject::kCollectiveSize:
            return {operation_name(profile_.names[high], static_cast<mpimon_mode>(high_byte(low))),
                    std::to_string(low_byte(low))};
        case Subject::kWait:
            return {std::string(wait_kind_name(static_cast<mpimon_wait_kind>(high_byte(low)))),
                    class_text(low_byte(low)), high == kNoOperation ? "" : profile_.names[high]};
        case Subject::kCommunicator:
            return {communicators_[key]};
        case Subject::kFunction:
            return low == kNoFunction ? Identity() : Identity{profile_.names[low]};
        case Subject::kRegion:
            return region_names(profile_, low);
        case Subject::kFile:
            return {std::string(file_name(profile_, high)), file_calls_text(low)};
        case Subject::kRun:
        case Subject::kPair:
        case Subject::kPairSize:
        case Subject::kWaiting:
            break;
    }
    return {};
}

uint64_t collective_size_key(const CollectiveSize &row) {
    return joined_key(row.operation, two_bytes(row.mode, row.bin));
}

uint64_t wait_key(const Wait &row) {
    return joined_key(row.operation, two_bytes(row.kind, row.traffic_class));
}

uint64_t file_key(const FileCalls &row) {
    return joined_key(row.file, row.operation);
}

uint64_t file_key(const FileAccess &row) {
    return joined_key(row.file, kAccess + 2U * row.family + (row.is_write ? 1U : 0U));
}

}  // namespace mpimon
