// What people read instead of ids: safe on a terminal, and different for what is different.
#ifndef MPIMON_ANALYSIS_NAMES_LABELS_H
#define MPIMON_ANALYSIS_NAMES_LABELS_H

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "analysis/names/names.h"
#include "profile/read/profile.h"

namespace mpimon {

// "p2p"; "all" if there is no class, where classes are not told apart.
std::string class_label(std::optional<mpimon_class> traffic_class);

// "p2p, coll", or "all classes".
std::string classes_label(ClassSet classes);

// A region after those around it: "solve / exchange". "(no region)" for none.
std::string region_label(const Profile &profile, uint32_t region);

// "MPI_Send"; "(outside of MPI functions)" for none.
std::string function_label(const Profile &profile, uint32_t function);

// "solve / exchange: MPI_Send"; empty for neither region nor function.
std::string context_label(const Profile &profile, uint32_t context);

// World ranks as ranges: "0-3, 8", with "..." after the first few.
std::string ranks_label(std::vector<uint32_t> ranks);

// The world ranks of a communicator's members, "[0-3, 8]"; empty where they are not known.
std::string members_label(const Profile &profile, const Communicator &communicator);

// A label for each communicator: its communicator_name() of origins.h. Those that have this in common also show their
// members, "pairs [0-1]", and after that what still differs: the context, and how many of the same came before.
std::vector<std::string> communicator_labels(const Profile &profile);

// Names of hosts, of at most `columns` (2 or more) each. What is cut of one leaves a "…": the end, if all that it has
// before the domain that the long ones share is kept so, else the beginning.
std::vector<std::string> short_labels(const std::vector<std::string> &hosts, size_t columns);

}  // namespace mpimon

#endif
