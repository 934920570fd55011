// Where the program goes on after its call.
#ifndef MPIMON_OVERLAP_ENTRY_H
#define MPIMON_OVERLAP_ENTRY_H

#include <cstdint>

namespace mpimon::overlap {

// What a function that the program has called leaves as it was, and where the program's stack is after it.
struct Registers {
    std::uint64_t rbx, rbp, r12, r13, r14, r15;
    std::uint64_t rsp;
};

// What registers held when the program called MPI_Send, MPI_Recv or MPI_Sendrecv; its frame is that of the caller.
struct Entry {
    Registers registers;
    std::uintptr_t code;  // where the program goes on
};

}  // namespace mpimon::overlap

#endif
