#include "under_way.h"

#include "../flight/flight.h"

namespace mpimon::overlap {

UnderWay::UnderWay(const Expected &expected)
    : expected_(expected), all_(range_under_way().hull(expected.received).hull(expected.sent)) {}

bool UnderWay::leaves_each(const Range &range, bool write) const {
    return !range.meets(expected_.received) && !(write && range.meets(expected_.sent)) && !is_open_to(range, write) &&
           !is_protected(range);
}

}  // namespace mpimon::overlap
