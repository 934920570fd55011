/*
 * Calls of MPI-IO: as functions (detail `functions`) and by file (detail `files`); and the communicators of ROMIO.
 */
#include "mpidimpl.h"

#include "../../../engine/clock.h"
#include "../../macros/io_calls.h"
#include "../communicators/communicators.h"
#include "io.h"

unsigned char mpimon_io_on;
MPIMON_THREAD unsigned char mpimon_in_io;

/* 1 while files are counted. */
static unsigned char files_on;

/*
 * What a function does, as a number of which 0 stands for none yet: 1 + an operation; or DATA + family and whether it
 * writes, and END for the second part of a call in two.
 */
enum { DATA = 16, WRITES = 32, END = 64, FAMILY = 7 };

static enum mpimon_file_family family_of(const char *name) {
    if (*name == 'i')
        return MPIMON_FILE_NONBLOCKING;
    if (strstr(name, "_begin") || strstr(name, "_end"))
        return MPIMON_FILE_SPLIT;
    if (strstr(name, "_shared") || strstr(name, "_ordered"))
        return MPIMON_FILE_SHARED;
    return strstr(name, "_all") ? MPIMON_FILE_COLLECTIVE : MPIMON_FILE_INDEPENDENT;
}

static int begins_with(const char *text, const char *beginning) {
    return strncmp(text, beginning, strlen(beginning)) == 0;
}

/* Whether a function's name, from there on where functions differ, is that of one that reads, or writes. */
static int is_of(const char *name, const char *verb) {
    return begins_with(*name == 'i' ? name + 1 : name, verb);
}

static uint8_t kind_of(const char *function) {
    static const char *const operations[] = {"open", "close", "sync", "set_view", "seek"};
    const char *name = strstr(function, "File_") + strlen("File_");
    const int writes = is_of(name, "write");
    if (writes || is_of(name, "read"))
        return (uint8_t)(DATA | (writes ? WRITES : 0) | (strstr(name, "_end") ? END : 0) | family_of(name));
    int operation = 0;
    while (operation < MPIMON_FILE_OTHER && !begins_with(name, operations[operation]))
        operation++;
    return (uint8_t)(1 + operation);
}

/* The index of the file, which its handle remembers. */
static uint32_t file_of(uint32_t *memory, const char *name) {
    if (!name)
        return UINT32_MAX;
    if (memory && memory[MPIMON_IO_RUN] == mpimon_run)
        return memory[MPIMON_IO_INDEX];
    const uint32_t file = mpimon_file_index(name);
    if (memory) {
        memory[MPIMON_IO_INDEX] = file;
        memory[MPIMON_IO_RUN] = mpimon_run;
    }
    return file;
}

void mpimon_io_begin(struct mpimon_io_call *call, struct mpimon_io_site *site, uint32_t *memory, const char *name) {
    MPIMON_FUNCTION_ENTER(site->function);
    call->site = site;
    call->count = 0;
    call->status = NULL;
    call->made = NULL;
    call->file = files_on ? file_of(memory, name) : UINT32_MAX;
    call->start = mpimon_ticks();
}

/* Only of a call without an error is it certain that it has a datatype. */
static uint64_t bytes_of(const struct mpimon_io_call *call, int failed) {
    if (failed)
        return 0;
    const uint64_t asked = mpimon_data_size((MPI_Aint)call->count, (MPI_Datatype)call->datatype);
    if (!call->status)
        return asked;
    const uint64_t found = (uint64_t)MPIR_STATUS_GET_COUNT(*(const MPI_Status *)call->status);
    return MPL_MIN(asked, found);
}

static void count(const struct mpimon_io_call *call, uint64_t ticks, int failed) {
    if (call->site->kind == 0)
        call->site->kind = kind_of(call->site->function.function);
    const uint8_t kind = call->site->kind;
    if (!(kind & DATA))
        mpimon_file_count(call->file, (enum mpimon_file_operation)(kind - 1), ticks, failed);
    else if (kind & END)
        mpimon_file_count_end(call->file, (kind & WRITES) != 0, ticks);
    else
        mpimon_file_count_access(call->file, (enum mpimon_file_family)(kind & FAMILY), (kind & WRITES) != 0,
                                 bytes_of(call, failed), ticks, failed);
}

void mpimon_io_end(const struct mpimon_io_call *call, uint32_t *made, int failed) {
    if (call->file != UINT32_MAX) {
        count(call, mpimon_ticks() - call->start, failed);
        if (made) {
            made[MPIMON_IO_INDEX] = call->file;
            made[MPIMON_IO_RUN] = mpimon_run;
        }
    }
    MPIMON_FUNCTION_EXIT();
}

static void set_io(MPIR_Comm *comm) {
    if (comm)
        comm->dev.ch4.monitoring.is_io = 1;
}

/* The parts of the communicator exist already, and are set, too, even if it is not known yet whose they are. */
void mpimon_io_communicator(int handle) {
    MPIR_Comm *comm = NULL;
    if (handle == MPI_COMM_NULL)
        return;
    MPIR_Comm_get_ptr(handle, comm);
    set_io(comm);
    set_io(comm->node_comm);
    set_io(comm->node_roots_comm);
    if (!mpimon_communicator_is_known(comm))
        return;
    struct mpimon_communicator *item = mpimon_communicator_at(comm->dev.ch4.monitoring.index);
    item->internal = 1;
    item->origin.function = mpimon_name_index("MPI_File_open") + 1;
}

void mpimon_io_switch(int functions, int files) {
    files_on = files != 0;
    mpimon_io_on = functions || files;
}
