/*
 * Collective calls that try a candidate for their algorithm: they are timed.
 */
#include "mpidimpl.h"

#include "trials.h"

#include "collectives.h"

uint64_t mpimon_trial_ticks;

void mpimon_trial_begin(const MPIR_Comm *comm, const char *candidate, uint64_t start) {
    struct mpimon_frame *frame = &mpimon_frame;
    if (!mpimon_on || frame->comm != comm || frame->trial.candidate)
        return;
    frame->trial = (struct mpimon_timed){candidate, start, mpimon_ticks()};
}

void mpimon_trial_end(void) {
    const struct mpimon_call *call = &mpimon_frame.call;
    const struct mpimon_timed *timed = &mpimon_frame.trial;
    const uint64_t end = mpimon_ticks();
    __atomic_fetch_add(&mpimon_trial_ticks, end - timed->arrived, __ATOMIC_RELAXED);
    if (call->algorithm == UINT32_MAX)
        return;
    const struct mpimon_trial trial = {
        .communicator = call->communicator,
        .operation = call->operation,
        .algorithm = call->algorithm,
        .candidate = mpimon_name_index(timed->candidate),
        .bin = (uint8_t)mpimon_bin(call->size),
    };
    if (trial.candidate != UINT32_MAX)
        mpimon_trial_add(&trial, end - timed->start);
}
