// Wrappers around every collective function in its three modes (blocking, nonblocking, persistent): how often it is
// called, and the bytes that the calling process contributes by its own arguments, as docs/counters.md defines them.
#include "truth.h"

using namespace mpimon_truth;

namespace {

int size_of_group(MPI_Comm comm) {
    int inter, size;
    PMPI_Comm_test_inter(comm, &inter);
    if (inter) {
        PMPI_Comm_remote_size(comm, &size);
    } else {
        PMPI_Comm_size(comm, &size);
    }
    return size;
}

// Of an inter-communicator, the root is the one process that says MPI_ROOT.
bool is_root(int root, MPI_Comm comm) {
    int inter, rank;
    PMPI_Comm_test_inter(comm, &inter);
    PMPI_Comm_rank(comm, &rank);
    return inter ? root == MPI_ROOT : root == rank;
}

// What a process contributes to a rooted operation: in the root's group of an inter-communicator, the others pass
// MPI_PROC_NULL and contribute nothing.
std::uint64_t rooted(int root, std::uint64_t bytes) {
    return root == MPI_PROC_NULL ? 0 : bytes;
}

int outgoing(MPI_Comm comm) {
    int kind, in = 0, out = 0, weighted;
    PMPI_Topo_test(comm, &kind);
    if (kind == MPI_CART) {
        PMPI_Cartdim_get(comm, &out);
        out *= 2;
    } else if (kind == MPI_GRAPH) {
        int rank;
        PMPI_Comm_rank(comm, &rank);
        PMPI_Graph_neighbors_count(comm, rank, &out);
    } else {
        PMPI_Dist_graph_neighbors_count(comm, &in, &out, &weighted);
    }
    return out;
}

std::uint64_t sum(const int counts[], int length, MPI_Datatype type) {
    std::uint64_t total = 0;
    for (int i = 0; i < length; i++) {
        total += size_of(counts[i], type);
    }
    return total;
}

std::uint64_t sum(const int counts[], int length, const MPI_Datatype types[]) {
    std::uint64_t total = 0;
    for (int i = 0; i < length; i++) {
        total += size_of(counts[i], types[i]);
    }
    return total;
}

int own_rank(MPI_Comm comm) {
    int rank;
    PMPI_Comm_rank(comm, &rank);
    return rank;
}

}  // namespace

#define UNPACK(...) __VA_ARGS__

// BYTES and ROOT are expressions over the parameters. OPERATION is the name, I_NAME the nonblocking function's.
#define COLLECTIVE(OPERATION, I_NAME, PARAMETERS, ARGUMENTS, BYTES, ROOT)                \
    int MPI_##OPERATION(UNPACK PARAMETERS) {                                             \
        called(#OPERATION, Mode::blocking, BYTES, ROOT);                                 \
        return PMPI_##OPERATION(UNPACK ARGUMENTS);                                       \
    }                                                                                    \
    int MPI_##I_NAME(UNPACK PARAMETERS, MPI_Request *request) {                          \
        called(#OPERATION, Mode::nonblocking, BYTES, ROOT);                              \
        return PMPI_##I_NAME(UNPACK ARGUMENTS, request);                                 \
    }                                                                                    \
    int MPI_##OPERATION##_init(UNPACK PARAMETERS, MPI_Info info, MPI_Request *request) { \
        int result = PMPI_##OPERATION##_init(UNPACK ARGUMENTS, info, request);           \
        will_call(*request, #OPERATION, BYTES, ROOT);                                    \
        return result;                                                                   \
    }

// A send buffer of MPI_IN_PLACE hands the word to the receive arguments.
#define IN_PLACE(OTHERWISE, INSTEAD) (out == MPI_IN_PLACE ? (INSTEAD) : (OTHERWISE))

