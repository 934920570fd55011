// The program's static variables.
#ifndef MPIMON_OVERLAP_PROGRAM_DATA_H
#define MPIMON_OVERLAP_PROGRAM_DATA_H

namespace mpimon::overlap {

// Adds them as areas, without what libraries use, too.
void add_program_data();

}  // namespace mpimon::overlap

#endif
