/*
 * Each process sends one message around a ring; then one process alone writes a control variable, if it is told to:
 * differs BYTES [RANK NAME VALUE], the VALUE being a number if the variable is one.
 */
#include "mpit.h"

static void write_variable(const char *name, const char *value) {
    int provided, count, number = atoi(value);
    CHECK(MPI_T_init_thread(MPI_THREAD_SINGLE, &provided));
    MPI_T_cvar_handle handle = bind_cvar(name, &count);
    CHECK(MPI_T_cvar_write(handle, count > 1 ? (const void *)value : &number)); /* texts have room for many letters */
    CHECK(MPI_T_cvar_handle_free(&handle));
    CHECK(MPI_T_finalize());
}

int main(int argc, char **argv) {
    char data[1000] = {0};
    start(&argc, &argv);
    const int bytes = atoi(argv[1]);
    MPI_Sendrecv(data, bytes, MPI_BYTE, after(rank, 1, size), 0, data + sizeof data / 2, bytes, MPI_BYTE,
                 after(rank, -1, size), 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (argc > 2 && rank == atoi(argv[2]))
        write_variable(argv[3], argv[4]);
    return finish();
}
