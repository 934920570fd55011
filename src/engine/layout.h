/*
 * The segment: one process's counters, in one contiguous region of memory (private, or a file that others map).
 *
 *   offset 0                 mpimon_header            one, fixed size
 *          header.header_size  +--------------------+
 *                              | mpimon_block        |  kind, item size, capacity, count
 *                              | items ...           |
 *                              +--------------------+
 *                              | mpimon_block        |  next block starts at this one's offset + its `size`
 *                              | items ...           |
 *                              +--------------------+
 *          header.used         first byte not yet in use
 *
 * A reader goes from block to block, header_size to used, and needs no pointer: items refer to each other by index (the
 * order of items of one kind over all blocks of that kind) or by byte offset from the start of the segment. Blocks
 * never move or shrink, and items never move, so a reader may look while the process counts. A counter is written by
 * one thread only (each thread has blocks of its own) and is an aligned 64-bit word: a reader sees it old or new, never
 * torn. Readers add up items that describe the same thing.
 *
 * Included by C (the hooks, compiled inside MPICH) and C++17 (engine, profile, tools); the sizes are pinned by
 * test/unit/layout_test.cc.
 */
#ifndef MPIMON_ENGINE_LAYOUT_H
#define MPIMON_ENGINE_LAYOUT_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define MPIMON_SEGMENT_MAGIC UINT64_C(0x314745534E4F4D50) /* "PMONSEG1" read as little-endian bytes */
#define MPIMON_SEGMENT_VERSION 1

/* Why a message was sent. */
enum mpimon_class {
    MPIMON_CLASS_P2P,  /* the user called a send */
    MPIMON_CLASS_COLL, /* a collective's algorithm sent it */
    MPIMON_CLASS_RMA,  /* put, get, accumulate and the atomics */
    MPIMON_CLASS_PART, /* partitioned */
    MPIMON_CLASS_CTRL, /* protocol and synchronisation */
    MPIMON_CLASSES
};

/* How it went. */
enum mpimon_path {
    MPIMON_PATH_SELF, /* to the process itself */
    MPIMON_PATH_SHM,  /* shared-memory cells */
    MPIMON_PATH_IPC,  /* direct copy between processes */
    MPIMON_PATH_NET,  /* the netmod */
    MPIMON_PATHS
};

/*
 * Sent messages of two-sided classes are received or, with detail `receives`, counted apart: `cancelled` by the sender,
 * `unreceived` at the end by the process that they reached.
 */
enum mpimon_direction { MPIMON_SENT, MPIMON_RECEIVED, MPIMON_CANCELLED, MPIMON_UNRECEIVED, MPIMON_DIRECTIONS };

/* Histogram bins: 0 for empty messages, else 1 + floor(log2(bytes)); the last one takes 2^63 and above. */
enum { MPIMON_BINS = 65 };

/* Peers: a rank of MPI_COMM_WORLD, or FOREIGN_BIT + the index of an mpimon_foreign item, or UNKNOWN. */
#define MPIMON_PEER_FOREIGN_BIT UINT32_C(0x80000000)
#define MPIMON_PEER_UNKNOWN UINT32_C(0xFFFFFFFF)

enum mpimon_block_kind {
    MPIMON_BLOCK_FLOWS = 1,
    MPIMON_BLOCK_HISTOGRAMS,
    MPIMON_BLOCK_COMMUNICATORS,
    MPIMON_BLOCK_MEMBERS,
    MPIMON_BLOCK_COLLECTIVES,
    MPIMON_BLOCK_NAMES,
    MPIMON_BLOCK_FOREIGN,
    MPIMON_BLOCK_CVARS,
    MPIMON_BLOCK_FUNCTIONS,
    MPIMON_BLOCK_CONTEXTS,
    MPIMON_BLOCK_REGIONS,
    MPIMON_BLOCK_GAUGES,
    MPIMON_BLOCK_ASKED,
    MPIMON_BLOCK_SIZES
};

struct mpimon_block {
    uint32_t kind;      /* enum mpimon_block_kind; a reader skips kinds that it does not know */
    uint32_t item_size; /* bytes of one item */
    uint32_t capacity;  /* items that fit */
    uint32_t count;     /* items in use; written after the item itself */
    uint64_t size;      /* bytes of the block, this header included; a multiple of 64 */
    uint64_t reserved;
};

/* Stands for no region, or for no function. */
#define MPIMON_NONE UINT32_MAX

/* Where something was counted: in which region, and in which MPI function. The first one is (none, none). */
struct mpimon_context {
    uint32_t region;   /* index of an mpimon_region, or NONE */
    uint32_t function; /* index of an mpimon_name, such as "MPI_Isend", or NONE */
};

/* Regions within one another, the outermost included, and regions in all: no process has more. */
enum { MPIMON_REGION_DEPTH = 64, MPIMON_REGIONS = 4096 };

