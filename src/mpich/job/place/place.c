#include "mpidimpl.h"

#include "../../../engine/tables/fnv.h"
#include "../../count/nodes.h"
#include "batch_node.h"
#include "hardware.h"
#include "place.h"
#include "processors.h"

/* hwloc's topology, as MPICH has loaded it; NULL before that and without hwloc. */
static void *topology;

/* Whether the user wants processes of one node to be taken for those of several. */
static int is_divided(void) {
    return MPIR_CVAR_NUM_CLIQUES > 1 || MPIR_CVAR_ODD_EVEN_CLIQUES;
}

/*
 * The number of the node comes from the launcher, which knows best, but for two cases: with MPIR_CVAR_NOLOCAL each
 * process has a number of its own, and `srun -m arbitrary` tells so of nodes with several processes. There the name
 * tells nodes apart.
 */
static void fill_node(struct mpimon_place *place) {
    const int named = mpimon_batch_node(place->node, sizeof place->node);
    if (!named)
        gethostname(place->node, sizeof place->node - 1);
    place->node_index = (uint32_t)mpimon_node_map()[MPIR_Process.rank];
    place->by_name = !is_divided() && (named || MPIR_CVAR_NOLOCAL);
    place->alone = MPIR_Process.local_size == 1;
    place->package = place->numa_node = place->l3 = place->core = MPIMON_NONE;
}

/* Of the nodes of a large job, most are alike: the first ones have their hardware recorded, then fewer and fewer. */
static int is_recorded(uint32_t node) {
    enum { ALL_UP_TO = 16 };
    return node < ALL_UP_TO || (node & (node - 1)) == 0;
}

/* The first process of each node knows the hash, and of some nodes it has the description, too. */
static void fill_hardware(struct mpimon_place *place) {
    if (!mpimon_is_first_of_node())
        return;
    char *text = mpimon_hardware_describe(topology);
    if (text) {
        place->topology = mpimon_fnv_text(MPIMON_FNV_START, text, SIZE_MAX);
        if (is_recorded(place->node_index))
            mpimon_hardware_add(text);
    }
    free(text);
}

static void fill_processors(struct mpimon_place *place) {
    struct mpimon_processors processors;
    if (!mpimon_processors_ask(&processors))
        return;
    memset(place->cpuset, 0, sizeof place->cpuset);
    mpimon_processors_text(&processors, place->cpuset, sizeof place->cpuset);
    mpimon_hardware_bind(topology, &processors, place);
    free(processors.allowed);
}

void mpimon_place_record(void) {
    if (!mpimon_segment())
        return;
    struct mpimon_place place = {.node_index = 0};
    const struct mpimon_place *last = mpimon_place_last();
    if (last)
        place = *last;
    else
        fill_node(&place);
    if (topology && !place.topology)
        fill_hardware(&place);
    fill_processors(&place);
    mpimon_place_add(&place);
}

/* From 4.1 on, MPICH looks at the hardware after counting has begun. */
void mpimon_topology(void *loaded) {
    topology = loaded;
    mpimon_place_record();
}

void mpimon_place_forget(void) {
    topology = NULL;
}
