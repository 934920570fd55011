// All profiles below some folders, each by what job_row.h tells of it.
#ifndef MPIMON_COMMANDS_JOBS_LISTING_H
#define MPIMON_COMMANDS_JOBS_LISTING_H

#include <string>
#include <vector>

#include "analysis/jobs/job_row.h"

namespace mpimon {

struct ListedJob {
    std::string file;
    JobRow row;
    bool damaged = false;  // or incomplete: among the complaints
};

struct Listing {
    std::vector<ListedJob> jobs;          // in the order of the files' names
    std::vector<std::string> complaints;  // a line for each file that cannot be read, or not as a whole
    size_t unreadable = 0;                // files that are not among the jobs
};

// Reads every file *.mon below the folders, and the files that are named themselves. Throws Failure if one of these
// paths cannot be had. With `cached`, files that have not changed since an earlier listing are not read.
Listing list_jobs(const std::vector<std::string> &paths, bool cached);

}  // namespace mpimon

#endif
