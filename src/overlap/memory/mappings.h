// Mappings that the program changes.
#ifndef MPIMON_OVERLAP_MAPPINGS_H
#define MPIMON_OVERLAP_MAPPINGS_H

#include "pages.h"

namespace mpimon::overlap {

// Waits until everything in areas that meet these pages is at home, and forgets the areas.
void give_up_areas(const Range &pages);

}  // namespace mpimon::overlap

#endif
