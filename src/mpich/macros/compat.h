/*
 * What differs between the MPICH series that this project supports, 4.0 to 5.0: the only file that asks. A feature is
 * asked for by a macro that it brings along, and by MPICH's version only where there is none.
 */
#ifndef MPIMON_COMPAT_H
#define MPIMON_COMPAT_H

/* The device's name, as `mpichversion` shows it; 4.0 declares it, later series only define it. */
extern const char MPII_Version_device[];

/* Is true from the end of MPI_Init to the beginning of MPI_Finalize's own work. */
#define MPIMON_IS_INITIALIZED() (MPL_atomic_load_int(&MPIR_Process.mpich_state) == MPICH_MPI_STATE__INITIALIZED)

/* Where 4.0 passes a context offset, later versions pass attributes with the offset in their lowest bit. */
#if MPICH_NUMVERSION >= 40100000
#define MPIMON_CONTEXT attr
#else
#define MPIMON_CONTEXT context_offset
#endif

/* The user's own messages have this there; its names in MPICH differ. */
#define MPIMON_PT2PT 0

/* The last argument of internal collectives and sends: until 4.1 by reference, and receives had one, too. */
#if MPICH_NUMVERSION >= 40200000
#define MPIMON_COLL_ATTRIBUTE 0
#define MPIMON_RECEIVE_STATUS MPI_STATUS_IGNORE
#else
#define MPIMON_COLL_ATTRIBUTE \
    &(MPIR_Errflag_t) {       \
        MPIR_ERR_NONE         \
    }
#define MPIMON_RECEIVE_STATUS MPI_STATUS_IGNORE, MPIMON_COLL_ATTRIBUTE
#endif

/* From 5.0 on, the library inside knows no MPI_INT: the binding replaces it by a type of the same size and kind. */
#ifdef MPIR_DATATYPE_REPLACE_BUILTIN
#define MPIMON_INT MPIR_INT_INTERNAL
#define MPIMON_UINT64 MPIR_UINT64
#define MPIMON_BYTE MPIR_FIXED8
#else
#define MPIMON_INT MPI_INT
#define MPIMON_UINT64 MPI_UINT64_T
#define MPIMON_BYTE MPI_BYTE
#endif

/* Whether only the process itself is in the communicator, and its messages never leave CH4. */
#ifdef MPIR_is_self_comm
#define MPIMON_IS_SELF_COMM(comm) MPIR_is_self_comm(comm)
#else
#define MPIMON_IS_SELF_COMM(comm) MPIDI_is_self_comm(comm)
#endif

/* Whether the library made the communicator for itself, of one node's processes or of one process per node. */
#ifdef MPIR_COMM_ATTR__SUBCOMM
#define MPIMON_IS_SUBCOMMUNICATOR(comm) (((comm)->attr & MPIR_COMM_ATTR__SUBCOMM) != 0)
#else
#define MPIMON_IS_SUBCOMMUNICATOR(comm)                          \
    ((comm)->hierarchy_kind == MPIR_COMM_HIERARCHY_KIND__NODE || \
     (comm)->hierarchy_kind == MPIR_COMM_HIERARCHY_KIND__NODE_ROOTS)
#endif

/* Whether it is the local group of an inter-communicator, which the library made for that one's collectives. */
#define MPIMON_IS_LOCAL_GROUP(comm) (MPIR_CONTEXT_READ_FIELD(IS_LOCALCOMM, (comm)->context_id) != 0)

/* The rank that a partitioned receive is from. */
#if MPICH_NUMVERSION >= 40300000
#define MPIMON_PART_SOURCE(request) ((request)->status.MPI_SOURCE)
#else
#define MPIMON_PART_SOURCE(request) MPIDI_PART_REQUEST(request, u.recv.source)
#endif

/* A process's own queues of free cells in a pool of shared memory, and cells in each: one queue before 4.3. */
#if MPICH_NUMVERSION >= 40300000
#define MPIMON_FREE_QUEUES(pool) ((pool)->num_free_queue)
#define MPIMON_CELLS_PER_QUEUE(pool) ((pool)->cells_per_free_queue)
#else
#define MPIMON_FREE_QUEUES(pool) ((uintptr_t)1)
#define MPIMON_CELLS_PER_QUEUE(pool) ((pool)->cells_per_proc)
#endif

/* The lock of a virtual interface; and how many there are, those that programs reserve included, from 4.1 on. */
#if MPICH_NUMVERSION >= 50000000
#define MPIMON_VCI_LOCK(vci) MPIDI_VCI_LOCK(vci)
#else
#define MPIMON_VCI_LOCK(vci) MPIDI_VCI(vci).lock
#endif
#if MPICH_NUMVERSION >= 40100000
#define MPIMON_VCIS MPIDI_global.n_total_vcis
#else
#define MPIMON_VCIS MPIDI_global.n_vcis
#endif

/* Register a function that MPICH calls where it makes progress, with arguments that it does not look at. Series differ
 * in whether virtual interfaces are told apart, and in what they are called with. */
#define MPIMON_REGISTER_PROGRESS(function, id)                                                            \
    ({                                                                                                    \
        void *mpimon_register = (void *)MPIR_Progress_hook_register, *mpimon_called = (function);         \
        __builtin_types_compatible_p(__typeof__(MPIR_Progress_hook_register), int(int (*)(int *), int *)) \
            ? ((int (*)(void *, int *))mpimon_register)(mpimon_called, id)                                \
            : ((int (*)(int, void *, int *))mpimon_register)(-1, mpimon_called, id);                      \
    })

/* The process that has a rank, as the number of its world (0: this one) and its index there. */
struct mpimon_process {
    int world, index;
};

/* What the device knows of the process of this rank of the world: a pointer to its entry in the address vector. */
#ifdef MPIR_LPID_WORLD_INDEX
#define MPIMON_AV(rank) MPIDIU_lpid_to_av((MPIR_Lpid)(rank))
#else
#define MPIMON_AV(rank) (&MPIDIU_get_av(0, rank))
#endif

/* PROCESS_OF takes ranks of the remote group, if there is one, LOCAL_PROCESS_OF those of the local group. Both are
 * macros, since the functions of the device that they call are not declared everywhere. */
#ifdef MPIR_LPID_WORLD_INDEX
#define MPIMON_PROCESS_OF_LPID(lpid) \
    ((struct mpimon_process){(int)MPIR_LPID_WORLD_INDEX(lpid), (int)MPIR_LPID_WORLD_RANK(lpid)})
#define MPIMON_PROCESS_OF(comm, rank, process) (*(process) = MPIMON_PROCESS_OF_LPID(MPIR_comm_rank_to_lpid(comm, rank)))
#define MPIMON_LOCAL_PROCESS_OF(comm, rank, process) \
    (*(process) = MPIMON_PROCESS_OF_LPID(MPIR_Group_rank_to_lpid((comm)->local_group, rank)))
#else
#define MPIMON_PROCESS_OF(comm, rank, process) MPIDIU_comm_rank_to_pid(comm, rank, &(process)->index, &(process)->world)
#define MPIMON_LOCAL_PROCESS_OF(comm, rank, process) \
    MPIDIU_comm_rank_to_pid_local(comm, rank, &(process)->index, &(process)->world)
#endif

#endif
