/* Collectives, communicators, requests and one-sided communication: rules on how these are used. */
#include "advised.h"

/* The same sums one by one, or all at once. */
static void small_reductions(int fault) {
    enum { COUNT = 200 };
    static double sums[COUNT];
    for (int step = 0; step < 200 * times; step++) {
        compute(0.0004);
        for (int i = 0; i < (fault ? COUNT : 1); i++)
            MPI_Allreduce(buffer, sums, fault ? 1 : COUNT, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    }
}

static void barriers_before_collectives(int fault) {
    static double sums[512];
    for (int step = 0; step < 1000 * times; step++) {
        if (fault)
            MPI_Barrier(MPI_COMM_WORLD);
        MPI_Allreduce(buffer, sums, 512, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    }
}

static void late_in_collectives(int fault) {
    static double sums[512];
    for (int step = 0; step < 20 * times; step++) {
        compute(!fault ? 0.01 : rank == 0 ? 0.01 * size : 0);
        MPI_Allreduce(buffer, sums, 512, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    }
}

static void communicators_in_a_loop(int fault) {
    MPI_Comm comm = MPI_COMM_NULL;
    for (int step = 0; step < 100 * times; step++) {
        if (fault || step == 0)
            MPI_Comm_dup(MPI_COMM_WORLD, &comm);
        if (step % 20 == 0)
            compute(0.002);
        if (fault || step == 100 * times - 1)
            MPI_Comm_free(&comm);
    }
}

static void communicators_never_freed(int fault) {
    for (int i = 0; i < 100; i++) {
        MPI_Comm comm;
        compute(0.002);
        if (fault || i == 0)
            MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    }
}

/* Each rank receives from the other, and does not look whether the receive is complete. */
static void requests_left(int fault) {
    enum { COUNT = 500 };
    static MPI_Request requests[COUNT];
    for (int i = 0; i < COUNT; i++)
        MPI_Irecv(buffer + i, 1, MPI_CHAR, 1 - rank, 1, MPI_COMM_WORLD, &requests[i]);
    for (int i = 0; i < COUNT; i++)
        send_to(1 - rank, 1);
    if (!fault)
        MPI_Waitall(COUNT, requests, MPI_STATUSES_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);
}

static void unreceived_messages(int fault) {
    if (rank == 0)
        for (int i = 0; i < 5; i++)
            send_to(1, 64);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = fault ? 3 : 0; i < 5 && rank == 1; i++)
        receive_from(0, 64);
}

/* What comes first is received last, or in its turn. */
static void unexpected_messages(int fault) {
    enum { BYTES = 1024, COUNT = 4000 };
    for (int step = 0; step < 10 * times; step++) {
        if (rank == 1 && fault)
            MPI_Recv(buffer, 1, MPI_CHAR, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        for (int i = 0; i < COUNT; i++) {
            if (rank == 0)
                send_to(1, BYTES);
            else
                receive_from(0, BYTES);
        }
        if (rank == 0)
            MPI_Send(buffer, 1, MPI_CHAR, 1, 2, MPI_COMM_WORLD);
        else if (!fault)
            MPI_Recv(buffer, 1, MPI_CHAR, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
}

/* Every second element of some. */
static MPI_Datatype made_type(void) {
    enum { BLOCKS = 4096 };
    static int lengths[BLOCKS], displacements[BLOCKS];
    for (int i = 0; i < BLOCKS && !lengths[BLOCKS - 1]; i++) {
        lengths[i] = 1;
        displacements[i] = 2 * i + i % 3;
    }
    MPI_Datatype type;
    MPI_Type_indexed(BLOCKS, lengths, displacements, MPI_CHAR, &type);
    MPI_Type_commit(&type);
    return type;
}

static void datatypes_in_a_loop(int fault) {
    MPI_Datatype type = MPI_DATATYPE_NULL;
    const int steps = 1000 * times;
    for (int step = 0; step < steps; step++) {
        if (fault || step == 0)
            type = made_type();
        if (step % 1000 == 0) { /* seldom enough for no advice on blocks, of which each message has many */
            compute(0.01);
            MPI_Sendrecv(buffer, 1, type, 1 - rank, 1, buffer + 16384, 1, type, 1 - rank, 1, MPI_COMM_WORLD,
                         MPI_STATUS_IGNORE);
        }
        if (fault || step == steps - 1)
            MPI_Type_free(&type);
    }
}

/* A setting makes the fault. */
static void cells_never_used(int fault) {
    (void)fault;
    for (int step = 0; step < 20; step++)
        MPI_Barrier(MPI_COMM_WORLD);
}

static void polling(int fault) {
    for (int step = 0; step < 20 * times; step++) {
        int there = !fault;
        compute(!fault ? 0.01 : rank == 0 ? 0.02 : 0);
        if (rank == 0)
            send_to(1, 64);
        while (rank == 1 && !there)
            MPI_Iprobe(0, 1, MPI_COMM_WORLD, &there, MPI_STATUS_IGNORE);
        if (rank == 1)
            receive_from(0, 64);
    }
}

static MPI_Win window_of(char **memory) {
    MPI_Win window;
    MPI_Win_allocate(65536, 1, MPI_INFO_NULL, MPI_COMM_WORLD, memory, &window);
    return window;
}

static void fences_around_tiny_puts(int fault) {
    char *memory;
    MPI_Win window = window_of(&memory);
    for (int step = 0; step < 10 * times; step++) {
        compute(0.0005);
        for (int i = 0; i < 1600; i++) {
            if (fault || i % 16 == 0)
                MPI_Win_fence(0, window);
            MPI_Put(buffer, 8, MPI_CHAR, after(rank, 1, size), 8 * i, 8, MPI_CHAR, window);
        }
        MPI_Win_fence(0, window);
    }
    MPI_Win_free(&window);
}

static void locks_around_tiny_operations(int fault) {
    char *memory;
    MPI_Win window = window_of(&memory);
    if (!fault)
        MPI_Win_lock_all(0, window);
    for (int step = 0; step < 1000 * times && rank == 0; step++) {
        if (fault)
            MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, window);
        MPI_Put(buffer, 8, MPI_CHAR, 1, 8 * (step % 1000), 8, MPI_CHAR, window);
        if (fault)
            MPI_Win_unlock(1, window);
        else if (step % 100 == 99)
            MPI_Win_flush(1, window);
    }
    if (!fault)
        MPI_Win_unlock_all(window);
    MPI_Win_free(&window);
}

static void windows_in_a_loop(int fault) {
    char *memory;
    MPI_Win window = MPI_WIN_NULL;
    for (int step = 0; step < 40 * times; step++) {
        compute(0.002);
        if (fault || step == 0)
            window = window_of(&memory);
        MPI_Win_fence(0, window);
        if (fault || step == 40 * times - 1)
            MPI_Win_free(&window);
    }
}

static const struct advised all[] = {{"small-reductions", small_reductions},
                                     {"barriers-before-collectives", barriers_before_collectives},
                                     {"late-in-collectives", late_in_collectives},
                                     {"communicators-in-a-loop", communicators_in_a_loop},
                                     {"communicators-never-freed", communicators_never_freed},
                                     {"requests-left", requests_left},
                                     {"unreceived-messages", unreceived_messages},
                                     {"unexpected-messages", unexpected_messages},
                                     {"cells-never-used", cells_never_used},
                                     {"datatypes-in-a-loop", datatypes_in_a_loop},
                                     {"polling", polling},
                                     {"fences-around-tiny-puts", fences_around_tiny_puts},
                                     {"locks-around-tiny-operations", locks_around_tiny_operations},
                                     {"windows-in-a-loop", windows_in_a_loop}};

ADVISED(all)
