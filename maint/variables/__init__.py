"""Info blocks of MPICH's and our own sources, and what is made from them for MPICH and for users."""
