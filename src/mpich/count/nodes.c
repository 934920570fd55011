#include "nodes.h"

#include <stdlib.h>

/* An MPICH that is built without shared memory of its own takes each process for a node. From 4.2 on a function of its
 * own still tells what the launcher says. */
#if defined ENABLE_NO_LOCAL && MPICH_NUMVERSION >= 40200000

/* NULL while MPICH's own map is right. It stays until MPI begins again. */
static int *found;

static int cliques(void) {
    const int wanted = MPIR_CVAR_NUM_CLIQUES > 1 ? MPIR_CVAR_NUM_CLIQUES : MPIR_CVAR_ODD_EVEN_CLIQUES ? 2 : 1;
    return MPL_MIN(wanted, MPIR_Process.size);
}

/* As MPICH does: the first blocks have one more if the cliques are not all equal. */
static int clique_of(int rank) {
    const int count = cliques(), least = MPIR_Process.size / count, longer = MPIR_Process.size % count;
    if (!MPIR_CVAR_CLIQUES_BY_BLOCK)
        return rank % count;
    return rank < (least + 1) * longer ? rank / (least + 1) : (rank - longer) / least;
}

static int are_several(const int *map) {
    for (int rank = 1; rank < MPIR_Process.size; rank++)
        if (map[rank] != map[0])
            return 1;
    return 0;
}

/* Whether MPICH's function asks the launcher alone. Else all processes would tell each other their hosts, and wait,
 * though processes with sessions need not begin together. */
static int is_known_to_launcher(void) {
    char *mapping = MPIR_pmi_get_jobattr("PMI_process_mapping");
    const int is_known = mapping || MPIR_CVAR_PMI_VERSION == MPIR_CVAR_PMI_VERSION_x;
    MPL_free(mapping);
    return is_known;
}

/* With MPIR_CVAR_NOLOCAL each process is to be a node of its own. */
void mpimon_nodes_find(void) {
    free(found);
    found = NULL;
    if (MPIR_CVAR_NOLOCAL || MPIR_Process.size == 1 || !is_known_to_launcher())
        return;
    found = malloc((size_t)MPIR_Process.size * sizeof *found);
    if (found && MPIR_pmi_build_nodemap(found, MPIR_Process.size) != MPI_SUCCESS) {
        free(found);
        found = NULL;
    }
    if (found && !are_several(found))
        for (int rank = 0; rank < MPIR_Process.size; rank++)
            found[rank] = clique_of(rank);
}

const int *mpimon_node_map(void) {
    return found ? found : MPIR_Process.node_map;
}

int mpimon_are_several_nodes(void) {
    return are_several(mpimon_node_map());
}

#else

void mpimon_nodes_find(void) {}

const int *mpimon_node_map(void) {
    return MPIR_Process.node_map;
}

int mpimon_are_several_nodes(void) {
    return MPIR_Process.num_nodes > 1;
}

#endif

static int node_of_rank(MPIR_Comm *comm, int rank) {
    struct mpimon_process process;
    MPIMON_PROCESS_OF(comm, rank, &process);
    return process.world == 0 ? mpimon_node_map()[process.index] : -1;
}

void mpimon_nodes_of(MPIR_Comm *comm, int count, int *node_of) {
    for (int rank = 0; rank < count; rank++)
        node_of[rank] = node_of_rank(comm, rank);
}

int mpimon_is_on_own_node(MPIR_Comm *comm, int rank) {
    return node_of_rank(comm, rank) == mpimon_node_map()[MPIR_Process.rank];
}

int mpimon_is_first_of_node(void) {
    const int *map = mpimon_node_map();
    int first = 0;
    while (map[first] != map[MPIR_Process.rank])
        first++;
    return first == MPIR_Process.rank;
}
