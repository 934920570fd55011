// The messages of monitoring.proto, field by field.
#include <algorithm>

#include "profile/format/fields.h"
#include "profile/format/tags.h"
#include "profile/read/messages/profile_builder.h"

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

// One that this version does not know is none.
uint8_t known_ending(uint32_t ending) {
    return ending < MPIMON_ENDINGS ? static_cast<uint8_t>(ending) : 0;
}

Cvar read_cvar(pbf_reader message) {
    Cvar cvar;
    while (message.next()) {
        switch (message.tag_and_type()) {
            case delimited(field::Cvar::name):
                cvar.name = message.get_string();
                break;
            case delimited(field::Cvar::value):
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
            case varint(field::ForeignPeer::table):
                foreign.table = message.get_uint32();
                break;
            case varint(field::ForeignPeer::index):
                foreign.index = message.get_uint32();
                break;
            default:
                message.skip();
        }
    }
    return foreign;
}

Settings read_settings(pbf_reader message) {
    Settings settings;
    while (message.next()) {
        switch (message.tag_and_type()) {
            case delimited(field::Settings::executable):
                settings.executable = message.get_string();
                break;
            case varint(field::Settings::enable):
                settings.enable = message.get_int32();
                break;
            case delimited(field::Settings::detail):
                settings.detail = message.get_string();
                break;
            case delimited(field::Settings::command):
                settings.command = message.get_string();
                break;
            case delimited(field::Settings::folder):
                settings.folder = message.get_string();
                break;
            case delimited(field::Settings::build_id):
                settings.build_id = message.get_string();
                break;
            default:
                message.skip();
        }
    }
    return settings;
}

// What the job is to the batch system, and what it ran.
void read_job_fact(pbf_reader &message, Job &job) {
    switch (message.tag_and_type()) {
        case delimited(field::Job::step):
            job.step = message.get_string();
            break;
        case delimited(field::Job::array_index):
            job.array_index = message.get_string();
            break;
        case delimited(field::Job::account):
            job.account = message.get_string();
            break;
        case delimited(field::Job::nodes):
            job.nodes = message.get_string();
            break;
        case delimited(field::Job::launcher):
            job.launcher = message.get_string();
            break;
        case delimited(field::Job::command):
            job.command = message.get_string();
            break;
        case delimited(field::Job::folder):
            job.folder = message.get_string();
            break;
        case delimited(field::Job::network):
            job.network = message.get_string();
            break;
        case delimited(field::Job::build_id):
            job.build_id = message.get_string();
            break;
        default:
            message.skip();
    }
}

void read_job_text(pbf_reader &message, Job &job) {
    switch (message.tag_and_type()) {
        case delimited(field::Job::project_version):
            job.project_version = message.get_string();
            break;
        case delimited(field::Job::mpich_version):
            job.mpich_version = message.get_string();
            break;
        case delimited(field::Job::device):
            job.device = message.get_string();
            break;
        case delimited(field::Job::job_id):
            job.job_id = message.get_string();
            break;
        case delimited(field::Job::user):
            job.user = message.get_string();
            break;
        case delimited(field::Job::executable):
            job.executable = message.get_string();
            break;
        case delimited(field::Job::detail):
            job.detail = message.get_string();
            break;
        case delimited(field::Job::cvar):
            if (job.cvars.size() < kMostCvars)
                job.cvars.push_back(read_cvar(message.get_message()));
            else
                message.skip();
            break;
        default:
            read_job_fact(message, job);
    }
}

}  // namespace

