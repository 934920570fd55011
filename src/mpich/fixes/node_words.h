/*
 * What the processes of a world tell each other without a message, where all are on one node: by words in the memory
 * through which MPICH has them find each other in MPI_Init. MPICH 5.0 has no such memory, and ch4:ucx built without
 * shared memory has none either.
 */
#ifndef MPIMON_FIXES_NODE_WORDS_H
#define MPIMON_FIXES_NODE_WORDS_H

/* MPI begins, and has no such memory yet. */
MPIMON_HIDDEN void mpimon_node_words_forget(void);

/* The communicator of all processes is being made, so from now on this process may be asked for. `counts`: it has begun
 * to count already. Others that ask wait until all have come here. */
MPIMON_HIDDEN void mpimon_node_words_join(int counts);

/* Whether there are words for the whole world. */
MPIMON_HIDDEN int mpimon_node_words_exist(void);

/* This process begins to count. */
MPIMON_HIDDEN void mpimon_node_words_count(void);

/* Whether this process began to count when another one had left, so that nobody waits for it: it ends alone. */
MPIMON_HIDDEN int mpimon_node_words_are_left(void);

/* At the end of a process that has not counted. Returns whether another one has; if not, this one leaves. */
MPIMON_HIDDEN int mpimon_node_words_leave(void);

/* Waits until all processes have come here, and calls `meanwhile` again and again until then. */
MPIMON_HIDDEN void mpimon_node_words_meet(void (*meanwhile)(void));

#endif
