"""The MPI tests of test/mpi/run, one module per subject."""
