"""Stock MPICH, this project and Open MPI beside each other: their times, what they count, and the report of both."""
