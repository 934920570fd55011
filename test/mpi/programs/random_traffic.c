/* Random traffic: `random_traffic SEED STEPS`. In each step, drawn alike by all processes, one process moves data to or
 * from another over one of several communicators, in any way to send or by any one-sided operation. */
#include "ways.h"

enum { LARGEST = 70000, COMMUNICATORS = 6, ONE_SIDED = 6, PARTITIONED = 2, WINDOW_BYTES = 1 << 17 };

struct network {
    MPI_Comm comm;
    MPI_Win win;
    int own_rank, members, others, inter;
};

struct step {
    struct network *network;
    int from, to, kind, bytes;
};

static unsigned long long state;
static char out[LARGEST], in[LARGEST];

static unsigned draw(unsigned below) {
    return draw_from(&state, below);
}

static void describe(struct network *n, MPI_Comm comm) {
    n->comm = comm;
    MPI_Comm_test_inter(comm, &n->inter);
    MPI_Comm_rank(comm, &n->own_rank);
    MPI_Comm_size(comm, &n->members);
    n->others = n->members;
    if (n->inter) {
        MPI_Comm_remote_size(comm, &n->others);
    } else {
        void *memory;
        MPI_Win_allocate(WINDOW_BYTES, 1, MPI_INFO_NULL, comm, &memory, &n->win);
        MPI_Win_lock_all(0, n->win);
    }
}

static void create(struct network networks[]) {
    MPI_Comm comm, half;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    describe(&networks[0], comm);
    MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &comm);
    describe(&networks[1], comm);
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &half);
    describe(&networks[2], half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, (size - 1) % 2 == rank % 2 ? size - 2 : size - 1, 7, &comm);
    describe(&networks[3], comm);
    MPI_Comm_split(MPI_COMM_WORLD, rank == 0, rank, &comm);
    describe(&networks[4], comm);
    MPI_Comm_dup(MPI_COMM_SELF, &comm);
    describe(&networks[5], comm);
}

static void destroy(struct network networks[]) {
    for (int i = COMMUNICATORS - 1; i >= 0; i--) {
        if (!networks[i].inter) {
            MPI_Win_unlock_all(networks[i].win);
            MPI_Win_free(&networks[i].win);
        }
        MPI_Comm_free(&networks[i].comm);
    }
}

static void one_sided(const struct step *s, int kind) {
    MPI_Win win = s->network->win;
    MPI_Request request;
    int zero = 0, result;
    switch (kind) {
        case 0:
            MPI_Put(out, s->bytes, MPI_BYTE, s->to, 0, s->bytes, MPI_BYTE, win);
            break;
        case 1:
            MPI_Get(in, s->bytes, MPI_BYTE, s->to, 0, s->bytes, MPI_BYTE, win);
            break;
        case 2:
            MPI_Accumulate(out, s->bytes, MPI_BYTE, s->to, 0, s->bytes, MPI_BYTE, MPI_BOR, win);
            break;
        case 3:
            MPI_Rget_accumulate(out, s->bytes, MPI_BYTE, in, s->bytes, MPI_BYTE, s->to, 0, s->bytes, MPI_BYTE,
                                MPI_REPLACE, win, &request);
            finish_request(&request);
            break;
        case 4:
            MPI_Fetch_and_op(&zero, &result, MPI_INT, s->to, 0, MPI_SUM, win);
            break;
        default:
            MPI_Compare_and_swap(&zero, &zero, &result, MPI_INT, s->to, 0, win);
    }
    MPI_Win_flush(s->to, win);
}

/* Sends the data in one partition, or in two halves. */
static void partitioned(const struct step *s, int parts, int sends, MPI_Request *request) {
    if (sends) {
        MPI_Psend_init(out, parts, s->bytes, MPI_BYTE, s->to, 1, s->network->comm, MPI_INFO_NULL, request);
    } else {
        MPI_Precv_init(in, 1, (MPI_Count)parts * s->bytes, MPI_BYTE, s->from, 1, s->network->comm, MPI_INFO_NULL,
                       request);
    }
    MPI_Start(request);
    if (sends) {
        MPI_Pready_range(0, parts - 1, *request);
    }
}

/* A step with two sides: the receiver says that it has posted its receive, then the sender sends. */
static void two_sided(const struct step *s) {
    const struct network *n = s->network;
    MPI_Request request = MPI_REQUEST_NULL;
    int parts = s->kind - WAYS - READY_WAYS + 1, receives = n->own_rank == s->to, sends = n->own_rank == s->from;
    if (receives && parts > 0) {
        partitioned(s, parts, 0, &request);
    } else if (receives) {
        MPI_Irecv(in, s->bytes, MPI_BYTE, s->from, 0, n->comm, &request);
    }
    if (receives && !sends) {
        MPI_Send(NULL, 0, MPI_BYTE, s->from, 2, n->comm);
    }
    if (sends) {
        if (!receives) {
            MPI_Recv(NULL, 0, MPI_BYTE, s->to, 2, n->comm, MPI_STATUS_IGNORE);
        }
        if (parts > 0) {
            MPI_Request own;
            partitioned(s, parts, 1, &own);
            finish_request(&own);
            MPI_Request_free(&own);
        } else {
            way_of(s->kind)(out, s->bytes, s->to, 0, n->comm);
        }
    }
    if (receives) {
        finish_request(&request);
        if (parts > 0) {
            MPI_Request_free(&request);
        }
    }
}

/* Over an inter-communicator each process sends to one of the other group, with no receipts to wait for. */
static void between_groups(const struct step *s) {
    const struct network *n = s->network;
    MPI_Request requests[64];
    int receives = 0;
    REQUIRE(n->others <= 64);
    for (int from = 0; from < n->others; from++) {
        if (after(from, s->from, n->members) == n->own_rank) {
            MPI_Irecv(in, s->bytes, MPI_BYTE, from, 3, n->comm, &requests[receives++]);
        }
    }
    ways[s->kind % WAYS](out, s->bytes, after(n->own_rank, s->from, n->others), 3, n->comm);
    MPI_Waitall(receives, requests, MPI_STATUSES_IGNORE);
}

static void take(struct network networks[]) {
    struct network *n = &networks[draw(COMMUNICATORS)];
    unsigned from = draw(1 << 20), to = draw(1 << 20), kind = draw(WAYS + READY_WAYS + PARTITIONED + ONE_SIDED);
    int bytes = (int)(draw(4) ? draw(200) : draw(LARGEST / 2));
    struct step s = {n, (int)(from % n->members), (int)(to % n->others), (int)kind, bytes};
    if (n->inter) {
        s.from = (int)(from % 97);
        between_groups(&s);
    } else if (s.kind >= WAYS + READY_WAYS + PARTITIONED) {
        if (n->own_rank == s.from) {
            one_sided(&s, s.kind - WAYS - READY_WAYS - PARTITIONED);
        }
    } else if (n->members == 1 && (s.kind >= WAYS + READY_WAYS)) {
        return; /* MPICH 4.0 cannot do partitioned transfers over a communicator of one process */
    } else {
        two_sided(&s);
    }
}

int main(int argc, char **argv) {
    start(&argc, &argv);
    REQUIRE(argc == 3);
    state = strtoull(argv[1], NULL, 10);
    struct network networks[COMMUNICATORS];
    attach_buffer(40 * (LARGEST + MPI_BSEND_OVERHEAD));
    create(networks);
    for (int i = atoi(argv[2]); i > 0; i--) {
        take(networks);
    }
    destroy(networks);
    detach_buffer();
    return finish();
}
