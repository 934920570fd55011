#include "traffic_order.h"

#include <stdlib.h>
#include <string.h>

/* Neighbours looked at while trades are tried, about a second; and how often in vain orders near to the best one are.
 */
static const long most_work = 100 * 1000 * 1000L;
enum { KICKS = 40 };

struct search {
    const struct mpimon_seats *seats;
    int *process_of; /* each rank's */
    int *rank_at;    /* of each process: the other way round */
    size_t *begin;   /* of each rank's neighbours, and the end of the last one's */
    int *neighbour;
    double *bytes;
    int *ordered;     /* the processes, node after node, and within one by package */
    int *node_begin;  /* of each node in `ordered`, and the end of the last one */
    int *node_number; /* of each process: counted from 0 on */
    int nodes;
    int *looked_at; /* of each node: the last rank, plus one, for which its processes were tried */
    long work;
};

static void release(struct search *search) {
    free(search->rank_at);
    free(search->begin);
    free(search->neighbour);
    free(search->bytes);
    free(search->ordered);
    free(search->node_begin);
    free(search->node_number);
    free(search->looked_at);
}

/* Each rank's neighbours are those that it sends to and those that send to it; one may be there twice. */
static int list_neighbours(struct search *search, const struct mpimon_traffic *traffic, size_t count) {
    const size_t ranks = (size_t)search->seats->count;
    search->begin = calloc(ranks + 2, sizeof *search->begin);
    search->neighbour = malloc((2 * count + 1) * sizeof *search->neighbour);
    search->bytes = malloc((2 * count + 1) * sizeof *search->bytes);
    if (!search->begin || !search->neighbour || !search->bytes)
        return 0;
    size_t *next = search->begin + 1; /* becomes each one's end, which is the next one's begin */
    for (size_t i = 0; i < count; i++) {
        next[traffic[i].from + 1]++;
        next[traffic[i].to + 1]++;
    }
    for (size_t rank = 0; rank < ranks; rank++)
        next[rank + 1] += next[rank];
    for (size_t i = 0; i < count; i++) {
        const int ends[] = {traffic[i].from, traffic[i].to};
        for (int end = 0; end < 2; end++) {
            const size_t at = next[ends[end]]++;
            search->neighbour[at] = ends[1 - end];
            search->bytes[at] = (double)traffic[i].bytes;
        }
    }
    return 1;
}

struct seat {
    int node, package, process;
};

static int by_node(const void *a, const void *b) {
    const struct seat *left = a, *right = b;
    if (left->node != right->node)
        return left->node < right->node ? -1 : 1;
    if (left->package != right->package)
        return left->package < right->package ? -1 : 1;
    return left->process < right->process ? -1 : 1;
}

static int list_nodes(struct search *search) {
    const struct mpimon_seats *seats = search->seats;
    const size_t count = (size_t)seats->count;
    struct seat *sorted = malloc(count * sizeof *sorted);
    search->ordered = malloc(count * sizeof *search->ordered);
    search->node_begin = malloc((count + 1) * sizeof *search->node_begin);
    search->node_number = malloc(count * sizeof *search->node_number);
    search->looked_at = calloc(count, sizeof *search->looked_at);
    search->rank_at = malloc(count * sizeof *search->rank_at);
    const int known =
        sorted && search->ordered && search->node_begin && search->node_number && search->looked_at && search->rank_at;
    for (int process = 0; known && process < seats->count; process++)
        sorted[process] = (struct seat){seats->node[process], seats->package[process], process};
    if (known)
        qsort(sorted, count, sizeof *sorted, by_node);
    for (int i = 0; known && i < seats->count; i++) {
        if (i == 0 || sorted[i].node != sorted[i - 1].node)
            search->node_begin[search->nodes++] = i;
        search->ordered[i] = sorted[i].process;
        search->node_number[sorted[i].process] = search->nodes - 1;
    }
    if (known)
        search->node_begin[search->nodes] = seats->count;
    free(sorted);
    return known;
}

static double distance_of(const struct search *search, int one, int other) {
    return mpimon_distance(mpimon_nearness(search->seats, one, other));
}

/* The sum of bytes times distance, each pair twice. */
static double cost(const struct search *search) {
    double sum = 0;
    for (int rank = 0; rank < search->seats->count; rank++)
        for (size_t i = search->begin[rank]; i < search->begin[rank + 1]; i++)
            sum += search->bytes[i] *
                   distance_of(search, search->process_of[rank], search->process_of[search->neighbour[i]]);
    return sum;
}

/* What the neighbours of a rank, but for `other`, cost more if it is at `there`. */
static double change_of_one(struct search *search, int rank, int there, int other) {
    const int here = search->process_of[rank];
    double sum = 0;
    for (size_t i = search->begin[rank]; i < search->begin[rank + 1]; i++) {
        const int at = search->process_of[search->neighbour[i]];
        if (search->neighbour[i] != other && search->neighbour[i] != rank)
            sum += search->bytes[i] * (distance_of(search, there, at) - distance_of(search, here, at));
    }
    search->work += (long)(search->begin[rank + 1] - search->begin[rank]) + 1;
    return sum;
}

static void trade(struct search *search, int one, int other) {
    const int process = search->process_of[one];
    search->process_of[one] = search->process_of[other];
    search->process_of[other] = process;
    search->rank_at[search->process_of[one]] = one;
    search->rank_at[process] = other;
}

