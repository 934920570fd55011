/*
 * What is known of a collective operation by its name ("Bcast"). Part of libmpi, called from C.
 */
#ifndef MPIMON_PROFILE_OPERATIONS_H
#define MPIMON_PROFILE_OPERATIONS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Open MPI monitoring guide (Inria RR-9038), table 2. */
enum mpimon_operation_kind { MPIMON_ONE_TO_ALL, MPIMON_ALL_TO_ONE, MPIMON_ALL_TO_ALL, MPIMON_OPERATION_KINDS };

/* What the recorded bytes of a call (docs/counters.md) say of the bytes that go to, or come from, one other process. */
enum mpimon_share {
    MPIMON_SHARE_EACH,   /* as many to each of the others */
    MPIMON_SHARE_SPLIT,  /* divided over all processes, the own one included */
    MPIMON_SHARE_HIGHER, /* as many to each process of a higher rank */
    MPIMON_SHARE_UNKNOWN /* to the neighbours of a topology, which are not recorded */
};

struct mpimon_operation {
    enum mpimon_operation_kind kind;
    enum mpimon_share share;
};

/* Names that are in no table count as all-to-all with an unknown share. */
struct mpimon_operation mpimon_operation_of(const char *name);

/*
 * The guide's size of a communicator's one-to-all, all-to-one or all-to-all operations (its section 8.3.3): bytes sent
 * to, or for all-to-one received from, the other processes, none to the process itself. `bytes` are those recorded in
 * the calls that count (at the root alone for kinds that have one); `others` is the number of other processes: size -
 * 1, or remote_size on an inter-communicator; `rank` is the process's own.
 */
uint64_t mpimon_exchanged_bytes(struct mpimon_operation operation, uint64_t bytes, uint32_t others, int inter,
                                uint32_t rank);

#ifdef __cplusplus
}
#endif

#endif
