/* A matrix in a file of HDF5, which all processes write and read together: rows of each by turns, once collectively and
 * once not. Knows nothing of monitoring; compiled with Debian's h5pcc.mpich. */
#include <hdf5.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { ROWS_OF_EACH = 8, COLUMNS = 1000 };

static int rank, size;

static void require(int condition, const char *what) {
    if (condition)
        return;
    fprintf(stderr, "rank %d: %s\n", rank, what);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

/* Selects every size-th row of the file, from this process's first one on. */
static hid_t rows_of_mine(hid_t dataset) {
    hsize_t first[2] = {(hsize_t)rank, 0}, stride[2] = {(hsize_t)size, 1}, count[2] = {ROWS_OF_EACH, COLUMNS};
    hid_t space = H5Dget_space(dataset);
    require(H5Sselect_hyperslab(space, H5S_SELECT_SET, first, stride, count, NULL) >= 0, "selecting rows");
    return space;
}

static void write_and_read(hid_t file, const char *name, H5FD_mpio_xfer_t how) {
    static int out[ROWS_OF_EACH * COLUMNS], in[ROWS_OF_EACH * COLUMNS];
    hsize_t all[2] = {(hsize_t)size * ROWS_OF_EACH, COLUMNS}, own[2] = {ROWS_OF_EACH, COLUMNS};
    hid_t shape = H5Screate_simple(2, all, NULL), memory = H5Screate_simple(2, own, NULL);
    hid_t dataset = H5Dcreate2(file, name, H5T_NATIVE_INT, shape, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    require(dataset >= 0, "making a dataset");
    hid_t rows = rows_of_mine(dataset), transfer = H5Pcreate(H5P_DATASET_XFER);
    H5Pset_dxpl_mpio(transfer, how);
    for (int i = 0; i < ROWS_OF_EACH * COLUMNS; i++)
        out[i] = rank * 1000000 + i;
    require(H5Dwrite(dataset, H5T_NATIVE_INT, memory, rows, transfer, out) >= 0, "writing");
    require(H5Dread(dataset, H5T_NATIVE_INT, memory, rows, transfer, in) >= 0, "reading");
    for (int i = 0; i < ROWS_OF_EACH * COLUMNS; i++)
        require(in[i] == out[i], "what was read is not what was written");
    H5Pclose(transfer);
    H5Sclose(rows);
    H5Dclose(dataset);
    H5Sclose(memory);
    H5Sclose(shape);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    hid_t access = H5Pcreate(H5P_FILE_ACCESS);
    H5Pset_fapl_mpio(access, MPI_COMM_WORLD, MPI_INFO_NULL);
    hid_t file = H5Fcreate("rows.h5", H5F_ACC_TRUNC, H5P_DEFAULT, access);
    require(file >= 0, "making a file");
    write_and_read(file, "together", H5FD_MPIO_COLLECTIVE);
    write_and_read(file, "alone", H5FD_MPIO_INDEPENDENT);
    H5Pclose(access);
    H5Fclose(file);
    MPI_Finalize();
    return 0;
}
