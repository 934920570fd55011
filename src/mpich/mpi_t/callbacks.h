/*
 * What the info blocks name: callbacks, and the arguments that tell them which variable it is.
 */
#ifndef MPIMON_CALLBACKS_H
#define MPIMON_CALLBACKS_H

#include "../../engine/tables/iterator.h"
#include "../../profile/format/operations.h"
#include "../count/gauges/watermarks.h"
#include "../overlap/overlap_counters.h"
#include "pvar.h"

/* Direction, quantity and a class (or path, or what Open MPI counts together) in one number. */
enum { MPIMON_PVAR_MESSAGES, MPIMON_PVAR_BYTES, MPIMON_PVAR_QUANTITIES };
enum { MPIMON_PVAR_DIRECTIONS = MPIMON_RECEIVED + 1 };
MPIMON_STATIC_ASSERT(MPIMON_SENT == 0, "an argument has room for both directions");
#define MPIMON_PVAR_ARGUMENT(of, direction, quantity) \
    (((of)*MPIMON_PVAR_DIRECTIONS + (direction)) * MPIMON_PVAR_QUANTITIES + (quantity))
#define MPIMON_PVAR_SENT_MESSAGES(of) MPIMON_PVAR_ARGUMENT(of, MPIMON_SENT, MPIMON_PVAR_MESSAGES)
#define MPIMON_PVAR_SENT_BYTES(of) MPIMON_PVAR_ARGUMENT(of, MPIMON_SENT, MPIMON_PVAR_BYTES)
#define MPIMON_PVAR_RECEIVED_MESSAGES(of) MPIMON_PVAR_ARGUMENT(of, MPIMON_RECEIVED, MPIMON_PVAR_MESSAGES)
#define MPIMON_PVAR_RECEIVED_BYTES(of) MPIMON_PVAR_ARGUMENT(of, MPIMON_RECEIVED, MPIMON_PVAR_BYTES)

static inline uint64_t mpimon_quantity_of(const struct mpimon_flow *flow, long argument) {
    return mpimon_read(argument % MPIMON_PVAR_QUANTITIES == MPIMON_PVAR_BYTES ? &flow->bytes : &flow->messages);
}

static inline int mpimon_direction_of(long argument) {
    return argument / MPIMON_PVAR_QUANTITIES % MPIMON_PVAR_DIRECTIONS;
}

/* The class, or path, or what Open MPI counts together. */
static inline long mpimon_what_of(long argument) {
    return argument / (MPIMON_PVAR_QUANTITIES * MPIMON_PVAR_DIRECTIONS);
}

/* Which times of a function a variable has. */
enum { MPIMON_PVAR_ALL_CALLS, MPIMON_PVAR_SHORTEST_CALL, MPIMON_PVAR_LONGEST_CALL };

/* What a variable tells of noncontiguous messages. */
enum { MPIMON_PVAR_NONCONTIGUOUS_MESSAGES, MPIMON_PVAR_NONCONTIGUOUS_BYTES, MPIMON_PVAR_NONCONTIGUOUS_BLOCKS };

/* The numbers by which a file's accesses say whether they write. */
enum { MPIMON_PVAR_FILES_READ, MPIMON_PVAR_FILES_WRITTEN };

enum { MPIMON_BYTES_OBJECT, MPIMON_BYTES_PACKET_BUFFER, MPIMON_BYTES_CELL, MPIMON_BYTES_SEGMENT };

enum { MPIMON_PLACE_NODE, MPIMON_PLACE_PACKAGE, MPIMON_PLACE_NUMA_NODE, MPIMON_PLACE_L3, MPIMON_PLACE_CORE };

enum { MPIMON_OPENMPI_PML, MPIMON_OPENMPI_OSC };

#define MPIMON_PVAR(name, category, varclass, datatype, bind, count_kind, count, enumeration, continuous, readonly, \
                    atomic, verbosity, read, write, notify, argument, description)                                  \
    MPIMON_HIDDEN mpimon_pvar_read_fn read;
#include "performance_variables.inc"

MPIMON_HIDDEN mpimon_pvar_write_fn mpimon_pvar_flush_write;
MPIMON_HIDDEN mpimon_pvar_notify_fn mpimon_pvar_flush_notify, mpimon_pvar_asked_notify;

#endif
