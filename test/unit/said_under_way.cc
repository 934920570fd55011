#include "said_under_way.h"

#include "overlap/ahead/private_memory.h"
#include "overlap/flight/flight.h"
#include "overlap/library.h"

namespace mpimon::overlap {

Range open_receive = {0, 0}, open_send = {0, 0};
Range of_others = {0, 0};

bool is_open_to(const Range &range, bool write) {
    return open_receive.meets(range) || (write && open_send.meets(range));
}

bool is_protected(const Range &) {
    return false;
}

bool is_of_system(const void *) {
    return false;
}

Range range_under_way() {
    return open_receive.hull(open_send);
}

PrivateMemory::PrivateMemory() : thread_data_(0), stack_{0, 0} {}

bool PrivateMemory::find(const Range &range) {
    return !of_others.meets(range);
}

bool PrivateMemory::holds_code(std::uintptr_t) const {
    return true;
}

}  // namespace mpimon::overlap
