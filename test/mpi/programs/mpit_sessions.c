/*
 * Two sessions with handles of the same variables, used at random: `mpit_sessions SEED SEQUENCES`. What each handle
 * shows is compared with a model of three numbers per handle.
 */
#include "mpit.h"

enum { SESSIONS = 2, HANDLES = 6, OPERATIONS = 40 };

static count_t sent; /* the truth: messages that this process sent */

struct model {
    MPI_T_pvar_session session;
    MPI_T_pvar_handle handle;
    int started, once_started;
    count_t sum, base;
};

static unsigned next_random(unsigned *state) {
    *state = *state * 1103515245U + 12345U;
    return *state >> 16;
}

static void send_some(unsigned number) {
    int value = 0;
    for (unsigned i = 0; i < number; i++) {
        MPI_Sendrecv(&value, 1, MPI_INT, rank, 0, &value, 1, MPI_INT, rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        sent++;
    }
}

static count_t shown(const struct model *m) {
    return m->sum + (m->started ? sent - m->base : 0);
}

static void operate(struct model *m, struct model *other, unsigned operation) {
    count_t value = 12345;
    switch (operation) {
        case 0:
            CHECK(MPI_T_pvar_start(m->session, m->handle));
            m->base = m->started ? m->base : sent;
            m->started = m->once_started = 1;
            break;
        case 1:
            CHECK(MPI_T_pvar_stop(m->session, m->handle));
            m->sum = shown(m);
            m->started = 0;
            break;
        case 2:
            CHECK(MPI_T_pvar_reset(m->session, m->handle));
            m->sum = 0;
            m->base = sent;
            break;
        case 3:
            if (!m->once_started) {
                REQUIRE(MPI_T_pvar_readreset(m->session, m->handle, &value) == MPI_T_ERR_INVALID_HANDLE);
                break;
            }
            CHECK(MPI_T_pvar_readreset(m->session, m->handle, &value));
            REQUIRE(value == shown(m));
            m->sum = 0;
            m->base = sent;
            break;
        case 4:
            value = 1000;
            CHECK(MPI_T_pvar_write(m->session, m->handle, &value));
            m->sum = 1000;
            m->base = sent;
            break;
        case 5:
            REQUIRE(MPI_T_pvar_read(other->session, m->handle, &value) == MPI_T_ERR_INVALID_HANDLE ||
                    other->session == m->session);
            break;
        default:
            CHECK(MPI_T_pvar_read(m->session, m->handle, &value));
            REQUIRE(value == shown(m));
    }
}

static void sequence(unsigned *state) {
    MPI_T_pvar_session sessions[SESSIONS];
    struct model models[HANDLES];
    for (int i = 0; i < SESSIONS; i++) {
        CHECK(MPI_T_pvar_session_create(&sessions[i]));
    }
    for (int i = 0; i < HANDLES; i++) {
        models[i] = (struct model){.session = sessions[i % SESSIONS]};
        models[i].handle =
            bind_pvar(models[i].session, "monitoring_p2p_sent_messages_total", MPI_T_PVAR_CLASS_COUNTER, NULL, 1);
    }
    for (int i = 0; i < OPERATIONS; i++) {
        send_some(next_random(state) % 3);
        operate(&models[next_random(state) % HANDLES], &models[next_random(state) % HANDLES], next_random(state) % 8);
    }
    CHECK(MPI_T_pvar_stop(sessions[0], MPI_T_PVAR_ALL_HANDLES));
    for (int i = 0; i < HANDLES; i++) {
        if (models[i].session == sessions[0]) {
            models[i].sum = shown(&models[i]);
            models[i].started = 0;
        }
    }
    send_some(1);
    for (int i = 0; i < HANDLES; i++) {
        REQUIRE(read_one(models[i].session, models[i].handle) == shown(&models[i]));
    }
    CHECK(MPI_T_pvar_handle_free(sessions[0], &models[0].handle));
    for (int i = 0; i < SESSIONS; i++) {
        CHECK(MPI_T_pvar_session_free(&sessions[i]));
    }
}

int main(int argc, char **argv) {
    int provided;
    start(&argc, &argv);
    REQUIRE(argc == 3);
    unsigned state = (unsigned)atoi(argv[1]) + (unsigned)rank;
    CHECK(MPI_T_init_thread(MPI_THREAD_SINGLE, &provided));
    for (int i = 0; i < atoi(argv[2]); i++) {
        sequence(&state);
    }
    CHECK(MPI_T_finalize());
    return finish();
}
