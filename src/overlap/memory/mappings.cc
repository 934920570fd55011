// Functions by which a program changes its mappings, under the C library's own version: so programs find these, and
// UCX, which puts a jump into the code of what it finds without a version, finds the C library's. An area that it does
// this to is none any more: protections of the program's own, for one, would be lost when pages come back.
#include "mappings.h"

#include <dlfcn.h>
#include <sys/mman.h>
#include <sys/shm.h>

#include <cstdarg>
#include <cstdlib>

#include "../ahead/known_code.h"
#include "../ahead/private_memory.h"
#include "../flight/flight.h"
#include "../library.h"
#include "../signals/section.h"
#include "../start.h"
#include "../threads/threads.h"
#include "areas.h"
#include "keys.h"

#define MPIMON_HIDES(name) __asm__(".symver mpimon_overlap_" #name "," #name "@GLIBC_2.2.5");

namespace mpimon::overlap {

namespace {

Range pages_of(const void *address, std::size_t bytes) {
    const auto begin = reinterpret_cast<std::uintptr_t>(address);
    return Range{begin, begin + bytes}.pages();
}

void give_up(const void *address, std::size_t bytes) {
    if (!is_wanted() || !bytes)
        return;
    give_up_areas(pages_of(address, bytes));
}

// Mappings of other heaps are none of the program's own: what manages them, a fault may come upon amid its work.
bool is_private_memory(int protection, int flags) {
    static const bool heap_is_ours = dlsym(RTLD_DEFAULT, "malloc") == reinterpret_cast<void *>(malloc);
    constexpr int kHuge = MAP_HUGETLB | MAP_GROWSDOWN | MAP_LOCKED;
    return is_wanted() && heap_is_ours && protection == (PROT_READ | PROT_WRITE) && !(flags & kHuge) &&
           (flags & (MAP_PRIVATE | MAP_ANONYMOUS)) == (MAP_PRIVATE | MAP_ANONYMOUS);
}

}  // namespace

// An area that is forgotten has no alias any more, so nothing of it may be there, also not beside these pages.
void give_up_areas(const Range &pages) {
    for (;;) {
        const Range all = with_areas(pages);
        complete_meeting(all);
        const Exclusive exclusive;
        if (is_other_thread() && is_protected(all))
            continue;
        give_up_keys(all);
        return drop_areas(pages);
    }
}

MPIMON_EXPORT int mprotect(void *address, std::size_t bytes, int protection) {
    static int (*real)(void *, std::size_t, int);
    if (protection & PROT_EXEC)
        forget_code();
    give_up(address, bytes);
    return next(&real, "mprotect")(address, bytes, protection);
}

MPIMON_EXPORT int pkey_mprotect(void *address, std::size_t bytes, int protection, int key) {
    static int (*real)(void *, std::size_t, int, int);
    give_up(address, bytes);
    return next(&real, "pkey_mprotect")(address, bytes, protection, key);
}

// The kernel would count pages that are moved as locked twice, and more with each message.
MPIMON_EXPORT int mlock(const void *address, std::size_t bytes) {
    static int (*real)(const void *, std::size_t);
    give_up(address, bytes);
    return next(&real, "mlock")(address, bytes);
}

MPIMON_EXPORT int mlock2(const void *address, std::size_t bytes, unsigned flags) {
    static int (*real)(const void *, std::size_t, unsigned);
    give_up(address, bytes);
    return next(&real, "mlock2")(address, bytes, flags);
}

MPIMON_EXPORT int mlockall(int flags) {
    static int (*real)(int);
    if (is_wanted()) {
        give_up_areas(kAllPages);
        end_areas();
    }
    return next(&real, "mlockall")(flags);
}

// A program that wants keys of its own gets all, and may change its rights as it likes.
MPIMON_EXPORT int pkey_alloc(unsigned flags, unsigned rights) {
    static int (*real)(unsigned, unsigned);
    complete_all();
    return_keys();
    return next(&real, "pkey_alloc")(flags, rights);
}

MPIMON_HIDES(munmap)
MPIMON_EXPORT int mpimon_overlap_munmap(void *address, std::size_t bytes) {
    static int (*real)(void *, std::size_t);
    give_up(address, bytes);
    return next(&real, "munmap")(address, bytes);
}

MPIMON_HIDES(mmap)
MPIMON_EXPORT void *mpimon_overlap_mmap(void *address, std::size_t bytes, int protection, int flags, int file,
                                        off_t offset) {
    static void *(*real)(void *, std::size_t, int, int, int, off_t);
    if (flags & MAP_FIXED)
        give_up(address, bytes);
    if (flags & MAP_FIXED && (flags & MAP_TYPE) != MAP_PRIVATE)
        note_fixed_mapping(pages_of(address, bytes));
    void *made = next(&real, "mmap")(address, bytes, protection, flags, file, offset);
    if (made != MAP_FAILED && is_private_memory(protection, flags))
        add_area(pages_of(made, bytes));
    return made;
}

MPIMON_HIDES(mmap64)
MPIMON_EXPORT __attribute__((alias("mpimon_overlap_mmap"))) void *mpimon_overlap_mmap64(void *, std::size_t, int, int,
                                                                                        int, off_t);

MPIMON_HIDES(mremap)
MPIMON_EXPORT void *mpimon_overlap_mremap(void *address, std::size_t bytes, std::size_t new_bytes, int flags, ...) {
    static void *(*real)(void *, std::size_t, std::size_t, int, ...);
    void *destination = nullptr;
    if (flags & MREMAP_FIXED) {
        std::va_list rest;
        va_start(rest, flags);
        destination = va_arg(rest, void *);
        note_fixed_mapping(pages_of(destination, new_bytes));
        va_end(rest);
        give_up(destination, new_bytes);
    }
    const bool was_known = is_known(pages_of(address, bytes));
    give_up(address, bytes);
    void *moved = next(&real, "mremap")(address, bytes, new_bytes, flags, destination);
    if (moved != MAP_FAILED && was_known)
        add_area(pages_of(moved, new_bytes));
    return moved;
}

MPIMON_HIDES(shmat)
MPIMON_EXPORT void *mpimon_overlap_shmat(int segment, const void *address, int flags) {
    static void *(*real)(int, const void *, int);
    shmid_ds description;
    if (address && shmctl(segment, IPC_STAT, &description) == 0) {
        give_up(address, description.shm_segsz);
        note_fixed_mapping(pages_of(address, description.shm_segsz));
    }
    return next(&real, "shmat")(segment, address, flags);
}

}  // namespace mpimon::overlap
