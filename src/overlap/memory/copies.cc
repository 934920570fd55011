#include "copies.h"

#include <sys/mman.h>

#include "../signals/system_call.h"
#include "pages.h"

namespace mpimon::overlap {

namespace {

struct Free {
    Free *next;
};

// Free copies are kept by their size, a power of two of pages: 1 to 64.
constexpr int kSizes = 7;
static_assert(kPage << (kSizes - 1) == kLargestCopy);
Free *free_copies[kSizes];

int size_class(std::size_t bytes) {
    int size = 0;
    while ((kPage << size) < bytes)
        size++;
    return size;
}

}  // namespace

void *take_copy(std::size_t bytes) {
    const int size = size_class(bytes);
    if (Free *copy = free_copies[size]) {
        free_copies[size] = copy->next;
        return copy;
    }
    const long made =
        system_call(SYS_mmap, 0, kPage << size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return is_error(made) ? nullptr : reinterpret_cast<void *>(made);
}

void return_copy(void *copy, std::size_t bytes) {
    const int size = size_class(bytes);
    auto *free = static_cast<Free *>(copy);
    free->next = free_copies[size];
    free_copies[size] = free;
}

}  // namespace mpimon::overlap
