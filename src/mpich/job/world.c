#include "mpidimpl.h"

#include <sched.h>

#include "world.h"

enum { TAG = 31 };

static void wait_for(MPIR_Request *request) {
    while (!MPIR_Request_is_complete(request)) {
        MPID_Progress_test(NULL);
        sched_yield();
    }
    MPIR_Request_free(request);
}

void mpimon_world_send(const void *data, MPI_Aint size, int rank) {
    MPIR_Request *request = NULL;
    MPIC_Isend(data, size, MPIMON_BYTE, rank, TAG, MPIR_Process.comm_world, &request, MPIMON_COLL_ATTRIBUTE);
    if (request)
        wait_for(request);
}

void mpimon_world_receive(void *data, MPI_Aint size, int rank) {
    MPIR_Request *request = NULL;
    MPIC_Irecv(data, size, MPIMON_BYTE, rank, TAG, MPIR_Process.comm_world, &request);
    if (request)
        wait_for(request);
}

/* The tree has few levels, since each may wait for a core, and few neighbours, since each is a connection. */
enum { RADIX = 4 };

/* The parent's position in base 4 has its last digit that is not 0 replaced by 0, so the descendants of a position are
 * those that follow it. */
struct mpimon_tree mpimon_tree_at(int position, int size) {
    struct mpimon_tree tree = {.parent = -1};
    int64_t digit = 1;
    for (; position % (RADIX * digit) == 0 && digit < size; digit *= RADIX)
        for (int64_t child = position + digit; child < position + RADIX * digit && child < size; child += digit)
            tree.children[tree.count++] = (int)child;
    if (position)
        tree.parent = (int)(position - position % (RADIX * digit));
    return tree;
}

struct mpimon_tree mpimon_world_tree(int root) {
    const int size = mpimon_world_size();
    struct mpimon_tree tree = mpimon_tree_at((mpimon_world_rank() - root + size) % size, size);
    for (int child = 0; child < tree.count; child++)
        tree.children[child] = (tree.children[child] + root) % size;
    if (tree.parent >= 0)
        tree.parent = (tree.parent + root) % size;
    return tree;
}

/* The largest subtree is served first: it has the longest way. */
void mpimon_world_bcast(void *data, MPI_Aint size, int root) {
    struct mpimon_tree tree = mpimon_world_tree(root);
    if (tree.parent >= 0)
        mpimon_world_receive(data, size, tree.parent);
    while (tree.count > 0)
        mpimon_world_send(data, size, tree.children[--tree.count]);
}

void mpimon_world_bcast_text(void *data, size_t fixed, size_t size, int root) {
    for (size_t done = 0; done < size;) {
        char *piece = (char *)data + done;
        size_t length = MPL_MIN(size - done, (size_t)MPIMON_SHORT_MESSAGE), skipped = done ? 0 : fixed;
        mpimon_world_bcast(piece, (MPI_Aint)length, root);
        done = memchr(piece + skipped, '\0', length - skipped) ? size : done + length;
    }
}

void mpimon_world_max_at(int *values, int count, int root) {
    struct mpimon_tree tree = mpimon_world_tree(root);
    int others[MPIMON_SHORT_MESSAGE / sizeof(int)];
    const MPI_Aint size = count * (MPI_Aint)sizeof *values;
    for (int child = 0; child < tree.count; child++) {
        mpimon_world_receive(others, size, tree.children[child]);
        for (int i = 0; i < count; i++)
            values[i] = MPL_MAX(values[i], others[i]);
    }
    if (tree.parent >= 0)
        mpimon_world_send(values, size, tree.parent);
}

int mpimon_world_max(int value) {
    mpimon_world_max_at(&value, 1, 0);
    mpimon_world_bcast(&value, sizeof value, 0);
    return value;
}
