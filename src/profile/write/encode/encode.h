/*
 * Makes the records of a profile (monitoring.proto) from a segment. It is a part of libmpi, and is called from C.
 *
 * Each function makes one whole `record` field of the message Profile: tag, length and the Record with its marker and
 * checksum; a profile is nothing but such fields, one after the other. It returns the bytes that the field needs. If
 * `out` is NULL or `room` is less, nothing is written. 0 means that memory ran out or that this is no segment.
 *
 * The segment may be that of a crashed process: the caller vouches only that header.used bytes can be read. What makes
 * no sense in it is left out, and Process.skipped counts it. Counters may change meanwhile, so the caller that needs
 * the size first keeps the process from counting between both calls, or offers room again.
 */
#ifndef MPIMON_PROFILE_ENCODE_H
#define MPIMON_PROFILE_ENCODE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Job: what all processes have in common, by the segment of one of them (rank 0). */
size_t mpimon_encode_job(const void *segment, uint8_t *out, size_t room);

/* Process: one process's counters, without zeros, and with what several threads counted added up. */
size_t mpimon_encode_process(const void *segment, uint8_t *out, size_t room);

/* The same, with the settings of this process, where they differ from the job's. */
size_t mpimon_encode_process_apart(const void *segment, uint8_t *out, size_t room);

/* End: closes the profile; `processes` is the number of Process records that it should hold. */
size_t mpimon_encode_end(uint32_t processes, uint8_t *out, size_t room);

#ifdef __cplusplus
}
#endif

#endif
