// Why: overlap's helper sleeps until the network has something to do. UCX tells that only where it was asked for when its context
// was made, and libfabric where its completion queue was opened so.
// Shape: the call that makes the context, by the parameters that it is given; and the function that opens the queue.
// May miss: nothing known.
// Tried on: 4.0 to 5.0; patches/README.md says how far.

@wakeup@
expression lhs, params, config, context;
@@
  lhs = ucp_init(
- params
+ MPIMON_HOOK_WAKEUP(params)
  , config, context);

@queue@
expression domain, attributes, opened, context;
@@
- fi_cq_open(
+ MPIMON_HOOK_QUEUE_OPEN(
  domain, attributes, opened, context)
