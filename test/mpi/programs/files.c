/* All that MPI-IO has for reading and writing, with an account of the program's own: by file and call into
 * TRUTH_DIR/files.RANK.csv, by function into TRUTH_DIR/functions.RANK.csv. */
#include <string.h>

#include "program.h"

enum { PART = 4096, ROWS = 64, ROW = 16, MOST = 128 };

static struct account {
    const char *file, *call, *direction;
    unsigned long long calls, failed, bytes, bins[65];
} accounts[MOST];
static struct {
    const char *name;
    int calls;
} functions[MOST];
static int account_count, function_count;

static char buffer[8 * PART];
static MPI_File file;
static MPI_Status status;

static struct account *account_of(const char *name, const char *call, const char *direction) {
    for (int i = 0; i < account_count; i++)
        if (!strcmp(accounts[i].file, name) && !strcmp(accounts[i].call, call) &&
            !strcmp(accounts[i].direction, direction))
            return &accounts[i];
    REQUIRE(account_count < MOST);
    accounts[account_count] = (struct account){.file = name, .call = call, .direction = direction};
    return &accounts[account_count++];
}

static void called(const char *function) {
    int i = 0;
    while (i < function_count && strcmp(functions[i].name, function) != 0)
        i++;
    REQUIRE(i < MOST);
    functions[i].name = function;
    functions[i].calls++;
    function_count += i == function_count;
}

/* A call that succeeds, or fails, as is expected of it. */
static void count(const char *name, const char *call, const char *direction, unsigned long long bytes, int fails) {
    struct account *account = account_of(name, call, direction);
    account->calls++;
    account->failed += fails;
    if (fails || !*direction)
        return;
    int bin = 0;
    while (bin < 64 && bytes >> bin)
        bin++;
    account->bytes += bytes;
    account->bins[bin]++;
}

