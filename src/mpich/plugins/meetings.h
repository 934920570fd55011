/*
 * Variables that plugins set in all ranks. The ranks meet at blocking collective calls over MPI_COMM_WORLD, since such
 * a call is the same in all, to see whether a plugin asks: at first after few calls, and then, while nobody asks, after
 * more and more of them. Once no plugin of any rank may ask any more, they do not. For a plugin that was stopped, they
 * set back what it has set.
 */
#ifndef MPIMON_MEETINGS_H
#define MPIMON_MEETINGS_H

#include "../steer/agreement.h"
#include "loaded.h"

/* Each process that was to load plugins calls these, whichever plugins it has. */
MPIMON_HIDDEN void mpimon_meetings_start(void);
MPIMON_HIDDEN void mpimon_meetings_stop(void);

/* Ask for it at the next meeting. Returns NULL, or why not. */
MPIMON_HIDDEN const char *mpimon_meeting_ask(const struct mpimon_loaded *loaded, const char *name, const char *value);

#endif
