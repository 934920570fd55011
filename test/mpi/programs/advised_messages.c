/* Point-to-point messages: rules on how they are sent, and on who sends to whom. */
#include "advised.h"

/* One of the two ranks computes for longer than the other. */
static void late_sender(int fault) {
    for (int step = 0; step < 20 * times; step++) {
        compute(!fault ? 0.01 : rank == 0 ? 0.02 : 0);
        if (rank == 0)
            send_to(1, 64);
        else
            receive_from(0, 64);
    }
}

static void late_receiver(int fault) {
    enum { LARGE = 1 << 20 };
    for (int step = 0; step < 20 * times; step++) {
        MPI_Request request;
        if (!fault && rank == 0)
            MPI_Isend(buffer, LARGE, MPI_CHAR, 1, 1, MPI_COMM_WORLD, &request);
        if (!fault && rank == 1)
            MPI_Irecv(buffer, LARGE, MPI_CHAR, 0, 1, MPI_COMM_WORLD, &request);
        compute(!fault ? 0.01 : rank == 1 ? 0.02 : 0);
        if (!fault)
            MPI_Wait(&request, MPI_STATUS_IGNORE);
        else if (rank == 0)
            send_to(1, LARGE);
        else
            receive_from(0, LARGE);
    }
}

/* What is large enough to wait until the receive is there; and a message by which the receiver waits for the sender's
 * computing, so that both begin the next step together. */
static void send_and_compute(int (*send)(const void *, int, MPI_Datatype, int, int, MPI_Comm), int bytes) {
    for (int step = 0; step < 20 * times; step++) {
        if (rank == 0) {
            send(buffer, bytes, MPI_CHAR, 1, 1, MPI_COMM_WORLD);
            compute(0.01);
            send_to(1, 1);
        } else {
            compute(0.01);
            receive_from(0, bytes);
            receive_from(0, 1);
        }
    }
}

static void eager_threshold(int fault) {
    send_and_compute(MPI_Send, fault ? 60000 : 256);
}

static void synchronous_sends(int fault) {
    send_and_compute(fault ? MPI_Ssend : MPI_Send, 256);
}

static void blocking_large_sends(int fault) {
    enum { LARGE = 2 << 20 };
    const int other = 1 - rank;
    for (int step = 0; step < 100 * times; step++) {
        MPI_Request requests[2];
        if (!fault) {
            MPI_Irecv(buffer + LARGE, LARGE, MPI_CHAR, other, 1, MPI_COMM_WORLD, &requests[0]);
            MPI_Isend(buffer, LARGE, MPI_CHAR, other, 1, MPI_COMM_WORLD, &requests[1]);
        }
        compute(0.0005);
        if (!fault)
            MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
        else
            MPI_Sendrecv(buffer, LARGE, MPI_CHAR, other, 1, buffer + LARGE, LARGE, MPI_CHAR, other, 1, MPI_COMM_WORLD,
                         MPI_STATUS_IGNORE);
    }
}

/* A column of a matrix that lies by rows, or by columns. */
static void noncontiguous_messages(int fault) {
    enum { ROWS = 32768, COLUMNS = 8 };
    double *in = (double *)buffer + ROWS * COLUMNS;
    MPI_Datatype column;
    MPI_Type_vector(ROWS, 1, fault ? COLUMNS : 1, MPI_DOUBLE, &column);
    MPI_Type_commit(&column);
    for (int step = 0; step < 100 * times; step++) {
        MPI_Request requests[2];
        compute(0.0005);
        MPI_Irecv(in, ROWS, MPI_DOUBLE, 1 - rank, 1, MPI_COMM_WORLD, &requests[0]);
        MPI_Isend(buffer, 1, column, 1 - rank, 1, MPI_COMM_WORLD, &requests[1]);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    }
    MPI_Type_free(&column);
}

/* Rank 1 gets the same bytes in many messages, or in a few, and answers. */
static void tiny_messages(int fault) {
    enum { BYTES = 8, COUNT = 4000, PACKED = 500 };
    const int bytes = fault ? BYTES : BYTES * PACKED;
    for (int step = 0; step < 12 * times; step++) {
        compute(0.005);
        for (int sent = 0; sent < BYTES * COUNT; sent += bytes) {
            if (rank == 0)
                send_to(1, bytes);
            else
                receive_from(0, bytes);
        }
        if (rank == 1)
            send_to(0, BYTES);
        else
            receive_from(1, BYTES);
    }
}

