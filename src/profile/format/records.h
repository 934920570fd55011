/*
 * What a profile is made of: records, each with a marker, a checksum and one body (monitoring.proto, message Record).
 */
#ifndef MPIMON_PROFILE_RECORDS_H
#define MPIMON_PROFILE_RECORDS_H

#include <stdint.h>

#include "profile/format/fields.h"

enum { MPIMON_FORMAT_MAJOR = 1, MPIMON_FORMAT_MINOR = 0 };

/* Every record begins with this: Record.marker. */
#define MPIMON_RECORD_MARKER UINT32_C(0x4E4F4D50)

namespace mpimon {

// Types of fields in the Protocol Buffers wire format, of those that records begin with.
constexpr uint32_t kDelimitedType = 2;
constexpr uint32_t kFixed32Type = 5;

// Tags of few bits take one byte: that of a record, those of its marker and its checksum.
constexpr unsigned char kRecordTag = field::Profile::record << 3 | kDelimitedType;
constexpr unsigned char kMarkerTag = field::Record::marker << 3 | kFixed32Type;
constexpr unsigned char kChecksumTag = field::Record::checksum << 3 | kFixed32Type;
static_assert((kRecordTag | kMarkerTag | kChecksumTag) < 0x80, "a tag of one byte");

// A record's first bytes, after its tag and length: the marker's tag, and the marker from its lowest byte on.
constexpr unsigned char kMarkerBytes[] = {kMarkerTag, MPIMON_RECORD_MARKER & 0xFF, MPIMON_RECORD_MARKER >> 8 & 0xFF,
                                          MPIMON_RECORD_MARKER >> 16 & 0xFF, MPIMON_RECORD_MARKER >> 24};

}  // namespace mpimon

#endif
