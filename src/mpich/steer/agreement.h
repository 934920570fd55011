#ifndef MPIMON_STEER_AGREEMENT_H
#define MPIMON_STEER_AGREEMENT_H

#include "setting.h"

/* What somebody asks for; as it was when it was read, since the block may change. */
struct mpimon_request {
    uint32_t number, uid, pid;
    char shared[MPIMON_TEXT], name[MPIMON_NAME], value[MPIMON_TEXT];
};

MPIMON_HIDDEN void mpimon_agreement_start(struct mpimon_control *control, const char *folder);
MPIMON_HIDDEN void mpimon_agreement_forget(void);

/*
 * Vote for a change, which then may come at one of the next collective calls. Returns 0; else 1, with why not in
 * `reason`.
 */
MPIMON_HIDDEN int mpimon_agreement_vote(const struct mpimon_request *request, const struct mpimon_setting *setting,
                                        char *reason, size_t room);

/* Whether the process must not answer this request yet, since all have agreed on an earlier one. */
MPIMON_HIDDEN int mpimon_agreement_is_due(uint32_t number);

/* Log a change that was made. */
MPIMON_HIDDEN void mpimon_change_log(const struct mpimon_request *request, uint64_t collective);

#endif
