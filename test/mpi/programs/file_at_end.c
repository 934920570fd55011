/* A file that MPI_Finalize closes, as HDF5's are: 3 bytes are written before, and 4 and 5 in a function that is
 * attached to MPI_COMM_SELF. */
#include "program.h"

static MPI_File file;

static void write_bytes(int count) {
    char data[8] = "";
    REQUIRE(MPI_File_write_at(file, rank * 8, data, count, MPI_BYTE, MPI_STATUS_IGNORE) == MPI_SUCCESS);
}

static int on_deleted(MPI_Comm comm, int key, void *value, void *state) {
    (void)comm, (void)key, (void)value, (void)state;
    write_bytes(4);
    write_bytes(5);
    REQUIRE(MPI_File_close(&file) == MPI_SUCCESS);
    return MPI_SUCCESS;
}

int main(int argc, char **argv) {
    int key;
    start(&argc, &argv);
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, on_deleted, &key, NULL);
    MPI_Comm_set_attr(MPI_COMM_SELF, key, NULL);
    REQUIRE(MPI_File_open(MPI_COMM_WORLD, "end", MPI_MODE_WRONLY | MPI_MODE_CREATE, MPI_INFO_NULL, &file) ==
            MPI_SUCCESS);
    write_bytes(3);
    return finish();
}
