/*
 * Performance variables of this project: what they are, what binds them to a communicator or a window, and what is kept
 * for a handle.
 *
 * The table is made from the info blocks (performance_variables.inc); MPICH's calls come in through variables.h.
 */
#ifndef MPIMON_PVAR_H
#define MPIMON_PVAR_H

/* What a variable is bound to; without an object, comm is NULL and size 0. */
struct mpimon_binding {
    MPIR_Comm *comm;     /* the communicator, or that of the window */
    uint32_t index;      /* the engine's, or UINT32_MAX if nothing was counted when it was bound */
    uint32_t generation; /* of that index, which another communicator may get */
    uint32_t context_id; /* tells whether the object still is this communicator: it may serve another one later */
    uint32_t rank;       /* of this process, as a peer */
    uint32_t size;       /* members: of an inter-communicator those of the remote group */
    uint32_t region;     /* in which the thread was that bound it */
    uint32_t ended;      /* mpimon_ended at that time */
    uint32_t *peers;     /* by rank; nothing while index is UINT32_MAX */
    uint32_t *ranks;     /* in the order of their peers */
};

/* Rank of the peer in the binding, or UINT32_MAX. */
MPIMON_HIDDEN uint32_t mpimon_binding_rank(const struct mpimon_binding *binding, uint32_t peer);

union mpimon_value {
    uint64_t count;
    double number;
};

struct mpimon_pvar_handle;

/* Adds the variable's present values to `values`, which are zero. */
typedef void mpimon_pvar_read_fn(const struct mpimon_binding *binding, long argument, int count,
                                 union mpimon_value *values);
/* Returns an MPI error class. */
typedef int mpimon_pvar_write_fn(struct mpimon_pvar_handle *handle, const void *buffer);
enum mpimon_pvar_event { MPIMON_PVAR_BOUND, MPIMON_PVAR_STARTED, MPIMON_PVAR_STOPPED, MPIMON_PVAR_FREED };
typedef int mpimon_pvar_notify_fn(struct mpimon_pvar_handle *handle, enum mpimon_pvar_event event);

enum mpimon_count_kind {
    MPIMON_COUNT_FIXED,
    MPIMON_COUNT_COMM_SIZE, /* members of the bound object */
    MPIMON_COUNT_BINS,      /* of a histogram */
    MPIMON_COUNT_ENUM,      /* items of the enumeration */
    MPIMON_COUNT_TEXT       /* as long as the text is */
};

struct mpimon_pvar {
    const char *name;
    const char *category;
    MPIR_T_pvar_class_t varclass;
    MPI_Datatype datatype;
    MPIR_T_bind_t bind;
    enum mpimon_count_kind count_kind;
    int count;
    const char *enumeration;
    int continuous, readonly, atomic;
    MPIR_T_verbosity_t verbosity;
    mpimon_pvar_read_fn *read;
    mpimon_pvar_write_fn *write;
    mpimon_pvar_notify_fn *notify;
    long argument;
    const char *description;
};

/*
 * What MPICH's handle leads to. A variable that counts on (COUNTER, AGGREGATE, TIMER, and Open MPI's of class SIZE) is,
 * for the handle, the sum of what it grew by while the handle was started: `sum` when stopped, and `base` is what to
 * take off the present value while it runs.
 */
struct mpimon_pvar_handle {
    const struct mpimon_pvar *pvar;
    struct mpimon_binding binding;
    int count;
    int started;
    struct mpimon_pvar_watermark *watermark; /* of a watermark */
    union mpimon_value *sum, *base, *now;
    void *own;                              /* the variable's, for its callbacks */
    struct mpimon_pvar_handle *prev, *next; /* all handles */
};

/* The object that an MPI_T tool names: fills the binding. Returns an MPI error class; nothing is allocated then. */
MPIMON_HIDDEN int mpimon_binding_make(const struct mpimon_pvar *pvar, void *object, struct mpimon_binding *binding);
/* Has to be called before values are read: it finds the members in the engine, which may have started since. */
MPIMON_HIDDEN void mpimon_binding_complete(struct mpimon_binding *binding);
MPIMON_HIDDEN void mpimon_binding_free(struct mpimon_binding *binding);
/* Whether the bound object is still there. */
MPIMON_HIDDEN int mpimon_binding_is_alive(const struct mpimon_binding *binding);

/* How many values the variable has with this binding. */
MPIMON_HIDDEN int mpimon_pvar_elements(const struct mpimon_pvar *pvar, const struct mpimon_binding *binding);

/* The text of a variable that is one, with its closing zero, into count + 1 bytes. */
MPIMON_HIDDEN int mpimon_pvar_read_text(const struct mpimon_pvar_handle *handle, char *buffer);

#endif
