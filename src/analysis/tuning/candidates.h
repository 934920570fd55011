// The choices that may be tried, and the file by which the library tries them.
#ifndef MPIMON_ANALYSIS_TUNING_CANDIDATES_H
#define MPIMON_ANALYSIS_TUNING_CANDIDATES_H

#include <map>
#include <string>
#include <vector>

#include "analysis/tuning/choice_tree.h"
#include "analysis/tuning/forms.h"

namespace mpimon::tuning {

struct Candidate {
    std::string name;        // "MPIR_Allgather_intra_k_brucks k=4"
    std::string collective;  // as files name it: of neighbours, the nonblocking form
    Level level = Level::kMpir;
    Leaf leaf;
};

// No collective has more of them.
constexpr size_t kMostCandidates = 20;

// Those for intra-communicators in calls of a form; the level posix has none, as its algorithms are the device's. Of
// nonblocking forms, those alone that have several: else nothing can be better than what MPICH chooses.
std::vector<Candidate> candidates(Series series, Form form = Form::kBlocking);

// The candidate of this name; null if there is none.
const Candidate *candidate_named(const std::vector<Candidate> &list, const std::string &name);

// The composition that leaves everything to the level mpir; empty where that has the only say.
std::string flat_composition(const std::string &collective, Series series);

// The file that MPIR_CVAR_MONITORING_EXPLORE takes: each candidate for all calls that it is legal for; or, if there are
// spots for it, for these alone.
std::string candidates_file(const std::vector<Candidate> &list,
                            const std::map<std::string, std::vector<Spot>> &spots = {});

// The same with the trees of files, of both levels, as the only candidate.
std::string candidates_file(const std::string &name, const Json &mpir, const Json &ch4);

}  // namespace mpimon::tuning

#endif
