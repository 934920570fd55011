#include "read.h"

#include <ucontext.h>

extern "C" {
// read_memory.S has them.
__attribute__((visibility("hidden"))) extern const char mpimon_overlap_read_begin[], mpimon_overlap_read_end[];
}

namespace mpimon::overlap {

bool fail_to_read(void *context) {
    greg_t &position = static_cast<ucontext_t *>(context)->uc_mcontext.gregs[REG_RIP];
    const auto begin = reinterpret_cast<greg_t>(mpimon_overlap_read_begin);
    const auto end = reinterpret_cast<greg_t>(mpimon_overlap_read_end);
    if (position < begin || position >= end)
        return false;
    position = end;
    return true;
}

}  // namespace mpimon::overlap
