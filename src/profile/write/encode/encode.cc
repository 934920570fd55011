#include "profile/write/encode/encode.h"

#include "profile/format/crc32c.h"
#include "profile/format/fields.h"
#include "profile/format/records.h"
#include "profile/write/encode/array.h"
#include "profile/write/encode/encode_contexts.h"
#include "profile/write/encode/encode_files.h"
#include "profile/write/encode/encode_job.h"
#include "profile/write/encode/encode_overlap.h"
#include "profile/write/encode/encode_places.h"
#include "profile/write/encode/encode_plugins.h"
#include "profile/write/encode/encode_sizes.h"
#include "profile/write/encode/encode_timeline.h"
#include "profile/write/encode/encode_waits.h"
#include "profile/write/encode/wire.h"
#include "profile/write/segment_view.h"

namespace mpimon {

namespace {

// A record around what encode_body(wire) writes.
template <class EncodeBody>
size_t encode_record(uint32_t field, EncodeBody encode_body, uint8_t *out, size_t room) {
    Wire wire;
    const size_t record = wire.open(field::Profile::record);
    wire.fixed32(field::Record::marker, MPIMON_RECORD_MARKER);
    const size_t checksum = wire.fixed32(field::Record::checksum, 0);
    const size_t content = wire.size();
    const size_t body = wire.open(field);
    const bool encoded = encode_body(wire);
    wire.close(body);
    if (!encoded || wire.failed())
        return 0;
    wire.overwrite_fixed32(checksum, mpimon_crc32c(wire.data() + content, wire.size() - content));
    wire.close(record);
    if (wire.failed())
        return 0;
    if (out != nullptr && wire.size() <= room)
        memcpy(out, wire.data(), wire.size());
    return wire.size();
}

bool encode_job(const SegmentView &segment, Wire &wire) {
    const mpimon_header &header = segment.header();
    wire.integer(field::Job::format_major, MPIMON_FORMAT_MAJOR);
    wire.integer(field::Job::format_minor, MPIMON_FORMAT_MINOR);
    wire.text(field::Job::project_version, header.project_version, sizeof header.project_version);
    wire.text(field::Job::mpich_version, header.mpich_version, sizeof header.mpich_version);
    wire.text(field::Job::device, header.device, sizeof header.device);
    wire.text(field::Job::job_id, header.job_id, sizeof header.job_id);
    wire.text(field::Job::user, header.user, sizeof header.user);
    wire.text(field::Job::executable, header.executable, sizeof header.executable);
    wire.integer(field::Job::world_size, header.world_size);
    wire.integer(field::Job::enable, static_cast<uint64_t>(int64_t{header.enable}));
    wire.text(field::Job::detail, header.detail, sizeof header.detail);
    wire.integer(field::Job::spawned, header.spawned != 0);
    wire.fixed64(field::Job::key, header.job_key);
    segment.each<mpimon_cvar>([&](const mpimon_cvar &cvar, uint32_t) {
        const size_t start = wire.open(field::Job::cvar);
        wire.text(field::Cvar::name, cvar.name, sizeof cvar.name);
        wire.text(field::Cvar::value, cvar.value, sizeof cvar.value);
        wire.close(start);
    });
    encode_job_facts(header.job, wire);
    return true;
}

// `room`: for how many members more there is room in the segment, since each communicator has a list of its own.
void encode_members(const SegmentView &segment, const mpimon_communicator &communicator, uint64_t &room, Wire &wire) {
    const uint32_t *members = communicator.rank == 0 ? segment.members(communicator) : nullptr;
    const uint64_t count = uint64_t{communicator.size} + communicator.remote_size;
    if (members == nullptr || count > room)
        return;
    room -= count;
    const size_t start = wire.open(field::Communicator::member);
    for (uint64_t i = 0; i < count; ++i)
        wire.element(members[i]);
    wire.close(start);
}

void encode_origin(const mpimon_origin &origin, uint32_t communicators, Wire &wire) {
    if (origin.function == 0)
        return;
    const size_t start = wire.open(field::Communicator::origin);
    wire.integer(field::Origin::function, origin.function - 1);
    wire.integer(field::Origin::parent, origin.parent <= communicators ? origin.parent : 0);
    wire.integer(field::Origin::region, origin.region);
    wire.integer(field::Origin::has_color, origin.has_color != 0);
    wire.integer(field::Origin::color, Wire::zigzag(origin.color));
    wire.integer(field::Origin::topology, origin.topology);
    wire.integer(field::Origin::dimensions, origin.dimensions);
    const size_t sizes = wire.open(field::Origin::size);
    for (uint16_t i = 0; i < origin.dimensions && i < MPIMON_DIMENSIONS; ++i)
        wire.element(origin.sizes[i]);
    wire.close(sizes);
    wire.integer(field::Origin::periodic, origin.periodic);
    wire.integer(field::Origin::sources, origin.sources);
    wire.integer(field::Origin::destinations, origin.destinations);
    wire.close(start);
}

void encode_communicators(const SegmentView &segment, Wire &wire) {
    uint64_t room = segment.header().used / sizeof(uint32_t);
    const uint32_t count = segment.count<mpimon_communicator>();
    segment.each<mpimon_communicator>([&](const mpimon_communicator &communicator, uint32_t) {
        const size_t start = wire.open(field::Process::communicator);
        wire.integer(field::Communicator::context_id, communicator.context_id);
        wire.integer(field::Communicator::occurrence, communicator.occurrence);
        wire.fixed64(field::Communicator::group_hash, communicator.group_hash);
        wire.text(field::Communicator::name, communicator.name, sizeof communicator.name);
        wire.integer(field::Communicator::size, communicator.size);
        wire.integer(field::Communicator::remote_size, communicator.remote_size);
        wire.integer(field::Communicator::rank, static_cast<uint64_t>(int64_t{communicator.rank}));
        wire.integer(field::Communicator::inter, communicator.kind == MPIMON_INTERCOMM);
        wire.integer(field::Communicator::internal, communicator.internal != 0);
        wire.integer(field::Communicator::world_order, communicator.members == MPIMON_MEMBERS_WORLD);
        encode_members(segment, communicator, room, wire);
        wire.integer(field::Communicator::freed, communicator.freed != 0);
        wire.integer(field::Communicator::owner, communicator.owner <= count ? communicator.owner : 0);
        encode_origin(communicator.origin, count, wire);
        wire.close(start);
    });
}

uint32_t flow_kind(const mpimon_flow &flow) {
    return flow.traffic_class + 8U * flow.path + 64U * flow.direction;
}

int compare_keys(const mpimon_flow &a, const mpimon_flow &b) {
    if (a.peer != b.peer)
        return compare_values(a.peer, b.peer);
    if (a.communicator != b.communicator)
        return compare_values(a.communicator, b.communicator);
    if (flow_kind(a) != flow_kind(b))
        return compare_values(flow_kind(a), flow_kind(b));
    return compare_values(a.context, b.context);
}

// A process may have a million flows: they stay where they are.
using FlowList = Array<const mpimon_flow *>;

int compare_flows(const void *left, const void *right) {
    return compare_keys(**static_cast<const mpimon_flow *const *>(left),
                        **static_cast<const mpimon_flow *const *>(right));
}

// A packed array with element(flow) for every flow; those of the same key are one, their counters added up.
template <class Element>
void encode_column(uint32_t field, const FlowList &flows, Wire &wire, Element element) {
    const size_t start = wire.open(field);
    for (size_t i = 0; i < flows.size();) {
        mpimon_flow sum = *flows[i];
        for (++i; i < flows.size() && compare_keys(sum, *flows[i]) == 0; ++i) {
            sum.messages += flows[i]->messages;
            sum.bytes += flows[i]->bytes;
        }
        wire.element(element(sum));
    }
    wire.close(start);
}

bool encode_flows(const SegmentView &segment, Wire &wire, uint32_t &skipped) {
    const uint32_t communicators = segment.count<mpimon_communicator>();
    const uint32_t foreign_peers = segment.count<mpimon_foreign>();
    const uint32_t contexts = segment.count<mpimon_context>();
    FlowList flows;
    segment.each<mpimon_flow>([&](const mpimon_flow &flow, uint32_t) {
        if (flow.messages == 0 && flow.bytes == 0)
            return;
        if (segment.sound(flow, communicators, foreign_peers) && SegmentView::sound_context(flow.context, contexts))
            flows.push(&flow);
        else
            ++skipped;
    });
    if (flows.failed())
        return false;
    if (flows.size() == 0)
        return true;
    flows.sort(compare_flows);
    const size_t start = wire.open(field::Process::flows);
    encode_column(field::Flows::communicator, flows, wire, [](const mpimon_flow &flow) { return flow.communicator; });
    int64_t before = 0;
    encode_column(field::Flows::peer_delta, flows, wire, [&](const mpimon_flow &flow) {
        const int64_t delta = int64_t{flow.peer} - before;
        before = flow.peer;
        return Wire::zigzag(delta);
    });
    encode_column(field::Flows::kind, flows, wire, flow_kind);
    encode_column(field::Flows::messages, flows, wire, [](const mpimon_flow &flow) { return flow.messages; });
    encode_column(field::Flows::bytes, flows, wire, [](const mpimon_flow &flow) { return flow.bytes; });
    bool in_contexts = false;
    for (const mpimon_flow *flow : flows)
        in_contexts = in_contexts || flow->context != 0;
    if (in_contexts)
        encode_column(field::Flows::context, flows, wire, [](const mpimon_flow &flow) { return flow.context; });
    wire.close(start);
    return true;
}

void encode_histograms(const SegmentView &segment, Wire &wire) {
    mpimon_histograms sums = {};
    segment.each_histogram([&](uint32_t c, const uint64_t *bins) {
        for (int bin = 0; bin < MPIMON_BINS; ++bin)
            sums.bins[c][bin] += bins[bin];
    });
    for (uint32_t c = 0; c < MPIMON_CLASSES; ++c) {
        int bins = MPIMON_BINS;
        while (bins > 0 && sums.bins[c][bins - 1] == 0)
            --bins;
        if (bins == 0)
            continue;
        const size_t histogram = wire.open(field::Process::histogram);
        wire.integer(field::Histogram::traffic_class, c);
        const size_t array = wire.open(field::Histogram::bin);
        for (int bin = 0; bin < bins; ++bin)
            wire.element(sums.bins[c][bin]);
        wire.close(array);
        wire.close(histogram);
    }
}

int compare_collectives(const void *left, const void *right) {
    const auto &a = *static_cast<const mpimon_collective *>(left);
    const auto &b = *static_cast<const mpimon_collective *>(right);
    const uint32_t keys[][2] = {{a.communicator, b.communicator},
                                {a.operation, b.operation},
                                {a.algorithm, b.algorithm},
                                {a.mode, b.mode},
                                {a.role, b.role},
                                {a.shared_memory, b.shared_memory},
                                {a.parent, b.parent},
                                {a.context, b.context}};
    for (const auto &key : keys)
        if (key[0] != key[1])
            return compare_values(key[0], key[1]);
    return 0;
}

void add_collective(mpimon_collective &sum, const mpimon_collective &collective) {
    sum.calls += collective.calls;
    sum.bytes += collective.bytes;
    sum.time += collective.time;
    sum.root_calls += collective.root_calls;
    sum.root_bytes += collective.root_bytes;
}

bool encode_collectives(const SegmentView &segment, Wire &wire, uint32_t &skipped) {
    const uint32_t communicators = segment.count<mpimon_communicator>();
    const uint32_t names = segment.count<mpimon_name>();
    const uint32_t contexts = segment.count<mpimon_context>();
    Array<mpimon_collective> collectives;
    segment.each<mpimon_collective>([&](const mpimon_collective &collective, uint32_t) {
        if (collective.calls == 0)
            return;
        if (collective.communicator < communicators && collective.operation < names && collective.algorithm < names &&
            collective.mode <= MPIMON_PERSISTENT && collective.role <= MPIMON_ROLE_STEP && collective.parent <= names &&
            SegmentView::sound_context(collective.context, contexts))
            collectives.push(collective);
        else
            ++skipped;
    });
    if (collectives.failed())
        return false;
    collectives.sort_and_join(compare_collectives, add_collective);
    for (const mpimon_collective &collective : collectives) {
        const size_t start = wire.open(field::Process::collective);
        wire.integer(field::Collective::communicator, collective.communicator);
        wire.integer(field::Collective::operation, collective.operation);
        wire.integer(field::Collective::algorithm, collective.algorithm);
        wire.integer(field::Collective::mode, collective.mode);
        wire.integer(field::Collective::role, collective.role);
        wire.integer(field::Collective::shared_memory, collective.shared_memory != 0);
        wire.integer(field::Collective::calls, collective.calls);
        wire.integer(field::Collective::bytes, collective.bytes);
        wire.integer(field::Collective::time_ns, mpimon_ticks_to_ns(&segment.header(), collective.time));
        wire.integer(field::Collective::root_calls, collective.root_calls);
        wire.integer(field::Collective::root_bytes, collective.root_bytes);
        wire.integer(field::Collective::context, collective.context);
        wire.integer(field::Collective::parent, collective.parent);
        wire.close(start);
    }
    return true;
}

void encode_settings(const mpimon_header &header, Wire &wire) {
    const size_t start = wire.open(field::Process::settings);
    wire.text(field::Settings::executable, header.executable, sizeof header.executable);
    wire.integer(field::Settings::enable, static_cast<uint64_t>(int64_t{header.enable}));
    wire.text(field::Settings::detail, header.detail, sizeof header.detail);
    encode_program(header.job, wire);
    wire.close(start);
}

void encode_asked(const SegmentView &segment, Wire &wire, uint32_t &skipped) {
    const uint32_t communicators = segment.count<mpimon_communicator>();
    const uint32_t names = segment.count<mpimon_name>();
    const uint32_t foreign_peers = segment.count<mpimon_foreign>();
    segment.each<mpimon_asked>([&](const mpimon_asked &asked, uint32_t) {
        if (asked.communicator >= communicators || asked.operation >= names ||
            !segment.sound_peer(asked.peer, foreign_peers)) {
            ++skipped;
            return;
        }
        const size_t start = wire.open(field::Process::asked);
        wire.integer(field::Asked::communicator, asked.communicator);
        wire.integer(field::Asked::operation, asked.operation);
        wire.integer(field::Asked::peer, asked.peer);
        wire.integer(field::Asked::calls, asked.calls);
        wire.integer(field::Asked::bytes, asked.bytes);
        wire.close(start);
    });
}

bool encode_process(const SegmentView &segment, bool with_settings, Wire &wire) {
    const mpimon_header &header = segment.header();
    uint32_t skipped = segment.bad_blocks();
    wire.integer(field::Process::world_rank, header.world_rank);
    wire.integer(field::Process::pid, header.pid);
    wire.text(field::Process::host, header.host, sizeof header.host);
    wire.integer(field::Process::start_time_ns, static_cast<uint64_t>(header.start_time_ns));
    wire.integer(field::Process::end_time_ns, static_cast<uint64_t>(header.end_time_ns));
    wire.integer(field::Process::complete, header.state == MPIMON_COMPLETE || header.state == MPIMON_WRITTEN);
    segment.each<mpimon_name>([&](const mpimon_name &name, uint32_t) {
        wire.text_element(field::Process::name, name.text, sizeof name.text);
    });
    encode_communicators(segment, wire);
    const bool flows = encode_flows(segment, wire, skipped);
    encode_histograms(segment, wire);
    const bool collectives = encode_collectives(segment, wire, skipped);
    segment.each<mpimon_foreign>([&](const mpimon_foreign &foreign, uint32_t) {
        const size_t start = wire.open(field::Process::foreign_peer);
        wire.integer(field::ForeignPeer::table, foreign.table);
        wire.integer(field::ForeignPeer::index, foreign.index);
        wire.close(start);
    });
    const bool functions = encode_functions(segment, wire, skipped);
    const bool gauges = encode_gauges(segment, wire, skipped);
    const bool noncontiguous = encode_noncontiguous(segment, wire, skipped);
    const bool sizes = encode_sizes(segment, wire, skipped);
    const bool waits = encode_waits(segment, wire, skipped);
    const bool collective_sizes = encode_collective_sizes(segment, wire, skipped);
    const bool trials = encode_trials(segment, wire, skipped);
    encode_asked(segment, wire, skipped);
    const bool places = encode_places(segment, wire, skipped);
    const bool timeline = encode_timeline(segment, wire, skipped);
    const bool files = encode_files(segment, wire, skipped);
    encode_overlap_sites(segment, wire, skipped);
    wire.integer(field::Process::skipped, skipped);
    encode_contexts(segment, wire);
    if (with_settings)
        encode_settings(header, wire);
    encode_changes(segment, wire);
    encode_plugins(segment, wire);
    encode_ending(header, wire);
    return flows && collectives && functions && gauges && noncontiguous && sizes && waits && collective_sizes &&
           trials && places && timeline && files;
}

size_t encode_process_record(const void *segment, bool with_settings, uint8_t *out, size_t room) {
    const SegmentView view(segment);
    if (!view.valid())
        return 0;
    return encode_record(
        field::Record::process, [&](Wire &wire) { return encode_process(view, with_settings, wire); }, out, room);
}

}  // namespace

}  // namespace mpimon

size_t mpimon_encode_job(const void *segment, uint8_t *out, size_t room) {
    const mpimon::SegmentView view(segment);
    if (!view.valid())
        return 0;
    return mpimon::encode_record(
        mpimon::field::Record::job, [&](mpimon::Wire &wire) { return mpimon::encode_job(view, wire); }, out, room);
}

size_t mpimon_encode_process(const void *segment, uint8_t *out, size_t room) {
    return mpimon::encode_process_record(segment, false, out, room);
}

size_t mpimon_encode_process_apart(const void *segment, uint8_t *out, size_t room) {
    return mpimon::encode_process_record(segment, true, out, room);
}

size_t mpimon_encode_end(uint32_t processes, uint8_t *out, size_t room) {
    return mpimon::encode_record(
        mpimon::field::Record::end,
        [&](mpimon::Wire &wire) {
            wire.integer(mpimon::field::End::processes, processes);
            return true;
        },
        out, room);
}
