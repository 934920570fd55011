/*
 * Two sessions with handles of several variables, used at random: `mpit_sessions SEED FIRST SEQUENCES`. What each
 * handle shows is compared with a model of four numbers per handle. Each sequence follows from the seed and its number
 * alone.
 */
#include "mpit.h"

enum { SESSIONS = 2, HANDLES = 8, OPERATIONS = 40, MOST = 16 };
enum { WORLD, SELF, COMMS };
enum { MESSAGES, BYTES, QUANTITIES };

static count_t sent[COMMS][QUANTITIES]; /* the truth: what this process sent, always to itself */
static unsigned long long seed, sequence, state;

/* What the handles are of; `any`: sent on whatever communicator. */
static const struct kind {
    const char *name;
    int varclass, bound, comm, any, quantity;
} kinds[] = {
    {"monitoring_p2p_sent_messages_total", MPI_T_PVAR_CLASS_COUNTER, 0, WORLD, 1, MESSAGES},
    {"monitoring_p2p_sent_bytes_total", MPI_T_PVAR_CLASS_AGGREGATE, 0, WORLD, 1, BYTES},
    {"monitoring_p2p_sent_messages", MPI_T_PVAR_CLASS_COUNTER, 1, WORLD, 0, MESSAGES},
    {"monitoring_p2p_sent_bytes", MPI_T_PVAR_CLASS_AGGREGATE, 1, SELF, 0, BYTES},
    {"monitoring_p2p_sent_bytes_any", MPI_T_PVAR_CLASS_AGGREGATE, 1, WORLD, 1, BYTES},
    {"monitoring_p2p_received_messages", MPI_T_PVAR_CLASS_COUNTER, 1, SELF, 0, MESSAGES},
};
enum { KINDS = sizeof kinds / sizeof *kinds };

/* `others`: all elements but that of the process itself, which show what was written last. */
struct model {
    const struct kind *kind;
    MPI_T_pvar_session session;
    MPI_T_pvar_handle handle;
    int started, once_started, count, own_rank;
    count_t sum, base, others;
};

static unsigned draw(unsigned below) {
    return draw_from(&state, below);
}

static void send_some(unsigned number) {
    char out[64] = {0}, in[64];
    for (unsigned i = 0; i < number; i++) {
        int comm = (int)draw(COMMS), bytes = (int)draw(sizeof out), self = comm == WORLD ? rank : 0;
        MPI_Sendrecv(out, bytes, MPI_BYTE, self, 0, in, sizeof in, MPI_BYTE, self, 0,
                     comm == WORLD ? MPI_COMM_WORLD : MPI_COMM_SELF, MPI_STATUS_IGNORE);
        sent[comm][MESSAGES]++;
        sent[comm][BYTES] += (count_t)bytes;
    }
}

static count_t truth(const struct kind *kind) {
    return kind->any ? sent[WORLD][kind->quantity] + sent[SELF][kind->quantity] : sent[kind->comm][kind->quantity];
}

static count_t shown(const struct model *m) {
    return m->sum + (m->started ? truth(m->kind) - m->base : 0);
}

static void begin_anew(struct model *m, count_t value) {
    m->sum = m->others = value;
    m->base = truth(m->kind);
}

static void compare(const struct model *m, const count_t *values) {
    for (int i = 0; i < m->count; i++) {
        count_t expected = i == m->own_rank ? shown(m) : m->others;
        if (values[i] != expected) {
            fprintf(stderr, "%s[%d]: %llu instead of %llu; again: mpit_sessions %llu %llu 1\n", m->kind->name, i,
                    values[i], expected, seed, sequence);
        }
        REQUIRE(values[i] == expected);
    }
}

static void read_and_compare(const struct model *m) {
    count_t values[MOST];
    CHECK(MPI_T_pvar_read(m->session, m->handle, values));
    compare(m, values);
}

static void read_and_reset(struct model *m) {
    count_t values[MOST];
    if (!m->once_started) {
        REQUIRE(MPI_T_pvar_readreset(m->session, m->handle, values) == MPI_T_ERR_INVALID_HANDLE);
        return;
    }
    CHECK(MPI_T_pvar_readreset(m->session, m->handle, values));
    compare(m, values);
    begin_anew(m, 0);
}

