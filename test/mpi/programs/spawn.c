/* Two worlds: rank 0 of the first spawns two processes more. Both worlds talk inside themselves and with each other;
 * the merged communicator holds peers of both kinds. */
#include "program.h"

enum { CHILDREN = 2 };

/* Every process of the smaller-numbered group sends to every one of the other, and back. */
static void across(MPI_Comm bridge, int bytes) {
    char out[100] = {0}, in[100];
    int others;
    MPI_Comm_remote_size(bridge, &others);
    for (int i = 0; i < others; i++) {
        MPI_Sendrecv(out, bytes, MPI_BYTE, i, 0, in, bytes, MPI_BYTE, i, 0, bridge, MPI_STATUS_IGNORE);
    }
}

static void inside(MPI_Comm comm, int bytes) {
    char out[100] = {0}, in[100];
    int place, members;
    MPI_Comm_rank(comm, &place);
    MPI_Comm_size(comm, &members);
    MPI_Sendrecv(out, bytes, MPI_BYTE, after(place, 1, members), 0, in, bytes, MPI_BYTE, after(place, -1, members), 0,
                 comm, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv) {
    MPI_Comm bridge, merged;
    start(&argc, &argv);
    MPI_Comm_get_parent(&bridge);
    int child = bridge != MPI_COMM_NULL;
    if (!child) {
        MPI_Comm_spawn(argv[0], MPI_ARGV_NULL, CHILDREN, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &bridge,
                       MPI_ERRCODES_IGNORE);
    }
    inside(MPI_COMM_WORLD, child ? 20 : 10);
    across(bridge, child ? 40 : 40);
    MPI_Intercomm_merge(bridge, child, &merged);
    inside(merged, 30);
    MPI_Comm_free(&merged);
    MPI_Comm_disconnect(&bridge);
    return finish();
}