/* The rank in this node with which trading processes saves most; `best` if none saves more than *saved. */
static int best_in_node(struct search *search, int rank, int node, int best, double *saved) {
    const int here = search->process_of[rank];
    for (int i = search->node_begin[node]; i < search->node_begin[node + 1]; i++) {
        const int there = search->ordered[i], other = search->rank_at[there];
        if (mpimon_nearness(search->seats, here, there) == MPIMON_SAME_PACKAGE)
            continue;
        const double change = change_of_one(search, rank, there, other) + change_of_one(search, other, here, rank);
        if (change < -*saved) {
            *saved = -change;
            best = other;
        }
    }
    return best;
}

/* Trades the rank's process for one near to a neighbour, if that helps. */
static int improve_rank(struct search *search, int rank) {
    int best = -1;
    double saved = 0;
    for (size_t i = search->begin[rank]; i < search->begin[rank + 1]; i++) {
        const int node = search->node_number[search->process_of[search->neighbour[i]]];
        if (search->looked_at[node] == rank + 1)
            continue;
        search->looked_at[node] = rank + 1;
        best = best_in_node(search, rank, node, best, &saved);
    }
    if (best >= 0)
        trade(search, rank, best);
    return best >= 0;
}

static double improve(struct search *search) {
    for (int rank = 0; rank < search->seats->count; rank++)
        search->rank_at[search->process_of[rank]] = rank;
    for (int improved = 1; improved;) {
        improved = 0;
        memset(search->looked_at, 0, (size_t)search->nodes * sizeof *search->looked_at);
        for (int rank = 0; rank < search->seats->count && search->work < most_work; rank++)
            improved += improve_rank(search, rank);
    }
    return cost(search);
}

/* Nodes that grow: what each rank that has no process yet exchanges with those of the node that is being filled. */
struct growth {
    double *bytes;   /* of each rank; less than 0: it has a process */
    int *candidates; /* ranks that exchange something with the node's */
    int count;
    int next; /* all ranks below have a process */
};

static int heaviest(struct growth *growth) {
    int best = -1;
    for (int i = 0; i < growth->count; i++) {
        const int rank = growth->candidates[i];
        if (growth->bytes[rank] > (best < 0 ? 0 : growth->bytes[best]))
            best = rank;
    }
    while (best < 0 && growth->bytes[growth->next] < 0)
        growth->next++;
    return best < 0 ? growth->next : best;
}

static void take(struct search *search, struct growth *growth, int rank, int process) {
    search->process_of[rank] = process;
    growth->bytes[rank] = -1;
    for (size_t i = search->begin[rank]; i < search->begin[rank + 1]; i++) {
        const int other = search->neighbour[i];
        if (growth->bytes[other] < 0)
            continue;
        if (growth->bytes[other] == 0 && search->bytes[i] > 0)
            growth->candidates[growth->count++] = other;
        growth->bytes[other] += search->bytes[i];
    }
}

static int grow(struct search *search) {
    const int ranks = search->seats->count;
    struct growth growth = {calloc((size_t)ranks, sizeof *growth.bytes),
                            malloc((size_t)ranks * sizeof *growth.candidates), 0, 0};
    const int known = growth.bytes && growth.candidates;
    for (int i = 0, node = 0; known && i < ranks; i++) {
        if (i == search->node_begin[node + 1]) {
            node++;
            while (growth.count > 0) {
                const int rank = growth.candidates[--growth.count];
                growth.bytes[rank] = growth.bytes[rank] < 0 ? -1 : 0;
            }
        }
        take(search, &growth, heaviest(&growth), search->ordered[i]);
    }
    free(growth.bytes);
    free(growth.candidates);
    return known;
}

static void keep_order(int *process_of, int count) {
    for (int rank = 0; rank < count; rank++)
        process_of[rank] = rank;
}

/* The order that is being tried, made better, becomes the best one if it is. */
static void try_order(struct search *search, int *best, double *least) {
    const double found = improve(search);
    if (found < *least) {
        *least = found;
        memcpy(best, search->process_of, (size_t)search->seats->count * sizeof *best);
    }
}

/* Numbers that look random, and are the same each time. */
static int next_number(uint64_t *state, int end) {
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (int)((*state >> 33) % (uint64_t)end);
}

/* A local minimum may be far from the best: the same search from orders that differ from the best one a little. */
static void kick(struct search *search, int *best, double *least) {
    const int count = search->seats->count;
    uint64_t state = 1;
    for (int vain = 0; vain < KICKS && search->work < most_work / 2; vain++) {
        const double before = *least;
        memcpy(search->process_of, best, (size_t)count * sizeof *best);
        for (int trades = 2 + count / 64; trades > 0; trades--) {
            const int one = next_number(&state, count), other = next_number(&state, count);
            const int process = search->process_of[one];
            search->process_of[one] = search->process_of[other];
            search->process_of[other] = process;
        }
        try_order(search, best, least);
        if (*least < before)
            vain = 0;
    }
}

static int find_order(struct search *search) {
    const int count = search->seats->count;
    int *best = search->process_of, *tried = malloc((size_t)count * sizeof *tried);
    if (!tried)
        return 0;
    keep_order(best, count);
    const double before = cost(search);
    double least = before;
    search->process_of = tried;
    keep_order(tried, count);
    try_order(search, best, &least);
    if (grow(search))
        try_order(search, best, &least);
    kick(search, best, &least);
    free(tried);
    return least < before;
}

int mpimon_order_by_traffic(const struct mpimon_seats *seats, const struct mpimon_traffic *traffic, size_t count,
                            int *process_of) {
    struct search search = {.seats = seats, .process_of = process_of};
    const int found =
        list_neighbours(&search, traffic, count) && list_nodes(&search) && search.nodes > 0 && find_order(&search);
    release(&search);
    if (!found)
        keep_order(process_of, seats->count);
    return found;
}
