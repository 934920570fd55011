// The truth: what each process of a test program asked MPI to move, kept by wrappers around the MPI functions (the
// profiling interface), from the arguments alone and without any help of the library under test.
//
// At MPI_Finalize every process writes $TRUTH_DIR/{world,spawned}.RANK.csv with rows of three forms:
//
//     flow,SRC,DST,CLASS,sent_messages,sent_bytes,received_messages,received_bytes
//     sizes,SRC,DST,CLASS,BIN,sent_messages
//     collective,OPERATION,MODE,calls,bytes,root_calls
//
// BIN i counts messages of 2^(i-1) to 2^i - 1 bytes, 0 empty ones.
//
// SRC and DST are ranks of MPI_COMM_WORLD, data flows from SRC to DST; -1 stands for a process of another world. A
// process writes what it caused: the received columns hold what it fetched by one-sided calls.
#ifndef MPIMON_TEST_MPI_TRUTH_H
#define MPIMON_TEST_MPI_TRUTH_H

#define MPICH_SKIP_MPICXX
#define OMPI_SKIP_MPICXX
#include <mpi.h>

#include <cstdint>

namespace mpimon_truth {

enum class Class { p2p, part, rma };
enum class Mode { blocking, nonblocking, persistent };

// A message of `bytes` from this process to `rank` of `comm` (of its remote group if it has one).
void sent(Class traffic_class, MPI_Comm comm, int rank, std::uint64_t bytes);

// The same for members of a window's group; `fetched` for data that comes back to this process.
void put(MPI_Win win, int rank, std::uint64_t bytes);
void fetched(MPI_Win win, int rank, std::uint64_t bytes);

// `request` sends such a message each time it is started, until it is freed.
void will_send(MPI_Request request, Class traffic_class, MPI_Comm comm, int rank, std::uint64_t bytes);

// A collective call of the user, by MPI's name without MPI_, I and _init, and the bytes that this process contributes.
void called(const char *operation, Mode mode, std::uint64_t bytes, bool root);

// `request` makes such a call each time it is started, until it is freed.
void will_call(MPI_Request request, const char *operation, std::uint64_t bytes, bool root);

// Bytes of `count` elements.
std::uint64_t size_of(MPI_Count count, MPI_Datatype type);

}  // namespace mpimon_truth

#endif
