// Memory of the program's own, whose pages hold nothing that MPI, malloc or the C library touch by themselves: large
// blocks of the heap, which get pages of their own, and the program's static variables. Pages of areas may be taken
// away for a while.
//
// An area has an alias of the same size, reserved when it is first needed: a page that is away has the same offset
// in there.
#ifndef MPIMON_OVERLAP_AREAS_H
#define MPIMON_OVERLAP_AREAS_H

#include "pages.h"

namespace mpimon::overlap {

void add_area(Range range);

// Forgets the area that begins here. Returns its range, empty if there is none.
Range remove_area(std::uintptr_t begin);

// The area that begins here, or an empty range.
Range area_at(std::uintptr_t begin);

// A range that holds this one and all areas that meet it.
Range with_areas(const Range &range);

// Forgets all areas that meet this range: the program does something with their mapping.
void drop_areas(const Range &range);

// Forgets all areas, and adds none any more.
void end_areas();

// A child of fork() calls this: a thread that it does not have may have been about to change the areas.
void forget_areas_in_child();

// Another number each time that there are other areas.
std::uint64_t areas_age();

// Whether the range is within one area.
bool is_known(const Range &range);

// How far the alias of this range is from it, and false where it is not within one area or nothing can be reserved.
bool find_alias(const Range &range, std::ptrdiff_t *distance);

}  // namespace mpimon::overlap

#endif
