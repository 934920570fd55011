// Why: acknowledgements, clear-to-send, lock, post and other headers without user data are the class `ctrl`.
// Shape: CH4_CALL(am_send_hdr(...), local, error) and its reply form, which differ in the order of rank and
//   communicator. The macros leave out the headers that start a message or one-sided operation counted already.
// May miss: headers that a module sends without CH4_CALL.
// Tried on: 4.0 to 5.0; patches/README.md says how far.

@control_header@
expression rank, comm, handler, header, size;
expression list rest;
expression local, error;
@@
+ MPIMON_HOOK_CONTROL(comm, rank, handler, size, local);
  CH4_CALL(am_send_hdr(rank, comm, handler, header, size, rest), local, error);

@control_reply@
expression rank, comm, handler, header, size;
expression list rest;
expression local, error;
@@
+ MPIMON_HOOK_CONTROL_REPLY(comm, rank, handler, size, local);
  CH4_CALL(am_send_hdr_reply(comm, rank, handler, header, size, rest), local, error);
