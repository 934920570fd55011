/* Messages of derived datatypes: the bytes are those of the data, whatever the holes around them. */
#include <stddef.h>

#include "program.h"

struct particle {
    char kind;
    double position[3];
    int id;
};

static MPI_Datatype particle_type(void) {
    int lengths[3] = {1, 3, 1};
    MPI_Aint offsets[3] = {offsetof(struct particle, kind), offsetof(struct particle, position),
                           offsetof(struct particle, id)};
    MPI_Datatype parts[3] = {MPI_CHAR, MPI_DOUBLE, MPI_INT}, packed, type;
    MPI_Type_create_struct(3, lengths, offsets, parts, &packed);
    MPI_Type_create_resized(packed, 0, sizeof(struct particle), &type);
    MPI_Type_free(&packed);
    return type;
}

/* Sends `count` elements of `type` to the next process and receives as many; frees the type. */
static void pass(MPI_Datatype type, int count) {
    static char out[1 << 20], in[1 << 20];
    int next = after(rank, 1, size), previous = after(rank, -1, size), received;
    MPI_Status status;
    MPI_Type_commit(&type);
    MPI_Sendrecv(out, count, type, next, 0, in, count, type, previous, 0, MPI_COMM_WORLD, &status);
    MPI_Get_count(&status, type, &received);
    REQUIRE(received == count || received == 0);
    MPI_Type_free(&type);
}

int main(int argc, char **argv) {
    start(&argc, &argv);
    MPI_Datatype type, nested;
    int lengths[3] = {1, 0, 2}, offsets[3] = {0, 5, 9}, sizes[2] = {20, 30}, part[2] = {7, 9}, from[2] = {1, 2};
    MPI_Aint addresses[3] = {0, 40, 800};
    pass(particle_type(), 1);
    pass(particle_type(), 3000);
    MPI_Type_contiguous(0, MPI_INT, &type);
    pass(type, 5);
    MPI_Type_vector(100, 2, 7, MPI_DOUBLE, &type);
    pass(type, 10);
    MPI_Type_indexed(3, lengths, offsets, MPI_FLOAT, &type);
    pass(type, 11);
    MPI_Type_create_hindexed(3, lengths, addresses, MPI_SHORT, &type);
    pass(type, 2);
    MPI_Type_create_subarray(2, sizes, part, from, MPI_ORDER_FORTRAN, MPI_INT, &type);
    pass(type, 4);
    MPI_Type_vector(4, 1, 3, MPI_LONG_DOUBLE, &nested);
    MPI_Type_vector(5, 2, 9, nested, &type);
    MPI_Type_free(&nested);
    pass(type, 3);
    return finish();
}
