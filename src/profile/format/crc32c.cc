// Eight bytes a step ("slicing by 8"): a table for each byte's distance to the end of the step.
#include "profile/format/crc32c.h"

namespace {

constexpr uint32_t kPolynomial = 0x82F63B78;  // reflected
constexpr int kStep = 8;

struct Tables {
    uint32_t at[kStep][256];
};

constexpr Tables make_tables() {
    Tables tables{};
    for (uint32_t byte = 0; byte < 256; ++byte) {
        uint32_t crc = byte;
        for (int bit = 0; bit < 8; ++bit)
            crc = (crc >> 1) ^ ((crc & 1) != 0 ? kPolynomial : 0);
        tables.at[0][byte] = crc;
    }
    for (int distance = 1; distance < kStep; ++distance)
        for (uint32_t byte = 0; byte < 256; ++byte) {
            const uint32_t before = tables.at[distance - 1][byte];
            tables.at[distance][byte] = (before >> 8) ^ tables.at[0][before & 0xFF];
        }
    return tables;
}

constexpr Tables kTables = make_tables();

}  // namespace

uint32_t mpimon_crc32c(const void *data, size_t size) {
    const auto *bytes = static_cast<const uint8_t *>(data);
    uint32_t crc = UINT32_MAX;
    for (; size >= kStep; size -= kStep, bytes += kStep) {
        uint32_t next = 0;
        for (int i = 0; i < kStep; ++i) {
            const uint32_t mixed = bytes[i] ^ (i < 4 ? (crc >> (8 * i)) & 0xFF : 0);
            next ^= kTables.at[kStep - 1 - i][mixed];
        }
        crc = next;
    }
    for (; size > 0; --size, ++bytes)
        crc = (crc >> 8) ^ kTables.at[0][(crc ^ *bytes) & 0xFF];
    return ~crc;
}
