/*
 * The counts of the run so far, and the order of ranks that they ask for.
 */
#ifndef MPIMON_COUNTS_H
#define MPIMON_COUNTS_H

/*
 * `*rank`: this process's in an order of the first processes of `comm` that suits what these have sent each other until
 * now; `takes_part`: whether it is one of them. The order is that of `comm` where no other one is better, by the sum of
 * bytes times distance. Each rank is expected to go on with what it did as this rank of `comm`, over the communicators
 * that `program_comm`, the program's own, was made of, up to the last one whose ranks were reordered. Collective over
 * `comm`; returns MPICH's error.
 */
MPIMON_HIDDEN int mpimon_rank_by_counts(MPIR_Comm *comm, MPIR_Comm *program_comm, int takes_part, int *rank);

/* From now on ranks of this communicator, and of those made of it, do what others have done before. */
MPIMON_HIDDEN void mpimon_counts_reordered(MPIR_Comm *comm);

#endif
