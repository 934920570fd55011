/* A tool of the profiling interface that keeps an account of what MPI-IO reads and writes: calls, bytes and failures by
 * family, into TRUTH_DIR/accesses.RANK.csv. What a blocking read has got, its status says. A library may write until
 * MPI_Finalize ends: HDF5 closes its files when an attribute of MPI_COMM_SELF is deleted. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct account {
    const char *family, *direction;
    unsigned long long calls, failed, bytes;
} accounts[10];

static void count(const char *family, const char *direction, int count, MPI_Datatype datatype, const MPI_Status *status,
                  int error) {
    struct account *account = accounts;
    MPI_Count size = 0, found = 0;
    while (account->family && (strcmp(account->family, family) != 0 || strcmp(account->direction, direction) != 0))
        account++;
    account->family = family;
    account->direction = direction;
    account->calls++;
    if (error) {
        account->failed++;
        return;
    }
    PMPI_Type_size_x(datatype, &size);
    if (status)
        PMPI_Get_elements_x(status, MPI_BYTE, &found);
    account->bytes += status ? (unsigned long long)found : (unsigned long long)size * (unsigned long long)count;
}

#define PARAMETERS MPI_File file, void *buffer, int number, MPI_Datatype datatype
#define PARAMETERS_CONST MPI_File file, const void *buffer, int number, MPI_Datatype datatype
#define AT_PARAMETERS MPI_File file, MPI_Offset offset, void *buffer, int number, MPI_Datatype datatype
#define AT_PARAMETERS_CONST MPI_File file, MPI_Offset offset, const void *buffer, int number, MPI_Datatype datatype
#define ARGUMENTS file, buffer, number, datatype
#define AT_ARGUMENTS file, offset, buffer, number, datatype

#define READ(NAME, FAMILY, AT)                                           \
    int MPI_File_##NAME(AT##PARAMETERS, MPI_Status *status) {            \
        MPI_Status own;                                                  \
        MPI_Status *found = status == MPI_STATUS_IGNORE ? &own : status; \
        int error = PMPI_File_##NAME(AT##ARGUMENTS, found);              \
        count(FAMILY, "read", number, datatype, found, error);           \
        return error;                                                    \
    }
#define WRITE(NAME, FAMILY, AT)                                     \
    int MPI_File_##NAME(AT##PARAMETERS_CONST, MPI_Status *status) { \
        int error = PMPI_File_##NAME(AT##ARGUMENTS, status);        \
        count(FAMILY, "write", number, datatype, NULL, error);      \
        return error;                                               \
    }
#define START(NAME, DIRECTION, AT, CONST)                               \
    int MPI_File_##NAME(AT##PARAMETERS##CONST, MPI_Request *request) {  \
        int error = PMPI_File_##NAME(AT##ARGUMENTS, request);           \
        count("nonblocking", DIRECTION, number, datatype, NULL, error); \
        return error;                                                   \
    }
#define BEGIN(NAME, DIRECTION, AT, CONST)                                    \
    int MPI_File_##NAME(AT##PARAMETERS##CONST) {                             \
        int error = PMPI_File_##NAME(AT##ARGUMENTS);                         \
        count("split collective", DIRECTION, number, datatype, NULL, error); \
        return error;                                                        \
    }

READ(read, "independent", )
READ(read_at, "independent", AT_)
READ(read_all, "collective", )
READ(read_at_all, "collective", AT_)
READ(read_shared, "shared pointer", )
READ(read_ordered, "shared pointer", )
WRITE(write, "independent", )
WRITE(write_at, "independent", AT_)
WRITE(write_all, "collective", )
WRITE(write_at_all, "collective", AT_)
WRITE(write_shared, "shared pointer", )
WRITE(write_ordered, "shared pointer", )
START(iread, "read", , )
START(iread_at, "read", AT_, )
START(iread_all, "read", , )
START(iread_at_all, "read", AT_, )
START(iread_shared, "read", , )
START(iwrite, "write", , _CONST)
START(iwrite_at, "write", AT_, _CONST)
START(iwrite_all, "write", , _CONST)
START(iwrite_at_all, "write", AT_, _CONST)
START(iwrite_shared, "write", , _CONST)
BEGIN(read_all_begin, "read", , )
BEGIN(read_at_all_begin, "read", AT_, )
BEGIN(read_ordered_begin, "read", , )
BEGIN(write_all_begin, "write", , _CONST)
BEGIN(write_at_all_begin, "write", AT_, _CONST)
BEGIN(write_ordered_begin, "write", , _CONST)

int MPI_Finalize(void) {
    char path[4096];
    int rank;
    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    snprintf(path, sizeof path, "%s/accesses.%d.csv", getenv("TRUTH_DIR"), rank);
    const int error = PMPI_Finalize();
    FILE *out = fopen(path, "w");
    for (const struct account *account = accounts; out && account->family; account++)
        fprintf(out, "%s,%s,%llu,%llu,%llu\n", account->family, account->direction, account->calls, account->failed,
                account->bytes);
    if (out)
        fclose(out);
    return error;
}
