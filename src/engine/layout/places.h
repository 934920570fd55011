/* Where a process runs, and how it reaches its peers. */
#ifndef MPIMON_LAYOUT_PLACES_H
#define MPIMON_LAYOUT_PLACES_H

#include "block.h"

/*
 * Where the process is. A process may move, so there is an item for where it was at first and, if that has changed, one
 * for where it was at the end: the last one counts.
 */
struct mpimon_place {
    char node[MPIMON_TEXT];   /* the node's name: the batch system's, else the host's */
    char cpuset[MPIMON_TEXT]; /* the processors that it may run on, as the system numbers them: "0-3,8"; "..." if cut */
    uint32_t node_index;      /* MPICH's number of the node */
    uint8_t by_name;          /* the name alone tells nodes apart; else nodes of one name have different numbers */
    uint8_t bound;            /* the following are known */
    uint8_t alone;            /* MPICH takes it for the only process of its node */
    uint8_t reserved;
    uint32_t
        package; /* hwloc's logical index of the one in which all these processors are, as below; NONE: in several */
    uint32_t numa_node;
    uint32_t l3;
    uint32_t core;
    uint32_t seen; /* a hash of the processors that hwloc sees: for who sees others, the indices mean others, too */
    uint32_t reserved_too;
    uint64_t topology; /* a hash of the description of the node's hardware; 0: not known */
};
MPIMON_PIN(place, 552,
           MPIMON_AT(place, node, 0) && MPIMON_AT(place, cpuset, 256) && MPIMON_AT(place, node_index, 512) &&
               MPIMON_AT(place, by_name, 516) && MPIMON_AT(place, bound, 517) && MPIMON_AT(place, alone, 518) &&
               MPIMON_AT(place, package, 520) && MPIMON_AT(place, numa_node, 524) && MPIMON_AT(place, l3, 528) &&
               MPIMON_AT(place, core, 532) && MPIMON_AT(place, seen, 536) && MPIMON_AT(place, topology, 544));

/* How the network module reaches a peer: an item for each transport that it uses, in the network module's order. */
struct mpimon_transport {
    uint32_t peer;
    uint32_t name; /* index of an mpimon_name, such as "posix/memory" */
};
MPIMON_PIN(transport, 8, MPIMON_AT(transport, peer, 0) && MPIMON_AT(transport, name, 4));

/* The description of the node's hardware, in XML as hwloc reads it, cut into items; the last one has zeros at its end.
 * Not all processes of a node have it, nor do all nodes: equal ones have equal hashes in their places. */
enum { MPIMON_HARDWARE_BYTES = 256 * 1024 /* no description is longer */ };
struct mpimon_hardware {
    char text[MPIMON_TEXT];
};
MPIMON_PIN(hardware, 256, MPIMON_AT(hardware, text, 0));

#endif
