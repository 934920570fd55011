#include "clock.h"

#include <cstdint>

#ifdef __x86_64__
#include <cpuid.h>
#endif

namespace {

// "Invariant TSC": the counter runs at one speed in all states of the processor.
bool processor_has_steady_ticks() {
#ifdef __x86_64__
    constexpr unsigned leaf = 0x80000007;
    constexpr unsigned invariant = 1U << 8U;
    unsigned a = 0;
    unsigned b = 0;
    unsigned c = 0;
    unsigned d = 0;
    return __get_cpuid(leaf, &a, &b, &c, &d) != 0 && (d & invariant) != 0;
#else
    return false;
#endif
}

}  // namespace

extern "C" {

unsigned char mpimon_ticks_of_processor;

void mpimon_clock_start(mpimon_header *header) {
    mpimon_ticks_of_processor = processor_has_steady_ticks();
    header->start_clock_ns = mpimon_clock_ns();
    header->start_ticks = mpimon_ticks();
}

void mpimon_clock_look(mpimon_header *header) {
    if (!mpimon_ticks_of_processor)
        return;
    const std::uint64_t ns = static_cast<std::uint64_t>(mpimon_clock_ns() - header->start_clock_ns);
    const std::uint64_t ticks = mpimon_ticks() - header->start_ticks;
    __atomic_store_n(&header->run_ns, ns, __ATOMIC_RELAXED);
    __atomic_store_n(&header->run_ticks, ticks, __ATOMIC_RELEASE);
}
}
