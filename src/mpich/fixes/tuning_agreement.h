/*
 * Handing a text from the first process to all that want it, by the launcher: before messages can be sent, and no
 * process waits for another one.
 */
#ifndef MPIMON_FIXES_TUNING_AGREEMENT_H
#define MPIMON_FIXES_TUNING_AGREEMENT_H

/* The text with this number, for others to fetch after the next barrier of PMI. Returns whether the launcher has it. */
MPIMON_HIDDEN int mpimon_tuning_publish(int number, const char *text);

/* What was published, to be freed by free(); NULL if nothing was. */
MPIMON_HIDDEN char *mpimon_tuning_fetch(int number);

#endif
