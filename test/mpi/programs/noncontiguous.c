/* Messages whose data does not lie together, and some whose data does; each rank sends to the next one. */
#include "program.h"

static char out[1 << 16], in[1 << 16];

static MPI_Datatype committed(MPI_Datatype type) {
    MPI_Type_commit(&type);
    return type;
}

/* 10 blocks of 2 integers. */
static MPI_Datatype vector(void) {
    MPI_Datatype type;
    MPI_Type_vector(10, 2, 5, MPI_INT, &type);
    return committed(type);
}

/* Blocks of 1, 2 and 3 integers, the first one after a hole. */
static MPI_Datatype indexed(void) {
    int lengths[3] = {1, 2, 3}, offsets[3] = {1, 5, 10};
    MPI_Datatype type;
    MPI_Type_indexed(3, lengths, offsets, MPI_INT, &type);
    MPI_Datatype wide;
    MPI_Type_create_resized(type, 0, 64, &wide);
    MPI_Type_free(&type);
    return committed(wide);
}

/* A character and two doubles, with a hole between them. */
static MPI_Datatype structure(void) {
    int lengths[2] = {1, 2};
    MPI_Aint offsets[2] = {0, 8};
    MPI_Datatype parts[2] = {MPI_CHAR, MPI_DOUBLE}, type;
    MPI_Type_create_struct(2, lengths, offsets, parts, &type);
    return committed(type);
}

/* Every second integer. */
static MPI_Datatype resized(void) {
    MPI_Datatype type;
    MPI_Type_create_resized(MPI_INT, 0, 8, &type);
    return committed(type);
}

static MPI_Datatype contiguous(void) {
    MPI_Datatype type;
    MPI_Type_contiguous(10, MPI_INT, &type);
    return committed(type);
}

/* Blocks that follow one another without a hole. */
static MPI_Datatype dense_vector(void) {
    MPI_Datatype type;
    MPI_Type_vector(10, 2, 2, MPI_INT, &type);
    return committed(type);
}

static MPI_Request receive(void) {
    MPI_Request request;
    MPI_Irecv(in, sizeof in, MPI_PACKED, after(rank, -1, size), 1, MPI_COMM_WORLD, &request);
    return request;
}

static void by_send(int count, MPI_Datatype type) {
    MPI_Request request = receive();
    MPI_Send(out, count, type, after(rank, 1, size), 1, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void by_isend(int count, MPI_Datatype type) {
    MPI_Request requests[2] = {receive()};
    MPI_Isend(out, count, type, after(rank, 1, size), 1, MPI_COMM_WORLD, &requests[1]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
}

static void again_and_again(int times, MPI_Datatype type) {
    MPI_Request send;
    MPI_Send_init(out, 1, type, after(rank, 1, size), 1, MPI_COMM_WORLD, &send);
    for (int i = 0; i < times; i++) {
        MPI_Request request = receive();
        MPI_Start(&send);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Wait(&send, MPI_STATUS_IGNORE);
    }
    MPI_Request_free(&send);
}

static void by_put(MPI_Datatype type) {
    MPI_Win window;
    MPI_Win_create(in, sizeof in, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    MPI_Win_fence(0, window);
    MPI_Put(out, 1, type, after(rank, 1, size), 0, 80, MPI_BYTE, window);
    MPI_Win_fence(0, window);
    MPI_Win_free(&window);
}

/* One message of four partitions, of two elements each. */
static void in_partitions(MPI_Datatype type) {
    MPI_Request requests[2];
    MPI_Psend_init(out, 4, 2, type, after(rank, 1, size), 2, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[0]);
    MPI_Precv_init(in, 4, 2, type, after(rank, -1, size), 2, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[1]);
    MPI_Startall(2, requests);
    for (int i = 0; i < 4; i++)
        MPI_Pready(i, requests[0]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    for (int i = 0; i < 2; i++)
        MPI_Request_free(&requests[i]);
}

int main(int argc, char **argv) {
    start(&argc, &argv);
    MPI_Datatype types[] = {vector(), indexed(), structure(), resized(), contiguous(), dense_vector()};
    enum { COUNT = sizeof types / sizeof *types };
    by_send(2, types[0]);
    by_send(0, types[0]);
    by_send(1, types[4]);
    by_send(3, types[5]);
    by_send(20, MPI_INT);
    by_isend(3, types[1]);
    by_isend(1, types[2]);
    by_isend(5, types[4]);
    again_and_again(4, types[0]);
    MPI_Request request = receive();
    MPI_Ssend(out, 7, types[3], after(rank, 1, size), 1, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    by_put(types[0]);
    in_partitions(types[0]);
    for (int i = 0; i < COUNT; i++)
        MPI_Type_free(&types[i]);
    return finish();
}
