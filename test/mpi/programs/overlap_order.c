/*
 * overlap_order CASE, two processes.
 *
 * Chains in open memory of which something is now and then other than before, so that what was found out of their calls
 * does not hold: rank 0 makes two calls that go straight on to each other, and needs their messages then, so often that
 * overlap comes to know both ways. Rank 1 is late.
 */
#include "overlap_hazards.h"

enum { BLOCK = 64, COUNT = 2048, SIZE = 2 * BLOCK * COUNT, SHORT = 1500, FIRST = 1, SECOND = 2 };
enum { ROUNDS = 300, EVERY = 7, OFTEN = 100 };

static unsigned char *first, *second; /* SIZE bytes each */

static int is_special(int number) {
    return number % EVERY == 0;
}

static unsigned char of_round(int number, int which) {
    return (unsigned char)(number * 7 + which * 3 + 1);
}

static void require_bytes(const unsigned char *bytes, size_t count, int value) {
    for (size_t i = 0; i < count; i++)
        REQUIRE(bytes[i] == value);
}

static void send_late(int number, int which, int tag) {
    memset(first, of_round(number, which), SIZE);
    usleep(LATE / 10);
    MPI_Send(first, SIZE, MPI_BYTE, 0, tag, MPI_COMM_WORLD);
}

/* A function, so that it is the same two calls whatever is received into. */
static __attribute__((noinline)) void receive_and_send_second(unsigned char *received) {
    MPI_Recv(received, SIZE, MPI_BYTE, 1, FIRST, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Send(second, SHORT, MPI_BYTE, 1, SECOND, MPI_COMM_WORLD);
}

/* Mostly the first call receives beside what the second one sends, which leaves at once; now and then it receives that.
 */
static void receive_what_is_sent_on(void) {
    for (int number = 1; number <= ROUNDS; number++) {
        const int received = is_special(number);
        if (rank == 1) {
            send_late(number, 0, FIRST);
            MPI_Recv(second, SHORT, MPI_BYTE, 0, SECOND, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            require_bytes(second, SHORT, of_round(number, !received));
            continue;
        }
        memset(second, of_round(number, 1), SIZE);
        receive_and_send_second(received ? second : first);
        require_bytes(received ? second : first, SIZE, of_round(number, 0));
    }
}

static MPI_Datatype blocks_from(int begin) {
    static MPI_Aint at[COUNT];
    MPI_Datatype blocks;
    for (int i = 0; i < COUNT; i++)
        at[i] = begin + (MPI_Aint)2 * BLOCK * i;
    MPI_Type_create_hindexed_block(COUNT, BLOCK, at, MPI_BYTE, &blocks);
    MPI_Type_commit(&blocks);
    return blocks;
}

/* The first call receives every other block, and the second one sends the others. Then the handle of the first one's
 * datatype becomes that of those others. */
static void receive_by_another_type(void) {
    MPI_Datatype odd = blocks_from(BLOCK), received = blocks_from(0);
    for (int number = 1; number <= ROUNDS; number++) {
        const int is_other = number > OFTEN;
        if (number == OFTEN + 1) {
            const MPI_Datatype before = received;
            MPI_Type_free(&received);
            received = blocks_from(BLOCK);
            REQUIRE(received == before);
        }
        if (rank == 1) {
            memset(first, of_round(number, 0), SIZE);
            usleep(LATE / 10);
            MPI_Send(first, SIZE / 2, MPI_BYTE, 0, FIRST, MPI_COMM_WORLD);
            MPI_Recv(second, SIZE / 2, MPI_BYTE, 0, SECOND, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            require_bytes(second, SIZE / 2, of_round(number, !is_other));
            continue;
        }
        memset(first, of_round(number, 1), SIZE);
        MPI_Recv(first, 1, received, 1, FIRST, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Send(first, 1, odd, 1, SECOND, MPI_COMM_WORLD);
        require_bytes(first, BLOCK, of_round(number, is_other));
        require_bytes(first + BLOCK, BLOCK, of_round(number, !is_other));
    }
    MPI_Type_free(&odd);
    MPI_Type_free(&received);
}

/* The second call's status is now and then amid the first one's message. */
static void receive_a_status_into_it(void) {
    for (int number = 1; number <= ROUNDS; number++) {
        if (rank == 1) {
            send_late(number, 0, FIRST);
            send_late(number, 1, SECOND);
            continue;
        }
        static MPI_Status beside;
        MPI_Status *amid = (MPI_Status *)(first + SIZE / 2), *status = is_special(number) ? amid : &beside;
        memset(status, 0, sizeof *status);
        MPI_Recv(first, SIZE, MPI_BYTE, 1, FIRST, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(second, SIZE, MPI_BYTE, 1, SECOND, MPI_COMM_WORLD, status);
        require_bytes(second, SIZE, of_round(number, 1));
        require_bytes(first, SIZE / 2, of_round(number, 0));
        require_bytes((unsigned char *)(amid + 1), SIZE / 2 - sizeof *amid, of_round(number, 0));
        REQUIRE(status->MPI_SOURCE == 1 && status->MPI_TAG == SECOND);
    }
}

static const struct hazard cases[] = {
    CASE(receive_what_is_sent_on),
    CASE(receive_by_another_type),
    CASE(receive_a_status_into_it),
};

int main(int argc, char **argv) {
    start(&argc, &argv);
    REQUIRE(argc == 2 && size == 2);
    first = reserve(SIZE);
    second = reserve(SIZE);
    return run_case(cases, sizeof cases / sizeof *cases, argv[1]);
}
