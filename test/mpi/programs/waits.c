/*
 * `waits SCENARIO [dup]`: ranks wait for others that are late by a known time, kept busy and not asleep. Each rank that
 * waits prints when its call began and ended, "waited RANK FOR BEGIN END", and each one that is late when it came,
 * "came RANK TIME": the wait is as long as the others, or as the call, if the host is busy meanwhile. Monitoring is on
 * for nothing else. With `dup` all goes over a copy of the world, of that name. At the end each rank prints what MPI_T
 * says that it waited for another: "read RANK FOR WAITS SECONDS".
 */
#include <pthread.h>
#include <string.h>

#include "mpit.h"

static const double late = 0.3; /* seconds */
static double begin;
static MPI_Win window;
static int *memory;
static MPI_Comm comm = MPI_COMM_WORLD;
enum { LARGE = 8 << 20, ROWS = 64, ROW = 16 };

static void busy_until(double when) {
    while (MPI_Wtime() < when) {
    }
}

/* The call that began then, and ends now, waited for this rank. */
static void waited_since(double start, int culprit) {
    printf("waited %d %d %.6f %.6f\n", rank, culprit, start, MPI_Wtime());
}

static void come(double when) {
    busy_until(when);
    printf("came %d %.6f\n", rank, MPI_Wtime());
}

static void be_late(double seconds) {
    come(begin + seconds);
}

static void waited(int culprit) {
    waited_since(begin, culprit);
}

static void send_late(int to) {
    be_late(late);
    MPI_Send(&rank, 1, MPI_INT, to, 7, comm);
}

static void take(int from) {
    int value;
    MPI_Recv(&value, 1, MPI_INT, from, 7, comm, MPI_STATUS_IGNORE);
}

static void scenario_recv(void) {
    if (rank == 1) {
        send_late(0);
    } else if (rank == 0) {
        take(1);
        waited(1);
    }
}

static void scenario_any_source(void) {
    if (rank == 2) {
        send_late(0);
    } else if (rank == 0) {
        take(MPI_ANY_SOURCE);
        waited(2);
    }
}

