/*
 * Finds the peers that are the members of the object to which a tool binds a variable.
 */
#include "mpidimpl.h"

#include "../count/communicators/communicators.h"
#include "pvar.h"

/*
 * The standard says: a pointer to the handle. Programs written for Open MPI, where handles are pointers, pass the
 * handle itself; MPICH's handles, as numbers, are no addresses that a program has.
 */
static int handle_of(void *object, MPII_Object_kind kind) {
    int handle = (int)(intptr_t)object;
    if ((intptr_t)object != handle || HANDLE_GET_MPI_KIND(handle) != kind ||
        HANDLE_GET_KIND(handle) == HANDLE_KIND_INVALID)
        memcpy(&handle, object, sizeof handle);
    return handle;
}

static MPIR_Comm *valid_comm(MPI_Comm handle) {
    MPIR_Comm *comm = NULL;
    if (HANDLE_GET_MPI_KIND(handle) != MPIR_COMM || HANDLE_GET_KIND(handle) == HANDLE_KIND_INVALID)
        return NULL;
    MPIR_Comm_get_ptr(handle, comm);
    return comm && MPIR_Object_get_ref(comm) > 0 ? comm : NULL;
}

static MPIR_Comm *comm_of_win(MPI_Win handle) {
    MPIR_Win *win = NULL;
    if (HANDLE_GET_MPI_KIND(handle) != MPIR_WIN || HANDLE_GET_KIND(handle) == HANDLE_KIND_INVALID)
        return NULL;
    MPIR_Win_get_ptr(handle, win);
    return win ? win->comm_ptr : NULL; /* MPICH keeps no references to windows */
}

static int is_initialized(void) {
    return MPL_atomic_load_int(&MPIR_Process.mpich_state) != MPICH_MPI_STATE__UNINITIALIZED;
}

static int by_peer(const void *left, const void *right, void *peers) {
    uint32_t a = ((uint32_t *)peers)[*(const uint32_t *)left], b = ((uint32_t *)peers)[*(const uint32_t *)right];
    return (a > b) - (a < b);
}

static int make_room(struct mpimon_binding *binding) {
    binding->size = (uint32_t)binding->comm->remote_size; /* equals local_size where there is no remote group */
    binding->peers = malloc(2 * (size_t)binding->size * sizeof *binding->peers);
    binding->ranks = binding->peers + binding->size;
    return binding->peers ? MPI_SUCCESS : MPI_T_ERR_OUT_OF_HANDLES;
}

static void list_members(struct mpimon_binding *binding) {
    for (uint32_t rank = 0; rank < binding->size; rank++) {
        binding->peers[rank] = mpimon_peer(binding->comm, (int)rank);
        binding->ranks[rank] = rank;
    }
    qsort_r(binding->ranks, binding->size, sizeof *binding->ranks, by_peer, binding->peers);
}

int mpimon_binding_make(const struct mpimon_pvar *pvar, void *object, struct mpimon_binding *binding) {
    *binding = (struct mpimon_binding){
        .index = UINT32_MAX,
        .region = mpimon_this_thread.region,
        .ended = __atomic_load_n(&mpimon_ended, __ATOMIC_RELAXED),
    };
    if (pvar->bind == MPI_T_BIND_NO_OBJECT)
        return MPI_SUCCESS;
    if (!object)
        return MPI_T_ERR_INVALID;
    if (!is_initialized())
        return MPI_T_ERR_INVALID; /* there are no communicators before MPI_Init and after MPI_Finalize */
    binding->comm = pvar->bind == MPI_T_BIND_MPI_WIN ? comm_of_win(handle_of(object, MPIR_WIN))
                                                     : valid_comm(handle_of(object, MPIR_COMM));
    if (!binding->comm)
        return MPI_T_ERR_INVALID;
    binding->context_id = (uint32_t)binding->comm->context_id;
    binding->rank = (uint32_t)MPIR_Process.rank;
    int error = make_room(binding);
    if (!error)
        mpimon_binding_complete(binding);
    return error;
}

void mpimon_binding_complete(struct mpimon_binding *binding) {
    if (!binding->comm || binding->index != UINT32_MAX || !mpimon_segment())
        return;
    binding->index = mpimon_communicator_index(binding->comm);
    binding->generation = mpimon_communicator_generation(binding->index);
    list_members(binding);
}

void mpimon_binding_free(struct mpimon_binding *binding) {
    free(binding->peers);
    binding->peers = NULL;
}

int mpimon_binding_is_alive(const struct mpimon_binding *binding) {
    if (!binding->comm)
        return 1;
    /* The memory of communicators goes when MPI ends. */
    if (!is_initialized() || __atomic_load_n(&mpimon_ended, __ATOMIC_RELAXED) != binding->ended)
        return 0;
    MPIR_Comm *comm = binding->comm;
    if (MPIR_Object_get_ref(comm) == 0 || (uint32_t)comm->context_id != binding->context_id)
        return 0;
    /* The object may serve another communicator with the same context by now. */
    return binding->index == UINT32_MAX || (mpimon_communicator_live(binding->index) == comm &&
                                            mpimon_communicator_generation(binding->index) == binding->generation);
}

uint32_t mpimon_binding_rank(const struct mpimon_binding *binding, uint32_t peer) {
    if (peer < binding->size && binding->peers[peer] == peer)
        return peer; /* in world order */
    uint32_t low = 0, high = binding->size;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (binding->peers[binding->ranks[middle]] < peer)
            low = middle + 1;
        else
            high = middle;
    }
    return low < binding->size && binding->peers[binding->ranks[low]] == peer ? binding->ranks[low] : UINT32_MAX;
}
