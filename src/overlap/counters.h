// What was made asynchronous, and what was not, by why.
#ifndef MPIMON_OVERLAP_COUNTERS_H
#define MPIMON_OVERLAP_COUNTERS_H

#include <cstdint>

namespace mpimon::overlap {

// Why a call stayed synchronous.
enum class Reason {
    kNone,
    kSmall,        // below MPIR_CVAR_OVERLAP_MIN_BYTES
    kStatus,       // the program can read its fields at any time
    kWildcard,     // which message it is, is decided at once
    kErrors,       // the program wants error codes, which are those of this call
    kThreads,      // others could see what is moved, or have it seen by a system call
    kOutstanding,  // operations of the program's own go on, which the library carries out at the program's addresses
    kMemory,       // not known to be private memory whose pages hold nothing of the library's
    kShared,       // of an exchange: both buffers on one page, and the sent one too large to copy
    kSignals,      // SIGSEGV or SIGSYS is blocked
    kKernel,       // refused to move or protect pages
    kFull,         // too much is under way
    kReasons
};

struct Counters {
    std::uint64_t sends;
    std::uint64_t receives;
    std::uint64_t faults;        // accesses of the program that had to wait, or came after the end
    std::uint64_t system_calls;  // before which all was completed
    std::uint64_t bytes_copied;
    std::uint64_t pages_moved;
    std::uint64_t stayed[static_cast<int>(Reason::kReasons)];
};

extern Counters counters;

// Writes the counters to standard error.
void show_counters(int rank);

}  // namespace mpimon::overlap

#endif