static void scenario_wait(void) {
    MPI_Request request;
    int value;
    if (rank == 1) {
        send_late(0);
    } else if (rank == 0) {
        MPI_Irecv(&value, 1, MPI_INT, 1, 7, comm, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        waited(1);
    }
}

static void scenario_persistent(void) {
    MPI_Request request;
    int value;
    if (rank == 1) {
        send_late(0);
    } else if (rank == 0) {
        MPI_Recv_init(&value, 1, MPI_INT, 1, 7, comm, &request);
        MPI_Start(&request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        waited(1);
        MPI_Request_free(&request);
    }
}

/* All of it is for the last one, be it the first of the list. */
static void several(int first_is_last, int (*wait)(int, MPI_Request *)) {
    MPI_Request requests[2];
    int values[2], last = first_is_last ? 1 : 2;
    if (rank == 1 || rank == 2) {
        be_late(rank == last ? late : late / 3);
        MPI_Send(&rank, 1, MPI_INT, 0, 7, comm);
    } else if (rank == 0) {
        MPI_Irecv(&values[0], 1, MPI_INT, 1, 7, comm, &requests[0]);
        MPI_Irecv(&values[1], 1, MPI_INT, 2, 7, comm, &requests[1]);
        int done = wait(2, requests);
        waited(done < 0 ? last : done + 1);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    }
}

static int wait_all(int count, MPI_Request *requests) {
    MPI_Waitall(count, requests, MPI_STATUSES_IGNORE);
    return -1;
}

/* What comes later is waited for, too, but not in this call. */
static int wait_any(int count, MPI_Request *requests) {
    int index;
    MPI_Waitany(count, requests, &index, MPI_STATUS_IGNORE);
    waited(index + 1);
    begin = MPI_Wtime();
    MPI_Waitall(count, requests, MPI_STATUSES_IGNORE);
    return 1 - index;
}

static int wait_some(int count, MPI_Request *requests) {
    int indices[2], done;
    MPI_Waitsome(count, requests, &done, indices, MPI_STATUSES_IGNORE);
    REQUIRE(done == 1);
    waited(indices[0] + 1);
    begin = MPI_Wtime();
    MPI_Waitall(count, requests, MPI_STATUSES_IGNORE);
    return 1 - indices[0];
}

static void scenario_waitall(void) {
    several(0, wait_all);
}

static void scenario_waitall_first(void) {
    several(1, wait_all);
}

static void scenario_waitany(void) {
    several(0, wait_any);
}

static void scenario_waitsome(void) {
    several(1, wait_some);
}

static void scenario_probe(void) {
    MPI_Status status;
    if (rank == 1) {
        send_late(0);
    } else if (rank == 0) {
        MPI_Probe(MPI_ANY_SOURCE, 7, comm, &status);
        waited(1);
        take(status.MPI_SOURCE);
    }
}

static void scenario_mprobe(void) {
    MPI_Message message;
    int value;
    if (rank == 1) {
        send_late(0);
    } else if (rank == 0) {
        MPI_Mprobe(1, 7, comm, &message, MPI_STATUS_IGNORE);
        waited(1);
        MPI_Mrecv(&value, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
    }
}

static void scenario_sendrecv(void) {
    int value;
    if (rank == 1) {
        take(0);
        send_late(0);
    } else if (rank == 0) {
        MPI_Sendrecv(&rank, 1, MPI_INT, 1, 7, &value, 1, MPI_INT, 1, 7, comm, MPI_STATUS_IGNORE);
        waited(1);
    }
}

static void scenario_ssend(void) {
    if (rank == 1) {
        be_late(late);
        take(0);
    } else if (rank == 0) {
        MPI_Ssend(&rank, 1, MPI_INT, 1, 7, comm);
        waited(1);
    }
}

static void scenario_large_send(void) {
    char *data = reserve(LARGE);
    if (rank == 1) {
        be_late(late);
        MPI_Recv(data, LARGE, MPI_BYTE, 0, 7, comm, MPI_STATUS_IGNORE);
    } else if (rank == 0) {
        MPI_Send(data, LARGE, MPI_BYTE, 1, 7, comm);
        waited(1);
    }
    free(data);
}

static void scenario_isend_wait(void) {
    MPI_Request request;
    if (rank == 1) {
        be_late(late);
        take(0);
    } else if (rank == 0) {
        MPI_Issend(&rank, 1, MPI_INT, 1, 7, comm, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        waited(1);
    }
}

/* Others than rank 2 wait for it, each through whomever the algorithm has it wait for. */
static void all_wait(void (*call)(void)) {
    if (rank == 2)
        be_late(late);
    call();
    if (rank != 2)
        waited(2);
}

static void barrier(void) {
    MPI_Barrier(comm);
}

static void allreduce(void) {
    int sum;
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, comm);
}

static void bcast(void) {
    int value = 1;
    MPI_Bcast(&value, 1, MPI_INT, 2, comm);
}

static void fence(void) {
    MPI_Win_fence(0, window);
}

#ifdef ROMIO_VERSION
static MPI_File file;
static char row_data[ROWS * ROW];

static void write_rows(void) {
    MPI_File_write_all(file, row_data, sizeof row_data, MPI_BYTE, MPI_STATUS_IGNORE);
}
#endif

static void scenario_barrier(void) {
    all_wait(barrier);
}

static void scenario_allreduce(void) {
    all_wait(allreduce);
}

static void scenario_bcast(void) {
    all_wait(bcast);
}

static void scenario_fence(void) {
    all_wait(fence);
}

/* The ranks' rows alternate in the file, so MPI-IO exchanges them; without MPI-IO there is no such scenario. */
static void scenario_file(void) {
#ifdef ROMIO_VERSION
    MPI_Datatype rows;
    MPI_File_open(comm, "waits.bin", MPI_MODE_CREATE | MPI_MODE_WRONLY | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL,
                  &file);
    MPI_Type_vector(ROWS, ROW, ROW * size, MPI_BYTE, &rows);
    MPI_Type_commit(&rows);
    MPI_File_set_view(file, (MPI_Offset)rank * ROW, MPI_BYTE, rows, "native", MPI_INFO_NULL);
    begin = MPI_Wtime();
    all_wait(write_rows);
    MPI_Type_free(&rows);
    MPI_File_close(&file);
#endif
}

static MPI_Group group_of(int member) {
    MPI_Group all, one;
    MPI_Comm_group(comm, &all);
    MPI_Group_incl(all, 1, &member, &one);
    MPI_Group_free(&all);
    return one;
}

/* The origin waits for the target's exposure, and the target for the end of the origin's accesses. */
static void scenario_post_start(void) {
    MPI_Group other = group_of(rank == 0 ? 1 : 0);
    if (rank == 1) {
        be_late(late);
        MPI_Win_post(other, 0, window);
        double start = MPI_Wtime();
        MPI_Win_wait(window);
        waited_since(start, 0);
    } else if (rank == 0) {
        MPI_Win_start(other, 0, window);
        MPI_Put(&rank, 1, MPI_INT, 1, 0, 1, MPI_INT, window);
        waited(1);
        come(MPI_Wtime() + late);
        MPI_Win_complete(window);
    }
    MPI_Group_free(&other);
}

/* Rank 0 has the lock of its own window, and gives it back late. */
static void scenario_lock(void) {
    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, window);
        MPI_Send(&rank, 1, MPI_INT, 1, 8, comm);
        come(MPI_Wtime() + late);
        MPI_Win_unlock(0, window);
    } else if (rank == 1) {
        int value;
        while (MPI_Iprobe(0, 8, comm, &value, MPI_STATUS_IGNORE), !value) {
        }
        MPI_Recv(&value, 1, MPI_INT, 0, 8, comm, MPI_STATUS_IGNORE);
        double start = MPI_Wtime();
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, window);
        waited_since(start, 0);
        MPI_Win_unlock(0, window);
    }
}

