/* CRC-32C (Castagnoli, reflected polynomial 0x82F63B78), as RFC 3720 defines it for iSCSI. */
#ifndef MPIMON_PROFILE_CRC32C_H
#define MPIMON_PROFILE_CRC32C_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Checksum of `size` bytes; of the nine bytes "123456789" it is 0xE3069283. */
uint32_t mpimon_crc32c(const void *data, size_t size);

#ifdef __cplusplus
}
#endif

#endif
