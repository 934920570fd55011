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
 * torn. Readers add up items that describe the same thing. (An item that may become that of something else, as an
 * mpimon_sample alone does, says how a reader can tell.)
 *
 * Included by C (the hooks, compiled inside MPICH) and C++17 (engine, profile, tools). Other processes, and later
 * versions, read what this one writes, so where each field lies is pinned below its structure.
 */
#ifndef MPIMON_ENGINE_LAYOUT_H
#define MPIMON_ENGINE_LAYOUT_H

#include "layout/block.h"
#include "layout/collectives.h"
#include "layout/communicators.h"
#include "layout/control.h"
#include "layout/files.h"
#include "layout/header.h"
#include "layout/overlap.h"
#include "layout/places.h"
#include "layout/plugins.h"
#include "layout/timeline.h"
#include "layout/traffic.h"
#include "layout/waits.h"

#endif
