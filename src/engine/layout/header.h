/* The beginning of a segment: the process, its job, and the settings that it counts with. */
#ifndef MPIMON_LAYOUT_HEADER_H
#define MPIMON_LAYOUT_HEADER_H

#include "block.h"

/* A control variable whose value differs from its default. */
struct mpimon_cvar {
    char name[MPIMON_NAME];
    char value[MPIMON_TEXT];
};
MPIMON_PIN(cvar, 352, MPIMON_AT(cvar, name, 0) && MPIMON_AT(cvar, value, 96));

enum mpimon_state {
    MPIMON_RUNNING,
    MPIMON_COMPLETE, /* the process went through MPI_Finalize */
    MPIMON_WRITTEN   /* and its counters are where the user wants them: its file is of no use any more */
};

/* How a process ended that did not go through MPI_Finalize, if it could say so. */
enum mpimon_ending {
    MPIMON_ENDING_UNKNOWN,
    MPIMON_ENDING_EXIT,   /* by exit(), or by returning from main() */
    MPIMON_ENDING_ABORT,  /* by MPI_Abort, or by an error that is fatal; `exit_code` is what it gave the launcher */
    MPIMON_ENDING_KILLED, /* found by others to be gone: killed by a signal, or lost with its host */
    MPIMON_ENDING_NONE,   /* found by others to run still */
    MPIMON_ENDINGS
};
MPIMON_STATIC_ASSERT(MPIMON_ENDINGS == 5, "files have endings by these numbers");

enum { MPIMON_LONG_TEXT = 512, MPIMON_COMMAND = 1024, MPIMON_BUILD_ID = 72 };

/* The job that a process is a part of, by its environment, and what it runs. Empty: not known, or there is none. What
 * is longer than its field is shortened in its middle. */
struct mpimon_job {
    char step[MPIMON_NAME];
    char array_index[MPIMON_NAME];
    char account[MPIMON_NAME];
    char launcher[MPIMON_NAME]; /* such as "hydra" or "srun" */
    char network[MPIMON_NAME];  /* the library below MPICH, and its version when it runs: "UCX 1.13.1" */
    char build_id[MPIMON_BUILD_ID];
    char nodes[MPIMON_LONG_TEXT]; /* as the batch system lists them */
    char folder[MPIMON_LONG_TEXT];
    char command[MPIMON_COMMAND];
    uint32_t ending; /* enum mpimon_ending; of no meaning where `state` is not MPIMON_RUNNING */
    int32_t exit_code;
};
MPIMON_PIN(job, 2608,
           MPIMON_AT(job, step, 0) && MPIMON_AT(job, array_index, 96) && MPIMON_AT(job, account, 192) &&
               MPIMON_AT(job, launcher, 288) && MPIMON_AT(job, network, 384) && MPIMON_AT(job, build_id, 480) &&
               MPIMON_AT(job, nodes, 552) && MPIMON_AT(job, folder, 1064) && MPIMON_AT(job, command, 1576) &&
               MPIMON_AT(job, ending, 2600) && MPIMON_AT(job, exit_code, 2604));

struct mpimon_header {
    uint64_t magic;
    uint32_t version;
    uint32_t header_size; /* bytes; the first block starts here */
    uint64_t used;        /* bytes in use, header included */
    uint32_t state;       /* enum mpimon_state */
    uint32_t pid;
    uint32_t world_rank;
    uint32_t world_size;
    int64_t start_time_ns; /* since 1970-01-01 00:00 UTC */
    int64_t end_time_ns;   /* 0 while running */
    char job_id[MPIMON_NAME];
    char host[MPIMON_TEXT];
    char user[MPIMON_NAME];
    char executable[MPIMON_TEXT];
    char mpich_version[MPIMON_NAME];
    char device[MPIMON_NAME];
    char project_version[MPIMON_NAME];
    char detail[MPIMON_TEXT];
    int32_t enable;   /* MPIR_CVAR_MONITORING_ENABLE */
    uint32_t spawned; /* this world was started by MPI_Comm_spawn */
    uint64_t start_ticks;
    int64_t start_clock_ns; /* at the same moment, of a clock that never jumps */
    uint64_t run_ticks;     /* what has passed since, when somebody last looked; 0: a tick is a nanosecond */
    uint64_t run_ns;
    uint64_t job_key;       /* the same in all processes of this world, and another one in every other world */
    uint64_t process_start; /* when the process began, in the host's own measure; 0 if not known */
    uint32_t locked;        /* a lock is on the file (flock) as long as the process lives */
    int32_t file_error;     /* errno value: the file cannot grow, and what follows it is in private memory; 0: it can */
    struct mpimon_job job;
};
MPIMON_PIN(header, 3976,
           MPIMON_AT(header, magic, 0) && MPIMON_AT(header, version, 8) && MPIMON_AT(header, header_size, 12) &&
               MPIMON_AT(header, used, 16) && MPIMON_AT(header, state, 24) && MPIMON_AT(header, pid, 28) &&
               MPIMON_AT(header, world_rank, 32) && MPIMON_AT(header, world_size, 36) &&
               MPIMON_AT(header, start_time_ns, 40) && MPIMON_AT(header, end_time_ns, 48) &&
               MPIMON_AT(header, job_id, 56) && MPIMON_AT(header, host, 152) && MPIMON_AT(header, user, 408) &&
               MPIMON_AT(header, executable, 504) && MPIMON_AT(header, mpich_version, 760) &&
               MPIMON_AT(header, device, 856) && MPIMON_AT(header, project_version, 952) &&
               MPIMON_AT(header, detail, 1048) && MPIMON_AT(header, enable, 1304) && MPIMON_AT(header, spawned, 1308) &&
               MPIMON_AT(header, start_ticks, 1312) && MPIMON_AT(header, start_clock_ns, 1320) &&
               MPIMON_AT(header, run_ticks, 1328) && MPIMON_AT(header, run_ns, 1336) &&
               MPIMON_AT(header, job_key, 1344) && MPIMON_AT(header, process_start, 1352) &&
               MPIMON_AT(header, locked, 1360) && MPIMON_AT(header, file_error, 1364) && MPIMON_AT(header, job, 1368));

/* Times in a segment are in ticks, the unit that is cheapest to read; this converts them. A result that is too large
 * for 64 bits becomes the largest number. */
static inline uint64_t mpimon_ticks_to_ns(const struct mpimon_header *header, uint64_t ticks) {
    if (header->run_ticks == 0)
        return ticks;
    const double ns = (double)ticks * ((double)header->run_ns / (double)header->run_ticks) + 0.5;
    return ns < 0x1p64 ? (uint64_t)ns : UINT64_MAX;
}

#endif
