// What makes communicators, in a word: names are made of it, by libmpi and by the tools.
#ifndef MPIMON_PROFILE_MAKERS_H
#define MPIMON_PROFILE_MAKERS_H

#include <string.h>

namespace mpimon {

struct Maker {
    const char *function, *word;
};
constexpr Maker kMakers[] = {{"MPI_Comm_dup", "dup"},
                             {"MPI_Comm_dup_with_info", "dup"},
                             {"MPI_Comm_idup", "dup"},
                             {"MPI_Comm_idup_with_info", "dup"},
                             {"MPI_Comm_create", "group"},
                             {"MPI_Comm_create_group", "group"},
                             {"MPI_Comm_create_from_group", "group"},
                             {"MPI_Comm_split", "split"},
                             {"MPI_Comm_split_type", "split by type"},
                             {"MPI_Comm_accept", "accept"},
                             {"MPI_Comm_connect", "connect"},
                             {"MPI_Comm_spawn", "spawn"},
                             {"MPI_Comm_spawn_multiple", "spawn"},
                             {"MPI_Intercomm_create", "intercomm"},
                             {"MPI_Intercomm_create_from_groups", "intercomm"},
                             {"MPI_Intercomm_merge", "merge"},
                             {"MPI_Graph_create", "graph"},
                             {"MPI_Dist_graph_create", "dist graph"},
                             {"MPI_Dist_graph_create_adjacent", "dist graph"},
                             {"MPI_File_open", "file"}};

// "split" for "MPI_Comm_split"; NULL for a function that is not known, such as one of a later version.
inline const char *word_of_maker(const char *function) {
    for (const Maker &maker : kMakers)
        if (strcmp(maker.function, function) == 0)
            return maker.word;
    return nullptr;
}

// Whether its name is the grid that it makes. A copy of a grid is named after what it was copied from.
inline bool makes_grids(const char *function) {
    return strncmp(function, "MPI_Cart", 8) == 0;
}

// Of a communicator made of one made of one, and so on, so many are named. A damaged file may lead in a circle, too.
constexpr int kLongestDescent = 4;

}  // namespace mpimon

#endif
