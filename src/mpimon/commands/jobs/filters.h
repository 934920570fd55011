// Which jobs are listed.
#ifndef MPIMON_COMMANDS_JOBS_FILTERS_H
#define MPIMON_COMMANDS_JOBS_FILTERS_H

#include <CLI/CLI.hpp>
#include <functional>
#include <string>
#include <vector>

#include "analysis/jobs/job_row.h"

namespace mpimon {

// The options that choose jobs, as they were given.
struct FilterOptions {
    std::vector<std::string> users;
    std::vector<std::string> accounts;
    std::vector<std::string> executables;
    std::vector<std::string> nodes;
    std::string since;
    std::string until;
    std::string ranks;
    std::string hosts;
    std::string duration;
    std::string messages;
    std::string bytes;
    std::vector<std::string> shares;
    bool incomplete = false;
};

void add_filter_options(CLI::App &command, FilterOptions &options);

using Filter = std::function<bool(const JobRow &)>;

// True for jobs that all options choose; times are relative to `now_ns`. Throws WrongArgument.
Filter filter_of(const FilterOptions &options, int64_t now_ns);

}  // namespace mpimon

#endif
