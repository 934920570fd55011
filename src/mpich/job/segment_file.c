/*
 * The segment's file: a live reader sees it, and a killed process leaves it. Its name holds the world's key, so
 * that jobs in one folder never mix.
 */
#include "mpidimpl.h"

#include <errno.h>

#include "../../engine/process.h"
#include "../../engine/tables/fnv.h"
#include "../count/settings.h"
#include "segment_file.h"

enum { ROOM = 4096 };

static char folder[ROOM], path[ROOM + 64]; /* empty without a file */
static int trouble, said;

/* Adds a text with its closing zero, so that "ab", "c" and "a", "bc" differ. */
static uint64_t add_text(uint64_t hash, const char *text) {
    return mpimon_fnv_byte(mpimon_fnv_text(hash, text, SIZE_MAX), '\0');
}

/*
 * The launcher gives every world a name of its own, which is all that its processes have in common before they
 * communicate. A batch job that is started anew keeps its name; so does a process without a launcher that gets the id
 * of an earlier one, but it is alone and need not agree with others.
 */
static uint64_t world_key(void) {
    char own[MPIMON_TEXT + 96] = "", host[MPIMON_TEXT] = "";
    if (MPIR_Process.size == 1) {
        gethostname(host, sizeof host - 1);
        snprintf(own, sizeof own, "%s %ld %llu", host, (long)getpid(),
                 (unsigned long long)mpimon_process_start((uint32_t)getpid()));
    }
    const char *attempt = getenv("SLURM_RESTART_COUNT");
    char run[16];
    snprintf(run, sizeof run, "%u", (unsigned)mpimon_run);
    uint64_t hash = add_text(MPIMON_FNV_START, MPIR_pmi_job_id());
    return add_text(add_text(add_text(hash, own), attempt ? attempt : ""), run);
}

/* The name is absolute, since the program may change to another folder. It is found without the file system, which may
 * not answer. */
static int name_file(uint64_t key) {
    const char *wanted = MPIR_CVAR_MONITORING_SEGMENT_DIR;
    char current[ROOM] = "";
    if (*wanted != '/' && !getcwd(current, sizeof current))
        return errno;
    int fits = snprintf(folder, sizeof folder, "%s%s%s", current, *current ? "/" : "", wanted) < ROOM;
    snprintf(path, sizeof path, "%s/mpimon.%016llx.%d.%ld.segment", folder, (unsigned long long)key, MPIR_Process.rank,
             (long)getpid());
    return fits ? 0 : ENAMETOOLONG;
}

static const char *reason(int error) {
    return error == ETIMEDOUT ? "its file system does not answer" : strerror(error);
}

static int start_in_file(uint64_t key) {
    int error = name_file(key);
    if (!error)
        error = mpimon_engine_start(path);
    if (error)
        *folder = *path = '\0';
    return error;
}

int mpimon_segment_start(int counting) {
    const char *wanted = MPIR_CVAR_MONITORING_SEGMENT_DIR;
    int in_file = counting && wanted && *wanted, error = 0;
    uint64_t key = world_key();
    *folder = *path = '\0';
    said = 0;
    trouble = in_file ? start_in_file(key) : 0;
    if (trouble && MPIR_Process.rank == 0) {
        fprintf(stderr, "mpich-monitoring: cannot keep the counters in %s: %s; they are kept in private memory\n",
                wanted, reason(trouble));
        said = 1;
    }
    if (!*path)
        error = mpimon_engine_start(NULL);
    if (!error) {
        mpimon_segment()->job_key = key;
        mpimon_segment()->process_start = mpimon_process_start((uint32_t)getpid());
    } else if (counting && MPIR_Process.rank == 0) {
        fprintf(stderr, "mpich-monitoring: no memory for the counters (%s); monitoring is off\n", strerror(error));
    }
    return error;
}

const char *mpimon_segment_folder(void) {
    return folder;
}

int mpimon_segment_trouble(void) {
    return trouble ? trouble : mpimon_engine_file_error();
}

void mpimon_segment_warn(int worst) {
    if (worst && !said)
        fprintf(stderr,
                "mpich-monitoring: not all counters could be kept in %s: %s; the others were in private memory, and "
                "the output has all of them\n",
                MPIR_CVAR_MONITORING_SEGMENT_DIR, reason(worst));
}

const char *mpimon_segment_remedy(void) {
    static char text[sizeof folder + 64];
    snprintf(text, sizeof text, "; to make a profile of the segments: mpimon recover %s", folder);
    return *folder ? text : "";
}

void mpimon_segment_remove(void) {
    if (!*path)
        return;
    mpimon_segment()->state = MPIMON_WRITTEN;
    unlink(path);
    *folder = *path = '\0';
}
