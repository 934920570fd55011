// The tables of facts, by what a row is of.
#ifndef MPIMON_ANALYSIS_ADVICE_SUBJECTS_H
#define MPIMON_ANALYSIS_ADVICE_SUBJECTS_H

#include "analysis/advice/function_times.h"
#include "analysis/advice/table.h"
#include "profile/read/profile.h"

namespace mpimon::advice {

Table job_table(const Profile &profile, const FunctionTimes &functions);
Table rank_table(const Profile &profile, const FunctionTimes &functions);

// Pairs by point-to-point messages, from one rank to another: those with a hundredth of the job's, or that waited for
// each other a thousandth of its time, so that there are never many.
Table pair_table(const Profile &profile, const FunctionTimes &functions);

Table communicator_table(const Profile &profile);

// The user's calls of one operation and mode on one communicator, by all algorithms.
Table collective_table(const Profile &profile);

Table function_table(const Profile &profile, const FunctionTimes &functions);

// What calls of one family read from one file, or write to it.
Table file_table(const Profile &profile);

Table gauge_table(const Profile &profile);

}  // namespace mpimon::advice

#endif
