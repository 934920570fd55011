#ifndef MPIMON_HOOKS_SENDERS_H
#define MPIMON_HOOKS_SENDERS_H

/* Fill the table of mpimon_senders, before the first message is counted. */
MPIMON_HIDDEN void mpimon_choose_senders(int one_shard);

#endif
