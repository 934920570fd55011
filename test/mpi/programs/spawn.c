/* Two worlds: rank 0 of the first spawns two processes more, or, with the argument `multiple`, one process of each of
 * two programs, which are this one. Both worlds talk inside themselves and with each other; the merged communicator
 * holds peers of both kinds. */
#include "program.h"

enum { CHILDREN = 2 };

/* Every process of the smaller-numbered group sends to every one of the other, and back. */
static void across(MPI_Comm bridge, int bytes) {
    char out[100] = {0}, in[100];
    int others;
    MPI_Comm_remote_size(bridge, &others);
    for (int i = 0; i < others; i++) {
        MPI_Sendrecv(out, bytes, MPI_BYTE, i, 0, in, bytes, MPI_BYTE, i, 0, bridge, MPI_STATUS_IGNORE);
    }
}

static void inside(MPI_Comm comm, int bytes) {
    char out[100] = {0}, in[100];
    int own_rank, members;
    MPI_Comm_rank(comm, &own_rank);
    MPI_Comm_size(comm, &members);
    MPI_Sendrecv(out, bytes, MPI_BYTE, after(own_rank, 1, members), 0, in, bytes, MPI_BYTE,
                 after(own_rank, -1, members), 0, comm, MPI_STATUS_IGNORE);
}

/* MPICH 4.0 takes processes of another world for those of this one. */
static void groups(MPI_Comm bridge) {
    MPI_Group own, others, world, both;
    int number, first = 0, translated;
    MPI_Comm_group(bridge, &own);
    MPI_Comm_remote_group(bridge, &others);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_translate_ranks(others, 1, &first, world, &translated);
    REQUIRE(translated == MPI_UNDEFINED);
    MPI_Group_intersection(own, others, &both);
    MPI_Group_size(both, &number);
    REQUIRE(number == 0);
    MPI_Group_union(own, others, &both);
    MPI_Group_size(both, &number);
    MPI_Group_size(own, &translated);
    number -= translated;
    MPI_Group_size(others, &translated);
    REQUIRE(number == translated);
    MPI_Group_free(&both);
    MPI_Group_difference(others, own, &both);
    MPI_Group_size(both, &number);
    REQUIRE(number == translated);
    MPI_Group_free(&both);
    MPI_Group_free(&world);
    MPI_Group_free(&others);
    MPI_Group_free(&own);
}

int main(int argc, char **argv) {
    MPI_Comm bridge, merged;
    start(&argc, &argv);
    MPI_Comm_get_parent(&bridge);
    int child = bridge != MPI_COMM_NULL;
    if (!child && argc > 1) {
        char *commands[] = {argv[0], argv[0]};
        int each[] = {1, CHILDREN - 1};
        MPI_Info infos[] = {MPI_INFO_NULL, MPI_INFO_NULL};
        MPI_Comm_spawn_multiple(2, commands, MPI_ARGVS_NULL, each, infos, 0, MPI_COMM_WORLD, &bridge,
                                MPI_ERRCODES_IGNORE);
    } else if (!child) {
        MPI_Comm_spawn(argv[0], MPI_ARGV_NULL, CHILDREN, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &bridge,
                       MPI_ERRCODES_IGNORE);
    }
    groups(bridge);
    inside(MPI_COMM_WORLD, child ? 20 : 10);
    across(bridge, child ? 40 : 40);
    MPI_Intercomm_merge(bridge, child, &merged);
    inside(merged, 30);
    MPI_Comm_free(&merged);
    MPI_Comm_disconnect(&bridge);
    return finish();
}