/* Two threads of rank 0 wait at the same time, for two ranks. */
static void *wait_in_thread(void *argument) {
    int from = *(int *)argument, value;
    MPI_Recv(&value, 1, MPI_INT, from, 7, comm, MPI_STATUS_IGNORE);
    waited(from);
    return NULL;
}

static void scenario_threads(void) {
    if (rank == 1 || rank == 2) {
        be_late(late * rank);
        MPI_Send(&rank, 1, MPI_INT, 0, 7, comm);
    } else if (rank == 0) {
        int first = 1, second = 2;
        pthread_t thread;
        pthread_create(&thread, NULL, wait_in_thread, &first);
        wait_in_thread(&second);
        pthread_join(thread, NULL);
    }
}

#define SCENARIO(NAME) \
    { #NAME, scenario_##NAME }
static const struct {
    const char *name;
    void (*run)(void);
} scenarios[] = {SCENARIO(recv),       SCENARIO(any_source),    SCENARIO(wait),       SCENARIO(persistent),
                 SCENARIO(waitall),    SCENARIO(waitall_first), SCENARIO(waitany),    SCENARIO(waitsome),
                 SCENARIO(probe),      SCENARIO(mprobe),        SCENARIO(sendrecv),   SCENARIO(ssend),
                 SCENARIO(large_send), SCENARIO(isend_wait),    SCENARIO(barrier),    SCENARIO(allreduce),
                 SCENARIO(bcast),      SCENARIO(fence),         SCENARIO(post_start), SCENARIO(lock),
                 SCENARIO(threads),    SCENARIO(file)};

/* All ranks leave at the same moment, by the clock of this host. */
static void begin_together(void) {
    double now = MPI_Wtime();
    MPI_Allreduce(&now, &begin, 1, MPI_DOUBLE, MPI_MAX, comm);
    begin += 0.05;
    write_int_cvar("MPIR_CVAR_MONITORING_ENABLE", 2);
    busy_until(begin);
    begin = MPI_Wtime();
}

static MPI_T_pvar_session session;
static MPI_T_pvar_handle waits_handle, time_handle;

static void start_reading(void) {
    CHECK(MPI_T_pvar_session_create(&session));
    waits_handle = bind_pvar(session, "monitoring_waits", MPI_T_PVAR_CLASS_COUNTER, &comm, size);
    time_handle = bind_pvar(session, "monitoring_waiting_time", MPI_T_PVAR_CLASS_TIMER, &comm, size);
    CHECK(MPI_T_pvar_start(session, MPI_T_PVAR_ALL_HANDLES));
}

static void print_readings(void) {
    enum { MOST = 16 };
    count_t waits[MOST];
    double seconds[MOST];
    REQUIRE(size <= MOST);
    CHECK(MPI_T_pvar_read(session, waits_handle, waits));
    CHECK(MPI_T_pvar_read(session, time_handle, seconds));
    for (int peer = 0; peer < size; peer++)
        printf("read %d %d %llu %.9f\n", rank, peer, waits[peer], seconds[peer]);
    CHECK(MPI_T_pvar_session_free(&session));
}

int main(int argc, char **argv) {
    int provided;
    CHECK(MPI_T_init_thread(MPI_THREAD_SINGLE, &provided));
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    if (argc > 2 && strcmp(argv[2], "dup") == 0) {
        MPI_Comm_dup(MPI_COMM_WORLD, &comm);
        MPI_Comm_set_name(comm, "dup");
    }
    MPI_Win_allocate(sizeof *memory, 1, MPI_INFO_NULL, comm, &memory, &window);
    size_t found = 0, count = sizeof scenarios / sizeof *scenarios;
    while (found < count && strcmp(scenarios[found].name, argc > 1 ? argv[1] : "") != 0)
        found++;
    REQUIRE(found < count && size >= 3 && provided == MPI_THREAD_MULTIPLE);
    if (strcmp(scenarios[found].name, "fence") == 0)
        MPI_Win_fence(0, window);
    start_reading();
    begin_together();
    scenarios[found].run();
    write_int_cvar("MPIR_CVAR_MONITORING_ENABLE", 0);
    print_readings();
    MPI_Barrier(comm);
    MPI_Win_free(&window);
    CHECK(MPI_T_finalize());
    return finish();
}
