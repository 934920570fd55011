#ifndef MPIMON_TRIALS_H
#define MPIMON_TRIALS_H

/* What trials have cost this process, in ticks, the coming together before them included. */
extern MPIMON_HIDDEN uint64_t mpimon_trial_ticks;

/* The call that the thread is in tries a candidate, or "default"; the members have come together, since `start`.
 * Nothing happens where the call is not counted. The name is there until the call ends. */
MPIMON_HIDDEN void mpimon_trial_begin(const MPIR_Comm *comm, const char *candidate, uint64_t start);

#endif
