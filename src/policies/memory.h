// Memory and time of this process, as the system sees them.
#ifndef MPIMON_POLICIES_MEMORY_H
#define MPIMON_POLICIES_MEMORY_H

#include <cstdint>

namespace policies {

std::uint64_t now_ns();

// Bytes of the process that are in memory; 0 if the system does not say.
std::uint64_t resident_bytes();

// How long it takes to touch a byte's page for the first time: measured now.
double fault_ns_per_byte();

}  // namespace policies

#endif
