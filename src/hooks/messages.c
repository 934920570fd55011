/*
 * The parts of message counting that need no speed: partitioned transfers, control headers, receives.
 */
#include "mpidimpl.h"
#include "communicators.h"

void mpimon_count_partitioned(MPIR_Request *request, enum mpimon_path path)
{
    uint64_t bytes = mpimon_data_size(MPIDI_PART_REQUEST(request, count), MPIDI_PART_REQUEST(request, datatype)) *
        (uint64_t) request->u.part.partitions;
    if (request->kind == MPIR_REQUEST_KIND__PART_SEND) {
        mpimon_count_sent(request->comm, MPIDI_PART_REQUEST(request, u.send.dest), MPIMON_CLASS_PART, path, bytes);
    } else if (mpimon_receives_on) {
        uint64_t kind = MPIMON_KIND(MPIMON_CLASS_PART, path, MPIMON_RECEIVED);
        mpimon_add(mpimon_flow_to(request->comm, MPIDI_PART_REQUEST(request, u.recv.source), kind), bytes);
    }
}

void mpimon_count_control(MPIR_Comm *comm, int rank, MPI_Aint bytes, int local)
{
    mpimon_count_sent(comm, rank, MPIMON_CLASS_CTRL, local ? MPIMON_PATH_SHM : MPIMON_PATH_NET, (uint64_t) bytes);
}

/*
 * The mark in a posted receive: the communicator's bits, the class, and the bit that every key has. A netmod need not
 * keep the communicator in the request, and rank and path are known only when the message is there.
 */
enum { MARK_CLASS = 7, MARK_RECEIVE = 64 };

static enum mpimon_path path_from(MPIR_Comm *comm, int rank)
{
    if (MPIDI_is_self_comm(comm))
        return MPIMON_PATH_SELF;
    return MPIMON_IS_LOCAL(MPIDI_rank_is_local(rank, comm)) ? MPIMON_PATH_SHM : MPIMON_PATH_NET;
}

static void count_received(MPIR_Request *request, uint64_t mark)
{
    MPIR_Comm *comm = mpimon_communicator_live((uint32_t) (mark >> MPIMON_KEY_COMMUNICATOR_SHIFT) - 1);
    int source = request->status.MPI_SOURCE;
    if (!comm || source < 0 || MPIR_STATUS_GET_CANCEL_BIT(request->status))
        return;
    uint64_t kind = MPIMON_KIND(mark & MARK_CLASS, path_from(comm, source), MPIMON_RECEIVED);
    mpimon_add(mpimon_flow_to(comm, source, kind), (uint64_t) MPIR_STATUS_GET_COUNT(request->status));
}

/* Whoever takes the mark out counts: the thread that posted and one that makes progress may meet here. */
static uint64_t take_mark(MPIR_Request *request)
{
    return __atomic_exchange_n(&request->dev.monitoring, 0, __ATOMIC_ACQ_REL);
}

void mpimon_receive_posted(MPIR_Comm *comm, enum mpimon_class traffic_class, MPIR_Request *request)
{
    mpimon_communicator_index(comm);
    uint64_t mark = comm->dev.ch4.monitoring | MARK_RECEIVE | (uint64_t) traffic_class;
    if (MPIR_Request_is_complete(request)) {
        request->dev.monitoring = 0;
        count_received(request, mark);
        return;
    }
    __atomic_store_n(&request->dev.monitoring, mark, __ATOMIC_RELEASE);
    if (MPIR_Request_is_complete(request) && take_mark(request))
        count_received(request, mark);
}

void mpimon_receive_done(MPIR_Request *request)
{
    uint64_t mark = take_mark(request);
    if (mark & MARK_RECEIVE)
        count_received(request, mark);
}
