// Why: overlap's helper sleeps until UCX has something to do, which UCX tells only where it was asked for when its context was made.
// Shape: the call that makes the context, by the parameters that it is given.
// May miss: nothing known.
// Tried on: 4.0 to 5.0; patches/README.md says how far.

@wakeup@
expression lhs, params, config, context;
@@
  lhs = ucp_init(
- params
+ MPIMON_HOOK_WAKEUP(params)
  , config, context);
