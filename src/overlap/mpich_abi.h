// What MPICH's ABI fixes of MPI. All libraries that keep to it agree on this, so one build serves them all and needs
// none.
#ifndef MPIMON_OVERLAP_MPICH_ABI_H
#define MPIMON_OVERLAP_MPICH_ABI_H

#include <cstdint>

namespace mpimon::overlap {

using Comm = int;
using Datatype = int;
using Errhandler = int;
using Request = int;
using Address = std::intptr_t;

struct Status {
    int count_lo;
    int count_hi_and_cancelled;
    int source;
    int tag;
    int error;
};

constexpr Comm kCommSelf = 0x44000001;
constexpr Comm kCommWorld = 0x44000000;
constexpr Datatype kPacked = 0x4c00010f;
constexpr Errhandler kErrorsAreFatal = 0x54000000;
constexpr Errhandler kErrorsReturn = 0x54000001;
constexpr Request kRequestNull = 0x2c000000;
constexpr int kProcNull = -1;
constexpr int kAnyTag = -1;
constexpr int kAnySource = -2;
constexpr int kSuccess = 0;
constexpr int kThreadSingle = 0;
constexpr int kThreadMultiple = 3;

// The status of a receive from MPI_PROC_NULL; the field `error` keeps its value.
inline Status status_of_nobody(const Status &before) {
    return {0, 0, kProcNull, kAnyTag, before.error};
}

inline Status *status_ignore() {
    return reinterpret_cast<Status *>(1);
}

}  // namespace mpimon::overlap

#endif
