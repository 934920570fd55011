/*
 * A process that asks each of the others in turn, computes on other data, and then needs the answers, each of which is
 * late: late_answers send or isend, with nonblocking calls by hand. All sleep instead of computing, so what else the
 * machine does matters little. Rank 0 prints the milliseconds of a round: some (others + 1) × LATE if it waits for each
 * answer, and LATE if it goes on.
 */
#include <string.h>
#include <unistd.h>

#include "program.h"

enum { BYTES = 65536, ROUNDS = 12, LATE = 20000, MOST = 8 };

static void ask(unsigned char *questions, unsigned char *answers) {
    for (int other = 1; other < size; other++) {
        MPI_Send(questions, BYTES, MPI_BYTE, other, 0, MPI_COMM_WORLD);
        MPI_Recv(answers + other * BYTES, BYTES, MPI_BYTE, other, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    usleep(LATE);
}

static void ask_by_hand(unsigned char *questions, unsigned char *answers) {
    MPI_Request requests[2 * MOST];
    int count = 0;
    for (int other = 1; other < size; other++) {
        MPI_Isend(questions, BYTES, MPI_BYTE, other, 0, MPI_COMM_WORLD, &requests[count++]);
        MPI_Irecv(answers + other * BYTES, BYTES, MPI_BYTE, other, 1, MPI_COMM_WORLD, &requests[count++]);
    }
    usleep(LATE);
    MPI_Waitall(count, requests, MPI_STATUSES_IGNORE);
}

static void answer(unsigned char *buffer) {
    MPI_Recv(buffer, BYTES, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    const unsigned char question = buffer[BYTES - 1];
    usleep(LATE);
    memset(buffer, question + rank, BYTES);
    MPI_Send(buffer, BYTES, MPI_BYTE, 0, 1, MPI_COMM_WORLD);
}

int main(int argc, char **argv) {
    start(&argc, &argv);
    REQUIRE(argc == 2 && size > 2 && size <= MOST);
    unsigned char *questions = reserve(BYTES), *answers = reserve(MOST * BYTES);
    const int by_hand = !strcmp(argv[1], "isend");
    double begun = 0;
    for (int round = 0; round <= ROUNDS; round++) {
        if (round == 1)
            begun = MPI_Wtime();
        if (rank != 0) {
            answer(questions);
            continue;
        }
        memset(questions, round, BYTES);
        (by_hand ? ask_by_hand : ask)(questions, answers);
        for (int at = BYTES; at < size * BYTES; at++)
            REQUIRE(answers[at] == round + at / BYTES);
    }
    if (rank == 0)
        printf("%.2f\n", 1e3 * (MPI_Wtime() - begun) / ROUNDS);
    free(questions);
    free(answers);
    return finish();
}
