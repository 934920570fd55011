#include "memory_of_call.h"

#include <limits.h>
#include <linux/futex.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/uio.h>

#include "../flight/flight.h"
#include "system_call.h"

namespace mpimon::overlap {

namespace {

constexpr std::uintptr_t kSmall = 64;        // no time is larger
constexpr std::uintptr_t kAddress = 128;     // nor is an address of a socket
constexpr std::uintptr_t kStatus = 512;      // nor what is told of a file, a process or a machine
constexpr std::uintptr_t kPath = 4096;       // what the kernel reads of a path
constexpr std::uintptr_t kWord = 4;          // of a futex, or a length
constexpr std::uintptr_t kPolled = 8;        // struct pollfd
constexpr std::uintptr_t kPolledEvent = 12;  // struct epoll_event

struct Arguments {
    std::uintptr_t first, second, third, fourth, fifth, sixth;
};

Range range(std::uintptr_t begin, std::uintptr_t bytes) {
    return begin ? Range{begin, begin + bytes} : Range{0, 0};
}

// These ranges, and no other.
template <typename... Ranges>
bool use(Memory *memory, const Ranges &...ranges) {
    (memory->add(ranges), ...);
    return true;
}

// Waking somebody looks at no memory, if the futex is of this process alone.
bool find_memory_of_futex(const Arguments &a, Memory *memory) {
    const bool is_private = a.second & FUTEX_PRIVATE_FLAG;
    switch (a.second & FUTEX_CMD_MASK) {
        case FUTEX_WAKE:
        case FUTEX_WAKE_BITSET:
            return is_private || use(memory, range(a.first, kWord));
        case FUTEX_WAIT:
        case FUTEX_WAIT_BITSET:
            return use(memory, range(a.first, kWord), range(a.fourth, kSmall));
        default:
            return false;
    }
}

// What says where the memory is must be at home to be looked at.
bool can_look_at(Memory *memory, std::uintptr_t begin, std::uintptr_t bytes) {
    memory->add(range(begin, bytes));
    return begin && !is_away(*memory);
}

bool find_parts(std::uintptr_t parts, std::uintptr_t count, Memory *memory) {
    if (count > IOV_MAX || !can_look_at(memory, parts, count * sizeof(iovec)))
        return false;
    for (std::uintptr_t i = 0; i < count; i++) {
        const iovec &part = reinterpret_cast<const iovec *>(parts)[i];
        memory->add(range(reinterpret_cast<std::uintptr_t>(part.iov_base), part.iov_len));
    }
    return true;
}

bool find_memory_of_message(std::uintptr_t header, Memory *memory) {
    if (!can_look_at(memory, header, sizeof(msghdr)))
        return false;
    const msghdr &message = *reinterpret_cast<const msghdr *>(header);
    use(memory, range(reinterpret_cast<std::uintptr_t>(message.msg_name), message.msg_namelen),
        range(reinterpret_cast<std::uintptr_t>(message.msg_control), message.msg_controllen));
    return find_parts(reinterpret_cast<std::uintptr_t>(message.msg_iov), message.msg_iovlen, memory);
}

bool find_memory_of_select(const Arguments &a, Memory *memory) {
    const std::uintptr_t bytes = (a.first + 63) / 64 * 8;
    return use(memory, range(a.second, bytes), range(a.third, bytes), range(a.fourth, bytes), range(a.fifth, kSmall),
               range(a.sixth, kSmall));
}

bool find_memory_of_option(const Arguments &a, Memory *memory) {
    if (!can_look_at(memory, a.fifth, kWord))
        return false;
    return use(memory, range(a.fourth, *reinterpret_cast<const unsigned *>(a.fifth)));
}

bool find_memory_of_socket(long call, const Arguments &a, Memory *memory) {
    switch (call) {
        case SYS_socket:
        case SYS_listen:
        case SYS_shutdown:
            return true;
        case SYS_connect:
        case SYS_bind:
            return use(memory, range(a.second, a.third));
        case SYS_accept:
        case SYS_accept4:
        case SYS_getsockname:
        case SYS_getpeername:
            return use(memory, range(a.second, kAddress), range(a.third, kWord));
        case SYS_socketpair:
            return use(memory, range(a.fourth, 2 * kWord));
        case SYS_getsockopt:
            return find_memory_of_option(a, memory);
        case SYS_setsockopt:
            return use(memory, range(a.fourth, a.fifth));
        case SYS_sendto:
            return use(memory, range(a.second, a.third), range(a.fifth, a.sixth));
        case SYS_recvfrom:
            return use(memory, range(a.second, a.third), range(a.fifth, kAddress), range(a.sixth, kWord));
        case SYS_sendmsg:
        case SYS_recvmsg:
            return find_memory_of_message(a.second, memory);
        default:
            return false;
    }
}

bool find_memory_of_descriptor(long call, const Arguments &a, Memory *memory) {
    switch (call) {
        case SYS_dup:
        case SYS_dup2:
        case SYS_dup3:
        case SYS_eventfd:
        case SYS_eventfd2:
        case SYS_epoll_create:
        case SYS_epoll_create1:
        case SYS_timerfd_create:
            return true;
        case SYS_pipe:
        case SYS_pipe2:
            return use(memory, range(a.first, 2 * kWord));
        case SYS_epoll_ctl:
            return use(memory, range(a.fourth, kPolledEvent));
        case SYS_timerfd_gettime:
            return use(memory, range(a.second, kSmall));
        case SYS_timerfd_settime:
            return use(memory, range(a.third, kSmall), range(a.fourth, kSmall));
        default:
            return find_memory_of_socket(call, a, memory);
    }
}

bool find_memory_of_file(long call, const Arguments &a, Memory *memory) {
    switch (call) {
        case SYS_lseek:
        case SYS_close:
        case SYS_fsync:
        case SYS_fdatasync:
        case SYS_ftruncate:
        case SYS_fallocate:
        case SYS_flock:
        case SYS_umask:
            return true;
        case SYS_read:
        case SYS_write:
        case SYS_pread64:
        case SYS_pwrite64:
        case SYS_getdents64:
            return use(memory, range(a.second, a.third));
        case SYS_readv:
        case SYS_writev:
        case SYS_preadv:
        case SYS_pwritev:
            return find_parts(a.second, a.third, memory);
        case SYS_open:
        case SYS_access:
        case SYS_unlink:
        case SYS_mkdir:
        case SYS_rmdir:
        case SYS_chdir:
            return use(memory, range(a.first, kPath));
        case SYS_openat:
        case SYS_unlinkat:
        case SYS_mkdirat:
        case SYS_faccessat:
            return use(memory, range(a.second, kPath));
        case SYS_rename:
            return use(memory, range(a.first, kPath), range(a.second, kPath));
        case SYS_renameat:
            return use(memory, range(a.second, kPath), range(a.fourth, kPath));
        case SYS_readlink:
            return use(memory, range(a.first, kPath), range(a.second, a.third));
        case SYS_getcwd:
            return use(memory, range(a.first, a.second));
        case SYS_fcntl:
            return use(memory, range(a.third, kSmall));
        case SYS_fstat:
            return use(memory, range(a.second, kStatus));
        case SYS_stat:
        case SYS_lstat:
            return use(memory, range(a.first, kPath), range(a.second, kStatus));
        case SYS_newfstatat:
            return use(memory, range(a.second, kPath), range(a.third, kStatus));
        case SYS_statx:
            return use(memory, range(a.second, kPath), range(a.fifth, kStatus));
        default:
            return find_memory_of_descriptor(call, a, memory);
    }
}

bool find_memory_of_wait(long call, const Arguments &a, Memory *memory) {
    switch (call) {
        case SYS_pause:
            return true;
        case SYS_nanosleep:
            return use(memory, range(a.first, kSmall), range(a.second, kSmall));
        case SYS_clock_nanosleep:
            return use(memory, range(a.third, kSmall), range(a.fourth, kSmall));
        case SYS_poll:
            return use(memory, range(a.first, a.second * kPolled));
        case SYS_ppoll:
            return use(memory, range(a.first, a.second * kPolled), range(a.third, kSmall), range(a.fourth, kSmall));
        case SYS_epoll_wait:
            return use(memory, range(a.second, a.third * kPolledEvent));
        case SYS_epoll_pwait:
            return use(memory, range(a.second, a.third * kPolledEvent), range(a.fifth, kSmall));
        case SYS_epoll_pwait2:
            return use(memory, range(a.second, a.third * kPolledEvent), range(a.fourth, kSmall),
                       range(a.fifth, kSmall));
        case SYS_select:
        case SYS_pselect6:
            return find_memory_of_select(a, memory);
        case SYS_rt_sigsuspend:
            return use(memory, range(a.first, kSmall));
        case SYS_futex:
            return find_memory_of_futex(a, memory);
        default:
            return find_memory_of_file(call, a, memory);
    }
}

}  // namespace

bool find_memory(const greg_t *registers, Memory *memory) {
    const Arguments a = {std::uintptr_t(registers[REG_RDI]), std::uintptr_t(registers[REG_RSI]),
                         std::uintptr_t(registers[REG_RDX]), std::uintptr_t(registers[REG_R10]),
                         std::uintptr_t(registers[REG_R8]),  std::uintptr_t(registers[REG_R9])};
    const long call = registers[REG_RAX];
    *memory = {};
    switch (call) {
        case SYS_getpid:
        case SYS_getppid:
        case SYS_gettid:
        case SYS_getuid:
        case SYS_geteuid:
        case SYS_getgid:
        case SYS_getegid:
        case SYS_getpriority:
        case SYS_setpriority:
        case SYS_sched_yield:
        case SYS_brk:
        case SYS_alarm:
        case SYS_kill:
        case SYS_tkill:
        case SYS_tgkill:
            return true;
        case SYS_clock_gettime:
        case SYS_clock_getres:
        case SYS_gettimeofday:
        case SYS_getitimer:
            return use(memory, range(a.first, kSmall), range(a.second, kSmall));
        case SYS_setitimer:
            return use(memory, range(a.second, kSmall), range(a.third, kSmall));
        case SYS_sched_getaffinity:
        case SYS_sched_setaffinity:
            return use(memory, range(a.third, a.second));
        case SYS_getcpu:
            return use(memory, range(a.first, kWord), range(a.second, kWord));
        case SYS_times:
            return use(memory, range(a.first, kSmall));
        case SYS_uname:
        case SYS_sysinfo:
            return use(memory, range(a.first, kStatus));
        case SYS_getrusage:
            return use(memory, range(a.second, kStatus));
        case SYS_getrandom:
            return use(memory, range(a.first, a.second));
        case SYS_mmap:
            return !(a.fourth & MAP_FIXED);
        case SYS_munmap:
        case SYS_mprotect:
        case SYS_madvise:
            return use(memory, range(a.first, a.second));
        default:
            return find_memory_of_wait(call, a, memory);
    }
}

bool is_away(const Memory &memory) {
    for (int i = 0; i < memory.count; i++)
        if (is_protected(memory.ranges[i]))
            return true;
    return false;
}

}  // namespace mpimon::overlap