enum { PART = 2048 };

static void hand_made_broadcast(int fault) {
    for (int step = 0; step < 1000 * times; step++) {
        if (!fault)
            MPI_Bcast(buffer, PART, MPI_CHAR, 0, MPI_COMM_WORLD);
        else if (rank != 0)
            receive_from(0, PART);
        else
            for (int to = 1; to < size; to++)
                send_to(to, PART);
    }
}

static void hand_made_alltoall(int fault) {
    static char from_all[16 * PART];
    for (int step = 0; step < 500 * times; step++) {
        if (!fault) {
            MPI_Alltoall(buffer, PART, MPI_CHAR, from_all, PART, MPI_CHAR, MPI_COMM_WORLD);
            continue;
        }
        MPI_Request requests[32];
        int count = 0;
        for (int other = 0; other < size; other++)
            if (other != rank) {
                MPI_Irecv(from_all + PART * other, PART, MPI_CHAR, other, 1, MPI_COMM_WORLD, &requests[count++]);
                MPI_Isend(buffer + PART * other, PART, MPI_CHAR, other, 1, MPI_COMM_WORLD, &requests[count++]);
            }
        MPI_Waitall(count, requests, MPI_STATUSES_IGNORE);
    }
}

static void exchange(int to, int from, int bytes) {
    MPI_Sendrecv(buffer, bytes, MPI_CHAR, to, 1, buffer + (2 << 20), bytes, MPI_CHAR, from, 1, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
}

/* All through rank 0, of which each other rank gets another amount; or around a ring. */
static void busiest_rank(int fault) {
    for (int step = 0; step < 300 * times; step++) {
        if (!fault)
            exchange(after(rank, 1, size), after(rank, -1, size), PART);
        else if (rank != 0)
            exchange(0, 0, PART + 512 * rank);
        else
            for (int other = 1; other < size; other++)
                exchange(other, other, PART + 512 * other);
    }
}

/* One rank sends its neighbor much more than all others send theirs, or as little. */
static void busiest_pair(int fault) {
    enum { LARGE = 128 << 10, SMALL = 64 };
    const int other = rank ^ 1;
    for (int step = 0; step < 500 * times; step++)
        MPI_Sendrecv(buffer, fault && rank == 0 ? LARGE : SMALL, MPI_CHAR, other, 1, buffer + (2 << 20), LARGE,
                     MPI_CHAR, other, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void ranks_in_turn(int fault) {
    for (int step = 0; step < 30 * times; step++) {
        if (!fault)
            compute(0.01);
        if (rank > 0)
            receive_from(rank - 1, 64);
        if (fault)
            compute(0.01);
        if (rank < size - 1)
            send_to(rank + 1, 64);
        if (rank == size - 1)
            send_to(0, 64);
        if (rank == 0)
            receive_from(size - 1, 64);
    }
}

/* Ranks of two nodes, 0 and 2 on one of them or 0 and 1: those that exchange much are on different ones, or not. */
static void placement(int fault) {
    const char *there = getenv("ADVISED_PARTNER");
    const int distance = there ? atoi(there) : 1;
    const int other = rank ^ (fault ? distance : 3 - distance);
    for (int step = 0; step < 500 * times; step++)
        exchange(other, other, 2048);
}

static void ip_within_a_node(int fault) {
    (void)fault; /* It is a setting. */
    for (int step = 0; step < 500 * times; step++)
        exchange(after(rank, 1, size), after(rank, -1, size), 2048);
}

static const struct advised all[] = {{"late-sender", late_sender},
                                     {"late-receiver", late_receiver},
                                     {"eager-threshold", eager_threshold},
                                     {"synchronous-sends", synchronous_sends},
                                     {"blocking-large-sends", blocking_large_sends},
                                     {"noncontiguous-messages", noncontiguous_messages},
                                     {"tiny-messages", tiny_messages},
                                     {"hand-made-broadcast", hand_made_broadcast},
                                     {"hand-made-alltoall", hand_made_alltoall},
                                     {"busiest-rank", busiest_rank},
                                     {"busiest-pair", busiest_pair},
                                     {"ranks-in-turn", ranks_in_turn},
                                     {"placement", placement},
                                     {"ip-within-a-node", ip_within_a_node}};

ADVISED(all)
