#include "look_ahead.h"

#include "../mpich_abi.h"
#include "../signals/program_handlers.h"
#include "../sites.h"
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

// The number of the call that the program was last seen to come to, without anything between that could load an object
// or remove one: what is known of the objects that its code is in holds in that call, too.
std::uint64_t comes_to;

bool came_straight() {
    return comes_to == this_call.number && !has_program_handlers();
}

bool is_at_call(const Machine &machine) {
    return is_entry(machine.position()) || is_at_fortran_call(machine);
}

Ahead walk(Machine machine, Path *path) {
    for (int i = 0; i < kFarthest; i++) {
        if (is_at_call(machine)) {
            path->end_at_call();
            return Ahead::kCall;
        }
        if (!machine.step())
            return machine.has_touched() ? Ahead::kTouch : Ahead::kUnknown;
    }
    return Ahead::kUnknown;
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
    if (!came_straight() && find_objects())
        forget_code();
    const UnderWay under_way(expected);
    PrivateMemory memory;
    Ahead ahead = path->leads_to(entry, under_way, &memory);
    if (ahead == Ahead::kUnknown) {
        path->begin(entry);
        ahead = walk(Machine(entry, kSuccess, under_way, path), path);
    }
    if (ahead == Ahead::kCall)
        comes_to = this_call.number + 1;
    return ahead;
}

}  // namespace mpimon::overlap
