/* What MPICH 4.0 does wrong and the patched library does right: `mends null` and `mends replace`. */
#include <string.h>

#include "program.h"

/* MPICH 4.0 sends to rank -1 where neither side is a process. */
static void nobody(void) {
    int value = rank;
    MPI_Request requests[2];
    MPI_Isendrecv(&value, 1, MPI_INT, MPI_PROC_NULL, 0, &value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD,
                  &requests[0]);
    MPI_Isendrecv_replace(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &requests[1]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    REQUIRE(value == rank);
}

/* MPICH 4.0 packs the data, and then reads them from the packed buffer as if they had their gaps. */
static void gaps(void) {
    enum { BLOCKS = 100 };
    int values[2 * BLOCKS], previous = after(rank, -1, size);
    MPI_Datatype every_second;
    MPI_Request request;
    MPI_Type_vector(BLOCKS, 1, 2, MPI_INT, &every_second);
    MPI_Type_commit(&every_second);
    for (int i = 0; i < 2 * BLOCKS; i++) {
        values[i] = i % 2 ? -1 : 1000 * rank + i;
    }
    MPI_Isendrecv_replace(values, 1, every_second, after(rank, 1, size), 0, previous, 0, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    for (int i = 0; i < 2 * BLOCKS; i++) {
        REQUIRE(values[i] == (i % 2 ? -1 : 1000 * previous + i));
    }
    MPI_Type_free(&every_second);
}

int main(int argc, char **argv) {
    start(&argc, &argv);
    REQUIRE(argc == 2);
    if (strcmp(argv[1], "null") == 0) {
        nobody();
    } else {
        gaps();
    }
    return finish();
}
