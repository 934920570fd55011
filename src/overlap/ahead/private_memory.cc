#include "private_memory.h"

#include <link.h>
#include <unistd.h>

#include "../memory/areas.h"

extern "C" void *__libc_stack_end;  // where the stack of the program's first thread begins

namespace mpimon::overlap {

std::uintptr_t thread_data() {
    std::uintptr_t address;
    __asm__("mov %%fs:0, %0" : "=r"(address));
    return address;
}

namespace {

constexpr int kMostSegments = 512;
constexpr std::uintptr_t kBelow = 1 << 16;  // of the stack, below where the program is
constexpr std::uintptr_t kLargestStack = std::uintptr_t{1} << 30;

Range segments[kMostSegments];
int segment_count;
unsigned long long objects_loaded;  // in all, when that was found out
bool is_trusted = true;

std::uintptr_t begin_of_heap;

std::uintptr_t end_of_heap() {
    return reinterpret_cast<std::uintptr_t>(sbrk(0));
}

__attribute__((constructor)) void note_begin_of_heap() {
    begin_of_heap = end_of_heap();
}

int add_segments(dl_phdr_info *object, std::size_t, void *) {
    objects_loaded = object->dlpi_adds;
    for (int i = 0; i < object->dlpi_phnum && segment_count < kMostSegments; i++) {
        const ElfW(Phdr) &header = object->dlpi_phdr[i];
        const std::uintptr_t begin = object->dlpi_addr + header.p_vaddr;
        if (header.p_type == PT_LOAD)
            segments[segment_count++] = {begin, begin + header.p_memsz};
    }
    return 0;
}

int has_loaded_more(dl_phdr_info *object, std::size_t, void *) {
    return object->dlpi_adds != objects_loaded ? 1 : -1;
}

// The segment that was asked for last is the first one.
bool is_of_segment(const Range &range) {
    for (int i = 0; i < segment_count; i++)
        if (segments[i].holds(range)) {
            const Range found = segments[i];
            segments[i] = segments[0];
            segments[0] = found;
            return true;
        }
    return false;
}

bool find_segments() {
    if (dl_iterate_phdr(has_loaded_more, nullptr) < 0)
        return false;
    segment_count = 0;
    dl_iterate_phdr(add_segments, nullptr);
    return true;
}

bool is_of_object(const Range &range) {
    return is_of_segment(range) || (find_segments() && is_of_segment(range));
}

std::uintptr_t end_of_stack() {
    return reinterpret_cast<std::uintptr_t>(__libc_stack_end);
}

bool is_of_stack(const Range &range) {
    const auto here = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
    return here < end_of_stack() && Range{here - kBelow, end_of_stack()}.holds(range);
}

// What the thread has for itself: the C library's part begins where its register says, and variables are before it.
Range of_thread() {
    constexpr std::uintptr_t kVariables = 1024, kOfLibrary = 256;
    return {thread_data() - kVariables, thread_data() + kOfLibrary};
}

Range heap() {
    return {begin_of_heap, end_of_heap()};
}

}  // namespace

bool is_private(const Range &range) {
    return is_trusted && (is_of_stack(range) || of_thread().holds(range) || is_of_object(range) || is_known(range) ||
                          heap().holds(range));
}

void note_fixed_mapping(const Range &range) {
    find_segments();
    bool is_amid = range.meets({end_of_stack() - kLargestStack, end_of_stack()}) || range.meets(heap());
    for (int i = 0; i < segment_count; i++)
        is_amid = is_amid || segments[i].meets(range);
    is_trusted = is_trusted && !is_amid;
}

}  // namespace mpimon::overlap
