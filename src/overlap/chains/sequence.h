// Calls of a chain in open memory that were checked, and found to be well, when they came in the same order before:
// then they are not checked again.
#ifndef MPIMON_OVERLAP_SEQUENCE_H
#define MPIMON_OVERLAP_SEQUENCE_H

#include <cstdint>

#include "../mpich_abi.h"

namespace mpimon::overlap {

// The last check of a call. Its number tells all calls of the chain up to this one, since no other check has it.
struct Checked {
    std::uint64_t number;  // 0: none, or it was not well
    std::uint64_t after;   // the number of the call before it in the chain; 0: it was the first
    std::uint64_t age;     // of what the check has asked for
    const Status *status;  // the call's, which is no part of its signature
};

class Sequence {
  public:
    void begin() { last_ = 0; }

    // Whether the call was found to be well after the same calls as now. Then the sequence goes on with it.
    bool goes_on_with(const Checked &checked, std::uint64_t age, const Status *status) {
        if (!checked.number || checked.after != last_ || checked.age != age || checked.status != status)
            return false;
        last_ = checked.number;
        return true;
    }

    // It goes on with a call that was checked now.
    void go_on_with(Checked *checked, std::uint64_t age, const Status *status, bool is_well) {
        const std::uint64_t number = ++checks_;
        *checked = {is_well ? number : 0, last_, age, status};
        last_ = number;
    }

  private:
    std::uint64_t checks_ = 0;
    std::uint64_t last_ = 0;  // the number of the chain's last call
};

}  // namespace mpimon::overlap

#endif
