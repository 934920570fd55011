/* The context of UCX, and the completion queue of libfabric. */
int context(struct config *config)
{
    int status;
    struct params params = {0};
    params.features = FEATURE_TAG;
    status = ucp_init(MPIMON_HOOK_WAKEUP(&params), config, &global.context);
    return status;
}

int create_queue(struct domain *domain, struct queue **queue)
{
    int status = 0;
    struct attributes attributes = {0};
    CALL(MPIMON_HOOK_QUEUE_OPEN(domain, &attributes, queue, NULL), opened);
    return status;
}
