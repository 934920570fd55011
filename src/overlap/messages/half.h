// One side of a call: what it sends, or what it receives.
#ifndef MPIMON_OVERLAP_HALF_H
#define MPIMON_OVERLAP_HALF_H

#include "../mpich_abi.h"

namespace mpimon::overlap {

// One side of a call, sending or receiving; all is 0 where the call has no such side.
struct Half {
    const void *buffer;
    int count;
    Datatype type;
    int peer;
    int tag;
};

inline bool operator==(const Half &a, const Half &b) {
    return a.buffer == b.buffer && a.count == b.count && a.type == b.type && a.peer == b.peer && a.tag == b.tag;
}

// The same data at another address.
inline Half moved(Half half, std::ptrdiff_t distance) {
    half.buffer = static_cast<const char *>(half.buffer) + distance;
    return half;
}

}  // namespace mpimon::overlap

#endif
