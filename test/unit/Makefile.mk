# Tests of engine, profile and tools, without MPI.
