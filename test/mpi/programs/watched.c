/* Stops twice where all that was sent is known, so that somebody can look: `watched FOLDER`. Rank 0 makes a file there,
 * `stage1` and `stage2`; all go on when there is `go1` and `go2`. */
#define _GNU_SOURCE
#include <unistd.h>

#include "program.h"

enum { MESSAGES = 300, BYTES = 1000 };

static void stop(const char *folder, int stage) {
    char path[4096];
    MPI_Barrier(MPI_COMM_WORLD);
    snprintf(path, sizeof path, "%s/stage%d", folder, stage);
    if (rank == 0) {
        fclose(fopen(path, "w"));
    }
    snprintf(path, sizeof path, "%s/go%d", folder, stage);
    while (access(path, F_OK) != 0) {
        usleep(10000);
    }
}

/* Each rank sends to the next one. */
static void send_round(int messages) {
    char out[BYTES] = {0}, in[BYTES];
    for (int i = 0; i < messages; i++) {
        MPI_Sendrecv(out, BYTES, MPI_CHAR, after(rank, 1, size), 0, in, BYTES, MPI_CHAR, after(rank, -1, size), 0,
                     MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
}

int main(int argc, char **argv) {
    start(&argc, &argv);
    REQUIRE(argc == 2);
    send_round(MESSAGES);
    stop(argv[1], 1);
    send_round(2 * MESSAGES);
    stop(argv[1], 2);
    return finish();
}