/* Detail `regions`: a named part of the application, within another one or at the top. */
struct mpimon_region {
    uint32_t name;   /* index of an mpimon_name */
    uint32_t parent; /* index of an mpimon_region, or NONE */
    uint64_t entries;
    uint64_t time; /* in ticks: from entering to leaving, regions within included, over all threads */
};

/* Messages and bytes of one class on one path between this process and one peer, over one communicator, in one context.
 */
struct mpimon_flow {
    uint32_t communicator; /* index of an mpimon_communicator */
    uint32_t peer;
    uint8_t traffic_class; /* enum mpimon_class */
    uint8_t path;          /* enum mpimon_path */
    uint8_t direction;     /* enum mpimon_direction */
    uint8_t reserved;
    uint32_t context; /* index of an mpimon_context */
    uint64_t messages;
    uint64_t bytes;
};

/* Sizes of the messages sent, per class. */
struct mpimon_histograms {
    uint64_t bins[MPIMON_CLASSES][MPIMON_BINS];
};

/* Detail `sizes`: messages of one class, and of sizes of one bin, that were sent to one peer. There are items only for
 * what was seen: most peers get messages of a few sizes. */
struct mpimon_size {
    uint32_t peer;
    uint8_t traffic_class; /* enum mpimon_class */
    uint8_t bin;           /* as in the histograms */
    uint16_t reserved;
    uint64_t messages;
};

enum mpimon_communicator_kind { MPIMON_INTRACOMM, MPIMON_INTERCOMM };

/* How the members map to peers. */
enum mpimon_members { MPIMON_MEMBERS_WORLD /* rank r is world rank r */, MPIMON_MEMBERS_LISTED };

enum { MPIMON_OBJECT_NAME = 128, MPIMON_NAME = 96, MPIMON_TEXT = 256 };

/*
 * A program may make the same communicator again and again, and free it: of so many with one context id and group, each
 * has an item, and the last of these is that of all that come later, in every process alike.
 */
enum { MPIMON_OCCURRENCES = 64 };

enum mpimon_topology {
    MPIMON_TOPOLOGY_NONE,
    MPIMON_TOPOLOGY_CARTESIAN,
    MPIMON_TOPOLOGY_GRAPH,
    MPIMON_TOPOLOGY_DIST_GRAPH
};

enum { MPIMON_DIMENSIONS = 8 };

/* How the program made a communicator. Nothing is known of those that are there from the beginning, of MPICH's own, and
 * of those made while monitoring was off. */
struct mpimon_origin {
    uint32_t function;   /* 1 + index of an mpimon_name, such as "MPI_Cart_create"; 0: not known */
    uint32_t parent;     /* 1 + index of the mpimon_communicator that it was made of; 0: of none */
    uint32_t region;     /* 1 + index of the mpimon_region that it was made in; 0: of none */
    int32_t color;       /* of MPI_Comm_split */
    uint8_t has_color;   /* whether it was made by MPI_Comm_split */
    uint8_t topology;    /* enum mpimon_topology */
    uint16_t dimensions; /* of a Cartesian topology; the first MPIMON_DIMENSIONS follow */
    uint32_t periodic;   /* bit i: dimension i is periodic */
    uint32_t sizes[MPIMON_DIMENSIONS];
    uint32_t sources, destinations; /* of a graph: neighbors that this process receives from, and sends to */
};

struct mpimon_communicator {
    uint32_t context_id;  /* MPICH's; recycled after a free */
    uint32_t occurrence;  /* how many communicators with this context id and group hash came before */
    uint64_t group_hash;  /* FNV-1a over kind, sizes, and the peer ids of the group, then of the remote group */
    uint32_t size;        /* processes of the (local) group */
    uint32_t remote_size; /* of the remote group; 0 for an intra-communicator */
    int32_t rank;         /* this process's rank in the (local) group */
    uint8_t kind;         /* enum mpimon_communicator_kind */
    uint8_t members;      /* enum mpimon_members */
    uint8_t freed;
    uint8_t internal; /* made by MPICH for itself (node-level parts of another one) */
    uint64_t
        members_offset; /* of `size` then `remote_size` uint32_t peers, from the segment's start; 0 if not listed */
    char name[MPIMON_OBJECT_NAME];
    uint32_t
        owner; /* 1 + index of the mpimon_communicator that this one is a part of; its messages count there; 0: none */
    uint32_t reserved;
    struct mpimon_origin origin;
};

enum mpimon_mode { MPIMON_BLOCKING, MPIMON_NONBLOCKING, MPIMON_PERSISTENT };
enum mpimon_role {
    MPIMON_ROLE_CALL, /* a call of the user */
    MPIMON_ROLE_STEP  /* a step of a call's algorithm, or a collective that the library itself needed */
};

