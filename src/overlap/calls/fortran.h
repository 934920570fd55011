// Calls of a Fortran program: they come by MPICH's Fortran library, which calls the functions of C.
#ifndef MPIMON_OVERLAP_FORTRAN_H
#define MPIMON_OVERLAP_FORTRAN_H

namespace mpimon::overlap {

// Where the program calls a function of C that was called from here: where the Fortran function was called that called
// it, or here.
const void *caller_in_program(const void *here);

}  // namespace mpimon::overlap

#endif
