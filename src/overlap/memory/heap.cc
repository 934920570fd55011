// The functions of the heap. While overlap is wanted, large blocks begin and end with a page, so that no other block,
// and nothing of malloc's own, shares pages with them: malloc's headers are before a block, and after its last whole
// page.
#include <malloc.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "../flight/flight.h"
#include "../library.h"
#include "../signals/section.h"
#include "../start.h"
#include "areas.h"
#include "keys.h"

// glibc's own, which a library that is loaded first can call at any time.
extern "C" {
void *__libc_malloc(std::size_t);
void *__libc_calloc(std::size_t, std::size_t);
void *__libc_realloc(void *, std::size_t);
void *__libc_memalign(std::size_t, std::size_t);
void __libc_free(void *);
}

namespace mpimon::overlap {

namespace {

constexpr std::size_t kLarge = 16384;

// Most calls come while no page is away.
void *plain_block(std::size_t bytes) {
    if (!is_anything_protected())
        return __libc_malloc(bytes);
    const Undisturbed undisturbed;
    return __libc_malloc(bytes);
}

void *plain_block(std::size_t alignment, std::size_t bytes) {
    const Undisturbed undisturbed;
    return __libc_memalign(alignment, bytes);
}

void *plain_again(void *block, std::size_t bytes) {
    const Undisturbed undisturbed;
    return __libc_realloc(block, bytes);
}

// Blocks that glibc has mapped by themselves grow without being copied.
bool is_mapped(const void *block) {
    constexpr std::size_t kIsMapped = 2;
    return static_cast<const std::size_t *>(block)[-1] & kIsMapped;
}

// A new block that was mapped by itself is zero, unless glibc was told to fill new blocks (glibc.malloc.perturb).
bool is_zero(const void *block) {
    return is_mapped(block) && *static_cast<const char *>(block) == 0;
}

bool gets_pages(std::size_t bytes) {
    return bytes >= kLarge && bytes <= PTRDIFF_MAX / 2 && is_wanted();
}

void *large_block(std::size_t alignment, std::size_t bytes) {
    const std::size_t whole = page_up(bytes);
    void *block = plain_block(alignment < kPage ? kPage : alignment, whole);
    if (block) {
        const auto begin = reinterpret_cast<std::uintptr_t>(block);
        add_area({begin, begin + whole});
    }
    return block;
}

void *aligned_block(std::size_t alignment, std::size_t bytes) {
    return gets_pages(bytes) ? large_block(alignment, bytes) : plain_block(alignment, bytes);
}

bool may_be_area(const void *block) {
    return block && reinterpret_cast<std::uintptr_t>(block) % kPage == 0 && is_wanted();
}

// What is to be freed must be at home, since malloc writes into it.
void end_area(void *block) {
    const auto begin = reinterpret_cast<std::uintptr_t>(block);
    const Range range = area_at(begin);
    if (range.bytes()) {
        complete_meeting(range);
        give_up_keys(range);
        remove_area(begin);
    }
}

// A block that begins with a page, mapped by itself, of another size. The kernel moves it as it is, page by page, or
// else glibc copies it to where no page begins.
void *resize_mapped(void *block, std::size_t bytes) {
    const std::size_t whole = page_up(bytes);
    end_area(block);
    void *moved = plain_again(block, whole);
    const auto begin = reinterpret_cast<std::uintptr_t>(moved);
    if (moved && begin % kPage == 0)
        add_area({begin, begin + whole});
    return moved;
}

void *copy_to(std::size_t bytes, void *block, std::size_t old_bytes) {
    void *moved = malloc(bytes);
    if (moved && block) {
        std::memcpy(moved, block, old_bytes < bytes ? old_bytes : bytes);
        free(block);
    }
    return moved;
}

}  // namespace

MPIMON_EXPORT void *malloc(std::size_t bytes) {
    return gets_pages(bytes) ? large_block(kPage, bytes) : plain_block(bytes);
}

MPIMON_EXPORT void free(void *block) {
    if (may_be_area(block))
        end_area(block);
    if (!is_anything_protected())
        return __libc_free(block);
    const Undisturbed undisturbed;
    __libc_free(block);
}

MPIMON_EXPORT void *calloc(std::size_t count, std::size_t size) {
    std::size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes) || !gets_pages(bytes)) {
        const Undisturbed undisturbed;
        return __libc_calloc(count, size);
    }
    void *block = large_block(kPage, bytes);
    return block && !is_zero(block) ? std::memset(block, 0, bytes) : block;
}

MPIMON_EXPORT void *realloc(void *block, std::size_t bytes) {
    if (!is_wanted())
        return __libc_realloc(block, bytes);
    const Range area = block ? area_at(reinterpret_cast<std::uintptr_t>(block)) : Range{};
    if (bytes == 0 || (!area.bytes() && !gets_pages(bytes))) {
        if (block)
            end_area(block);
        return plain_again(block, bytes);
    }
    if (area.bytes() && gets_pages(bytes) && is_mapped(block))
        return resize_mapped(block, bytes);
    return copy_to(bytes, block, block ? malloc_usable_size(block) : 0);
}

MPIMON_EXPORT void *reallocarray(void *block, std::size_t count, std::size_t size) {
    std::size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes)) {
        errno = ENOMEM;
        return nullptr;
    }
    return realloc(block, bytes);
}

MPIMON_EXPORT void *memalign(std::size_t alignment, std::size_t bytes) {
    return aligned_block(alignment, bytes);
}

MPIMON_EXPORT void *aligned_alloc(std::size_t alignment, std::size_t bytes) {
    return aligned_block(alignment, bytes);
}

MPIMON_EXPORT void *valloc(std::size_t bytes) {
    return aligned_block(kPage, bytes);
}

MPIMON_EXPORT void *pvalloc(std::size_t bytes) {
    return aligned_block(kPage, page_up(bytes));
}

MPIMON_EXPORT int posix_memalign(void **block, std::size_t alignment, std::size_t bytes) {
    if (alignment % sizeof(void *) || alignment == 0 || alignment & (alignment - 1))
        return EINVAL;
    void *made = aligned_block(alignment, bytes);
    if (!made)
        return ENOMEM;
    *block = made;
    return 0;
}

}  // namespace mpimon::overlap