/* One collective operation on one communicator by one algorithm in one context. */
struct mpimon_collective {
    uint32_t communicator;
    uint32_t operation;    /* index of an mpimon_name, such as "Bcast": as in MPI_Bcast, without MPI_, I and _init */
    uint32_t algorithm;    /* index of an mpimon_name: MPICH's function, such as "MPIR_Bcast_intra_binomial" */
    uint8_t mode;          /* enum mpimon_mode; a step has that of the call that it is a part of */
    uint8_t role;          /* enum mpimon_role */
    uint8_t shared_memory; /* its data goes through shared memory, not through messages */
    uint8_t reserved;
    uint64_t calls;
    uint64_t bytes;      /* by the caller's own arguments: what this process contributes; see docs/counters.md */
    uint64_t time;       /* in blocking calls, in ticks */
    uint64_t root_calls; /* of the calls, those where this process was the root; 0 for operations without one */
    uint64_t root_bytes;
    uint32_t context; /* index of an mpimon_context */
    uint32_t parent; /* of a step: 1 + index of the operation's mpimon_name whose call it is a part of; 0: of no call */
};

/*
 * What calls of one collective operation on one communicator exchange with one of its processes, by the caller's own
 * arguments and whatever the algorithm: kept while somebody asks for it, of operations whose calls do not tell it by
 * themselves, since each process has a count of its own. The process itself has an item, too, which no message goes
 * with: its `calls` are those that are kept here, so that the others of the operation can be told.
 */
struct mpimon_asked {
    uint32_t communicator; /* index of an mpimon_communicator */
    uint32_t peer;
    uint32_t operation; /* index of an mpimon_name */
    uint32_t reserved;
    uint64_t calls;
    uint64_t bytes;
};

struct mpimon_name {
    char text[MPIMON_NAME];
};

/* A process of another MPI_COMM_WORLD. MPICH knows it by its index in the address-vector table of its world. */
struct mpimon_foreign {
    uint32_t table;
    uint32_t index;
};

/* A control variable whose value differs from its default. */
struct mpimon_cvar {
    char name[MPIMON_NAME];
    char value[MPIMON_TEXT];
};

/* Detail `functions`: one MPI function in one region. A call made inside another is part of that one. */
struct mpimon_function {
    uint32_t name;    /* index of an mpimon_name, such as "MPI_Isend" */
    uint32_t context; /* index of an mpimon_context */
    uint64_t calls;
    uint64_t time;     /* of the whole calls; this and the next two are in ticks */
    uint64_t shortest; /* UINT64_MAX before the first call */
    uint64_t longest;
};

/* Detail `gauges`: how a quantity inside MPICH, such as the length of a queue, changed in one context. */
struct mpimon_gauge {
    uint32_t name;    /* index of an mpimon_name, such as "unexpected_messages" */
    uint32_t context; /* index of an mpimon_context */
    uint64_t rises;   /* sum of all changes upwards */
    uint64_t falls;   /* and downwards */
    uint64_t highest; /* the highest value that a change in this context has led to */
};

enum mpimon_state {
    MPIMON_RUNNING,
    MPIMON_COMPLETE, /* the process went through MPI_Finalize */
    MPIMON_WRITTEN   /* and its counters are where the user wants them: its file is of no use any more */
};

struct mpimon_header {
    uint64_t magic;
    uint32_t version;
    uint32_t header_size; /* bytes; the first block starts here */
    uint64_t used;        /* bytes in use, header included */
    uint32_t state;       /* enum mpimon_state */
    uint32_t pid;
    uint32_t world_rank;
    uint32_t world_size;
    int64_t start_time_ns; /* since 1970-01-01 00:00 UTC */
    int64_t end_time_ns;   /* 0 while running */
    char job_id[MPIMON_NAME];
    char host[MPIMON_TEXT];
    char user[MPIMON_NAME];
    char executable[MPIMON_TEXT];
    char mpich_version[MPIMON_NAME];
    char device[MPIMON_NAME];
    char project_version[MPIMON_NAME];
    char detail[MPIMON_TEXT];
    int32_t enable;   /* MPIR_CVAR_MONITORING_ENABLE */
    uint32_t spawned; /* this world was started by MPI_Comm_spawn */
    uint64_t start_ticks;
    int64_t start_clock_ns; /* at the same moment, of a clock that never jumps */
    uint64_t run_ticks;     /* what has passed since, when somebody last looked; 0: a tick is a nanosecond */
    uint64_t run_ns;
    uint64_t job_key;       /* the same in all processes of this world, and another one in every other world */
    uint64_t process_start; /* when the process began, in the host's own measure; 0 if not known */
    uint32_t locked;        /* a lock is on the file (flock) as long as the process lives */
    int32_t file_error;     /* errno value: the file cannot grow, and what follows it is in private memory; 0: it can */
};

/* Times in a segment are in ticks, the unit that is cheapest to read; this converts them. A result that is too large
 * for 64 bits becomes the largest number. */
static inline uint64_t mpimon_ticks_to_ns(const struct mpimon_header *header, uint64_t ticks) {
    if (header->run_ticks == 0)
        return ticks;
    const double ns = (double)ticks * ((double)header->run_ns / (double)header->run_ticks) + 0.5;
    return ns < 0x1p64 ? (uint64_t)ns : UINT64_MAX;
}

#ifdef __cplusplus
}
#endif

#endif
