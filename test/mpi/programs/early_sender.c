/*
 * A receiver that computes for a while before it touches what it has received, which was there when it asked for it:
 * there is nothing to gain by not waiting, and pages that are far apart to protect.
 */
#include "program.h"

enum { BLOCKS = 256, BLOCK = 16, STRIDE = 4096, ROUNDS = 400, COLUMNS = 2 };

static void compute(void) {
    const double until = MPI_Wtime() + 60e-6;
    while (MPI_Wtime() < until)
        for (volatile int i = 0; i < 1000; i++)
            ;
}

static unsigned char of_round(int number, int column, int block) {
    return (unsigned char)(7 * number + 3 * column + block);
}

static void fill(unsigned char *columns, int number) {
    for (int column = 0; column < COLUMNS; column++)
        for (int block = 0; block < BLOCKS; block++)
            for (int i = 0; i < BLOCK; i++)
                columns[block * STRIDE + column * BLOCK + i] = of_round(number, column, block);
}

static void require(const unsigned char *columns, int number) {
    for (int column = 0; column < COLUMNS; column++)
        for (int block = 0; block < BLOCKS; block++)
            for (int i = 0; i < BLOCK; i++)
                REQUIRE(columns[block * STRIDE + column * BLOCK + i] == of_round(number, column, block));
}

int main(int argc, char **argv) {
    start(&argc, &argv);
    REQUIRE(size == 2);
    unsigned char *columns = reserve(BLOCKS * STRIDE);
    MPI_Datatype column;
    MPI_Type_vector(BLOCKS, BLOCK, STRIDE, MPI_BYTE, &column);
    MPI_Type_commit(&column);
    for (int i = 0; i < ROUNDS; i++) {
        if (rank == 1)
            fill(columns, i);
        for (int at = 0; at < COLUMNS; at++) {
            if (rank == 1)
                MPI_Send(columns + at * BLOCK, 1, column, 0, at, MPI_COMM_WORLD);
            else
                MPI_Recv(columns + at * BLOCK, 1, column, 1, at, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        }
        if (rank == 0) {
            compute();
            require(columns, i);
        }
    }
    MPI_Type_free(&column);
    free(columns);
    return finish();
}
