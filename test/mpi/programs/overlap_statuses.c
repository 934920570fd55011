/*
 * overlap_statuses CASE, two processes: where a status is, and who asks it for the message's length, and when.
 */
#include <pthread.h>

#include "overlap_hazards.h"

enum { ROUNDS = 40, LENGTH = 40000, MESSAGES = 3 };

/* A status amid what an earlier call of the same chain receives. */
struct mixed {
    unsigned char before[LENGTH];
    MPI_Status status;
    unsigned char after[PAGE];
};

static MPI_Status statuses[MESSAGES];

static void send_late(const void *mixed, const void *other) {
    usleep(LATE / 10);
    MPI_Send(mixed, sizeof(struct mixed), MPI_BYTE, 0, 1, MPI_COMM_WORLD);
    MPI_Send(other, LENGTH, MPI_BYTE, 0, 2, MPI_COMM_WORLD);
}

/* Now and then, so that the calls become a chain. */
static void receive_with_status_amid(int second) {
    struct mixed *mixed = reserve(sizeof *mixed);
    unsigned char *other = reserve(BYTES);
    for (int round = 0; round < ROUNDS; round++) {
        MPI_Status beside, *const status = round % 8 == 7 ? &mixed->status : &beside;
        fill((unsigned char *)mixed, sizeof *mixed, 3 + rank);
        if (rank == 1) {
            send_late(mixed, other);
            continue;
        }
        MPI_Recv(mixed, sizeof *mixed, MPI_BYTE, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(other, LENGTH, MPI_BYTE, second, 2, MPI_COMM_WORLD, status);
        MPI_Recv(other, LENGTH, MPI_BYTE, second == 1 ? MPI_PROC_NULL : 1, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        REQUIRE(mixed->before[LENGTH - 1] == 4 && mixed->after[0] == 4);
        REQUIRE(status->MPI_SOURCE == second && status->MPI_TAG == (second == 1 ? 2 : MPI_ANY_TAG));
    }
    free(mixed);
    free(other);
}

static void status_amid_a_message(void) {
    receive_with_status_amid(1);
}

static void status_of_nobody_amid_a_message(void) {
    receive_with_status_amid(MPI_PROC_NULL);
}

/* Messages that are shorter than their receives. */
static void receive_shorter(void) {
    for (int i = 0; i < MESSAGES; i++) {
        if (rank == 1) {
            usleep(LATE / 10);
            MPI_Send(buffer, LENGTH + i, MPI_BYTE, 0, i, MPI_COMM_WORLD);
        } else {
            MPI_Recv(buffer, BYTES, MPI_BYTE, 1, i, MPI_COMM_WORLD, &statuses[i]);
        }
    }
}

static void *require_count(void *status) {
    int count;
    MPI_Get_count(status, MPI_BYTE, &count);
    REQUIRE(count == LENGTH + ((MPI_Status *)status - statuses));
    return NULL;
}

/* One thread after the other. */
static void counts_in_threads(void) {
    receive_shorter();
    for (int i = 0; rank == 0 && i < MESSAGES; i++) {
        pthread_t thread;
        REQUIRE(pthread_create(&thread, NULL, require_count, &statuses[i]) == 0);
        pthread_join(thread, NULL);
    }
}

static int count_when_deleted(MPI_Comm comm, int key, void *value, void *unused) {
    (void)comm, (void)key, (void)unused;
    require_count(value);
    return MPI_SUCCESS;
}

/* MPI_Finalize begins with what MPI_COMM_SELF has. */
static void counts_in_finalize(void) {
    int key;
    receive_shorter();
    if (rank == 1)
        return;
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, count_when_deleted, &key, NULL);
    MPI_Comm_set_attr(MPI_COMM_SELF, key, &statuses[1]);
}

static const struct hazard cases[] = {
    CASE(status_amid_a_message),
    CASE(status_of_nobody_amid_a_message),
    CASE(counts_in_threads),
    CASE(counts_in_finalize),
};

int main(int argc, char **argv) {
    start_serialized(&argc, &argv);
    REQUIRE(argc == 2 && size == 2);
    return run_case(cases, sizeof cases / sizeof *cases, argv[1]);
}