static void write_all(struct model *m) {
    count_t values[MOST], value = draw(2) ? 1000 : (count_t)-5;
    for (int i = 0; i < m->count; i++) {
        values[i] = value;
    }
    CHECK(MPI_T_pvar_write(m->session, m->handle, values));
    begin_anew(m, value);
}

static void use_elsewhere(const struct model *m, MPI_T_pvar_session session) {
    count_t values[MOST];
    if (session != m->session) {
        REQUIRE(MPI_T_pvar_read(session, m->handle, values) == MPI_T_ERR_INVALID_HANDLE);
        REQUIRE(MPI_T_pvar_start(session, m->handle) == MPI_T_ERR_INVALID_HANDLE);
        REQUIRE(MPI_T_pvar_reset(session, m->handle) == MPI_T_ERR_INVALID_HANDLE);
    }
}

static void stop(struct model *m) {
    m->sum = shown(m);
    m->started = 0;
}

static void operate(struct model *m, const struct model *other, unsigned operation) {
    switch (operation) {
        case 0:
            CHECK(MPI_T_pvar_start(m->session, m->handle));
            m->base = m->started ? m->base : truth(m->kind);
            m->started = m->once_started = 1;
            break;
        case 1:
            CHECK(MPI_T_pvar_stop(m->session, m->handle));
            stop(m);
            break;
        case 2:
            CHECK(MPI_T_pvar_reset(m->session, m->handle));
            begin_anew(m, 0);
            break;
        case 3:
            read_and_reset(m);
            break;
        case 4:
            write_all(m);
            break;
        case 5:
            use_elsewhere(m, other->session);
            break;
        default:
            read_and_compare(m);
    }
}

static void bind_model(struct model *m, MPI_T_pvar_session session) {
    static MPI_Comm comms[COMMS] = {MPI_COMM_WORLD, MPI_COMM_SELF};
    const struct kind *kind = &kinds[draw(KINDS)];
    *m = (struct model){.kind = kind, .session = session, .count = 1};
    if (kind->bound && kind->comm == WORLD) {
        m->count = size;
        m->own_rank = rank;
    }
    m->handle = bind_pvar(session, kind->name, kind->varclass, kind->bound ? &comms[kind->comm] : NULL, m->count);
}

static void run_sequence(void) {
    MPI_T_pvar_session sessions[SESSIONS];
    struct model models[HANDLES];
    for (int i = 0; i < SESSIONS; i++) {
        CHECK(MPI_T_pvar_session_create(&sessions[i]));
    }
    for (int i = 0; i < HANDLES; i++) {
        bind_model(&models[i], sessions[i % SESSIONS]);
    }
    for (int i = 0; i < OPERATIONS; i++) {
        send_some(draw(3));
        struct model *m = &models[draw(HANDLES)];
        operate(m, &models[draw(HANDLES)], draw(8));
    }
    CHECK(MPI_T_pvar_stop(sessions[0], MPI_T_PVAR_ALL_HANDLES));
    for (int i = 0; i < HANDLES; i++) {
        if (models[i].session == sessions[0]) {
            stop(&models[i]);
        }
    }
    send_some(2);
    for (int i = 0; i < HANDLES; i++) {
        read_and_compare(&models[i]);
    }
    CHECK(MPI_T_pvar_handle_free(sessions[0], &models[0].handle));
    for (int i = 0; i < SESSIONS; i++) {
        CHECK(MPI_T_pvar_session_free(&sessions[i]));
    }
}

int main(int argc, char **argv) {
    int provided;
    start(&argc, &argv);
    REQUIRE(argc == 4 && size <= MOST);
    seed = strtoull(argv[1], NULL, 10);
    unsigned long long first = strtoull(argv[2], NULL, 10);
    CHECK(MPI_T_init_thread(MPI_THREAD_SINGLE, &provided));
    for (sequence = first; sequence < first + strtoull(argv[3], NULL, 10); sequence++) {
        state = (seed * 1000003 + sequence) * 1000003 + (unsigned)rank;
        run_sequence();
    }
    CHECK(MPI_T_finalize());
    return finish();
}
