/*
 * Begins, and ends without MPI_Finalize: leaves exit|return|_exit|abort|fork|late|finalize. `fork`: a child does, by
 * exit(); `late`: what is done at the exit calls MPI_Finalize.
 */
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "program.h"

static void finish_late(void) {
    finish();
}

int main(int argc, char **argv) {
    const char *way = argv[1];
    if (strcmp(way, "late") == 0)
        atexit(finish_late);
    start(&argc, &argv);
    if (strcmp(way, "late") == 0)
        return 0;
    if (strcmp(way, "exit") == 0)
        exit(0);
    if (strcmp(way, "_exit") == 0)
        _exit(0);
    if (strcmp(way, "abort") == 0)
        MPI_Abort(MPI_COMM_WORLD, 3);
    if (strcmp(way, "return") == 0)
        return 0;
    if (strcmp(way, "fork") == 0) {
        if (fork() == 0)
            exit(0);
        wait(NULL);
    }
    return finish();
}
