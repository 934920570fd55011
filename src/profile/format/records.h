/*
 * What a profile is made of: records, each with a marker, a checksum and one body (monitoring.proto, message Record).
 */
#ifndef MPIMON_PROFILE_RECORDS_H
#define MPIMON_PROFILE_RECORDS_H

#include <stdint.h>

enum { MPIMON_FORMAT_MAJOR = 1, MPIMON_FORMAT_MINOR = 0 };

/* Every record begins with this: Record.marker. */
#define MPIMON_RECORD_MARKER UINT32_C(0x4E4F4D50)

#endif
