/*
 * FNV-1a, 64 bits (Fowler, Noll, Vo): http://www.isthe.com/chongo/tech/comp/fnv/
 */
#ifndef MPIMON_ENGINE_FNV_H
#define MPIMON_ENGINE_FNV_H

#include <stddef.h>
#include <stdint.h>

#define MPIMON_FNV_START UINT64_C(0xCBF29CE484222325)

static inline uint64_t mpimon_fnv_byte(uint64_t hash, unsigned char byte) {
    return (hash ^ byte) * UINT64_C(0x100000001B3);
}

/* Takes the lowest byte first, on every machine. */
static inline uint64_t mpimon_fnv_word(uint64_t hash, uint32_t word) {
    for (int byte = 0; byte < 4; byte++)
        hash = mpimon_fnv_byte(hash, (unsigned char)(word >> (8 * byte)));
    return hash;
}

/* Adds at most `most` letters of a text, without the zero at its end. */
static inline uint64_t mpimon_fnv_text(uint64_t hash, const char *text, size_t most) {
    for (; most > 0 && *text; most--)
        hash = mpimon_fnv_byte(hash, (unsigned char)*text++);
    return hash;
}

#endif
