#include "grid_blocks.h"

#include <stdlib.h>

enum { MOST_DIMENSIONS = 16 };

/* How many blocks, or processes, there are along each dimension. */
typedef int extents_t[MOST_DIMENSIONS];

static void coordinates_of(int rank, int dimensions, const int *extents, int *coordinates) {
    for (int i = dimensions - 1; i >= 0; i--) {
        coordinates[i] = rank % extents[i];
        rank /= extents[i];
    }
}

static int rank_of(int dimensions, const int *extents, const int *coordinates) {
    int rank = 0;
    for (int i = 0; i < dimensions; i++)
        rank = rank * extents[i] + coordinates[i];
    return rank;
}

long mpimon_grid_pairs_between_nodes(const struct mpimon_grid *grid, const int *node_of) {
    long pairs = 0;
    extents_t at;
    if (grid->dimensions > MOST_DIMENSIONS)
        return 0;
    for (int rank = 0; rank < grid->size; rank++) {
        coordinates_of(rank, grid->dimensions, grid->extents, at);
        for (int i = 0; i < grid->dimensions; i++) {
            const int here = at[i];
            if (here + 1 == grid->extents[i] && !grid->periods[i])
                continue;
            at[i] = (here + 1) % grid->extents[i];
            pairs += node_of[rank_of(grid->dimensions, grid->extents, at)] != node_of[rank];
            at[i] = here;
        }
    }
    return pairs;
}

/* The same where each node has a block of the grid. */
static long pairs_between_blocks(const struct mpimon_grid *grid, const int *block) {
    long pairs = 0;
    for (int i = 0; i < grid->dimensions; i++) {
        const int blocks = grid->extents[i] / block[i];
        const int borders = blocks - 1 + (grid->periods[i] && blocks > 1);
        pairs += (long)(grid->size / grid->extents[i]) * borders;
    }
    return pairs;
}

struct search {
    const struct mpimon_grid *grid;
    extents_t block, best;
    long fewest; /* pairs between nodes */
    int found;
};

/* Tries all blocks of so many processes that have the extents `block` before this dimension. */
static void try_blocks(struct search *search, int dimension, int processes) {
    const struct mpimon_grid *grid = search->grid;
    if (dimension == grid->dimensions) {
        const long pairs = processes == 1 ? pairs_between_blocks(grid, search->block) : search->fewest;
        if (pairs < search->fewest) {
            search->fewest = pairs;
            search->found = 1;
            for (int i = 0; i < dimension; i++)
                search->best[i] = search->block[i];
        }
        return;
    }
    for (int extent = 1; extent <= processes; extent++) {
        if (processes % extent != 0 || grid->extents[dimension] % extent != 0)
            continue;
        search->block[dimension] = extent;
        try_blocks(search, dimension + 1, processes / extent);
    }
}

/* Where a process is: which node, in the order of the nodes' first processes, and which of the node's processes. */
struct seat {
    int node, number;
};

struct seen {
    int id, order, processes;
};

static int by_id(const void *a, const void *b) {
    const struct seen *left = a, *right = b;
    return left->id != right->id ? (left->id > right->id) - (left->id < right->id)
                                 : (left->order > right->order) - (left->order < right->order);
}

/* The process's seat, and how many processes each node has: 0 if they have not as many each, or without memory. */
static int find_seat(const int *node_of, int size, int rank, struct seat *seat) {
    struct seen *seen = malloc((size_t)size * sizeof *seen);
    if (!seen)
        return 0;
    for (int i = 0; i < size; i++)
        seen[i] = (struct seen){.id = node_of[i], .order = i};
    qsort(seen, (size_t)size, sizeof *seen, by_id);
    int each = 0, nodes = 0, own_first = 0;
    for (int begin = 0, end; begin < size; begin = end, nodes++) {
        for (end = begin; end < size && seen[end].id == seen[begin].id; end++) {
        }
        if (nodes > 0 && end - begin != each)
            each = -1;
        else
            each = end - begin;
        if (each < 0)
            break;
        if (seen[begin].id == node_of[rank])
            own_first = seen[begin].order;
        seen[nodes].order = seen[begin].order; /* the first processes of the nodes, in front */
    }
    seat->node = seat->number = 0;
    for (int node = 0; each > 0 && node < nodes; node++)
        seat->node += seen[node].order < own_first;
    for (int i = 0; i < rank; i++)
        seat->number += node_of[i] == node_of[rank];
    free(seen);
    return each > 0 ? each : 0;
}

int mpimon_grid_rank(const struct mpimon_grid *grid, const int *node_of, int rank) {
    struct search search = {.grid = grid};
    struct seat seat;
    extents_t blocks, outer, inner;
    if (grid->dimensions > MOST_DIMENSIONS || grid->size < 2)
        return rank;
    const int processes = find_seat(node_of, grid->size, rank, &seat);
    if (processes < 2 || processes == grid->size)
        return rank;
    search.fewest = mpimon_grid_pairs_between_nodes(grid, node_of);
    try_blocks(&search, 0, processes);
    if (!search.found)
        return rank;
    for (int i = 0; i < grid->dimensions; i++)
        blocks[i] = grid->extents[i] / search.best[i];
    coordinates_of(seat.node, grid->dimensions, blocks, outer);
    coordinates_of(seat.number, grid->dimensions, search.best, inner);
    for (int i = 0; i < grid->dimensions; i++)
        outer[i] = outer[i] * search.best[i] + inner[i];
    return rank_of(grid->dimensions, grid->extents, outer);
}
