/* What MPICH 4.0 does wrong and the patched library does right: `fixes NAME`. */
#include <stdint.h>
#include <string.h>

#include "program.h"

/* MPICH 4.0 sends to rank -1 where neither side is a process. */
static void nobody(void) {
    int value = rank;
    MPI_Request requests[2];
    MPI_Isendrecv(&value, 1, MPI_INT, MPI_PROC_NULL, 0, &value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD,
                  &requests[0]);
    MPI_Isendrecv_replace(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &requests[1]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    REQUIRE(value == rank);
}

/* MPICH 4.0 packs the data, and then reads them from the packed buffer as if they had their gaps. */
static void gaps(void) {
    enum { BLOCKS = 100 };
    int values[2 * BLOCKS], previous = after(rank, -1, size);
    MPI_Datatype every_second;
    MPI_Request request;
    MPI_Type_vector(BLOCKS, 1, 2, MPI_INT, &every_second);
    MPI_Type_commit(&every_second);
    for (int i = 0; i < 2 * BLOCKS; i++) {
        values[i] = i % 2 ? -1 : 1000 * rank + i;
    }
    MPI_Isendrecv_replace(values, 1, every_second, after(rank, 1, size), 0, previous, 0, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    for (int i = 0; i < 2 * BLOCKS; i++) {
        REQUIRE(values[i] == (i % 2 ? -1 : 1000 * previous + i));
    }
    MPI_Type_free(&every_second);
}

/* The elements that rank `from` contributes to start number `round`. */
static void fill(int *values, int count, int from, int round) {
    for (int i = 0; i < count; i++) {
        values[i] = 1000000 * round + 1000 * from + i;
    }
}

static void require_from(const int *values, int count, int from, int round) {
    int expected[count];
    fill(expected, count, from, round);
    REQUIRE(memcmp(values, expected, sizeof expected) == 0);
}

/* MPICH 4.0 sets the counts of some persistent collectives, and copies data for others, once: when they are made. */
static void rounds(int count) {
    enum { ROUNDS = 3 };
    int *out = reserve(sizeof(int) * count * size), *all = reserve(sizeof(int) * count * size);
    int *at_root = reserve(sizeof(int) * count * size), *part = reserve(sizeof(int) * count);
    int *wide = reserve(sizeof(int) * count * size), root = size - 1;
    MPI_Request requests[4];
    MPI_Allgather_init(out, count, MPI_INT, all, count, MPI_INT, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[0]);
    MPI_Gather_init(out, count, MPI_INT, at_root, count, MPI_INT, root, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[1]);
    MPI_Scatter_init(out, count, MPI_INT, part, count, MPI_INT, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[2]);
    MPI_Bcast_init(wide, count * size, MPI_INT, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[3]);
    for (int round = 1; round <= ROUNDS; round++) {
        fill(out, count * size, rank, round);
        fill(wide, count * size, rank, round);
        for (int i = 0; i < 4; i++) {
            MPI_Start(&requests[i]);
            MPI_Wait(&requests[i], MPI_STATUS_IGNORE);
        }
        for (int from = 0; from < size; from++) {
            require_from(all + from * count, count, from, round);
            if (rank == root) {
                require_from(at_root + from * count, count, from, round);
            }
        }
        for (int i = 0; i < count; i++) {
            REQUIRE(part[i] == 1000000 * round + rank * count + i);
        }
        require_from(wide, count * size, 0, round);
    }
    for (int i = 0; i < 4; i++) {
        MPI_Request_free(&requests[i]);
    }
    free(out);
    free(all);
    free(at_root);
    free(part);
    free(wide);
}

/* All releases up to 5.0.1 abort where a process gets more than those before it. The last one gets the most. */
static void within(void) {
    int counts[size], total = 0, offset = 0;
    for (int i = 0; i < size; i++) {
        counts[i] = i == size - 1 ? 200000 : 1000 + i;
        offset += i < rank ? counts[i] : 0;
        total += counts[i];
    }
    for (int is_nonblocking = 0; is_nonblocking < 2; is_nonblocking++) {
        int *values = reserve(sizeof(int) * total);
        for (int i = 0; i < total; i++) {
            values[i] = i + rank;
        }
        if (is_nonblocking) {
            MPI_Request request;
            MPI_Ireduce_scatter(MPI_IN_PLACE, values, counts, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request);
            MPI_Wait(&request, MPI_STATUS_IGNORE);
        } else {
            MPI_Reduce_scatter(MPI_IN_PLACE, values, counts, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
        }
        for (int i = 0; i < counts[rank]; i++) {
            REQUIRE(values[i] == size * (offset + i) + size * (size - 1) / 2);
        }
        free(values);
    }
}

/* MPICH 4.0 takes the largest unsigned integers for negative ones. */
static void largest(void) {
    const MPI_Datatype datatypes[] = {MPI_UNSIGNED_CHAR, MPI_UNSIGNED_SHORT,     MPI_UNSIGNED,
                                      MPI_UNSIGNED_LONG, MPI_UNSIGNED_LONG_LONG, MPI_UINT8_T,
                                      MPI_UINT16_T,      MPI_UINT32_T,           MPI_UINT64_T};
    for (size_t i = 0; i < sizeof datatypes / sizeof datatypes[0]; i++) {
        uint64_t values[2], all, most = 0, least = 0;
        int bytes;
        MPI_Type_size(datatypes[i], &bytes);
        all = UINT64_MAX >> (64 - 8 * bytes);
        values[0] = values[1] = rank == size - 1 ? all : (uint64_t)rank + 1;
        MPI_Allreduce(&values[0], &most, 1, datatypes[i], MPI_MAX, MPI_COMM_WORLD);
        MPI_Allreduce(&values[1], &least, 1, datatypes[i], MPI_MIN, MPI_COMM_WORLD);
        REQUIRE(most == all && least == 1);
    }
}

int main(int argc, char **argv) {
    start(&argc, &argv);
    REQUIRE(argc == 2);
    if (strcmp(argv[1], "null") == 0) {
        nobody();
    } else if (strcmp(argv[1], "rounds") == 0) {
        rounds(3);
        rounds(5000);
    } else if (strcmp(argv[1], "within") == 0) {
        within();
    } else if (strcmp(argv[1], "largest") == 0) {
        largest();
    } else {
        gaps();
    }
    return finish();
}
