#include "private_memory.h"

#include <link.h>
#include <sys/resource.h>
#include <unistd.h>

#include "../memory/areas.h"

extern "C" void *__libc_stack_end;  // where the stack of the program's first thread begins

namespace mpimon::overlap {

namespace {

constexpr int kMostSegments = 512;
constexpr std::uintptr_t kBelow = 1 << 16;  // of the stack, below where the program is
constexpr std::uintptr_t kLargestStack = std::uintptr_t{1} << 30;

struct Segment {
    Range range;
    bool is_code;  // which nothing writes to
};

Segment segments[kMostSegments];
int segment_count;
Range recent_segments[2];          // that were asked for last
unsigned long long objects_found;  // changes of objects when these were found
bool is_trusted = true;

std::uintptr_t begin_of_heap;
std::uintptr_t deepest_stack = kLargestStack;

std::uintptr_t end_of_heap() {
    return reinterpret_cast<std::uintptr_t>(sbrk(0));
}

// Below the stack nothing is mapped for as far as it could grow when the program began; if that has no end, the kernel
// begins to map from the other side.
__attribute__((constructor)) void note_heap_and_stack() {
    begin_of_heap = end_of_heap();
    rlimit limit;
    if (getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur < deepest_stack)
        deepest_stack = limit.rlim_cur;
}

Range heap() {
    return {begin_of_heap, end_of_heap()};
}

std::uintptr_t end_of_stack() {
    return reinterpret_cast<std::uintptr_t>(__libc_stack_end);
}

// Empty on another stack.
Range stack() {
    const auto here = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
    const Range all = {end_of_stack() - deepest_stack, end_of_stack()};
    return all.holds(here) ? Range{here - kBelow, all.end} : Range{0, 0};
}

std::uintptr_t find_thread_data() {
    std::uintptr_t address;
    __asm__("mov %%fs:0, %0" : "=r"(address));
    return address;
}

// The C library's part of a thread's data begins where its register says, and variables are before it.
Range of_thread(std::uintptr_t data) {
    constexpr std::uintptr_t kVariables = 1024, kOfLibrary = 256;
    return {data - kVariables, data + kOfLibrary};
}

int add_segments(dl_phdr_info *object, std::size_t, void *) {
    for (int i = 0; i < object->dlpi_phnum && segment_count < kMostSegments; i++) {
        const ElfW(Phdr) &header = object->dlpi_phdr[i];
        const std::uintptr_t begin = object->dlpi_addr + header.p_vaddr;
        if (header.p_type == PT_LOAD)
            segments[segment_count++] = {{begin, begin + header.p_memsz},
                                         header.p_flags & PF_X && !(header.p_flags & PF_W)};
    }
    return 0;
}

int count_changes(dl_phdr_info *object, std::size_t, void *changes) {
    *static_cast<unsigned long long *>(changes) = object->dlpi_adds + object->dlpi_subs;
    return 1;
}

Segment segment_with(const Range &range) {
    for (int i = 0; i < segment_count; i++)
        if (segments[i].range.holds(range))
            return segments[i];
    return {{0, 0}, false};
}

}  // namespace

PrivateMemory::PrivateMemory()
    : thread_data_(find_thread_data()),
      stack_(is_trusted ? stack() : Range{0, 0}),
      recent_{recent_segments[0], recent_segments[1]} {}

bool PrivateMemory::find(const Range &range) {
    if (!is_trusted)
        return false;
    Range found = segment_with(range).range;
    if (found.bytes()) {
        recent_segments[1] = recent_segments[0];
        recent_segments[0] = found;
    }
    if (!found.bytes() && of_thread(thread_data_).holds(range))
        found = of_thread(thread_data_);
    if (!found.bytes() && heap().holds(range))
        found = heap();
    if (!found.bytes())
        return is_known(range);
    recent_[1] = recent_[0];
    recent_[0] = found;
    return true;
}

bool PrivateMemory::holds_code(std::uintptr_t address) const {
    return is_trusted && segment_with({address, address + 1}).is_code;
}

bool find_objects() {
    unsigned long long changes = 0;
    dl_iterate_phdr(count_changes, &changes);
    if (changes == objects_found)
        return false;
    segment_count = 0;
    recent_segments[0] = recent_segments[1] = {0, 0};
    dl_iterate_phdr(add_segments, nullptr);
    objects_found = changes;
    return true;
}

void note_fixed_mapping(const Range &range) {
    if (find_objects())
        objects_found = 0;  // whoever asks next is told, too
    bool is_amid = range.meets({end_of_stack() - kLargestStack, end_of_stack()}) || range.meets(heap());
    for (int i = 0; i < segment_count; i++)
        is_amid = is_amid || segments[i].range.meets(range);
    is_trusted = is_trusted && !is_amid;
    if (!is_trusted)
        recent_segments[0] = recent_segments[1] = {0, 0};
}

}  // namespace mpimon::overlap
