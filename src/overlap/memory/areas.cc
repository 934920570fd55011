#include "areas.h"

#include <sys/mman.h>

#include <atomic>
#include <cstring>

#include "../signals/section.h"
#include "../signals/system_call.h"

namespace mpimon::overlap {

namespace {

struct Area {
    Range range;
    std::uintptr_t alias;  // 0: not reserved
};

constexpr std::size_t kHugePage = 2 << 20;
constexpr std::size_t kMost = 4096;  // others are not known, so what they hold stays synchronous

// Areas are sorted by address. They are not on the heap, since its functions call these.
Area areas[kMost];
std::size_t count;
std::atomic<std::uint64_t> age;
bool have_ended;
std::atomic_flag taken = ATOMIC_FLAG_INIT;

// Memory is allocated by any thread.
class Lock {
  public:
    Lock() {
        while (taken.test_and_set(std::memory_order_acquire))
            __builtin_ia32_pause();
    }
    ~Lock() { taken.clear(std::memory_order_release); }
    Lock(const Lock &) = delete;
    Lock &operator=(const Lock &) = delete;

  private:
    const Undisturbed undisturbed_;
    const SignalsWait signals_wait_;
};

// The first area that ends after this address.
std::size_t first_after(std::uintptr_t address) {
    std::size_t low = 0, high = count;
    while (low < high) {
        const std::size_t middle = low + (high - low) / 2;
        if (areas[middle].range.end <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

Range remove_at(std::size_t at) {
    const Area area = areas[at];
    age.fetch_add(1, std::memory_order_relaxed);
    count--;
    std::memmove(&areas[at], &areas[at + 1], (count - at) * sizeof(Area));
    if (area.alias)
        system_call(SYS_munmap, area.alias, area.range.bytes());
    return area.range;
}

// The alias has the same offset in a huge page as the range: so the kernel moves whole page tables.
std::uintptr_t reserve_alias(const Range &range) {
    const std::size_t bytes = range.bytes();
    const long made =
        system_call(SYS_mmap, 0, bytes + kHugePage, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (is_error(made))
        return 0;
    const std::uintptr_t begin = made, alias = begin + ((range.begin - begin) & (kHugePage - 1));
    if (alias > begin)
        system_call(SYS_munmap, begin, alias - begin);
    if (alias < begin + kHugePage)
        system_call(SYS_munmap, alias + bytes, begin + kHugePage - alias);
    return alias;
}

}  // namespace

void add_area(Range range) {
    const Lock lock;
    const std::size_t at = first_after(range.begin);
    while (at < count && areas[at].range.meets(range))  // what was there went without this library's knowledge
        remove_at(at);
    if (count == kMost || have_ended)
        return;
    std::memmove(&areas[at + 1], &areas[at], (count - at) * sizeof(Area));
    areas[at] = {range, 0};
    age.fetch_add(1, std::memory_order_relaxed);
    count++;
}

Range remove_area(std::uintptr_t begin) {
    const Lock lock;
    const std::size_t at = first_after(begin);
    return at < count && areas[at].range.begin == begin ? remove_at(at) : Range{};
}

Range with_areas(const Range &range) {
    const Lock lock;
    Range all = range;
    for (std::size_t at = first_after(range.begin); at < count && areas[at].range.meets(range); at++)
        all = all.hull(areas[at].range);
    return all;
}

void drop_areas(const Range &range) {
    const Lock lock;
    std::size_t at = first_after(range.begin);
    while (at < count && areas[at].range.meets(range))
        remove_at(at);
}

void end_areas() {
    have_ended = true;
    drop_areas(kAllPages);
}

std::uint64_t areas_age() {
    return age.load(std::memory_order_relaxed);
}

void forget_areas_in_child() {
    age.fetch_add(1, std::memory_order_relaxed);
    count = 0;
    taken.clear();
}

Range area_at(std::uintptr_t begin) {
    const Lock lock;
    const std::size_t at = first_after(begin);
    return at < count && areas[at].range.begin == begin ? areas[at].range : Range{};
}

bool is_known(const Range &range) {
    const Lock lock;
    const std::size_t at = first_after(range.begin);
    return at < count && areas[at].range.holds(range);
}

bool find_alias(const Range &range, std::ptrdiff_t *distance) {
    const Lock lock;
    const std::size_t at = first_after(range.begin);
    if (at == count || !areas[at].range.holds(range))
        return false;
    Area &area = areas[at];
    if (!area.alias && !(area.alias = reserve_alias(area.range)))
        return false;
    *distance = static_cast<std::ptrdiff_t>(area.alias - area.range.begin);
    return true;
}

}  // namespace mpimon::overlap
