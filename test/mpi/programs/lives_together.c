/* The first rank says how many processes MPICH has on its node: "2 of 2". */
#include "program.h"

int main(int argc, char **argv) {
    MPI_Comm node;
    int together;
    start(&argc, &argv);
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, &node);
    MPI_Comm_size(node, &together);
    MPI_Comm_free(&node);
    if (rank == 0)
        printf("%d of %d\n", together, size);
    return finish();
}
