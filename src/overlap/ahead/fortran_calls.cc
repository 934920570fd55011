#include "fortran_calls.h"

extern "C" {
// trampolines.S has it: where the functions of fortran.def begin, in their order.
__attribute__((visibility("hidden"))) extern const std::uintptr_t mpimon_overlap_fortran_calls[];
}

namespace mpimon::overlap {

namespace {

struct Function {
    int arguments;
    unsigned buffers;            // bits of arguments that are buffers, which nobody reads before the call of C
    bool are_described = false;  // by descriptors, which are read
};

constexpr unsigned kFirst = 1, kSixth = 1 << 5;
constexpr unsigned kValue = 24, kDescriptor = 512;  // at most so many bytes; a status is the longest value

constexpr Function described(Function function) {
    return {function.arguments, function.buffers, true};
}

constexpr Function kSend = {7, kFirst}, kReceive = {8, kFirst}, kExchange = {13, kFirst | kSixth};

// In the order of fortran.def: four spellings of each, and that of mpi_f08.
constexpr Function kFunctions[] = {kSend,     kSend,     kSend,     kSend,     described(kSend),
                                   kReceive,  kReceive,  kReceive,  kReceive,  described(kReceive),
                                   kExchange, kExchange, kExchange, kExchange, described(kExchange)};

bool are_apart(const Machine &machine, const Function &function) {
    for (int i = 0; i < function.arguments; i++) {
        const bool is_buffer = function.buffers >> i & 1;
        const bool is_read = !is_buffer || function.are_described;
        if (is_read && !machine.points_elsewhere(i, is_buffer ? kDescriptor : kValue))
            return false;
    }
    return true;
}

}  // namespace

// The functions are together, in their order.
bool is_at_fortran_call(const Machine &machine) {
    constexpr unsigned kCount = sizeof kFunctions / sizeof *kFunctions;
    const std::uintptr_t *const calls = mpimon_overlap_fortran_calls;
    if (machine.position() < calls[0] || machine.position() > calls[kCount - 1])
        return false;
    for (unsigned i = 0; i < kCount; i++)
        if (machine.position() == calls[i])
            return are_apart(machine, kFunctions[i]);
    return false;
}

}  // namespace mpimon::overlap
