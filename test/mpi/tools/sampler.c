/*
 * Preloaded: a tool with a thread of its own. It begins before MPI and ends after it, reads and resets again and again
 * what the process sent, and writes the sums of what it read to $TOOL_FOLDER/sampler.RANK.txt: messages, bytes, number
 * of readings. Beside them stands what two handles say that nobody resets.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

#include "../programs/mpit.h"

enum { VARIABLES = 2 };

static MPI_T_pvar_session session;
static MPI_T_pvar_handle reset[VARIABLES], kept[VARIABLES];
static count_t sums[VARIABLES], last[VARIABLES], readings;
static atomic_int ending;
static pthread_t thread;

static void look(void) {
    for (int v = 0; v < VARIABLES; v++) {
        count_t value = 0, all = 0;
        CHECK(MPI_T_pvar_readreset(session, reset[v], &value));
        CHECK(MPI_T_pvar_read(session, kept[v], &all));
        sums[v] += value;
        REQUIRE(all >= last[v] && all >= sums[v]);
        last[v] = all;
    }
    readings++;
}

static void *sample(void *nothing) {
    while (!ending) {
        look();
        usleep(100);
    }
    return nothing;
}

__attribute__((constructor)) static void begin(void) {
    static const char *const names[VARIABLES] = {"monitoring_p2p_sent_messages_total",
                                                 "monitoring_p2p_sent_bytes_total"};
    static const int classes[VARIABLES] = {MPI_T_PVAR_CLASS_COUNTER, MPI_T_PVAR_CLASS_AGGREGATE};
    int provided;
    CHECK(MPI_T_init_thread(MPI_THREAD_MULTIPLE, &provided));
    REQUIRE(provided == MPI_THREAD_MULTIPLE);
    CHECK(MPI_T_pvar_session_create(&session));
    for (int v = 0; v < VARIABLES; v++) {
        reset[v] = bind_pvar(session, names[v], classes[v], NULL, 1);
        kept[v] = bind_pvar(session, names[v], classes[v], NULL, 1);
    }
    CHECK(MPI_T_pvar_start(session, MPI_T_PVAR_ALL_HANDLES));
    REQUIRE(pthread_create(&thread, NULL, sample, NULL) == 0);
}

__attribute__((destructor)) static void end(void) {
    char path[4096];
    ending = 1;
    pthread_join(thread, NULL);
    look();
    snprintf(path, sizeof path, "%s/sampler.%s.txt", getenv("TOOL_FOLDER"), getenv("PMI_RANK"));
    FILE *file = fopen(path, "w");
    REQUIRE(file);
    fprintf(file, "%llu %llu %llu %llu %llu\n", sums[0], sums[1], last[0], last[1], readings);
    fclose(file);
    CHECK(MPI_T_pvar_session_free(&session));
    CHECK(MPI_T_finalize());
}
