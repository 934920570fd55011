#include "look_ahead.h"

#include "../mpich_abi.h"
#include "fortran_calls.h"
#include "known_code.h"
#include "machine.h"

extern "C" {
// entries.S has them.
__attribute__((visibility("hidden"))) extern const char mpimon_overlap_entries[], mpimon_overlap_entries_end[];
thread_local mpimon::overlap::Registers mpimon_overlap_registers
    __attribute__((visibility("hidden"), tls_model("initial-exec")));
}

namespace mpimon::overlap {

namespace {

constexpr int kFarthest = 1000;  // instructions: more than it takes to prepare a call

bool is_entry(std::uintptr_t address) {
    return address >= reinterpret_cast<std::uintptr_t>(mpimon_overlap_entries) &&
           address < reinterpret_cast<std::uintptr_t>(mpimon_overlap_entries_end);
}

}  // namespace

Entry last_entry(const void *frame, const void *code) {
    const Registers registers = mpimon_overlap_registers;
    if (registers.rsp != reinterpret_cast<std::uintptr_t>(frame))
        return {};
    return {registers, reinterpret_cast<std::uintptr_t>(code)};
}

Ahead look_ahead(const Entry &entry, const Expected &expected, Path *path) {
    if (!entry.code)
        return Ahead::kUnknown;
    if (find_objects())
        forget_code();
    const UnderWay under_way(expected);
    PrivateMemory memory;
    if (path->is_taken_from(entry, under_way, &memory))
        return Ahead::kCall;
    path->begin(entry);
    Machine machine(entry, kSuccess, under_way, path);
    for (int i = 0; i < kFarthest; i++) {
        if (is_entry(machine.position()) || is_at_fortran_call(machine)) {
            path->end();
            return Ahead::kCall;
        }
        if (!machine.step())
            return machine.has_touched() ? Ahead::kTouch : Ahead::kUnknown;
    }
    return Ahead::kUnknown;
}

}  // namespace mpimon::overlap
