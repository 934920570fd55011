// What tells one call from another: where in the program it is, and all its arguments.
#ifndef MPIMON_OVERLAP_SIGNATURE_H
#define MPIMON_OVERLAP_SIGNATURE_H

#include "../messages/half.h"

namespace mpimon::overlap {

// The order is that of the numbers which mpimon_overlap_library has for them.
enum class Kind { kSend, kReceive, kExchange };

struct Signature {
    const void *caller;
    Kind kind;
    Half sent;
    Half received;
    Comm comm;
};

inline bool operator==(const Signature &a, const Signature &b) {
    return a.caller == b.caller && a.kind == b.kind && a.sent == b.sent && a.received == b.received && a.comm == b.comm;
}

}  // namespace mpimon::overlap

#endif
