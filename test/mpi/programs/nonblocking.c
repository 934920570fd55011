/*
 * nonblocking ROUNDS: broadcasts from one root after the other, reductions and exchanges with all, all of them
 * nonblocking; what each process gets is checked.
 */
#include "program.h"

enum { COUNT = 256 };

int main(int argc, char **argv) {
    static int sent[COUNT], got[COUNT], blocks[2][64];
    MPI_Request request;
    start(&argc, &argv);
    const int rounds = argc > 1 ? atoi(argv[1]) : 1;
    for (int i = 0; i < rounds; i++) {
        const int root = i % size;
        sent[COUNT - 1] = rank == root ? i + 1 : -1;
        MPI_Ibcast(sent, COUNT, MPI_INT, root, MPI_COMM_WORLD, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        int wrong = sent[COUNT - 1] != i + 1;
        sent[0] = rank;
        MPI_Iallreduce(sent, got, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        wrong = wrong || got[0] != size * (size - 1) / 2;
        for (int j = 0; j < size; j++)
            blocks[0][j] = rank * size + j;
        MPI_Ialltoall(blocks[0], 1, MPI_INT, blocks[1], 1, MPI_INT, MPI_COMM_WORLD, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        for (int j = 0; j < size; j++)
            wrong = wrong || blocks[1][j] != j * size + rank;
        if (wrong)
            MPI_Abort(MPI_COMM_WORLD, 1);
    }
    return finish();
}