void ProfileBuilder::add_job(pbf_reader message, uint64_t offset) {
    if (job_seen_) {
        diagnose(offset,
                 "a second job begins here, and each is to have a file of its own; only its processes are read");
        return;
    }
    Job job;
    while (message.next()) {
        switch (message.tag_and_type()) {
            case varint(field::Job::format_major):
                job.format_major = message.get_uint32();
                break;
            case varint(field::Job::format_minor):
                job.format_minor = message.get_uint32();
                break;
            case varint(field::Job::world_size):
                job.world_size = message.get_uint32();
                break;
            case varint(field::Job::enable):
                job.enable = message.get_int32();
                break;
            case varint(field::Job::spawned):
                job.spawned = message.get_bool();
                break;
            case fixed64(field::Job::key):
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
        if (message.tag_and_type() == varint(field::End::processes))
            processes = message.get_uint32();
        else
            message.skip();
    }
    if (end_seen_)
        diagnose(offset, "the profile ends a second time");
    end_seen_ = true;
    expected_processes_ = processes;
}

void ProfileBuilder::read_process(pbf_reader &message) {
    Process &process = message_.process;
    while (message.next()) {
        switch (message.tag_and_type()) {
            case varint(field::Process::world_rank):
                process.world_rank = message.get_uint32();
                break;
            case varint(field::Process::pid):
                process.pid = message.get_uint32();
                break;
            case delimited(field::Process::host):
                message_.host = view(message.get_view());
                break;
            case varint(field::Process::start_time_ns):
                process.start_time_ns = message.get_int64();
                break;
            case varint(field::Process::end_time_ns):
                process.end_time_ns = message.get_int64();
                break;
            case varint(field::Process::complete):
                process.complete = message.get_bool();
                break;
            case delimited(field::Process::name):
                message_.names.push_back(view(message.get_view()));
                break;
            case delimited(field::Process::communicator):
                read_communicator(message.get_message());
                break;
            case delimited(field::Process::flows):
                read_flows(message.get_message());
                break;
            case delimited(field::Process::histogram):
                read_histogram(message.get_message());
                break;
            case delimited(field::Process::collective):
                read_collective(message.get_message());
                break;
            case delimited(field::Process::foreign_peer):
                message_.foreign.push_back(read_foreign(message.get_message()));
                break;
            case delimited(field::Process::function):
                read_function(message.get_message());
                break;
            case varint(field::Process::skipped):
                message_.skipped = message.get_uint32();
                break;
            case delimited(field::Process::context):
                read_context(message.get_message());
                break;
            case delimited(field::Process::region):
                read_region(message.get_message());
                break;
            case delimited(field::Process::gauge):
                read_gauge(message.get_message());
                break;
            case delimited(field::Process::noncontiguous):
                read_noncontiguous(message.get_message());
                break;
            case delimited(field::Process::settings):
                message_.settings = read_settings(message.get_message());
                break;
            case delimited(field::Process::sizes):
                read_sizes(message.get_message());
                break;
            case varint(field::Process::ending):
                process.ending = known_ending(message.get_uint32());
                break;
            case varint(field::Process::exit_code):
                process.exit_code = message.get_sint32();
                break;
            case delimited(field::Process::asked):
                read_asked(message.get_message());
                break;
            case delimited(field::Process::place):
                read_place(message.get_message());
                break;
            case delimited(field::Process::transports):
                read_transports(message.get_message());
                break;
            case delimited(field::Process::topology):
                message_.topology = view(message.get_view());
                break;
            case delimited(field::Process::timeline):
                read_timeline(message.get_message());
                break;
            case delimited(field::Process::file):
                read_file(message.get_message());
                break;
            case delimited(field::Process::wait):
                read_wait(message.get_message());
                break;
            case delimited(field::Process::collective_size):
                read_collective_size(message.get_message());
                break;
            case delimited(field::Process::trial):
                read_trial(message.get_message());
                break;
            case delimited(field::Process::change):
                read_change(message.get_message());
                break;
            case delimited(field::Process::overlap_site):
                read_overlap_site(message.get_message());
                break;
            case delimited(field::Process::plugin):
                read_plugin(message.get_message());
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
            case varint(field::Communicator::context_id):
                communicator.context_id = message.get_uint32();
                break;
            case varint(field::Communicator::occurrence):
                communicator.occurrence = message.get_uint32();
                break;
            case fixed64(field::Communicator::group_hash):
                communicator.group_hash = message.get_fixed64();
                break;
            case delimited(field::Communicator::name):
                communicator.name = message.get_string();
                break;
            case varint(field::Communicator::size):
                communicator.size = message.get_uint32();
                break;
            case varint(field::Communicator::remote_size):
                communicator.remote_size = message.get_uint32();
                break;
            case varint(field::Communicator::rank):
                rank = message.get_int32();
                break;
            case varint(field::Communicator::inter):
                communicator.inter = message.get_bool();
                break;
            case varint(field::Communicator::internal):
                communicator.internal = message.get_bool();
                break;
            case varint(field::Communicator::world_order):
                communicator.world_order = message.get_bool();
                break;
            case delimited(field::Communicator::member):
                append(message.get_packed_uint32(), communicator.members);
                break;
            case varint(field::Communicator::owner):
                communicator.owner = message.get_uint32();
                break;
            case delimited(field::Communicator::origin):
                message_.origins.emplace_back(message_.communicators.size(), read_origin(message.get_message()));
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
            case delimited(field::Flows::communicator):
                append(message.get_packed_uint32(), message_.flow_communicators);
                break;
            case delimited(field::Flows::peer_delta):
                append(message.get_packed_sint64(), message_.peer_deltas);
                break;
            case delimited(field::Flows::kind):
                append(message.get_packed_uint32(), message_.kinds);
                break;
            case delimited(field::Flows::messages):
                append(message.get_packed_uint64(), message_.messages);
                break;
            case delimited(field::Flows::bytes):
                append(message.get_packed_uint64(), message_.bytes);
                break;
            case delimited(field::Flows::context):
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
            case varint(field::Histogram::traffic_class):
                traffic_class = message.get_uint32();
                break;
            case delimited(field::Histogram::bin):
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
            case varint(field::Collective::communicator):
                collective.communicator = message.get_uint32();
                break;
            case varint(field::Collective::operation):
                collective.operation = message.get_uint32();
                break;
            case varint(field::Collective::algorithm):
                collective.algorithm = message.get_uint32();
                break;
            case varint(field::Collective::mode):
                collective.mode = small();
                break;
            case varint(field::Collective::role):
                collective.role = small();
                break;
            case varint(field::Collective::shared_memory):
                collective.shared_memory = message.get_bool();
                break;
            case varint(field::Collective::calls):
                collective.calls = message.get_uint64();
                break;
            case varint(field::Collective::bytes):
                collective.bytes = message.get_uint64();
                break;
            case varint(field::Collective::time_ns):
                collective.time_ns = message.get_uint64();
                break;
            case varint(field::Collective::root_calls):
                collective.root_calls = message.get_uint64();
                break;
            case varint(field::Collective::root_bytes):
                collective.root_bytes = message.get_uint64();
                break;
            case varint(field::Collective::context):
                collective.context = message.get_uint32();
                break;
            case varint(field::Collective::parent):
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
            case varint(field::Asked::communicator):
                asked.communicator = message.get_uint32();
                break;
            case varint(field::Asked::operation):
                asked.operation = message.get_uint32();
                break;
            case varint(field::Asked::peer):
                asked.peer = message.get_uint32();
                break;
            case varint(field::Asked::calls):
                asked.calls = message.get_uint64();
                break;
            case varint(field::Asked::bytes):
                asked.bytes = message.get_uint64();
                break;
            default:
                message.skip();
        }
    }
    message_.asked.push_back(asked);
}

}  // namespace mpimon
