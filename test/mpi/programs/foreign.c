/* A world of one process starts one of two, and sends one int to its second process. */
#include "program.h"

int main(int argc, char **argv) {
    MPI_Comm bridge;
    int value = 7, rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_get_parent(&bridge);
    if (bridge == MPI_COMM_NULL) {
        MPI_Comm_spawn(argv[0], MPI_ARGV_NULL, 2, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &bridge, MPI_ERRCODES_IGNORE);
        MPI_Send(&value, 1, MPI_INT, 1, 0, bridge);
    } else if (rank == 1) {
        MPI_Recv(&value, 1, MPI_INT, 0, 0, bridge, MPI_STATUS_IGNORE);
    }
    MPI_Comm_disconnect(&bridge);
    MPI_Finalize();
    return 0;
}
