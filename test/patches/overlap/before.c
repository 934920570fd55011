/* The context of UCX. */
int context(struct config *config)
{
    int status;
    struct params params = {0};
    params.features = FEATURE_TAG;
    status = ucp_init(&params, config, &global.context);
    return status;
}
