/*
 * A tool that the program loads by dlopen and calls by dlsym: a session of its own, and four handles for every
 * communicator that it is given. Each copy of this library is a tool by itself.
 */
#include "../programs/mpit.h"

enum { VARIABLES = 4, MOST_COMMS = 8 };

static MPI_T_pvar_session session;
static MPI_T_pvar_handle handles[MOST_COMMS][VARIABLES];
static int number;

static const struct {
    const char *name;
    int varclass;
} variables[VARIABLES] = {{"monitoring_p2p_sent_messages", MPI_T_PVAR_CLASS_COUNTER},
                          {"monitoring_p2p_sent_bytes", MPI_T_PVAR_CLASS_AGGREGATE},
                          {"monitoring_p2p_received_messages", MPI_T_PVAR_CLASS_COUNTER},
                          {"monitoring_p2p_received_bytes", MPI_T_PVAR_CLASS_AGGREGATE}};

/* `members[i]`: how many elements the variables of comms[i] must have. */
void observer_open(MPI_Comm comms[], const int members[], int comm_number) {
    int provided;
    number = comm_number;
    REQUIRE(number <= MOST_COMMS);
    CHECK(MPI_T_init_thread(MPI_THREAD_SINGLE, &provided));
    CHECK(MPI_T_pvar_session_create(&session));
    for (int i = 0; i < number; i++) {
        for (int v = 0; v < VARIABLES; v++) {
            handles[i][v] = bind_pvar(session, variables[v].name, variables[v].varclass, &comms[i], members[i]);
        }
    }
}

void observer_start(int comm) {
    for (int v = 0; v < VARIABLES; v++) {
        CHECK(MPI_T_pvar_start(session, handles[comm][v]));
    }
}

void observer_stop(int comm) {
    for (int v = 0; v < VARIABLES; v++) {
        CHECK(MPI_T_pvar_stop(session, handles[comm][v]));
    }
}

void observer_reset(int comm) {
    for (int v = 0; v < VARIABLES; v++) {
        CHECK(MPI_T_pvar_reset(session, handles[comm][v]));
    }
}

void observer_read(int comm, int variable, unsigned long long *values) {
    CHECK(MPI_T_pvar_read(session, handles[comm][variable], values));
}

void observer_close(void) {
    CHECK(MPI_T_pvar_session_free(&session));
    CHECK(MPI_T_finalize());
}
