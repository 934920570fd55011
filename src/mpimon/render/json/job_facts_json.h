// Which job a profile is of, for programs.
#ifndef MPIMON_RENDER_JOB_FACTS_JSON_H
#define MPIMON_RENDER_JOB_FACTS_JSON_H

#include "mpimon/render/json/json_stream.h"
#include "profile/read/profile.h"

namespace mpimon {

// Adds what the profile knows of the job to the JSON of it: nothing to that of a profile that knows nothing.
void add_job_facts(const Profile &profile, Json &json);

// Calls that overlap left synchronous, by why: only what there is.
Json synchronous_json(const std::array<uint64_t, MPIMON_OVERLAP_REASONS> &calls);

// The member `overlap_sites`, with a row for each rank and site whose calls overlap may have made asynchronous;
// nothing if there is none.
void write_overlap_sites(const Profile &profile, JsonStream &json);

// The member `changes`, with a row for each rank and control variable that was changed while it ran; nothing if there
// were none.
void write_changes(const Profile &profile, JsonStream &json);

// Adds how a process ended, unless that is not known.
void add_ending(const Process &process, Json &json);

}  // namespace mpimon

#endif
