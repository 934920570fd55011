/*
 * Two tools that know nothing of each other: `mpit_tools SEED STEPS LIBRARY LIBRARY`. Each is started, stopped, reset
 * and read at moments of its own while messages go over several communicators; what it shows is compared with what the
 * program sent and received since.
 */
#include <dlfcn.h>

#include "mpit.h"

enum { TOOLS = 2, VARIABLES = 4, COMMS = 4, MOST = 16 };

struct tool {
    void (*open)(MPI_Comm comms[], const int members[], int number);
    void (*start)(int comm);
    void (*stop)(int comm);
    void (*reset)(int comm);
    void (*read)(int comm, int variable, count_t *values);
    void (*close)(void);
    int started[COMMS];
    count_t sum[COMMS][VARIABLES][MOST], base[COMMS][VARIABLES][MOST];
};

static MPI_Comm comms[COMMS];
static int members[COMMS], own_rank[COMMS], group[COMMS];
static count_t truth[COMMS][VARIABLES][MOST]; /* messages and bytes sent to, received from each member */
static struct tool tools[TOOLS];

/* Functions and data do not convert into each other in C. */
static void find(void *library, const char *name, void *function) {
    void *found = dlsym(library, name);
    REQUIRE(found);
    memcpy(function, &found, sizeof found);
}

static void load(struct tool *tool, const char *path) {
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    REQUIRE(library);
    find(library, "observer_open", &tool->open);
    find(library, "observer_start", &tool->start);
    find(library, "observer_stop", &tool->stop);
    find(library, "observer_reset", &tool->reset);
    find(library, "observer_read", &tool->read);
    find(library, "observer_close", &tool->close);
}

static void create(void) {
    comms[0] = MPI_COMM_WORLD;
    MPI_Comm_dup(MPI_COMM_WORLD, &comms[1]);
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &comms[2]);
    /* The leader of each half is its highest rank. */
    MPI_Intercomm_create(comms[2], 0, MPI_COMM_WORLD, size - 1 - (rank % 2 != size % 2), 0, &comms[3]);
    for (int c = 0; c < COMMS; c++) {
        int inter;
        MPI_Comm_test_inter(comms[c], &inter);
        MPI_Comm_rank(comms[c], &own_rank[c]);
        MPI_Comm_size(comms[c], &group[c]);
        members[c] = group[c];
        if (inter) {
            MPI_Comm_remote_size(comms[c], &members[c]);
        }
        REQUIRE(members[c] <= MOST);
    }
}

/* Every process sends to the member that is `distance` away, with as many bytes as the member's rank says. */
static void exchange(int c, int distance) {
    static char out[8 * MOST], in[MOST][8 * MOST];
    MPI_Request requests[MOST + 1];
    int pending = 0, to = after(own_rank[c], distance, members[c]);
    for (int from = 0; from < members[c]; from++) {
        if (after(from, distance, group[c]) == own_rank[c]) {
            MPI_Irecv(in[from], sizeof in[from], MPI_BYTE, from, 0, comms[c], &requests[pending++]);
            truth[c][2][from]++;
            truth[c][3][from] += 8U * (unsigned)own_rank[c];
        }
    }
    MPI_Isend(out, 8 * to, MPI_BYTE, to, 0, comms[c], &requests[pending++]);
    truth[c][0][to]++;
    truth[c][1][to] += 8U * (unsigned)to;
    MPI_Waitall(pending, requests, MPI_STATUSES_IGNORE);
}

static count_t shown(const struct tool *tool, int c, int v, int m) {
    return tool->sum[c][v][m] + (tool->started[c] ? truth[c][v][m] - tool->base[c][v][m] : 0);
}

static void compare(struct tool *tool, int c) {
    count_t values[MOST];
    for (int v = 0; v < VARIABLES; v++) {
        tool->read(c, v, values);
        for (int m = 0; m < members[c]; m++) {
            REQUIRE(values[m] == shown(tool, c, v, m));
        }
    }
}

static void operate(struct tool *tool, int c, unsigned operation) {
    if (operation == 0 && !tool->started[c]) {
        tool->start(c);
        memcpy(tool->base[c], truth[c], sizeof truth[c]);
        tool->started[c] = 1;
    } else if (operation == 1 && tool->started[c]) {
        tool->stop(c);
        for (int i = 0; i < VARIABLES * MOST; i++) {
            tool->sum[c][i / MOST][i % MOST] = shown(tool, c, i / MOST, i % MOST);
        }
        tool->started[c] = 0;
    } else if (operation == 2) {
        tool->reset(c);
        memset(tool->sum[c], 0, sizeof tool->sum[c]);
        memcpy(tool->base[c], truth[c], sizeof truth[c]);
    } else {
        compare(tool, c);
    }
}

int main(int argc, char **argv) {
    start(&argc, &argv);
    REQUIRE(argc == 3 + TOOLS && size > 1);
    unsigned long long common = strtoull(argv[1], NULL, 10), own = common + 1000 + (unsigned)rank;
    create();
    for (int t = 0; t < TOOLS; t++) {
        load(&tools[t], argv[3 + t]);
        tools[t].open(comms, members, COMMS);
    }
    for (int step = atoi(argv[2]); step > 0; step--) {
        int c = (int)draw_from(&common, COMMS);
        exchange(c, (int)draw_from(&common, MOST));
        operate(&tools[draw_from(&own, TOOLS)], (int)draw_from(&own, COMMS), draw_from(&own, 6));
    }
    tools[0].close();
    for (int c = 0; c < COMMS; c++) {
        exchange(c, 1);
        compare(&tools[1], c);
    }
    tools[1].close();
    for (int c = COMMS - 1; c > 0; c--) {
        MPI_Comm_free(&comms[c]);
    }
    return finish();
}
