// Calls of Fortran's names of MPI_Send, MPI_Recv and MPI_Sendrecv, ahead of the program: their arguments are read where
// they are, by MPI's Fortran library, when the program has come there.
#ifndef MPIMON_OVERLAP_FORTRAN_CALLS_H
#define MPIMON_OVERLAP_FORTRAN_CALLS_H

#include "machine.h"

namespace mpimon::overlap {

// Whether one of these functions begins where the machine is, and all of its arguments are apart from what is under way
// (is_open_to), but for the buffers themselves.
bool is_at_fortran_call(const Machine &machine);

}  // namespace mpimon::overlap

#endif