#define CALL(FUNCTION, ...)                            \
    do {                                               \
        called(#FUNCTION);                             \
        REQUIRE(FUNCTION(__VA_ARGS__) == MPI_SUCCESS); \
    } while (0)
#define FAIL(FUNCTION, ...)                            \
    do {                                               \
        called(#FUNCTION);                             \
        REQUIRE(FUNCTION(__VA_ARGS__) != MPI_SUCCESS); \
    } while (0)
/* Calls for a file that move nothing, those that read, and those that write. */
#define DO(NAME, WHAT, FUNCTION, ...) \
    do {                              \
        count(NAME, WHAT, "", 0, 0);  \
        CALL(FUNCTION, __VA_ARGS__);  \
    } while (0)
#define READ(NAME, WHAT, BYTES, FUNCTION, ...) \
    do {                                       \
        count(NAME, WHAT, "read", BYTES, 0);   \
        CALL(FUNCTION, __VA_ARGS__);           \
    } while (0)
#define WRITE(NAME, WHAT, BYTES, FUNCTION, ...) \
    do {                                        \
        count(NAME, WHAT, "write", BYTES, 0);   \
        CALL(FUNCTION, __VA_ARGS__);            \
    } while (0)

static void barrier(void) {
    CALL(MPI_Barrier, MPI_COMM_WORLD);
}

static void wait_for(MPI_Request *request) {
    CALL(MPI_Wait, request, MPI_STATUS_IGNORE);
}

/* A call with wrong arguments: from 5.0 on, MPICH's bindings refuse it, and no function of ROMIO is called. */
static void count_refused(const char *name, const char *call, const char *direction) {
    if (MPICH_NUMVERSION < 50000000)
        count(name, call, direction, 0, 1);
}

static const char data[] = "data.bin", mine[] = "ufs:shared.bin", none[] = "no/such/file";

/* One's own part of the file, and what is beyond its end. */
static void independently(void) {
    MPI_Offset part = (MPI_Offset)rank * PART, end = (MPI_Offset)size * PART, position;
    const char *call = "independent";
    WRITE(data, call, PART, MPI_File_write_at, file, part, buffer, PART, MPI_BYTE, &status);
    WRITE(data, call, 0, MPI_File_write_at, file, part, buffer, 0, MPI_INT, MPI_STATUS_IGNORE);
    DO(data, "sync", MPI_File_sync, file);
    barrier();
    READ(data, call, PART, MPI_File_read_at, file, part, buffer, PART / 4, MPI_INT, MPI_STATUS_IGNORE);
    READ(data, call, 100, MPI_File_read_at, file, end - 100, buffer, PART, MPI_BYTE, &status);
    READ(data, call, 60, MPI_File_read_at, file, end - 60, buffer, PART, MPI_BYTE, MPI_STATUS_IGNORE);
    READ(data, call, 0, MPI_File_read_at, file, end, buffer, PART, MPI_BYTE, MPI_STATUS_IGNORE);
    barrier();
    DO(data, "seek", MPI_File_seek, file, part, MPI_SEEK_SET);
    WRITE(data, call, 24, MPI_File_write, file, buffer, 3, MPI_DOUBLE, &status);
    DO(data, "seek", MPI_File_seek, file, part, MPI_SEEK_SET);
    READ(data, call, 24, MPI_File_read, file, buffer, 3, MPI_DOUBLE, &status);
    DO(data, "other", MPI_File_get_position, file, &position);
    REQUIRE(position == part + 24);
}

/* The rows of all ranks alternate in the file, and every other one of a rank's is in memory: data goes in two phases.
 */
static void collectively(void) {
    MPI_Datatype in_file, in_memory;
    const char *call = "collective";
    const int bytes = ROWS * ROW;
    CALL(MPI_Type_vector, ROWS, ROW, ROW * size, MPI_BYTE, &in_file);
    CALL(MPI_Type_commit, &in_file);
    CALL(MPI_Type_vector, ROWS, ROW, 2 * ROW, MPI_BYTE, &in_memory);
    CALL(MPI_Type_commit, &in_memory);
    DO(data, "set view", MPI_File_set_view, file, (MPI_Offset)rank * ROW, MPI_BYTE, in_file, "native", MPI_INFO_NULL);
    WRITE(data, call, bytes, MPI_File_write_all, file, buffer, 1, in_memory, &status);
    WRITE(data, call, bytes, MPI_File_write_at_all, file, 0, buffer, bytes, MPI_BYTE, MPI_STATUS_IGNORE);
    READ(data, call, bytes, MPI_File_read_at_all, file, 0, buffer, 1, in_memory, &status);
    READ(data, "independent", bytes, MPI_File_read_at, file, 0, buffer, 1, in_memory, &status);
    DO(data, "seek", MPI_File_seek, file, 0, MPI_SEEK_SET);
    READ(data, call, 0, MPI_File_read_all, file, buffer, 0, in_memory, MPI_STATUS_IGNORE);
    READ(data, call, bytes, MPI_File_read_all, file, buffer, bytes, MPI_BYTE, MPI_STATUS_IGNORE);
    call = "split collective";
    DO(data, "seek", MPI_File_seek, file, 0, MPI_SEEK_SET);
    WRITE(data, call, bytes, MPI_File_write_all_begin, file, buffer, bytes, MPI_BYTE);
    CALL(MPI_File_write_all_end, file, buffer, &status);
    READ(data, call, bytes, MPI_File_read_at_all_begin, file, 0, buffer, bytes, MPI_BYTE);
    CALL(MPI_File_read_at_all_end, file, buffer, &status);
    call = "nonblocking";
    MPI_Request request;
    WRITE(data, call, bytes, MPI_File_iwrite_at_all, file, 0, buffer, 1, in_memory, &request);
    wait_for(&request);
    DO(data, "seek", MPI_File_seek, file, 0, MPI_SEEK_SET);
    READ(data, call, bytes, MPI_File_iread_all, file, buffer, 1, in_memory, &request);
    wait_for(&request);
    DO(data, "set view", MPI_File_set_view, file, 0, MPI_BYTE, MPI_BYTE, "native", MPI_INFO_NULL);
    CALL(MPI_Type_free, &in_file);
    CALL(MPI_Type_free, &in_memory);
}

static void without_blocking(void) {
    MPI_Offset part = (MPI_Offset)rank * PART;
    const char *call = "nonblocking";
    MPI_Request request;
    barrier();
    WRITE(data, call, 400, MPI_File_iwrite_at, file, part, buffer, 100, MPI_INT, &request);
    wait_for(&request);
    DO(data, "seek", MPI_File_seek, file, part, MPI_SEEK_SET);
    WRITE(data, call, 8, MPI_File_iwrite, file, buffer, 1, MPI_DOUBLE, &request);
    wait_for(&request);
    READ(data, call, 16, MPI_File_iread_at, file, part, buffer, 2, MPI_DOUBLE, &request);
    wait_for(&request);
    READ(data, call, 1, MPI_File_iread, file, buffer, 1, MPI_BYTE, &request);
    wait_for(&request);
    DO(data, "other", MPI_File_set_atomicity, file, 1);
    WRITE(data, "independent", 77, MPI_File_write_at, file, part, buffer, 77, MPI_BYTE, &status);
    WRITE(data, "collective", 78, MPI_File_write_at_all, file, part, buffer, 78, MPI_BYTE, &status);
    DO(data, "other", MPI_File_set_atomicity, file, 0);
}

/* With the file pointer that all ranks share. */
static void shared(void) {
    const char *call = "shared pointer";
    MPI_Request request;
    MPI_Offset bytes;
    DO(mine, "open", MPI_File_open, MPI_COMM_WORLD, mine, MPI_MODE_RDWR | MPI_MODE_CREATE, MPI_INFO_NULL, &file);
    WRITE(mine, call, 128, MPI_File_write_shared, file, buffer, 128, MPI_BYTE, &status);
    WRITE(mine, call, 64, MPI_File_write_ordered, file, buffer, 16, MPI_INT, &status);
    WRITE(mine, "nonblocking", 32, MPI_File_iwrite_shared, file, buffer, 32, MPI_BYTE, &request);
    wait_for(&request);
    WRITE(mine, "split collective", 8, MPI_File_write_ordered_begin, file, buffer, 8, MPI_BYTE);
    CALL(MPI_File_write_ordered_end, file, buffer, &status);
    DO(mine, "seek", MPI_File_seek_shared, file, 0, MPI_SEEK_SET);
    READ(mine, call, 128, MPI_File_read_shared, file, buffer, 128, MPI_BYTE, MPI_STATUS_IGNORE);
    barrier();
    READ(mine, call, 64, MPI_File_read_ordered, file, buffer, 64, MPI_BYTE, &status);
    READ(mine, "nonblocking", 32, MPI_File_iread_shared, file, buffer, 32, MPI_BYTE, &request);
    wait_for(&request);
    READ(mine, "split collective", 8, MPI_File_read_ordered_begin, file, buffer, 8, MPI_BYTE);
    CALL(MPI_File_read_ordered_end, file, buffer, &status);
    DO(mine, "other", MPI_File_get_size, file, &bytes);
    REQUIRE(bytes == (MPI_Offset)size * (128 + 64 + 32 + 8));
    DO(mine, "close", MPI_File_close, &file);
}

/* What fails is counted as that, and moves no bytes. */
static void wrongly(void) {
    count(none, "open", "", 0, 1);
    FAIL(MPI_File_open, MPI_COMM_WORLD, none, MPI_MODE_RDONLY, MPI_INFO_NULL, &file);
    DO(data, "open", MPI_File_open, MPI_COMM_SELF, data, MPI_MODE_RDONLY, MPI_INFO_NULL, &file);
    count(data, "independent", "write", 0, 1);
    FAIL(MPI_File_write, file, buffer, 10, MPI_BYTE, &status);
    count_refused(data, "independent", "read");
    FAIL(MPI_File_read, file, buffer, 10, MPI_DATATYPE_NULL, &status);
    count_refused(data, "nonblocking", "write");
    MPI_Request request;
    FAIL(MPI_File_iwrite, file, buffer, -1, MPI_BYTE, &request);
    count(data, "seek", "", 0, 1);
    FAIL(MPI_File_seek, file, -5, MPI_SEEK_SET);
    DO(data, "close", MPI_File_close, &file);
    FAIL(MPI_File_read, MPI_FILE_NULL, buffer, 10, MPI_BYTE, &status); /* of no file */
}

static FILE *truth(const char *what) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s.%d.csv", getenv("TRUTH_DIR"), what, rank);
    FILE *out = fopen(path, "w");
    REQUIRE(out);
    return out;
}

static void write_truth(void) {
    FILE *out = truth("files");
    for (const struct account *a = accounts; a < accounts + account_count; a++) {
        fprintf(out, "%s,%s,%s,%llu,%llu,%llu,", a->file, a->call, a->direction, a->calls, a->failed, a->bytes);
        for (int bin = 0; bin < 65; bin++)
            if (a->bins[bin])
                fprintf(out, " %d:%llu", bin, a->bins[bin]);
        fprintf(out, "\n");
    }
    fclose(out);
    out = truth("functions");
    for (int i = 0; i < function_count; i++)
        fprintf(out, "%s,%d\n", functions[i].name, functions[i].calls);
    fclose(out);
}

int main(int argc, char **argv) {
    start(&argc, &argv);
    called("MPI_Comm_rank");
    called("MPI_Comm_size");
    DO(data, "open", MPI_File_open, MPI_COMM_WORLD, data, MPI_MODE_RDWR | MPI_MODE_CREATE, MPI_INFO_NULL, &file);
    independently();
    collectively();
    without_blocking();
    DO(data, "other", MPI_File_preallocate, file, (MPI_Offset)size * PART);
    DO(data, "close", MPI_File_close, &file);
    shared();
    wrongly();
    barrier();
    if (rank == 0)
        DO(mine, "other", MPI_File_delete, mine, MPI_INFO_NULL);
    called("MPI_Finalize");
    write_truth();
    return finish();
}
