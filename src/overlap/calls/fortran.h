// Calls of a Fortran program: they come by MPICH's Fortran library, which calls the functions of C.
#ifndef MPIMON_OVERLAP_FORTRAN_H
#define MPIMON_OVERLAP_FORTRAN_H

namespace mpimon::overlap {

// The address at which the program made the call that a function of C got from `here`. If a Fortran function called it,
// that is where the program called the Fortran function; else it is `here`.
const void *caller_in_program(const void *here);

}  // namespace mpimon::overlap

#endif
