#include "footprint.h"

#include <sys/mman.h>

#include <cstring>

#include "../library.h"
#include "../signals/system_call.h"

namespace mpimon::overlap {

struct Layout {
    const Range *runs;
    int count;
};

namespace {

constexpr Address kWidest = Address{64} << 20;  // of an element
constexpr int kMostLayouts = 64;
constexpr std::size_t kMostRuns = 1 << 18;  // of all layouts together

Layout layouts[kMostLayouts];
int layout_count;
Range *runs;
std::size_t run_count;

void *map(std::size_t bytes) {
    const long made =
        system_call(SYS_mmap, 0, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return is_error(made) ? nullptr : reinterpret_cast<void *>(made);
}

// Appends the runs of bytes that are set; false where there is no room.
bool find_runs(const char *bytes, Address extent, Address first) {
    for (Address at = 0; at < extent;) {
        const void *set = std::memchr(bytes + at, 1, extent - at);
        if (!set)
            return true;
        const Address begin = static_cast<const char *>(set) - bytes;
        const void *clear = std::memchr(bytes + begin, 0, extent - begin);
        const Address end = clear ? static_cast<const char *>(clear) - bytes : extent;
        if (run_count == kMostRuns)
            return false;
        runs[run_count++] = {static_cast<std::uintptr_t>(first + begin), static_cast<std::uintptr_t>(first + end)};
        at = end;
    }
    return true;
}

// The library itself says which bytes an element has, whatever made the datatype: it unpacks ones into zeros.
bool unpack_ones(Datatype type, char *element, Address first) {
    int bytes, position = 0;
    if (library.pack_size(1, type, kCommSelf, &bytes) != kSuccess)
        return false;
    char *ones = static_cast<char *>(map(bytes));
    if (!ones)
        return false;
    std::memset(ones, 1, bytes);
    const bool unpacked = library.unpack(ones, bytes, &position, element - first, 1, type, kCommSelf) == kSuccess;
    system_call(SYS_munmap, ones, bytes);
    return unpacked;
}

// Walks the runs of all elements, in rising order.
class Cursor {
  public:
    explicit Cursor(const Footprint &footprint) : of_(footprint) {}
    bool is_at_end() const { return element_ == (of_.layout ? of_.count : 1); }
    Range run() const {
        if (!of_.layout)
            return of_.range;
        const std::uintptr_t base = of_.base + static_cast<std::uintptr_t>(element_ * of_.extent);
        const Range &run = of_.layout->runs[run_];
        return {base + run.begin, base + run.end};
    }
    void advance() {
        if (of_.layout && ++run_ < of_.layout->count)
            return;
        run_ = 0;
        element_++;
    }

  private:
    const Footprint &of_;
    int element_ = 0;
    int run_ = 0;
};

}  // namespace

const Layout *make_layout(Datatype type, Address first, Address extent) {
    if (extent <= 0 || extent > kWidest || layout_count == kMostLayouts)
        return nullptr;
    if (!runs)
        runs = static_cast<Range *>(map(kMostRuns * sizeof(Range)));
    char *element = static_cast<char *>(map(extent));
    if (!runs || !element)
        return nullptr;
    const std::size_t begin = run_count;
    const bool found = unpack_ones(type, element, first) && find_runs(element, extent, first);
    system_call(SYS_munmap, element, extent);
    if (!found) {
        run_count = begin;
        return nullptr;
    }
    layouts[layout_count] = {runs + begin, static_cast<int>(run_count - begin)};
    return &layouts[layout_count++];
}

void drop_layouts() {
    layout_count = 0;
    run_count = 0;
}

bool overlap(const Footprint &one, const Footprint &other) {
    if (!one.range.meets(other.range))
        return false;
    Cursor a(one), b(other);
    while (!a.is_at_end() && !b.is_at_end()) {
        const Range of_a = a.run(), of_b = b.run();
        if (of_a.meets(of_b))
            return true;
        if (of_a.end <= of_b.begin)
            a.advance();
        else
            b.advance();
    }
    return false;
}

}  // namespace mpimon::overlap
