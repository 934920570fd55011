/* The context of UCX. */
int context(struct config *config)
{
    int status;
    struct params params = {0};
    params.features = FEATURE_TAG;
    status = ucp_init(MPIMON_HOOK_WAKEUP(&params), config, &global.context);
    return status;
}
