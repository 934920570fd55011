#include "path.h"

#include <cstring>

#include "known_code.h"
#include "read.h"

namespace mpimon::overlap {

namespace {

bool are_same(const Entry &one, const Entry &other) {
    return std::memcmp(&one, &other, sizeof one) == 0;
}

}  // namespace

void Path::begin(const Entry &entry) {
    is_known_ = is_too_long_ = false;
    entry_ = entry;
    code_age_ = code_age();
    read_count_ = area_count_ = 0;
}

void Path::add_read(std::uintptr_t address, unsigned bytes, std::uint64_t bits) {
    if (read_count_ < kMostReads)
        reads_[read_count_++] = {address, bits, bytes};
    else
        is_too_long_ = true;
}

void Path::add_access(const Range &range) {
    for (int i = 0; i < area_count_; i++) {
        Range &area = areas_[i];
        if (area.begin < range.end + kNear && range.begin < area.end + kNear) {
            area = area.hull(range);
            return;
        }
    }
    if (area_count_ < kMostAreas)
        areas_[area_count_++] = range;
    else
        is_too_long_ = true;
}

void Path::end() {
    is_known_ = !is_too_long_;
}

bool Path::is_taken_from(const Entry &entry, const UnderWay &under_way, PrivateMemory *memory) const {
    if (!is_known_ || code_age_ != code_age() || !are_same(entry_, entry))
        return false;
    for (int i = 0; i < area_count_; i++)
        if (!under_way.leaves(areas_[i], true) || !memory->holds(areas_[i]))
            return false;
    for (int i = 0; i < read_count_; i++) {
        const Read &read = reads_[i];
        std::uint64_t bits = 0;
        if (!mpimon_overlap_read(read.address, read.bytes, &bits) || bits != read.bits)
            return false;
    }
    return true;
}

}  // namespace mpimon::overlap
