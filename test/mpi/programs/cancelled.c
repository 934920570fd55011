/* Sends of a process to itself that are cancelled: MPICH cancels no others. Of five messages of 3 to 7 ints two are
 * received. */
#include "program.h"

int main(int argc, char **argv) {
    start(&argc, &argv);
    int out[7] = {0}, in[7], flag;
    MPI_Request sends[5];
    MPI_Status status;
    MPI_Datatype pair;
    MPI_Type_vector(2, 1, 2, MPI_INT, &pair);
    MPI_Type_commit(&pair);
    for (int i = 0; i < 5; i++) {
        MPI_Isend(out, 3 + i, MPI_INT, 0, i, MPI_COMM_SELF, &sends[i]);
    }
    for (int i = 0; i < 5; i += 2) {
        MPI_Cancel(&sends[i]);
    }
    for (int i = 1; i < 5; i += 2) {
        MPI_Recv(in, 7, MPI_INT, 0, i, MPI_COMM_SELF, MPI_STATUS_IGNORE);
        MPI_Cancel(&sends[i]); /* too late */
    }
    for (int i = 0; i < 5; i++) {
        MPI_Wait(&sends[i], &status);
        MPI_Test_cancelled(&status, &flag);
        REQUIRE(flag == (i % 2 == 0));
    }
    /* A datatype that nobody but the message has any more. */
    MPI_Isend(out, 2, pair, 0, 0, MPI_COMM_SELF, &sends[0]);
    MPI_Type_free(&pair);
    MPI_Cancel(&sends[0]);
    MPI_Wait(&sends[0], MPI_STATUS_IGNORE);
    return finish();
}
