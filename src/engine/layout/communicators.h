/* Communicators, where they come from, and processes of other worlds. */
#ifndef MPIMON_LAYOUT_COMMUNICATORS_H
#define MPIMON_LAYOUT_COMMUNICATORS_H

#include "block.h"

enum mpimon_communicator_kind { MPIMON_INTRACOMM, MPIMON_INTERCOMM };

/* How the members map to peers. */
enum mpimon_members { MPIMON_MEMBERS_WORLD /* rank r is world rank r */, MPIMON_MEMBERS_LISTED };

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
MPIMON_PIN(origin, 64,
           MPIMON_AT(origin, function, 0) && MPIMON_AT(origin, parent, 4) && MPIMON_AT(origin, region, 8) &&
               MPIMON_AT(origin, color, 12) && MPIMON_AT(origin, has_color, 16) && MPIMON_AT(origin, topology, 17) &&
               MPIMON_AT(origin, dimensions, 18) && MPIMON_AT(origin, periodic, 20) && MPIMON_AT(origin, sizes, 24) &&
               MPIMON_AT(origin, sources, 56) && MPIMON_AT(origin, destinations, 60));

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
    uint32_t
        reordered; /* ranks in it are not those of the one that it was made of: each does now what another one did */
    struct mpimon_origin origin;
};
MPIMON_PIN(communicator, 240,
           MPIMON_AT(communicator, context_id, 0) && MPIMON_AT(communicator, occurrence, 4) &&
               MPIMON_AT(communicator, group_hash, 8) && MPIMON_AT(communicator, size, 16) &&
               MPIMON_AT(communicator, remote_size, 20) && MPIMON_AT(communicator, rank, 24) &&
               MPIMON_AT(communicator, kind, 28) && MPIMON_AT(communicator, members, 29) &&
               MPIMON_AT(communicator, freed, 30) && MPIMON_AT(communicator, internal, 31) &&
               MPIMON_AT(communicator, members_offset, 32) && MPIMON_AT(communicator, name, 40) &&
               MPIMON_AT(communicator, owner, 168) && MPIMON_AT(communicator, origin, 176));

/* A process of another MPI_COMM_WORLD. MPICH knows it by its index in the address-vector table of its world. */
struct mpimon_foreign {
    uint32_t table;
    uint32_t index;
};
MPIMON_PIN(foreign, 8, MPIMON_AT(foreign, table, 0) && MPIMON_AT(foreign, index, 4));

#endif
