/*
 * What a profile is made of: records, each with a mark, a checksum and one body (monitoring.proto, message Record).
 */
#ifndef MPIMON_PROFILE_RECORDS_H
#define MPIMON_PROFILE_RECORDS_H

#include <stdint.h>

enum { MPIMON_FORMAT_MAJOR = 1, MPIMON_FORMAT_MINOR = 0 };

/* What begins every record: Record.mark. */
#define MPIMON_RECORD_MARK UINT32_C(0x4E4F4D50)

#endif
