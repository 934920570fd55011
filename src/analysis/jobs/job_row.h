// What a listing of many jobs tells of each: sums alone, so that a profile is let go as soon as it has been read.
#ifndef MPIMON_ANALYSIS_JOBS_JOB_ROW_H
#define MPIMON_ANALYSIS_JOBS_JOB_ROW_H

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "analysis/traffic/traffic.h"
#include "profile/read/profile.h"

namespace mpimon {

struct JobRow {
    std::string job_id;
    std::string step;  // empty, as are the next two: not known, or there is none
    std::string array_index;
    std::string account;
    std::string user;
    std::string executable;  // as the profile has it, with its folder; of MPMD jobs the first one
    std::string nodes;       // a host list (host_list.h)
    int64_t start_time_ns = 0;
    double seconds = 0;  // from the first start to the last end; 0 if not known
    uint32_t ranks = 0;
    uint32_t hosts = 0;
    uint32_t incomplete = 0;                          // processes that did not get to MPI_Finalize
    bool merged = false;                              // the job asked for classes to be added up
    std::optional<double> mpi_share;                  // part of the wall time, 0 to 1, as in MpiTime
    bool mpi_share_is_least = false;                  // it is that of blocking collectives alone
    std::array<Totals, MPIMON_CLASSES> classes = {};  // between different ranks of this world

    Totals all() const;
    double rank_seconds() const { return seconds * ranks; }
    // The part of the bytes that are of this class; nothing if classes are merged, or if no byte was sent.
    std::optional<double> share(mpimon_class traffic_class) const;
    // The executable's name without its folder.
    std::string program() const { return executable.substr(executable.rfind('/') + 1); }
};

JobRow job_row(const Profile &profile);

}  // namespace mpimon

#endif
