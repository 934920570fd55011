/* MPI-IO: rules on how files are read and written. */
#include "advised.h"

static MPI_File opened(MPI_Comm comm) {
    MPI_File file;
    REQUIRE(MPI_File_open(comm, "advised.data", MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file) == MPI_SUCCESS);
    return file;
}

static void tiny_io(int fault) {
    MPI_File file = opened(MPI_COMM_WORLD);
    enum { PART = 16 << 16 };
    const int bytes = fault ? 16 : 65536;
    for (int written = 0; written < PART * times; written += bytes) {
        if (written % 65536 == 0)
            compute(0.002);
        MPI_File_write_at(file, (MPI_Offset)rank * PART * times + written, buffer, bytes, MPI_CHAR, MPI_STATUS_IGNORE);
    }
    MPI_File_close(&file);
}

/* Each rank writes its parts of a row after the other, or all ranks together. */
static void independent_io(int fault) {
    MPI_File file = opened(MPI_COMM_WORLD);
    const int bytes = fault ? 1 << 18 : 1 << 20;
    for (int step = 0; step < (fault ? 400 : 100) * times; step++) {
        const MPI_Offset at = (MPI_Offset)(step % 4 * size + rank) * bytes;
        if (fault)
            MPI_File_write_at(file, at, buffer, bytes, MPI_CHAR, MPI_STATUS_IGNORE);
        else
            MPI_File_write_at_all(file, at, buffer, bytes, MPI_CHAR, MPI_STATUS_IGNORE);
    }
    MPI_File_close(&file);
}

static void opens_in_a_loop(int fault) {
    MPI_File file = MPI_FILE_NULL;
    for (int step = 0; step < 50 * times; step++) {
        compute(0.001);
        if (fault || step == 0)
            file = opened(MPI_COMM_WORLD);
        MPI_File_write_at(file, rank * 16384, buffer, 16384, MPI_CHAR, MPI_STATUS_IGNORE);
        if (fault || step == 50 * times - 1)
            MPI_File_close(&file);
    }
}

static void sync_after_each_write(int fault) {
    MPI_File file = opened(MPI_COMM_WORLD);
    for (int step = 0; step < 20 * times; step++) {
        compute(0.002);
        MPI_File_write_at(file, rank * 16384, buffer, 16384, MPI_CHAR, MPI_STATUS_IGNORE);
        if (fault || step == 20 * times - 1)
            MPI_File_sync(file);
    }
    MPI_File_close(&file);
}

static const struct advised all[] = {{"tiny-io", tiny_io},
                                     {"independent-io", independent_io},
                                     {"opens-in-a-loop", opens_in_a_loop},
                                     {"sync-after-each-write", sync_after_each_write}};

ADVISED(all)
