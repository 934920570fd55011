/*
 * Each rank sends to every other one, and writes down where it is by its own account.
 *
 *     places FOLDER [PROCESSOR...]      rank r binds itself to the r-th of these, counted in a circle
 *
 * FOLDER/RANK holds the lowest rank of its node, and the processors that it may run on. Rank r sends r + 1 messages of
 * 100 bytes, one after the other, to each rank.
 */
#define _GNU_SOURCE
#include <sched.h>
#include <string.h>

#include "mpit.h"

static void bind_to(int processor) {
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(processor, &set);
    REQUIRE(sched_setaffinity(0, sizeof set, &set) == 0);
}

static int lowest_of_node(void) {
    MPI_Comm node;
    int lowest;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, &node);
    MPI_Allreduce(&rank, &lowest, 1, MPI_INT, MPI_MIN, node);
    MPI_Comm_free(&node);
    return lowest;
}

static void processors(char *text, int room) {
    FILE *file = fopen("/proc/thread-self/status", "r");
    char line[1024];
    REQUIRE(file);
    *text = '\0';
    while (fgets(line, sizeof line, file))
        if (strncmp(line, "Cpus_allowed_list:\t", 19) == 0)
            snprintf(text, (size_t)room, "%s", line + 19);
    fclose(file);
}

static void exchange(void) {
    char data[100] = "";
    for (int from = 0; from < size; from++)
        for (int to = 0; to < size; to++)
            for (int i = 0; i <= from && from != to; i++) {
                if (rank == from)
                    MPI_Send(data, sizeof data, MPI_BYTE, to, 0, MPI_COMM_WORLD);
                else if (rank == to)
                    MPI_Recv(data, sizeof data, MPI_BYTE, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            }
}

/* The variables, which tell where the process was when it began. */
static void read_variables(FILE *file) {
    static const char *const objects[] = {"node", "package", "numa_node", "l3", "core"};
    MPI_T_pvar_session session;
    int provided;
    CHECK(MPI_T_init_thread(MPI_THREAD_SINGLE, &provided));
    CHECK(MPI_T_pvar_session_create(&session));
    for (int i = 0; i < 5; i++) {
        char name[64];
        int value = -2;
        snprintf(name, sizeof name, "monitoring_place_%s", objects[i]);
        MPI_T_pvar_handle handle = bind_pvar(session, name, MPI_T_PVAR_CLASS_GENERIC, NULL, 1);
        CHECK(MPI_T_pvar_read(session, handle, &value));
        CHECK(MPI_T_pvar_handle_free(session, &handle));
        fprintf(file, "%s %d\n", objects[i], value);
    }
    CHECK(MPI_T_pvar_session_free(&session));
    MPI_T_finalize();
}

int main(int argc, char **argv) {
    char path[4096], text[2048];
    start(&argc, &argv);
    if (argc > 2)
        bind_to(atoi(argv[2 + rank % (argc - 2)]));
    exchange();
    processors(text, sizeof text);
    snprintf(path, sizeof path, "%s/%d", argv[1], rank);
    FILE *file = fopen(path, "w");
    REQUIRE(file);
    fprintf(file, "lowest %d\ncpuset %s", lowest_of_node(), text);
    read_variables(file);
    fclose(file);
    return finish();
}
