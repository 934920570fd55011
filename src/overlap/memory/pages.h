// Addresses and pages.
#ifndef MPIMON_OVERLAP_PAGES_H
#define MPIMON_OVERLAP_PAGES_H

#include <cstddef>
#include <cstdint>

namespace mpimon::overlap {

constexpr std::uintptr_t kPage = 4096;

constexpr std::uintptr_t page_down(std::uintptr_t address) {
    return address & ~(kPage - 1);
}
constexpr std::uintptr_t page_up(std::uintptr_t address) {
    return page_down(address + kPage - 1);
}

// The addresses from `begin` to the last one before `end`.
struct Range {
    std::uintptr_t begin;
    std::uintptr_t end;

    std::size_t bytes() const { return end - begin; }
    bool meets(const Range &other) const { return begin < other.end && other.begin < end; }
    bool holds(std::uintptr_t address) const { return begin <= address && address < end; }
    bool holds(const Range &other) const { return begin <= other.begin && other.end <= end; }
    // The least range that holds both; of an empty one nothing counts.
    Range hull(const Range &other) const {
        if (!bytes() || !other.bytes())
            return bytes() ? *this : other;
        return {begin < other.begin ? begin : other.begin, end > other.end ? end : other.end};
    }
    Range pages() const { return {page_down(begin), page_up(end)}; }
};

constexpr Range kAllPages = {0, ~(kPage - 1)};

}  // namespace mpimon::overlap

#endif
