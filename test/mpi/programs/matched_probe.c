/* Receives by matched probes, blocking and not, before and after the message has come, also of empty messages. */
#include "program.h"

enum { LARGE = 40000 };

static void receive(int from, int tag, int nonblocking) {
    static int in[LARGE];
    MPI_Message message = MPI_MESSAGE_NULL;
    MPI_Status status;
    int there = 0, count;
    if (nonblocking) {
        while (!there) {
            MPI_Improbe(MPI_ANY_SOURCE, tag, MPI_COMM_WORLD, &there, &message, &status);
        }
    } else {
        MPI_Mprobe(from, MPI_ANY_TAG, MPI_COMM_WORLD, &message, &status);
    }
    MPI_Get_count(&status, MPI_INT, &count);
    REQUIRE(status.MPI_SOURCE == from && status.MPI_TAG == tag);
    if (nonblocking) {
        MPI_Request request;
        MPI_Imrecv(in, count, MPI_INT, &message, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else {
        MPI_Mrecv(in, count, MPI_INT, &message, MPI_STATUS_IGNORE);
    }
    REQUIRE(count == 0 || in[count - 1] == from);
}

int main(int argc, char **argv) {
    start(&argc, &argv);
    static int out[LARGE];
    static const int counts[] = {0, 1, LARGE};
    int next = after(rank, 1, size), previous = after(rank, -1, size);
    for (int i = 0; i < LARGE; i++) {
        out[i] = rank;
    }
    for (int i = 0; i < 6; i++) {
        MPI_Request request;
        MPI_Isend(out, counts[i % 3], MPI_INT, next, i, MPI_COMM_WORLD, &request);
        receive(previous, i, i >= 3);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Message none;
    MPI_Status status;
    MPI_Mprobe(MPI_PROC_NULL, 0, MPI_COMM_WORLD, &none, &status);
    MPI_Mrecv(out, 0, MPI_INT, &none, &status);
    return finish();
}
