#ifndef MPIMON_STEER_AGREEMENT_H
#define MPIMON_STEER_AGREEMENT_H

#include "setting.h"

/* What somebody asks for; as it was when it was read, since the block may change. */
struct mpimon_request {
    uint32_t number, uid, pid;
    uint32_t plugin; /* 1 + index of the mpimon_plugin_item that asks; 0: somebody from outside does */
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

/*
 * Call `meet` at the beginning of the blocking collective call over MPI_COMM_WORLD of this number, the first one being
 * 1, or of the next one if that was already. All processes have to say the same. `meet` may make collective calls of
 * its own. NULL, or mpimon_agreement_forget(), ends it.
 */
MPIMON_HIDDEN void mpimon_agreement_meet(uint64_t call, void (*meet)(MPIR_Comm *world, uint64_t call));

/*
 * All processes have met at a call, and `is_ready` or not to change the variable: change it if all are and each can
 * tell that this call is the same in all. Returns NULL, in all of them; else why not.
 */
MPIMON_HIDDEN const char *mpimon_agreement_change(MPIR_Comm *world, const struct mpimon_request *request,
                                                  const struct mpimon_setting *setting, int is_ready);

/* Log a change that was made. */
MPIMON_HIDDEN void mpimon_change_log(const struct mpimon_request *request, uint64_t collective);

#endif
