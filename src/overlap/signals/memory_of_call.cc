#include "memory_of_call.h"

#include <linux/futex.h>
#include <sys/mman.h>
#include <sys/syscall.h>

#include "../flight/flight.h"

namespace mpimon::overlap {

namespace {

constexpr std::uintptr_t kSmall = 64;        // no time is larger
constexpr std::uintptr_t kStatus = 256;      // nor is a file's status
constexpr std::uintptr_t kPath = 4096;       // what the kernel reads of a path
constexpr std::uintptr_t kWord = 4;          // of a futex
constexpr std::uintptr_t kPolled = 8;        // struct pollfd
constexpr std::uintptr_t kPolledEvent = 12;  // struct epoll_event

Range range(std::uintptr_t begin, std::uintptr_t bytes) {
    return begin ? Range{begin, begin + bytes} : Range{0, 0};
}

// Waking somebody looks at no memory, if the futex is of this process alone.
bool find_memory_of_futex(const std::uintptr_t (&arguments)[6], Memory *memory) {
    const bool is_private = arguments[1] & FUTEX_PRIVATE_FLAG;
    switch (arguments[1] & FUTEX_CMD_MASK) {
        case FUTEX_WAKE:
        case FUTEX_WAKE_BITSET:
            if (!is_private)
                memory->ranges[0] = range(arguments[0], kWord);
            return true;
        case FUTEX_WAIT:
        case FUTEX_WAIT_BITSET:
            *memory = {{range(arguments[0], kWord), range(arguments[3], kSmall)}};
            return true;
        default:
            return false;
    }
}

}  // namespace

bool find_memory(const greg_t *registers, Memory *memory) {
    const std::uintptr_t arguments[6] = {std::uintptr_t(registers[REG_RDI]), std::uintptr_t(registers[REG_RSI]),
                                         std::uintptr_t(registers[REG_RDX]), std::uintptr_t(registers[REG_R10]),
                                         std::uintptr_t(registers[REG_R8]),  std::uintptr_t(registers[REG_R9])};
    const std::uintptr_t first = arguments[0], second = arguments[1], third = arguments[2], fourth = arguments[3];
    *memory = {};
    switch (registers[REG_RAX]) {
        case SYS_getpid:
        case SYS_gettid:
        case SYS_sched_yield:
        case SYS_lseek:
        case SYS_brk:
        case SYS_close:
        case SYS_pause:
            return true;
        case SYS_nanosleep:
        case SYS_clock_gettime:
        case SYS_gettimeofday:
        case SYS_getrusage:
            *memory = {{range(first, kSmall), range(second, kSmall)}};
            return true;
        case SYS_clock_nanosleep:
            *memory = {{range(third, kSmall), range(fourth, kSmall)}};
            return true;
        case SYS_read:
        case SYS_write:
        case SYS_pread64:
        case SYS_pwrite64:
            *memory = {{range(second, third)}};
            return true;
        case SYS_open:
        case SYS_access:
            *memory = {{range(first, kPath)}};
            return true;
        case SYS_openat:
            *memory = {{range(second, kPath)}};
            return true;
        case SYS_fstat:
            *memory = {{range(second, kStatus)}};
            return true;
        case SYS_newfstatat:
            *memory = {{range(second, kPath), range(third, kStatus)}};
            return true;
        case SYS_poll:
            *memory = {{range(first, second * kPolled)}};
            return true;
        case SYS_epoll_wait:
            *memory = {{range(second, third * kPolledEvent)}};
            return true;
        case SYS_mmap:
            return !(fourth & MAP_FIXED);
        case SYS_munmap:
        case SYS_mprotect:
        case SYS_madvise:
            *memory = {{range(first, second)}};
            return true;
        case SYS_futex:
            return find_memory_of_futex(arguments, memory);
        default:
            return false;
    }
}

bool is_away(const Memory &memory) {
    for (const Range &range : memory.ranges)
        if (range.bytes() && is_protected(range))
            return true;
    return false;
}

}  // namespace mpimon::overlap
