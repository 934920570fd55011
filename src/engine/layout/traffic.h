/* Messages, where in the program they were counted, and what MPICH holds of them. */
#ifndef MPIMON_LAYOUT_TRAFFIC_H
#define MPIMON_LAYOUT_TRAFFIC_H

#include "block.h"

/* Stands for no region, or for no function. */
#define MPIMON_NONE UINT32_MAX

/* Where something was counted: in which region, and in which MPI function. The first one is (none, none). */
struct mpimon_context {
    uint32_t region;   /* index of an mpimon_region, or NONE */
    uint32_t function; /* index of an mpimon_name, such as "MPI_Isend", or NONE */
};
MPIMON_PIN(context, 8, MPIMON_AT(context, region, 0) && MPIMON_AT(context, function, 4));

/* Regions within one another, the outermost included, and regions in all: no process has more. */
enum { MPIMON_REGION_DEPTH = 64, MPIMON_REGIONS = 4096 };

/* Detail `regions`: a named part of the application, within another one or at the top. */
struct mpimon_region {
    uint32_t name;   /* index of an mpimon_name */
    uint32_t parent; /* index of an mpimon_region, or NONE */
    uint64_t entries;
    uint64_t time; /* in ticks: from entering to leaving, regions within included, over all threads */
};
MPIMON_PIN(region, 24,
           MPIMON_AT(region, name, 0) && MPIMON_AT(region, parent, 4) && MPIMON_AT(region, entries, 8) &&
               MPIMON_AT(region, time, 16));

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
MPIMON_PIN(flow, 32,
           MPIMON_AT(flow, communicator, 0) && MPIMON_AT(flow, peer, 4) && MPIMON_AT(flow, traffic_class, 8) &&
               MPIMON_AT(flow, path, 9) && MPIMON_AT(flow, direction, 10) && MPIMON_AT(flow, context, 12) &&
               MPIMON_AT(flow, messages, 16) && MPIMON_AT(flow, bytes, 24));

/* Sizes of the messages sent, per class. Items of segments that were made before class `io` was have no more than the
 * first MPIMON_FIRST_CLASSES. */
struct mpimon_histograms {
    uint64_t bins[MPIMON_CLASSES][MPIMON_BINS];
};
enum { MPIMON_FIRST_CLASSES = 5 };
MPIMON_PIN(histograms, 6 * 65 * 8, MPIMON_AT(histograms, bins[1], 65 * 8));

/* Detail `sizes`: messages of one class, and of sizes of one bin, that were sent to one peer. There are items only for
 * what was seen: most peers get messages of a few sizes. */
struct mpimon_size {
    uint32_t peer;
    uint8_t traffic_class; /* enum mpimon_class */
    uint8_t bin;           /* as in the histograms */
    uint16_t reserved;
    uint64_t messages;
};
MPIMON_PIN(size, 16,
           MPIMON_AT(size, peer, 0) && MPIMON_AT(size, traffic_class, 4) && MPIMON_AT(size, bin, 5) &&
               MPIMON_AT(size, messages, 8));

/* Detail `functions`: sent messages of one class in one context whose data does not lie together, since their datatype
 * is derived and not contiguous. */
struct mpimon_noncontiguous {
    uint32_t context;      /* index of an mpimon_context */
    uint8_t traffic_class; /* enum mpimon_class */
    uint8_t reserved[3];
    uint64_t messages;
    uint64_t bytes;
    uint64_t blocks; /* pieces that lie together, by the datatypes */
};
MPIMON_PIN(noncontiguous, 32,
           MPIMON_AT(noncontiguous, context, 0) && MPIMON_AT(noncontiguous, traffic_class, 4) &&
               MPIMON_AT(noncontiguous, messages, 8) && MPIMON_AT(noncontiguous, bytes, 16) &&
               MPIMON_AT(noncontiguous, blocks, 24));

/* Detail `functions`: one MPI function in one region. A call made inside another is part of that one. */
struct mpimon_function {
    uint32_t name;    /* index of an mpimon_name, such as "MPI_Isend" */
    uint32_t context; /* index of an mpimon_context */
    uint64_t calls;
    uint64_t time;     /* of the whole calls; this and the next two are in ticks */
    uint64_t shortest; /* UINT64_MAX before the first call */
    uint64_t longest;
};
MPIMON_PIN(function, 40,
           MPIMON_AT(function, name, 0) && MPIMON_AT(function, context, 4) && MPIMON_AT(function, calls, 8) &&
               MPIMON_AT(function, time, 16) && MPIMON_AT(function, shortest, 24) && MPIMON_AT(function, longest, 32));

/* Detail `gauges`: how a quantity inside MPICH, such as the length of a queue, changed in one context. */
struct mpimon_gauge {
    uint32_t name;    /* index of an mpimon_name, such as "unexpected_messages" */
    uint32_t context; /* index of an mpimon_context */
    uint64_t rises;   /* sum of all changes upwards */
    uint64_t falls;   /* and downwards */
    uint64_t highest; /* the highest value that a change in this context has led to */
};
MPIMON_PIN(gauge, 32,
           MPIMON_AT(gauge, name, 0) && MPIMON_AT(gauge, context, 4) && MPIMON_AT(gauge, rises, 8) &&
               MPIMON_AT(gauge, falls, 16) && MPIMON_AT(gauge, highest, 24));

#endif
