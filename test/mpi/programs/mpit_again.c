/*
 * MPI ends and begins again, by sessions: handles that were bound to communicators of the first time are invalid in the
 * second one, and do no harm. The communicators are as many as MPICH keeps in memory that it gives back.
 */
#include "mpit.h"

enum { COMMS = 40 };

static MPI_Session begin(MPI_Comm comms[COMMS]) {
    MPI_Session session;
    MPI_Group group;
    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session);
    MPI_Group_from_session_pset(session, "mpi://SELF", &group);
    MPI_Comm_create_from_group(group, "self", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &comms[0]);
    MPI_Group_free(&group);
    for (int i = 1; i < COMMS; i++) {
        MPI_Comm_dup(comms[0], &comms[i]);
    }
    return session;
}

static void end(MPI_Session *session, MPI_Comm comms[COMMS]) {
    for (int i = 0; i < COMMS; i++) {
        MPI_Comm_free(&comms[i]);
    }
    MPI_Session_finalize(session);
}

static count_t send_to_self(MPI_T_pvar_session pvars, MPI_T_pvar_handle handle, MPI_Comm comm) {
    char out[5] = {0}, in[5];
    MPI_Sendrecv(out, 5, MPI_BYTE, 0, 0, in, 5, MPI_BYTE, 0, 0, comm, MPI_STATUS_IGNORE);
    return read_one(pvars, handle);
}

int main(void) {
    int provided;
    MPI_Comm comms[COMMS];
    MPI_T_pvar_session pvars;
    MPI_T_pvar_handle handles[2];
    count_t value;
    CHECK(MPI_T_init_thread(MPI_THREAD_SINGLE, &provided));
    CHECK(MPI_T_pvar_session_create(&pvars));
    for (int time = 0; time < 2; time++) {
        MPI_Session session = begin(comms);
        for (int i = 0; i < time; i++) {
            REQUIRE(MPI_T_pvar_read(pvars, handles[i], &value) == MPI_T_ERR_INVALID_HANDLE);
        }
        handles[time] = bind_pvar(pvars, "monitoring_p2p_sent_bytes", MPI_T_PVAR_CLASS_AGGREGATE, &comms[COMMS - 1], 1);
        CHECK(MPI_T_pvar_start(pvars, handles[time]));
        REQUIRE(send_to_self(pvars, handles[time], comms[COMMS - 1]) == 5);
        end(&session, comms);
        REQUIRE(MPI_T_pvar_read(pvars, handles[time], &value) == MPI_T_ERR_INVALID_HANDLE);
    }
    CHECK(MPI_T_pvar_session_free(&pvars));
    CHECK(MPI_T_finalize());
    return 0;
}
