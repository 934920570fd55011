#include "footprint.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstring>

#include "../hash.h"
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

// What was found out of two footprints: a chain asks the same of its messages each time it comes.
struct Answer {
    Footprint one;  // without bytes: none yet
    Footprint other;
    bool overlap;
};
constexpr int kAnswers = 512;
Answer answers[kAnswers];

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

// The bytes of a layout, without what is beside them.
Address span(const Layout &layout) {
    return static_cast<Address>(layout.runs[layout.count - 1].end - layout.runs[0].begin);
}

// Walks the runs of all elements, in rising order.
class Cursor {
  public:
    explicit Cursor(const Footprint &footprint) : of_(footprint) {
        if (of_.layout && of_.count > 1 && of_.extent < span(*of_.layout))
            sort();
    }
    ~Cursor() {
        if (sorted_)
            system_call(SYS_munmap, sorted_, bytes());
    }
    Cursor(const Cursor &) = delete;
    Cursor &operator=(const Cursor &) = delete;

    bool is_known() const { return is_known_; }
    bool is_at_end() const { return at_ == run_count(); }
    Range run() const { return sorted_ ? sorted_[at_] : run_of_element(at_); }
    void advance() { at_++; }

  private:
    std::size_t runs_of_element() const { return of_.layout ? of_.layout->count : 1; }
    std::size_t run_count() const { return (of_.layout ? of_.count : 1) * runs_of_element(); }
    std::size_t bytes() const { return run_count() * sizeof(Range); }

    Range run_of_element(std::size_t at) const {
        if (!of_.layout)
            return of_.range;
        const std::uintptr_t base = of_.base + at / runs_of_element() * of_.extent;
        const Range &run = of_.layout->runs[at % runs_of_element()];
        return {base + run.begin, base + run.end};
    }

    // Elements that begin before the last one ends, as columns of a matrix do.
    void sort() {
        is_known_ = run_count() <= kMostRuns && (sorted_ = static_cast<Range *>(map(bytes())));
        if (!is_known_)
            return;
        for (std::size_t at = 0; at < run_count(); at++)
            sorted_[at] = run_of_element(at);
        std::sort(sorted_, sorted_ + run_count(), [](const Range &a, const Range &b) { return a.begin < b.begin; });
    }

    const Footprint &of_;
    std::size_t at_ = 0;
    Range *sorted_ = nullptr;
    bool is_known_ = true;
};

bool compare(const Footprint &one, const Footprint &other) {
    Cursor a(one), b(other);
    if (!a.is_known() || !b.is_known())
        return true;
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

// The layout is of one datatype, so with the range it tells all else.
bool is_same(const Footprint &one, const Footprint &other) {
    return one.layout == other.layout && one.range.begin == other.range.begin && one.range.end == other.range.end;
}

Answer &answer_of(const Footprint &one, const Footprint &other) {
    return answers[mix({one.range.begin, one.range.end, other.range.begin, other.range.end}) % kAnswers];
}

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
    if (layout_count == 0)
        return;
    layout_count = 0;
    run_count = 0;
    for (Answer &answer : answers)
        answer = {};
}

bool share_bytes(const Footprint &one, const Footprint &other) {
    if (!one.layout && !other.layout)
        return true;
    Answer &answer = answer_of(one, other);
    if (!is_same(answer.one, one) || !is_same(answer.other, other))
        answer = {one, other, compare(one, other)};
    return answer.overlap;
}

}  // namespace mpimon::overlap
