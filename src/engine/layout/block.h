/* What all blocks of a segment have: kinds, names, and the numbers by which traffic is told apart. */
#ifndef MPIMON_LAYOUT_BLOCK_H
#define MPIMON_LAYOUT_BLOCK_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
#define MPIMON_STATIC_ASSERT static_assert
#else
#define MPIMON_STATIC_ASSERT __extension__ _Static_assert /* C99 has none */
#endif

#define MPIMON_SEGMENT_MAGIC UINT64_C(0x314745534E4F4D50) /* "PMONSEG1" read as little-endian bytes */
#define MPIMON_SEGMENT_VERSION 1

/* The size of struct mpimon_ITEM, and the offsets of its fields, one MPIMON_AT for each. */
#define MPIMON_PIN(item, size, fields) \
    MPIMON_STATIC_ASSERT(sizeof(struct mpimon_##item) == (size) && (fields), "the layout of mpimon_" #item)
#define MPIMON_AT(item, field, offset) (offsetof(struct mpimon_##item, field) == (offset))

/* Why a message was sent. */
enum mpimon_class {
    MPIMON_CLASS_P2P,  /* the user called a send */
    MPIMON_CLASS_COLL, /* a collective's algorithm sent it */
    MPIMON_CLASS_RMA,  /* put, get, accumulate and the atomics */
    MPIMON_CLASS_PART, /* partitioned */
    MPIMON_CLASS_CTRL, /* protocol and synchronisation */
    MPIMON_CLASS_IO,   /* MPI-IO, between the processes: such as the data of two-phase input and output */
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
MPIMON_STATIC_ASSERT(MPIMON_CLASSES == 6 && MPIMON_PATHS == 4, "files have classes and paths by these numbers");

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
    MPIMON_BLOCK_SIZES,
    MPIMON_BLOCK_PLACES = 15,
    MPIMON_BLOCK_TRANSPORTS = 16,
    MPIMON_BLOCK_TOPOLOGIES = 17,
    MPIMON_BLOCK_WAITS = 18,
    MPIMON_BLOCK_COLLECTIVE_SIZES = 19,
    MPIMON_BLOCK_FILES = 20,
    MPIMON_BLOCK_TIMELINE = 21,
    MPIMON_BLOCK_FILE_ACCESSES = 22,
    MPIMON_BLOCK_SAMPLES = 23,
    MPIMON_BLOCK_TRIALS = 24,
    MPIMON_BLOCK_CONTROL = 25,
    MPIMON_BLOCK_CHANGES = 26,
    MPIMON_BLOCK_PLUGINS = 27,
    MPIMON_BLOCK_ADVICE = 28,
    MPIMON_BLOCK_OVERLAP_SITES = 29,
    MPIMON_BLOCK_NONCONTIGUOUS = 30
};
MPIMON_STATIC_ASSERT(MPIMON_BLOCK_SIZES == 14, "files have kinds of blocks by these numbers");

struct mpimon_block {
    uint32_t kind;      /* enum mpimon_block_kind; a reader skips kinds that it does not know */
    uint32_t item_size; /* bytes of one item */
    uint32_t capacity;  /* items that fit */
    uint32_t count;     /* items in use; written after the item itself */
    uint64_t size;      /* bytes of the block, this header included; a multiple of 64 */
    uint64_t reserved;
};
MPIMON_PIN(block, 32,
           MPIMON_AT(block, kind, 0) && MPIMON_AT(block, item_size, 4) && MPIMON_AT(block, capacity, 8) &&
               MPIMON_AT(block, count, 12) && MPIMON_AT(block, size, 16));

enum { MPIMON_OBJECT_NAME = 128, MPIMON_NAME = 96, MPIMON_TEXT = 256 };

struct mpimon_name {
    char text[MPIMON_NAME];
};
MPIMON_PIN(name, 96, MPIMON_AT(name, text, 0));

#endif
