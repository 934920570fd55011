/*
 * The hooks that the semantic patches place in MPICH. mpiimpl.h includes this header after MPICH's types and before the
 * device's inline functions, so every MPICH file sees it.
 */
#ifndef MPIMON_HOOKS_H
#define MPIMON_HOOKS_H

#include "../../engine/engine.h"
#include "compat.h"
#include "switch.h"

/* 1 while messages are counted; while regions (detail `regions`) are. */
extern MPIMON_HIDDEN unsigned char mpimon_on;
extern MPIMON_HIDDEN unsigned char mpimon_regions_on;

/* Tells why posted receives get their pending keys: to be counted (detail `receives`), or for waits to know what they
 * are of (detail `waits`). 0: they get none. */
enum { MPIMON_RECEIVES_COUNTED = 1, MPIMON_RECEIVES_KNOWN = 2 };
extern MPIMON_HIDDEN unsigned char mpimon_receives_on;

/* Not 0 while receives that were posted to be counted may still complete. COUNT: they are counted, in MPI_Finalize for
 * a little longer than new ones. PASS: monitoring was switched off since, so they only leave the gauges of posted ones.
 */
enum { MPIMON_RECEIVES_PASS = 1, MPIMON_RECEIVES_COUNT };
extern MPIMON_HIDDEN unsigned char mpimon_receives_due;

/* Counts the runs of the engine, from 1: what a site in the code remembers of an earlier run is void. */
extern MPIMON_HIDDEN uint32_t mpimon_run;

/* Counts how often mpimon_on was switched; and the ends of MPI, after which the memory of its objects is gone. */
extern MPIMON_HIDDEN uint32_t mpimon_switched, mpimon_ended;

#include "../fixes/fixes.h"
#include "../fixes/mpi_t.h"
#include "../fixes/tuning_files.h"
#include "hook_collective.h"
#include "hook_explore.h"
#include "hook_function.h"
#include "hook_gauge.h"
#include "hook_lifetime.h"
#include "hook_message.h"
#include "hook_mpi_t.h"
#include "hook_origin.h"
#include "hook_overlap.h"
#include "hook_place.h"
#include "hook_plugin.h"
#include "hook_receive.h"
#include "hook_region.h"
#include "hook_reorder.h"
#include "hook_rma.h"
#include "hook_steer.h"
#include "hook_wait.h"

#endif
