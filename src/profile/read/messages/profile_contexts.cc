// Regions and contexts of a profile, and what is counted by context: reading them, and finding those of several
// processes that are the same.
#include <algorithm>

#include "profile/format/fields.h"
#include "profile/format/tags.h"
#include "profile/read/messages/profile_builder.h"

namespace mpimon {

namespace {

// The most regions of all processes together. Each may be shown with the names of all around it, so that more would
// take a multiple of the file.
constexpr size_t kMostRegions = size_t{16} * MPIMON_REGIONS;

}  // namespace

void ProfileBuilder::read_context(pbf_reader message) {
    auto &[region, function] = message_.contexts.emplace_back(0, 0);
    while (message.next()) {
        switch (message.tag_and_type()) {
            case varint(field::Context::region):
                region = message.get_uint32();
                break;
            case varint(field::Context::function):
                function = message.get_uint32();
                break;
            default:
                message.skip();
        }
    }
}

void ProfileBuilder::read_region(pbf_reader message) {
    Region region = {0, 0};
    RegionTime time;
    while (message.next()) {
        switch (message.tag_and_type()) {
            case varint(field::Region::name):
                region.name = message.get_uint32();
                break;
            case varint(field::Region::parent):
                region.parent = message.get_uint32();
                break;
            case varint(field::Region::entries):
                time.entries = message.get_uint64();
                break;
            case varint(field::Region::time_ns):
                time.time_ns = message.get_uint64();
                break;
            default:
                message.skip();
        }
    }
    message_.regions.push_back(region);
    message_.region_times.push_back(time);
}

void ProfileBuilder::read_function(pbf_reader message) {
    Function function;
    while (message.next()) {
        switch (message.tag_and_type()) {
            case varint(field::Function::name):
                function.name = message.get_uint32();
                break;
            case varint(field::Function::calls):
                function.calls = message.get_uint64();
                break;
            case varint(field::Function::time_ns):
                function.time_ns = message.get_uint64();
                break;
            case varint(field::Function::shortest_ns):
                function.shortest_ns = message.get_uint64();
                break;
            case varint(field::Function::longest_ns):
                function.longest_ns = message.get_uint64();
                break;
            case varint(field::Function::context):
                function.context = message.get_uint32();
                break;
            default:
                message.skip();
        }
    }
    message_.functions.push_back(function);
}

void ProfileBuilder::read_gauge(pbf_reader message) {
    Gauge gauge;
    while (message.next()) {
        switch (message.tag_and_type()) {
            case varint(field::Gauge::name):
                gauge.name = message.get_uint32();
                break;
            case varint(field::Gauge::rises):
                gauge.rises = message.get_uint64();
                break;
            case varint(field::Gauge::falls):
                gauge.falls = message.get_uint64();
                break;
            case varint(field::Gauge::highest):
                gauge.highest = message.get_uint64();
                break;
            case varint(field::Gauge::context):
                gauge.context = message.get_uint32();
                break;
            default:
                message.skip();
        }
    }
    message_.gauges.push_back(gauge);
}

void ProfileBuilder::read_noncontiguous(pbf_reader message) {
    Noncontiguous row;
    while (message.next()) {
        switch (message.tag_and_type()) {
            case varint(field::Noncontiguous::traffic_class):
                row.traffic_class = static_cast<uint8_t>(std::min<uint32_t>(message.get_uint32(), UINT8_MAX));
                break;
            case varint(field::Noncontiguous::context):
                row.context = message.get_uint32();
                break;
            case varint(field::Noncontiguous::messages):
                row.messages = message.get_uint64();
                break;
            case varint(field::Noncontiguous::bytes):
                row.bytes = message.get_uint64();
                break;
            case varint(field::Noncontiguous::blocks):
                row.blocks = message.get_uint64();
                break;
            default:
                message.skip();
        }
    }
    message_.noncontiguous.push_back(row);
}

void ProfileBuilder::merge_noncontiguous(uint32_t process, uint64_t offset) {
    size_t bad = 0;
    for (Noncontiguous &row : message_.noncontiguous) {
        if (row.traffic_class >= MPIMON_CLASSES || row.context >= context_map_.size()) {
            ++bad;
            continue;
        }
        row.process = process;
        row.context = context_map_[row.context];
        profile_.noncontiguous.push_back(row);
    }
    diagnose_rank(offset, bad, "counts of noncontiguous messages");
}

// Regions of several processes are the same if they have the same names from the outermost one on.
void ProfileBuilder::merge_regions(uint32_t process, uint64_t offset) {
    size_t bad = 0;
    std::vector<uint32_t> depths;
    region_map_.clear();
    for (size_t i = 0; i < message_.regions.size(); ++i) {
        const Region &own = message_.regions[i];
        const bool known_parent = own.parent <= i && (own.parent == 0 || region_map_[own.parent - 1] != kNoRegion);
        depths.push_back(known_parent && own.parent > 0 ? depths[own.parent - 1] + 1 : 1);
        if (own.name >= name_map_.size() || !known_parent || depths.back() > MPIMON_REGION_DEPTH ||
            i >= MPIMON_REGIONS || profile_.regions.size() == kMostRegions) {
            ++bad;
            region_map_.push_back(kNoRegion);
            continue;
        }
        const Region region = {name_map_[own.name], own.parent > 0 ? region_map_[own.parent - 1] : kNoRegion};
        const auto next = static_cast<uint32_t>(profile_.regions.size());
        const auto [entry, is_new] = regions_.try_emplace({region.name, region.parent}, next);
        if (is_new)
            profile_.regions.push_back(region);
        region_map_.push_back(entry->second);
        RegionTime time = message_.region_times[i];
        time.process = process;
        time.region = entry->second;
        if (time.entries > 0 || time.time_ns > 0)
            profile_.region_times.push_back(time);
    }
    diagnose_rank(offset, bad, "regions");
}

// A context that makes no sense becomes that of no region and no function.
void ProfileBuilder::merge_contexts(uint64_t offset) {
    size_t bad = 0;
    context_map_.clear();
    if (message_.contexts.empty())
        message_.contexts.emplace_back(0, 0);
    for (const auto &[region, function] : message_.contexts) {
        Context context;
        if (region > region_map_.size() || function > name_map_.size()) {
            ++bad;
        } else {
            context.region = region > 0 ? region_map_[region - 1] : kNoRegion;
            context.function = function > 0 ? name_map_[function - 1] : kNoFunction;
        }
        const auto next = static_cast<uint32_t>(profile_.contexts.size());
        const auto [entry, is_new] = contexts_.try_emplace({context.region, context.function}, next);
        if (is_new)
            profile_.contexts.push_back(context);
        context_map_.push_back(entry->second);
    }
    diagnose_rank(offset, bad, "contexts");
}

}  // namespace mpimon
