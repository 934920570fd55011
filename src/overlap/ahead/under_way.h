// What the program must not access before it is complete, for those that look ahead.
#ifndef MPIMON_OVERLAP_UNDER_WAY_H
#define MPIMON_OVERLAP_UNDER_WAY_H

#include "../memory/pages.h"

namespace mpimon::overlap {

// What a call that is about to begin will have under way.
struct Expected {
    Range received;
    Range sent;
};

// All that is under way now, and what is expected to be.
class UnderWay {
  public:
    explicit UnderWay(const Expected &expected);

    // Whether this access is to something else. What is sent may be read.
    bool leaves(const Range &range, bool write) const { return !range.meets(all_) || leaves_each(range, write); }

  private:
    bool leaves_each(const Range &range, bool write) const;

    const Expected expected_;
    const Range all_;  // is within
};

}  // namespace mpimon::overlap

#endif