extern "C" {

COLLECTIVE(Barrier, Ibarrier, (MPI_Comm comm), (comm), 0, false)

COLLECTIVE(Bcast, Ibcast, (void *buffer, int count, MPI_Datatype type, int root, MPI_Comm comm),
           (buffer, count, type, root, comm), rooted(root, size_of(count, type)), is_root(root, comm))

COLLECTIVE(Gather, Igather,
           (const void *out, int out_count, MPI_Datatype out_type, void *in, int in_count, MPI_Datatype in_type,
            int root, MPI_Comm comm),
           (out, out_count, out_type, in, in_count, in_type, root, comm),
           IN_PLACE(size_of(out_count, out_type), size_of(in_count, in_type)), is_root(root, comm))

COLLECTIVE(Gatherv, Igatherv,
           (const void *out, int out_count, MPI_Datatype out_type, void *in, const int in_counts[], const int starts[],
            MPI_Datatype in_type, int root, MPI_Comm comm),
           (out, out_count, out_type, in, in_counts, starts, in_type, root, comm),
           IN_PLACE(size_of(out_count, out_type), size_of(in_counts[own_rank(comm)], in_type)), is_root(root, comm))

COLLECTIVE(Scatter, Iscatter,
           (const void *out, int out_count, MPI_Datatype out_type, void *in, int in_count, MPI_Datatype in_type,
            int root, MPI_Comm comm),
           (out, out_count, out_type, in, in_count, in_type, root, comm),
           is_root(root, comm) ? size_of(out_count, out_type) * size_of_group(comm) : size_of(in_count, in_type),
           is_root(root, comm))

COLLECTIVE(Scatterv, Iscatterv,
           (const void *out, const int out_counts[], const int starts[], MPI_Datatype out_type, void *in, int in_count,
            MPI_Datatype in_type, int root, MPI_Comm comm),
           (out, out_counts, starts, out_type, in, in_count, in_type, root, comm),
           is_root(root, comm) ? sum(out_counts, size_of_group(comm), out_type) : size_of(in_count, in_type),
           is_root(root, comm))

COLLECTIVE(Allgather, Iallgather,
           (const void *out, int out_count, MPI_Datatype out_type, void *in, int in_count, MPI_Datatype in_type,
            MPI_Comm comm),
           (out, out_count, out_type, in, in_count, in_type, comm),
           IN_PLACE(size_of(out_count, out_type), size_of(in_count, in_type)), false)

COLLECTIVE(Allgatherv, Iallgatherv,
           (const void *out, int out_count, MPI_Datatype out_type, void *in, const int in_counts[], const int starts[],
            MPI_Datatype in_type, MPI_Comm comm),
           (out, out_count, out_type, in, in_counts, starts, in_type, comm),
           IN_PLACE(size_of(out_count, out_type), size_of(in_counts[own_rank(comm)], in_type)), false)

COLLECTIVE(Alltoall, Ialltoall,
           (const void *out, int out_count, MPI_Datatype out_type, void *in, int in_count, MPI_Datatype in_type,
            MPI_Comm comm),
           (out, out_count, out_type, in, in_count, in_type, comm),
           IN_PLACE(size_of(out_count, out_type), size_of(in_count, in_type)) * size_of_group(comm), false)

COLLECTIVE(Alltoallv, Ialltoallv,
           (const void *out, const int out_counts[], const int out_places[], MPI_Datatype out_type, void *in,
            const int in_counts[], const int in_places[], MPI_Datatype in_type, MPI_Comm comm),
           (out, out_counts, out_places, out_type, in, in_counts, in_places, in_type, comm),
           IN_PLACE(sum(out_counts, size_of_group(comm), out_type), sum(in_counts, size_of_group(comm), in_type)),
           false)

COLLECTIVE(Alltoallw, Ialltoallw,
           (const void *out, const int out_counts[], const int out_places[], const MPI_Datatype out_types[], void *in,
            const int in_counts[], const int in_places[], const MPI_Datatype in_types[], MPI_Comm comm),
           (out, out_counts, out_places, out_types, in, in_counts, in_places, in_types, comm),
           IN_PLACE(sum(out_counts, size_of_group(comm), out_types), sum(in_counts, size_of_group(comm), in_types)),
           false)

COLLECTIVE(Reduce, Ireduce,
           (const void *out, void *in, int count, MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm),
           (out, in, count, type, op, root, comm), size_of(count, type), is_root(root, comm))

COLLECTIVE(Allreduce, Iallreduce, (const void *out, void *in, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm),
           (out, in, count, type, op, comm), size_of(count, type), false)

COLLECTIVE(Reduce_scatter, Ireduce_scatter,
           (const void *out, void *in, const int counts[], MPI_Datatype type, MPI_Op op, MPI_Comm comm),
           (out, in, counts, type, op, comm), sum(counts, size_of_group(comm), type), false)

COLLECTIVE(Reduce_scatter_block, Ireduce_scatter_block,
           (const void *out, void *in, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm),
           (out, in, count, type, op, comm), size_of(count, type) * size_of_group(comm), false)

COLLECTIVE(Scan, Iscan, (const void *out, void *in, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm),
           (out, in, count, type, op, comm), size_of(count, type), false)

COLLECTIVE(Exscan, Iexscan, (const void *out, void *in, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm),
           (out, in, count, type, op, comm), size_of(count, type), false)

COLLECTIVE(Neighbor_allgather, Ineighbor_allgather,
           (const void *out, int out_count, MPI_Datatype out_type, void *in, int in_count, MPI_Datatype in_type,
            MPI_Comm comm),
           (out, out_count, out_type, in, in_count, in_type, comm), size_of(out_count, out_type) * outgoing(comm),
           false)

COLLECTIVE(Neighbor_allgatherv, Ineighbor_allgatherv,
           (const void *out, int out_count, MPI_Datatype out_type, void *in, const int in_counts[], const int starts[],
            MPI_Datatype in_type, MPI_Comm comm),
           (out, out_count, out_type, in, in_counts, starts, in_type, comm),
           size_of(out_count, out_type) * outgoing(comm), false)

COLLECTIVE(Neighbor_alltoall, Ineighbor_alltoall,
           (const void *out, int out_count, MPI_Datatype out_type, void *in, int in_count, MPI_Datatype in_type,
            MPI_Comm comm),
           (out, out_count, out_type, in, in_count, in_type, comm), size_of(out_count, out_type) * outgoing(comm),
           false)

COLLECTIVE(Neighbor_alltoallv, Ineighbor_alltoallv,
           (const void *out, const int out_counts[], const int out_places[], MPI_Datatype out_type, void *in,
            const int in_counts[], const int in_places[], MPI_Datatype in_type, MPI_Comm comm),
           (out, out_counts, out_places, out_type, in, in_counts, in_places, in_type, comm),
           sum(out_counts, outgoing(comm), out_type), false)

COLLECTIVE(Neighbor_alltoallw, Ineighbor_alltoallw,
           (const void *out, const int out_counts[], const MPI_Aint out_places[], const MPI_Datatype out_types[],
            void *in, const int in_counts[], const MPI_Aint in_places[], const MPI_Datatype in_types[], MPI_Comm comm),
           (out, out_counts, out_places, out_types, in, in_counts, in_places, in_types, comm),
           sum(out_counts, outgoing(comm), out_types), false)
}
