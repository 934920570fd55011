#include "path.h"

#include <cstring>

#include "known_code.h"

namespace mpimon::overlap {

namespace {

bool are_same(const Entry &one, const Entry &other) {
    return std::memcmp(&one, &other, sizeof one) == 0;
}

}  // namespace

void Path::begin(const Entry &entry) {
    end_ = Ahead::kUnknown;
    is_too_long_ = false;
    entry_ = entry;
    code_age_ = code_age();
    read_count_ = area_count_ = 0;
}

void Path::add_read(std::uintptr_t address, unsigned bytes, std::uint64_t bits) {
    for (int i = 0; i < read_count_; i++)
        if (reads_[i].address == address && reads_[i].bytes == bytes)
            return;
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

void Path::end_at_call() {
    end_ = is_too_long_ ? Ahead::kUnknown : Ahead::kCall;
}

void Path::end_at_touch(const Range &range, bool write) {
    end_ = is_too_long_ ? Ahead::kUnknown : Ahead::kTouch;
    touched_ = range;
    is_written_ = write;
}

Ahead Path::leads_to(const Entry &entry, const UnderWay &under_way, PrivateMemory *memory) const {
    if (end_ == Ahead::kUnknown || !is_taken_from(entry, under_way, memory) ||
        (end_ == Ahead::kTouch && under_way.leaves(touched_, is_written_)))
        return Ahead::kUnknown;
    return end_;
}

bool Path::is_taken_from(const Entry &entry, const UnderWay &under_way, PrivateMemory *memory) const {
    if (code_age_ != code_age() || !are_same(entry_, entry))
        return false;
    for (int i = 0; i < area_count_; i++)
        if (!under_way.leaves(areas_[i], true) || !memory->holds(areas_[i]))
            return false;
    return mpimon_overlap_are_as_read(reads_, reads_ + read_count_);
}

}  // namespace mpimon::overlap
