/*
 * What a program that includes this asks MPI to move, by communicator and by window: kept by wrappers of the profiling
 * interface from the arguments alone. (test/mpi/truth.h keeps sums over communicators, for the profile.)
 */
#ifndef MPIMON_TEST_MPI_TRACER_TRUTH_H
#define MPIMON_TEST_MPI_TRACER_TRUTH_H

#include "mpit.h"

enum { MOST_MEMBERS = 16, MOST_OBJECTS = 8, BINS = 66 };
enum { SENT, RECEIVED, DIRECTIONS };
enum { MESSAGES, BYTES, QUANTITIES };
enum { P2P, RMA, CLASSES };
enum { BCAST, ALLREDUCE, BARRIER, OPERATIONS };

/* A communicator, or a window if `win` is set. Peers are ranks of this world; FOREIGN + rank in another one's group. */
enum { FOREIGN = 1000 };
struct object {
    MPI_Comm comm;
    MPI_Win win;
    int own_rank, group, members, inter, peers[MOST_MEMBERS];
    count_t moved[DIRECTIONS][QUANTITIES][MOST_MEMBERS];
    struct {
        count_t calls, bytes, root_calls, root_bytes, calls_by_size[BINS], bytes_by_size[BINS];
    } collectives[OPERATIONS];
};

static struct object objects[MOST_OBJECTS];
static int object_count;
static count_t sizes[CLASSES][BINS]; /* of what was sent: empty, then by powers of two */

static inline int class_of(const struct object *o) {
    return o->win == MPI_WIN_NULL ? P2P : RMA;
}

/* What went to a peer over whatever object of the class. */
static inline count_t with_peer(int traffic_class, int direction, int quantity, int peer) {
    count_t sum = 0;
    for (const struct object *o = objects; o < objects + object_count; o++) {
        for (int m = 0; m < o->members && class_of(o) == traffic_class; m++) {
            sum += o->peers[m] == peer ? o->moved[direction][quantity][m] : 0;
        }
    }
    return sum;
}

/* Empty, then by powers of two. */
static inline int bin_of(count_t bytes) {
    return bytes ? 64 - __builtin_clzll(bytes) : 0;
}

static inline count_t with_all(int traffic_class, int direction, int quantity) {
    count_t sum = 0;
    for (const struct object *o = objects; o < objects + object_count; o++) {
        for (int m = 0; m < o->members && class_of(o) == traffic_class; m++) {
            sum += o->moved[direction][quantity][m];
        }
    }
    return sum;
}

static struct object *object_of_comm(MPI_Comm comm) {
    for (int i = 0; i < object_count; i++) {
        if (objects[i].comm == comm && objects[i].win == MPI_WIN_NULL) {
            return &objects[i];
        }
    }
    return NULL;
}

static struct object *object_of_win(MPI_Win win) {
    for (int i = 0; i < object_count; i++) {
        if (objects[i].win == win) {
            return &objects[i];
        }
    }
    return NULL;
}

static count_t size_of(int number, MPI_Datatype type) {
    int size_of_one;
    PMPI_Type_size(type, &size_of_one);
    return (count_t)number * (count_t)size_of_one;
}

static void moved(struct object *o, int direction, int member, count_t bytes) {
    if (o) {
        o->moved[direction][MESSAGES][member]++;
        o->moved[direction][BYTES][member] += bytes;
        if (direction == SENT) {
            sizes[class_of(o)][bin_of(bytes)]++;
        }
    }
}

static void called(MPI_Comm comm, int operation, int root, count_t bytes) {
    struct object *o = object_of_comm(comm);
    if (o) {
        o->collectives[operation].calls++;
        o->collectives[operation].bytes += bytes;
        o->collectives[operation].calls_by_size[bin_of(bytes)]++;
        o->collectives[operation].bytes_by_size[bin_of(bytes)] += bytes;
        o->collectives[operation].root_calls += root == o->own_rank;
        o->collectives[operation].root_bytes += root == o->own_rank ? bytes : 0;
    }
}

int MPI_Isend(const void *buffer, int number, MPI_Datatype type, int to, int tag, MPI_Comm comm, MPI_Request *request) {
    moved(object_of_comm(comm), SENT, to, size_of(number, type));
    return PMPI_Isend(buffer, number, type, to, tag, comm, request);
}

/* The program receives exactly as much as it makes room for. */
int MPI_Irecv(void *buffer, int number, MPI_Datatype type, int from, int tag, MPI_Comm comm, MPI_Request *request) {
    moved(object_of_comm(comm), RECEIVED, from, size_of(number, type));
    return PMPI_Irecv(buffer, number, type, from, tag, comm, request);
}

int MPI_Put(const void *from, int number, MPI_Datatype type, int target, MPI_Aint displacement, int target_number,
            MPI_Datatype target_type, MPI_Win win) {
    moved(object_of_win(win), SENT, target, size_of(number, type));
    return PMPI_Put(from, number, type, target, displacement, target_number, target_type, win);
}

int MPI_Get(void *to, int number, MPI_Datatype type, int target, MPI_Aint displacement, int target_number,
            MPI_Datatype target_type, MPI_Win win) {
    moved(object_of_win(win), RECEIVED, target, size_of(number, type));
    return PMPI_Get(to, number, type, target, displacement, target_number, target_type, win);
}

int MPI_Bcast(void *buffer, int number, MPI_Datatype type, int root, MPI_Comm comm) {
    called(comm, BCAST, root, size_of(number, type));
    return PMPI_Bcast(buffer, number, type, root, comm);
}

int MPI_Allreduce(const void *from, void *to, int number, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
    called(comm, ALLREDUCE, -1, size_of(number, type));
    return PMPI_Allreduce(from, to, number, type, op, comm);
}

int MPI_Barrier(MPI_Comm comm) {
    called(comm, BARRIER, -1, 0);
    return PMPI_Barrier(comm);
}

#endif
