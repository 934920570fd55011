// Which job it was and how its processes ended, as it stands in messages Job, Settings and Process. Part of libmpi (see
// array.h), so no libstdc++.
#ifndef MPIMON_PROFILE_ENCODE_JOB_H
#define MPIMON_PROFILE_ENCODE_JOB_H

#include "profile/write/encode/wire.h"
#include "profile/write/segment_view.h"

namespace mpimon {

// Fields of message Job.
void encode_job_facts(const mpimon_job &job, Wire &wire);

// Fields of message Settings: what this process runs.
void encode_program(const mpimon_job &job, Wire &wire);

// What was changed while the process ran, in message Process.
void encode_changes(const SegmentView &segment, Wire &wire);

// Fields of message Process; none if it went through MPI_Finalize.
void encode_ending(const mpimon_header &header, Wire &wire);

}  // namespace mpimon

#endif
