/* Two jobs that meet: `connect accept FILE` opens a port and writes its name to FILE, `connect FILE` goes there. */
#define _DEFAULT_SOURCE
#include <string.h>
#include <unistd.h>

#include "program.h"

static void publish(const char *path, const char *port) {
    char temporary[4096];
    snprintf(temporary, sizeof temporary, "%s.new", path);
    FILE *file = fopen(temporary, "w");
    REQUIRE(file);
    fputs(port, file);
    fclose(file);
    REQUIRE(rename(temporary, path) == 0);
}

static void look_up(const char *path, char *port) {
    FILE *file = NULL;
    for (int i = 0; !file && i < 2000; i++) {
        file = fopen(path, "r");
        usleep(10000);
    }
    REQUIRE(file && fgets(port, MPI_MAX_PORT_NAME, file));
    fclose(file);
}

int main(int argc, char **argv) {
    start(&argc, &argv);
    REQUIRE(argc == 2 || argc == 3);
    int accepts = argc == 3, others, got = -1;
    char port[MPI_MAX_PORT_NAME] = "";
    MPI_Comm bridge;
    if (accepts) {
        if (rank == 0) {
            MPI_Open_port(MPI_INFO_NULL, port);
            publish(argv[2], port);
        }
        MPI_Comm_accept(port, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &bridge);
    } else {
        if (rank == 0) {
            look_up(argv[1], port);
        }
        MPI_Comm_connect(port, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &bridge);
    }
    MPI_Comm_remote_size(bridge, &others);
    for (int i = 0; i < others; i++) {
        MPI_Sendrecv(&rank, 1, MPI_INT, i, 0, &got, 1, MPI_INT, i, 0, bridge, MPI_STATUS_IGNORE);
        REQUIRE(got == i);
    }
    MPI_Sendrecv(&rank, 1, MPI_INT, after(rank, 1, size), 0, &got, 1, MPI_INT, after(rank, -1, size), 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    MPI_Comm_disconnect(&bridge);
    if (accepts && rank == 0) {
        MPI_Close_port(port);
    }
    return finish();
}
