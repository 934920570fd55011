/*
 * Preloaded into programs of ch4:ofi: a process that waits gives its core to others, as yielding.c does for ch4:ucx.
 *
 * A completion queue is read through a table of functions, so no name can be put before the provider's. But fi_fabric
 * has one: what it opens gets a table whose domains get a table whose queues get one that yields.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <rdma/fabric.h>
#include <rdma/fi_domain.h>
#include <sched.h>

enum { PATIENCE = 32 };

/* The provider's tables, of which a process of MPICH has one each, with one function replaced. */
static struct fi_ops_fabric fabric_table;
static struct fi_ops_domain domain_table;
static struct fi_ops_cq queue_table;

static int (*open_domain)(struct fid_fabric *, struct fi_info *, struct fid_domain **, void *);
static int (*open_queue)(struct fid_domain *, struct fi_cq_attr *, struct fid_cq **, void *);
static ssize_t (*read_queue)(struct fid_cq *, void *, size_t);

static ssize_t read_or_yield(struct fid_cq *queue, void *entries, size_t count) {
    static _Thread_local int idle;
    ssize_t got = read_queue(queue, entries, count);
    idle = got > 0 ? 0 : idle + 1;
    if (idle > PATIENCE) {
        idle = 0;
        sched_yield();
    }
    return got;
}

static int open_yielding_queue(struct fid_domain *domain, struct fi_cq_attr *attributes, struct fid_cq **queue,
                               void *context) {
    int status = open_queue(domain, attributes, queue, context);
    if (status == 0 && (!read_queue || (*queue)->ops->read == read_queue)) {
        queue_table = *(*queue)->ops;
        read_queue = queue_table.read;
        queue_table.read = read_or_yield;
        (*queue)->ops = &queue_table;
    }
    return status;
}

static int open_yielding_domain(struct fid_fabric *fabric, struct fi_info *info, struct fid_domain **domain,
                                void *context) {
    int status = open_domain(fabric, info, domain, context);
    if (status == 0 && (!open_queue || (*domain)->ops->cq_open == open_queue)) {
        domain_table = *(*domain)->ops;
        open_queue = domain_table.cq_open;
        domain_table.cq_open = open_yielding_queue;
        (*domain)->ops = &domain_table;
    }
    return status;
}

/* Providers that stand on others open those by this function, too: they stay as they are. */
int fi_fabric(struct fi_fabric_attr *attributes, struct fid_fabric **fabric, void *context) {
    int (*open)(struct fi_fabric_attr *, struct fid_fabric **, void *) =
        (int (*)(struct fi_fabric_attr *, struct fid_fabric **, void *))dlsym(RTLD_NEXT, "fi_fabric");
    static _Thread_local int nested;
    ++nested;
    int status = open(attributes, fabric, context);
    --nested;
    if (status == 0 && !nested && (!open_domain || (*fabric)->ops->domain == open_domain)) {
        fabric_table = *(*fabric)->ops;
        open_domain = fabric_table.domain;
        fabric_table.domain = open_yielding_domain;
        (*fabric)->ops = &fabric_table;
    }
    return status;
}
