/* Receives that are too short for their messages, which are short and long, there before the receive and after it,
 * from a known process or anybody, taken by a matched probe, and a process's own. */
#include <string.h>

#include "program.h"

enum { LONGEST = 1 << 20 };

static char *out, *in;

static int class_of(int result) {
    int class;
    MPI_Error_class(result, &class);
    return class;
}

static void require_truncated(int result) {
    REQUIRE(class_of(result) == MPI_ERR_TRUNCATE);
}

/* A message is longer than the receive that is posted for it, and than one that comes when it is there. */
static void too_long(int bytes, int room, int distance, MPI_Comm comm) {
    int here, length;
    MPI_Comm_rank(comm, &here);
    MPI_Comm_size(comm, &length);
    int to = after(here, distance, length), from = after(here, -distance, length);
    MPI_Request send, receive;
    MPI_Status status;
    MPI_Irecv(in, room, MPI_BYTE, from, 1, comm, &receive);
    MPI_Isend(out, bytes, MPI_BYTE, to, 1, comm, &send);
    require_truncated(MPI_Wait(&receive, &status));
    MPI_Wait(&send, MPI_STATUS_IGNORE);
    MPI_Isend(out, bytes, MPI_BYTE, to, 2, comm, &send);
    MPI_Probe(from, 2, comm, &status);
    require_truncated(MPI_Recv(in, room, MPI_BYTE, from, 2, comm, &status));
    MPI_Wait(&send, MPI_STATUS_IGNORE);
}

static int is_over_libfabric(void) {
    char version[MPI_MAX_LIBRARY_VERSION_STRING];
    int length;
    MPI_Get_library_version(version, &length);
    return strstr(version, "ch4:ofi") != NULL;
}

/* A vector of bytes with gaps, so that data are unpacked. Over libfabric, MPICH 4 says that the types do not match. */
static void with_gaps(int bytes, int room, MPI_Comm comm) {
    MPI_Datatype every_second;
    MPI_Request send;
    MPI_Type_vector(room, 1, 2, MPI_BYTE, &every_second);
    MPI_Type_commit(&every_second);
    MPI_Isend(out, bytes, MPI_BYTE, after(rank, 1, size), 3, comm, &send);
    int result = MPI_Recv(in, 1, every_second, after(rank, -1, size), 3, comm, MPI_STATUS_IGNORE);
    REQUIRE(class_of(result) == MPI_ERR_TRUNCATE || (is_over_libfabric() && class_of(result) == MPI_ERR_TYPE));
    MPI_Wait(&send, MPI_STATUS_IGNORE);
    MPI_Type_free(&every_second);
}

/* The first of two messages comes to a receive that is posted, the second one is there before. Of the latter MPICH 5.0
 * does not say that it was too long, if it came through shared memory in one piece. */
static void from_anybody(int bytes, int room, MPI_Comm comm) {
    MPI_Request send, receive;
    MPI_Status status;
    MPI_Irecv(in, room, MPI_BYTE, MPI_ANY_SOURCE, 5, comm, &receive);
    MPI_Barrier(comm);
    MPI_Isend(out, bytes, MPI_BYTE, after(rank, 1, size), 5, comm, &send);
    require_truncated(MPI_Wait(&receive, &status));
    MPI_Wait(&send, MPI_STATUS_IGNORE);
    MPI_Isend(out, bytes, MPI_BYTE, after(rank, 1, size), 6, comm, &send);
    MPI_Probe(MPI_ANY_SOURCE, 6, comm, &status);
    int result = MPI_Recv(in, room, MPI_BYTE, MPI_ANY_SOURCE, 6, comm, &status);
    REQUIRE(class_of(result) == MPI_ERR_TRUNCATE || (MPICH_NUMVERSION >= 50000000 && result == MPI_SUCCESS));
    MPI_Wait(&send, MPI_STATUS_IGNORE);
}

static void matched(int bytes, int room, MPI_Comm comm) {
    MPI_Message message;
    MPI_Request send;
    MPI_Isend(out, bytes, MPI_BYTE, after(rank, 1, size), 4, comm, &send);
    MPI_Mprobe(after(rank, -1, size), 4, comm, &message, MPI_STATUS_IGNORE);
    require_truncated(MPI_Mrecv(in, room, MPI_BYTE, &message, MPI_STATUS_IGNORE));
    MPI_Wait(&send, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv) {
    static const int sizes[] = {2, 100, 5000, 70000, LONGEST};
    start(&argc, &argv);
    out = reserve(LONGEST);
    in = reserve(LONGEST);
    MPI_Comm comm;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN); /* it is asked about what a matched probe has taken */
    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        for (int room = 0; room < sizes[i]; room = 2 * room + sizes[i] / 3 + 1) {
            too_long(sizes[i], room, 1, comm);
            too_long(sizes[i], room, 0, MPI_COMM_SELF);
            from_anybody(sizes[i], room, comm);
            matched(sizes[i], room, comm);
            with_gaps(sizes[i], room / 2, comm);
        }
    }
    MPI_Comm_free(&comm);
    free(out);
    free(in);
    return finish();
}
