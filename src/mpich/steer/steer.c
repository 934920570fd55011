/*
 * Requests for changes of control variables, and the answers.
 */
#include "mpidimpl.h"

#include "../../engine/clock.h"
#include "agreement.h"
#include "steer.h"

unsigned char mpimon_steered;

static struct mpimon_control *control;

static void copy_text(char *target, const char *text, size_t room) {
    memcpy(target, text, room);
    target[room - 1] = '\0';
}

static uint32_t number_asked(void) {
    return __atomic_load_n(&control->asked, __ATOMIC_ACQUIRE);
}

/* Whether somebody waits for an answer to the request of this number. */
static inline int is_open(uint32_t number) {
    return number != control->answered && number % 2 == 0;
}

/* Returns whether it was the same request all the while. */
static int read_request(uint32_t number, struct mpimon_request *request) {
    request->number = number;
    request->uid = control->uid;
    request->pid = control->pid;
    request->plugin = 0;
    copy_text(request->shared, control->shared, sizeof request->shared);
    copy_text(request->name, control->name, sizeof request->name);
    copy_text(request->value, control->value, sizeof request->value);
    __atomic_thread_fence(__ATOMIC_ACQUIRE);
    return number_asked() == number;
}

void mpimon_change_log(const struct mpimon_request *request, uint64_t collective) {
    const struct mpimon_header *segment = mpimon_segment();
    struct mpimon_change change = {
        .time_ns = segment->start_time_ns + (mpimon_clock_ns() - segment->start_clock_ns),
        .collective = collective,
        .uid = request->uid,
        .pid = request->pid,
        .plugin = request->plugin,
    };
    memcpy(change.name, request->name, sizeof change.name);
    memcpy(change.value, request->value, sizeof change.value);
    mpimon_change_add(&change);
}

static enum mpimon_answer answer_to(const struct mpimon_request *request, char *reason, size_t room) {
    struct mpimon_setting setting;
    if (mpimon_setting_read(request->name, request->value, &setting, reason, room))
        return MPIMON_ANSWER_REFUSED;
    if (!mpimon_setting_may_differ(&setting))
        return mpimon_agreement_vote(request, &setting, reason, room) ? MPIMON_ANSWER_REFUSED : MPIMON_ANSWER_AGREED;
    mpimon_setting_apply(&setting);
    mpimon_change_log(request, 0);
    return MPIMON_ANSWER_CHANGED;
}

/* Answers the request of this number, if nobody has. The caller holds MPI_T's lock. */
static void answer(uint32_t number) {
    struct mpimon_request request;
    if (!is_open(number) || mpimon_agreement_is_due(number) || !read_request(number, &request))
        return;
    *control->reason = '\0';
    control->collective = 0;
    control->answer = answer_to(&request, control->reason, sizeof control->reason);
    __atomic_store_n(&control->answered, number, __ATOMIC_RELEASE);
}

/* Should a tool hold the lock, or MPI_Init not have ended, a later look will do. */
void mpimon_steer_look(void) {
    if (likely(!control || !is_open(number_asked())) || !MPIMON_IS_INITIALIZED() || !mpimon_mpi_t_try_lock())
        return;
    if (mpimon_steered & MPIMON_STEERED_BY_REQUESTS)
        answer(number_asked());
    mpimon_mpi_t_unlock();
}

/* What MPICH calls where it makes progress, and its number; it stays registered, since MPICH counts on those that came
 * later to stay where they are. */
static int look_in_progress(void) {
    mpimon_steer_look();
    return MPI_SUCCESS;
}
static int progress_hook = -1;

void mpimon_steer_start(const char *folder) {
    control = mpimon_control_block();
    mpimon_agreement_start(control, folder);
    if (!control)
        return;
    __atomic_store_n(&control->open, 1, __ATOMIC_RELEASE);
    mpimon_steered = MPIMON_STEERED_BY_REQUESTS;
    if (progress_hook >= 0 || MPIMON_REGISTER_PROGRESS((void *)look_in_progress, &progress_hook) == MPI_SUCCESS)
        MPIR_Progress_hook_activate(progress_hook);
}

void mpimon_steer_stop(void) {
    mpimon_steered = 0;
    if (!control)
        return;
    __atomic_store_n(&control->open, 0, __ATOMIC_RELEASE);
    if (progress_hook >= 0)
        MPIR_Progress_hook_deactivate(progress_hook);
}

void mpimon_steer_forget(void) {
    mpimon_agreement_forget();
    control = NULL;
}
