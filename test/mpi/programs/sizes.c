/* sizes BYTES...: a message of each size from every process to the next one. */
#include "program.h"

int main(int argc, char **argv) {
    start(&argc, &argv);
    for (int i = 1; i < argc; i++) {
        int bytes = atoi(argv[i]);
        char *out = calloc(1, (size_t)bytes + 1), *in = malloc((size_t)bytes + 1);
        MPI_Sendrecv(out, bytes, MPI_BYTE, after(rank, 1, size), i, in, bytes, MPI_BYTE, after(rank, -1, size), i,
                     MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        free(out);
        free(in);
    }
    return finish();
}
