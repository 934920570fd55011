// The messages of monitoring.proto, field by field.
#include <algorithm>

#include "profile/profile_builder.h"
#include "profile/tags.h"

namespace mpimon {

namespace {

constexpr size_t kMostCvars = 4096;  // MPICH has some 400

template <class Iterators, class Value>
void append(const Iterators &values, std::vector<Value> &column) {
    column.insert(column.end(), values.begin(), values.end());
}

std::string_view view(const protozero::data_view &data) {
    return {data.data(), data.size()};
}

Cvar read_cvar(pbf_reader message) {
    Cvar cvar;
    while (message.next()) {
        switch (message.tag_and_type()) {
            case delimited(1):
                cvar.name = message.get_string();
                break;
            case delimited(2):
                cvar.value = message.get_string();
                break;
            default:
                message.skip();
        }
    }
    return cvar;
}

mpimon_foreign read_foreign(pbf_reader message) {
    mpimon_foreign foreign = {0, 0};
    while (message.next()) {
        switch (message.tag_and_type()) {
            case varint(1):
                foreign.table = message.get_uint32();
                break;
            case varint(2):
                foreign.index = message.get_uint32();
                break;
            default:
                message.skip();
        }
    }
    return foreign;
}

void read_job_text(pbf_reader &message, Job &job) {
    switch (message.tag_and_type()) {
        case delimited(3):
            job.project_version = message.get_string();
            break;
        case delimited(4):
            job.mpich_version = message.get_string();
            break;
        case delimited(5):
            job.device = message.get_string();
            break;
        case delimited(6):
            job.job_id = message.get_string();
            break;
        case delimited(7):
            job.user = message.get_string();
            break;
        case delimited(8):
            job.executable = message.get_string();
            break;
        case delimited(11):
            job.detail = message.get_string();
            break;
        case delimited(13):
            if (job.cvars.size() < kMostCvars)
                job.cvars.push_back(read_cvar(message.get_message()));
            else
                message.skip();
            break;
        default:
            message.skip();
    }
}

}  // namespace

void ProfileBuilder::add_job(pbf_reader message, uint64_t offset) {
    if (job_seen_) {
        note(offset, "a second job begins here; only its processes are read");
        return;
    }
    Job job;
    while (message.next()) {
        switch (message.tag_and_type()) {
            case varint(1):
                job.format_major = message.get_uint32();
                break;
            case varint(2):
                job.format_minor = message.get_uint32();
                break;
            case varint(9):
                job.world_size = message.get_uint32();
                break;
            case varint(10):
                job.enable = message.get_int32();
                break;
            case varint(12):
                job.spawned = message.get_bool();
                break;
            case fixed64(14):
                job.key = message.get_fixed64();
                break;
            default:
                read_job_text(message, job);
        }
    }
    profile_.job = std::move(job);
    job_seen_ = true;
}

void ProfileBuilder::add_end(pbf_reader message, uint64_t offset) {
    uint32_t processes = 0;
    while (message.next()) {
        if (message.tag_and_type() == varint(1))
            processes = message.get_uint32();
        else
            message.skip();
    }
    if (end_seen_)
        note(offset, "the profile ends a second time");
    end_seen_ = true;
    expected_processes_ = processes;
}

void ProfileBuilder::read_process(pbf_reader &message) {
    Process &process = message_.process;
    while (message.next()) {
        switch (message.tag_and_type()) {
            case varint(1):
                process.world_rank = message.get_uint32();
                break;
            case varint(2):
                process.pid = message.get_uint32();
                break;
            case delimited(3):
                message_.host = view(message.get_view());
                break;
            case varint(4):
                process.start_time_ns = message.get_int64();
                break;
            case varint(5):
                process.end_time_ns = message.get_int64();
                break;
            case varint(6):
                process.complete = message.get_bool();
                break;
            case delimited(7):
                message_.names.push_back(view(message.get_view()));
                break;
            case delimited(8):
                read_communicator(message.get_message());
                break;
            case delimited(9):
                read_flows(message.get_message());
                break;
            case delimited(10):
                read_histogram(message.get_message());
                break;
            case delimited(11):
                read_collective(message.get_message());
                break;
            case delimited(12):
                message_.foreign.push_back(read_foreign(message.get_message()));
                break;
            case delimited(13):
                read_function(message.get_message());
                break;
            case varint(14):
                message_.skipped = message.get_uint32();
                break;
            case delimited(15):
                read_context(message.get_message());
                break;
            case delimited(16):
                read_region(message.get_message());
                break;
            case delimited(17):
                read_gauge(message.get_message());
                break;
            case delimited(18):
                read_asked(message.get_message());
                break;
            default:
                message.skip();
        }
    }
}

void ProfileBuilder::read_communicator(pbf_reader message) {
    Communicator communicator;
    int32_t rank = 0;
    while (message.next()) {
        switch (message.tag_and_type()) {
            case varint(1):
                communicator.context_id = message.get_uint32();
                break;
            case varint(2):
                communicator.occurrence = message.get_uint32();
                break;
            case fixed64(3):
                communicator.group_hash = message.get_fixed64();
                break;
            case delimited(4):
                communicator.name = message.get_string();
                break;
            case varint(5):
                communicator.size = message.get_uint32();
                break;
            case varint(6):
                communicator.remote_size = message.get_uint32();
                break;
            case varint(7):
                rank = message.get_int32();
                break;
            case varint(8):
                communicator.inter = message.get_bool();
                break;
            case varint(9):
                communicator.internal = message.get_bool();
                break;
            case varint(10):
                communicator.world_order = message.get_bool();
                break;
            case delimited(11):
                append(message.get_packed_uint32(), communicator.members);
                break;
            case varint(13):
                communicator.owner = message.get_uint32();
                break;
            default:
                message.skip();
        }
    }
    message_.communicators.push_back(std::move(communicator));
    message_.ranks.push_back(rank);
}

void ProfileBuilder::read_flows(pbf_reader message) {
    while (message.next()) {
        switch (message.tag_and_type()) {
            case delimited(1):
                append(message.get_packed_uint32(), message_.flow_communicators);
                break;
            case delimited(2):
                append(message.get_packed_sint64(), message_.peer_deltas);
                break;
            case delimited(3):
                append(message.get_packed_uint32(), message_.kinds);
                break;
            case delimited(4):
                append(message.get_packed_uint64(), message_.messages);
                break;
            case delimited(5):
                append(message.get_packed_uint64(), message_.bytes);
                break;
            case delimited(6):
                append(message.get_packed_uint32(), message_.flow_contexts);
                break;
            default:
                message.skip();
        }
    }
}

void ProfileBuilder::read_histogram(pbf_reader message) {
    auto &[traffic_class, bins] = message_.histograms.emplace_back();
    while (message.next()) {
        switch (message.tag_and_type()) {
            case varint(1):
                traffic_class = message.get_uint32();
                break;
            case delimited(2):
                append(message.get_packed_uint64(), bins);
                break;
            default:
                message.skip();
        }
    }
}

void ProfileBuilder::read_collective(pbf_reader message) {
    Collective collective;
    const auto small = [&] { return static_cast<uint8_t>(std::min<uint32_t>(message.get_uint32(), UINT8_MAX)); };
    while (message.next()) {
        switch (message.tag_and_type()) {
            case varint(1):
                collective.communicator = message.get_uint32();
                break;
            case varint(2):
                collective.operation = message.get_uint32();
                break;
            case varint(3):
                collective.algorithm = message.get_uint32();
                break;
            case varint(4):
                collective.mode = small();
                break;
            case varint(5):
                collective.role = small();
                break;
            case varint(6):
                collective.shared_memory = message.get_bool();
                break;
            case varint(7):
                collective.calls = message.get_uint64();
                break;
            case varint(8):
                collective.bytes = message.get_uint64();
                break;
            case varint(9):
                collective.time_ns = message.get_uint64();
                break;
            case varint(10):
                collective.root_calls = message.get_uint64();
                break;
            case varint(11):
                collective.root_bytes = message.get_uint64();
                break;
            case varint(12):
                collective.context = message.get_uint32();
                break;
            case varint(13):
                collective.parent = message.get_uint32();
                break;
            default:
                message.skip();
        }
    }
    message_.collectives.push_back(collective);
}

void ProfileBuilder::read_asked(pbf_reader message) {
    Asked asked;
    while (message.next()) {
        switch (message.tag_and_type()) {
            case varint(1):
                asked.communicator = message.get_uint32();
                break;
            case varint(2):
                asked.operation = message.get_uint32();
                break;
            case varint(3):
                asked.peer = message.get_uint32();
                break;
            case varint(4):
                asked.calls = message.get_uint64();
                break;
            case varint(5):
                asked.bytes = message.get_uint64();
                break;
            default:
                message.skip();
        }
    }
    message_.asked.push_back(asked);
}

}  // namespace mpimon
