/*
 * Changes that all processes make at the same collective call. A vote, one word of memory that all share, settles which
 * one (layout/control.h): a blocking call over MPI_COMM_WORLD that no process has begun when the last of them votes.
 * All make these calls, in the same order, so all come to it; there they compare how many collective calls each has
 * made over each communicator. Only if these numbers are the same do all processes choose all algorithms alike, those
 * of earlier calls by the old value, and those of later ones by the new one.
 *
 * Processes whose threads make calls at the same time have no such order, and never vote.
 */
#include "mpidimpl.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include "../../engine/storage/vote.h"
#include "../../engine/tables/mixed.h"
#include "../count/collectives/collectives.h"
#include "../count/communicators/origins.h"
#include "agreement.h"

enum { MAPPED = 8192 }; /* bytes of a segment's beginning, its control block included */

static struct mpimon_control *own;
static const char *folder;
static uint32_t switched; /* as mpimon_switched is while counting has been on from the beginning */

static uint64_t calls; /* begun, blocking, over MPI_COMM_WORLD */
/*
 * Each call adds the weight of its communicator. The weights of all members of one add up to 0, and are random
 * otherwise; so this, added up over all processes, is 0 if and, but for one chance in many, only if for each
 * communicator all members have made as many calls.
 */
static uint64_t balance;
static int is_unsure; /* a communicator has no weight, for want of memory */

/* The change that the process has voted for; `beginning` is NULL if there is none. */
static struct {
    struct mpimon_header *beginning; /* of the segment whose vote counts, mapped */
    uint64_t *vote;
    struct mpimon_request request;
    struct mpimon_setting setting;
} pending;

static int is_meeting;

/* The call at which the processes meet; they do not if there is no function. */
static struct {
    uint64_t call;
    void (*meet)(MPIR_Comm *world, uint64_t call);
} meeting;

void mpimon_agreement_start(struct mpimon_control *control, const char *own_folder) {
    own = control;
    folder = own_folder;
    switched = mpimon_switched + 1;
    calls = balance = 0;
    is_unsure = 0;
}

static void drop(void) {
    if (pending.beginning)
        munmap(pending.beginning, MAPPED);
    pending.beginning = NULL;
}

void mpimon_agreement_forget(void) {
    drop();
    meeting.meet = NULL;
    own = NULL;
}

int mpimon_agreement_is_due(uint32_t number) {
    if (!pending.beginning || number == pending.request.number)
        return 0;
    if (is_meeting || mpimon_state_of_vote(mpimon_vote_now(pending.vote)) == MPIMON_VOTE_CLOSED)
        return 1;
    drop(); /* who asked has given it up */
    return 0;
}

