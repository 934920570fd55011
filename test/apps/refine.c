/*
 * What refining a mesh by its blocks comes down to: many small Allreduces, in which processes agree, with little
 * computing between them.
 *
 *     refine [ROUNDS [WORK]]    rounds (default 40000), and steps of computing in each (200)
 *
 * Rank 0 prints the seconds of all rounds, and those in MPI.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

/* A number that depends on all steps. */
static double compute(double value, int steps) {
    for (int i = 0; i < steps; i++) {
        value = value * 0.999 + 0.001 * i;
    }
    return value;
}

int main(int argc, char **argv) {
    int rounds = argc > 1 ? atoi(argv[1]) : 40000, work = argc > 2 ? atoi(argv[2]) : 200, rank, processes;
    double sum = 1, in_mpi = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &processes);
    MPI_Barrier(MPI_COMM_WORLD);
    double start = MPI_Wtime();
    for (int i = 0; i < rounds; i++) {
        double own = compute(sum, work) / processes;
        double begun = MPI_Wtime();
        MPI_Allreduce(&own, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        in_mpi += MPI_Wtime() - begun;
    }
    double all = MPI_Wtime() - start;
    if (rank == 0) {
        printf("%.4f s, %.4f s in MPI\n", all, in_mpi);
    }
    MPI_Finalize();
    return 0;
}
