#include "profile/write/encode/encode_job.h"

#include "profile/format/fields.h"

namespace mpimon {

void encode_job_facts(const mpimon_job &job, Wire &wire) {
    wire.text(field::Job::step, job.step, sizeof job.step);
    wire.text(field::Job::array_index, job.array_index, sizeof job.array_index);
    wire.text(field::Job::account, job.account, sizeof job.account);
    wire.text(field::Job::nodes, job.nodes, sizeof job.nodes);
    wire.text(field::Job::launcher, job.launcher, sizeof job.launcher);
    wire.text(field::Job::command, job.command, sizeof job.command);
    wire.text(field::Job::folder, job.folder, sizeof job.folder);
    wire.text(field::Job::network, job.network, sizeof job.network);
    wire.text(field::Job::build_id, job.build_id, sizeof job.build_id);
}

void encode_program(const mpimon_job &job, Wire &wire) {
    wire.text(field::Settings::command, job.command, sizeof job.command);
    wire.text(field::Settings::folder, job.folder, sizeof job.folder);
    wire.text(field::Settings::build_id, job.build_id, sizeof job.build_id);
}

void encode_changes(const SegmentView &segment, Wire &wire) {
    segment.each<mpimon_change>([&](const mpimon_change &change, uint32_t) {
        const size_t start = wire.open(field::Process::change);
        wire.text(field::Change::name, change.name, sizeof change.name);
        wire.text(field::Change::value, change.value, sizeof change.value);
        wire.integer(field::Change::time_ns, static_cast<uint64_t>(change.time_ns));
        wire.integer(field::Change::collective, change.collective);
        wire.integer(field::Change::uid, change.uid);
        wire.integer(field::Change::pid, change.pid);
        wire.integer(field::Change::plugin, change.plugin);
        wire.close(start);
    });
}

void encode_ending(const mpimon_header &header, Wire &wire) {
    if (header.state != MPIMON_RUNNING || header.job.ending >= MPIMON_ENDINGS)
        return;
    wire.integer(field::Process::ending, header.job.ending);
    if (header.job.ending == MPIMON_ENDING_ABORT)
        wire.integer(field::Process::exit_code, Wire::zigzag(header.job.exit_code));
}

}  // namespace mpimon
