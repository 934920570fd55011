/*
 * The network module, when it is told what it will be used for.
 */
#ifndef MPIMON_HOOK_OVERLAP_H
#define MPIMON_HOOK_OVERLAP_H

#include "hook_environment.h"

/* Adds to UCX's features that it tells when it has something to do, where overlap is to be had; else leaves them. */
MPIMON_HIDDEN void mpimon_overlap_ask_for_wakeup(uint64_t *features);

/* Opens libfabric's completion queue, as fi_cq_open() does; but so that it tells when it has something to do, where
 * overlap is to be had and the provider can.
 */
struct fid_domain;
struct fi_cq_attr;
struct fid_cq;
MPIMON_HIDDEN int mpimon_overlap_open_queue(struct fid_domain *domain, struct fi_cq_attr *attributes,
                                            struct fid_cq **opened, void *context);

#define MPIMON_HOOK_QUEUE_OPEN mpimon_overlap_open_queue
#define MPIMON_HOOK_WAKEUP(params) (mpimon_overlap_ask_for_wakeup(&(params)->features), (params))

#endif
