#include "sends.h"

#include <cstring>

#include "../flight/flight.h"
#include "../library.h"
#include "../memory/areas.h"
#include "../memory/copies.h"
#include "../signals/section.h"
#include "own_operations.h"

namespace mpimon::overlap {

Send::~Send() {
    if (memory_) {
        const Section section;
        return_copy(memory_, bytes_);
    }
}

// Packs the data, whatever their layout: then they are sent as plain bytes. The caller has a section.
bool Send::pack(const Half &data) {
    int most, position = 0;
    if (library.pack_size(data.count, data.type, comm_, &most) != kSuccess ||
        static_cast<std::size_t>(most) > kLargestCopy)
        return false;
    bytes_ = most;
    memory_ = take_copy(bytes_);
    if (!memory_ || library.pack(data.buffer, data.count, data.type, memory_, most, &position, comm_) != kSuccess)
        return false;
    copied_ = {memory_, position, kPacked, half_.peer, half_.tag};
    return true;
}

// Memory that is not known may be a device's, which only the library can read.
bool Send::read_whole(std::ptrdiff_t distance) {
    if (is_known(message_.range())) {
        std::memcpy(memory_, reinterpret_cast<const void *>(message_.range().begin + distance), bytes_);
        return true;
    }
    int position = 0;
    return library.pack(half_.buffer, half_.count, half_.type, memory_, static_cast<int>(bytes_), &position, comm_) ==
           kSuccess;
}

// Copies the message, whose bytes can be read `distance` from where they are. The caller has a section.
bool Send::copy_whole(std::ptrdiff_t distance) {
    bytes_ = message_.bytes;
    memory_ = take_copy(bytes_);
    if (!memory_ || !read_whole(distance))
        return false;
    copied_ = half_;
    copied_.buffer = static_cast<char *>(memory_) - message_.first;
    return true;
}

// What is away is read where it is, unless a signal's handler has brought it home meanwhile: its pages are one group.
bool Send::copy() {
    complete_overlapping(message_.footprint);
    for (;;) {
        const std::ptrdiff_t distance = reach(message_.range());
        const Section section;
        if (distance && !is_protected(message_.range()))
            continue;
        return message_.is_whole ? copy_whole(distance) : pack(moved(half_, distance));
    }
}

// Memory that other processes have, too, may be written to by these as soon as the program says so.
bool Send::can_stay_open() const {
    return is_known(message_.range().pages()) && !has_own_operations();
}

Reason Send::prepare() {
    if (is_checked_)
        return Reason::kNone;
    const Reason why = check(message_, half_, comm_);
    if (why != Reason::kNone)
        return why;
    is_open_ = is_open_ && can_stay_open();
    if (is_open_) {
        complete_overlapping(message_.footprint);
        return Reason::kNone;
    }
    if (may_call_program())
        return Reason::kOutstanding;
    if (message_.bytes <= kLargestCopy)
        return copy() ? Reason::kNone : Reason::kFull;
    if (has_own_operations())
        return Reason::kOutstanding;
    if (!is_known(message_.range().pages()))
        return Reason::kMemory;
    complete_meeting(message_.range());
    return Reason::kNone;
}

Reason Send::start() {
    if (is_open_)
        return start_open_send(message_.footprint, half_, comm_);
    if (!memory_)
        return start_send(message_.range(), half_, comm_);
    void *const copy = memory_;
    memory_ = nullptr;
    return start_copied_send(copy, bytes_, copied_, comm_);
}

}  // namespace mpimon::overlap
