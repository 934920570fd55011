/* Rank 0 starts a process, then both ranks start one, and send it a message each. */
#include "program.h"

int main(int argc, char **argv) {
    MPI_Comm alone = MPI_COMM_NULL, all;
    start(&argc, &argv);
    MPI_Comm_get_parent(&all);
    if (all == MPI_COMM_NULL) {
        if (rank == 0) {
            MPI_Comm_spawn(argv[0], MPI_ARGV_NULL, 1, MPI_INFO_NULL, 0, MPI_COMM_SELF, &alone, MPI_ERRCODES_IGNORE);
            MPI_Send(&rank, 1, MPI_INT, 0, 0, alone);
        }
        MPI_Comm_spawn(argv[0], MPI_ARGV_NULL, 1, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &all, MPI_ERRCODES_IGNORE);
        MPI_Comm_set_name(all, "to all");
        MPI_Send(&rank, 1, MPI_INT, 0, 0, all);
    } else {
        int parents;
        MPI_Comm_remote_size(all, &parents);
        for (int i = 0; i < parents; i++) {
            MPI_Recv(&rank, 1, MPI_INT, i, 0, all, MPI_STATUS_IGNORE);
        }
    }
    if (alone != MPI_COMM_NULL) {
        MPI_Comm_disconnect(&alone);
    }
    MPI_Comm_disconnect(&all);
    return finish();
}