/* Maps the beginning of a segment of the same user, in the folder of this one. Returns NULL if there is none. */
static struct mpimon_header *map_beginning(const char *name) {
    char path[4096 + MPIMON_TEXT];
    struct stat status;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    const int file = strchr(name, '/') ? -1 : open(path, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (file < 0)
        return NULL;
    void *mapped = MAP_FAILED;
    if (fstat(file, &status) == 0 && S_ISREG(status.st_mode) && status.st_uid == geteuid() && status.st_size >= MAPPED)
        mapped = mmap(NULL, MAPPED, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    return mapped == MAP_FAILED ? NULL : mapped;
}

/* The vote in a segment of this very world; NULL if it is no such. */
static uint64_t *vote_in(struct mpimon_header *beginning) {
    const struct mpimon_header *segment = mpimon_segment();
    struct mpimon_control *control = NULL;
    if (beginning->magic == MPIMON_SEGMENT_MAGIC && beginning->version == segment->version &&
        beginning->job_key == segment->job_key && beginning->world_size == segment->world_size)
        control = mpimon_control_in(beginning, beginning->header_size, MAPPED);
    return control ? &control->vote : NULL;
}

/* Why this process cannot tell which collective call is the same in all; NULL if it can. */
static const char *obstacle(void) {
    int level = MPI_THREAD_MULTIPLE;
    PMPI_Query_thread(&level);
    if (level == MPI_THREAD_MULTIPLE)
        return "threads may make collective calls at the same time (MPI_THREAD_MULTIPLE)";
    if (mpimon_switched != switched)
        return "counting was off for some time";
    if (mpimon_has_idups)
        return "MPI_Comm_idup was called, whose messages come at any time";
    return is_unsure ? "memory ran out" : NULL;
}

static enum mpimon_vote_state add_to_vote(uint64_t voters) {
    return mpimon_vote_add(pending.vote, voters, (uint64_t)MPIR_Process.size, calls);
}

static int refuse(const char *why, char *reason, size_t room) {
    snprintf(reason, room, "%s", why);
    drop();
    return 1;
}

int mpimon_agreement_vote(const struct mpimon_request *request, const struct mpimon_setting *setting, char *reason,
                          size_t room) {
    const char *why = obstacle();
    if (!*request->shared)
        why = "it must be equal in all ranks, and not all were asked";
    if (why)
        return refuse(why, reason, room);
    pending.beginning = map_beginning(request->shared);
    pending.vote = pending.beginning ? vote_in(pending.beginning) : NULL;
    if (!pending.vote)
        return refuse("there is no vote that all ranks see", reason, room);
    if (add_to_vote(1) != MPIMON_VOTE_OPEN)
        return refuse("the vote is over", reason, room);
    pending.request = *request;
    pending.setting = *setting;
    return 0;
}

static void finish(enum mpimon_answer answer, const char *reason) {
    snprintf(own->reason, sizeof own->reason, "%s", reason);
    __atomic_store_n(&own->answer, (uint32_t)answer, __ATOMIC_RELEASE);
    drop();
}

const char *mpimon_agreement_change(MPIR_Comm *world, const struct mpimon_request *request,
                                    const struct mpimon_setting *setting, int is_ready) {
    uint64_t values[] = {balance, obstacle() != NULL, !is_ready};
    const int error =
        MPIR_Allreduce_impl(MPI_IN_PLACE, values, 3, MPIMON_UINT64, MPI_SUM, world, MPIMON_COLL_ATTRIBUTE);
    if (error || values[1] != 0)
        return "a rank could not tell any more which call is the same in all";
    if (values[2] != 0)
        return "a rank cannot change it";
    if (values[0] != 0)
        return "other collective calls were under way just then; try again";
    mpimon_mpi_t_lock();
    mpimon_setting_apply(setting);
    mpimon_mpi_t_unlock();
    mpimon_change_log(request, calls);
    return NULL;
}

/* All processes are here. None of them may change the variable unless all do. */
static void settle(MPIR_Comm *world) {
    is_meeting = 1;
    const char *refused = mpimon_agreement_change(world, &pending.request, &pending.setting, 1);
    is_meeting = 0;
    if (!refused)
        own->collective = calls;
    finish(refused ? MPIMON_ANSWER_REFUSED : MPIMON_ANSWER_CHANGED, refused ? refused : "");
}

/* The process comes to a call that the vote may be about; the call is counted already. */
static void come_to_call(MPIR_Comm *world) {
    switch (add_to_vote(0)) {
        case MPIMON_VOTE_OPEN:
            break;
        case MPIMON_VOTE_CLOSED:
            if (calls == mpimon_voted_calls(mpimon_vote_now(pending.vote)) + 1)
                settle(world);
            break;
        case MPIMON_VOTE_CANCELLED:
            finish(MPIMON_ANSWER_REFUSED, "the vote was cancelled");
    }
}

/* One of as many random numbers as a communicator has members. */
static uint64_t number_of(const struct mpimon_communicator *item, uint32_t rank) {
    return mpimon_mixed(mpimon_mixed(item->group_hash + item->occurrence) ^ ((uint64_t)item->context_id << 32 | rank));
}

static uint64_t make_weight(MPIR_Comm *comm) {
    const uint32_t index = mpimon_communicator_index(comm);
    const struct mpimon_communicator *item = index == UINT32_MAX ? NULL : mpimon_communicator_at(index);
    if (!item) {
        is_unsure = 1;
        return 0;
    }
    const uint32_t rank = (uint32_t)item->rank;
    /* Members of the two groups of an inter-communicator know it by different numbers, so their weights never add up.
     */
    if (item->kind == MPIMON_INTERCOMM)
        return number_of(item, rank);
    return number_of(item, rank) - number_of(item, (rank + 1) % item->size);
}

static uint64_t weight_of(MPIR_Comm *comm) {
    if (unlikely(comm->dev.ch4.monitoring.weight == 0) && comm->remote_size > 1)
        comm->dev.ch4.monitoring.weight = make_weight(comm);
    return comm->dev.ch4.monitoring.weight;
}

void mpimon_agreement_meet(uint64_t call, void (*meet)(MPIR_Comm *world, uint64_t call)) {
    meeting.call = call;
    meeting.meet = meet;
}

static void meet(MPIR_Comm *world) {
    is_meeting = 1;
    meeting.meet(world, calls);
    is_meeting = 0;
}

void mpimon_steer_collective(MPIR_Comm *comm, enum mpimon_mode mode) {
    if (is_meeting)
        return;
    mpimon_steer_look();
    balance += weight_of(comm);
    if (comm != MPIR_Process.comm_world || mode != MPIMON_BLOCKING)
        return;
    calls++;
    if (unlikely(pending.beginning != NULL))
        come_to_call(comm);
    if (meeting.meet && calls >= meeting.call)
        meet(comm);
}
