// Which bytes of memory a message takes or gives, without those between them.
#ifndef MPIMON_OVERLAP_FOOTPRINT_H
#define MPIMON_OVERLAP_FOOTPRINT_H

#include "../memory/pages.h"
#include "../mpich_abi.h"

namespace mpimon::overlap {

// The bytes of one element of a datatype: runs in rising order, from the element's address.
struct Layout;

// The layout of one element of this datatype; null where it is too large to be found out, or the memory for it is used
// up. The caller has a section.
const Layout *make_layout(Datatype type, Address first, Address extent);

// Makes room for others. Nothing that is under way may have a layout.
void drop_layouts();

struct Footprint {
    Range range;           // all bytes are within
    const Layout *layout;  // null: all of the range
    std::uintptr_t base;   // of the first element
    int count;
    Address extent;
};

// Whether any byte is of both, whose ranges meet; or that is not known.
bool share_bytes(const Footprint &one, const Footprint &other);

inline bool overlap(const Footprint &one, const Footprint &other) {
    return one.range.meets(other.range) && share_bytes(one, other);
}

}  // namespace mpimon::overlap

#endif
