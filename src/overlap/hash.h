// Numbers that stand for several others.
#ifndef MPIMON_OVERLAP_HASH_H
#define MPIMON_OVERLAP_HASH_H

#include <cstdint>
#include <initializer_list>

namespace mpimon::overlap {

inline std::uint64_t mix(std::initializer_list<std::uint64_t> parts) {
    std::uint64_t value = 0;
    for (std::uint64_t part : parts) {
        value = (value ^ part) * 0x9e3779b97f4a7c15u;
        value ^= value >> 32;
    }
    return value;
}

inline std::uint64_t hash(const char *text) {
    std::uint64_t value = 0;
    for (; *text; text++)
        value = mix({value, static_cast<unsigned char>(*text)});
    return value;
}

}  // namespace mpimon::overlap

#endif
