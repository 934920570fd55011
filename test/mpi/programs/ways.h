/* Every way to send a user's message: each function sends `bytes` bytes and returns when the buffer may be used. */
#ifndef MPIMON_TEST_MPI_WAYS_H
#define MPIMON_TEST_MPI_WAYS_H

#include "program.h"
#if MPI_VERSION < 4
#include "mpi3.h"
#endif

typedef void (*way)(const void *buffer, int bytes, int to, int tag, MPI_Comm comm);

/* Room for buffered sends; MPI copies into it. */
static inline void attach_buffer(int bytes) {
    MPI_Buffer_attach(reserve(bytes), bytes);
}

static inline void detach_buffer(void) {
    void *buffer;
    int bytes;
    MPI_Buffer_detach(&buffer, &bytes);
    free(buffer);
}

static inline void finish_request(MPI_Request *request) {
    MPI_Wait(request, MPI_STATUS_IGNORE);
}

static inline void finish_persistent(MPI_Request *request) {
    MPI_Start(request);
    MPI_Wait(request, MPI_STATUS_IGNORE);
    MPI_Request_free(request);
}

#define BLOCKING(NAME, FUNCTION)                                                      \
    static void NAME(const void *buffer, int bytes, int to, int tag, MPI_Comm comm) { \
        FUNCTION(buffer, bytes, MPI_BYTE, to, tag, comm);                             \
    }

#define WITH_REQUEST(NAME, FUNCTION, FINISH)                                          \
    static void NAME(const void *buffer, int bytes, int to, int tag, MPI_Comm comm) { \
        MPI_Request request;                                                          \
        FUNCTION(buffer, bytes, MPI_BYTE, to, tag, comm, &request);                   \
        FINISH(&request);                                                             \
    }

BLOCKING(by_send, MPI_Send)
BLOCKING(by_ssend, MPI_Ssend)
BLOCKING(by_rsend, MPI_Rsend)
BLOCKING(by_bsend, MPI_Bsend)
BLOCKING(by_send_c, MPI_Send_c)
WITH_REQUEST(by_isend, MPI_Isend, finish_request)
WITH_REQUEST(by_issend, MPI_Issend, finish_request)
WITH_REQUEST(by_irsend, MPI_Irsend, finish_request)
WITH_REQUEST(by_ibsend, MPI_Ibsend, finish_request)
WITH_REQUEST(by_isend_c, MPI_Isend_c, finish_request)
WITH_REQUEST(by_send_init, MPI_Send_init, finish_persistent)
WITH_REQUEST(by_ssend_init, MPI_Ssend_init, finish_persistent)
WITH_REQUEST(by_rsend_init, MPI_Rsend_init, finish_persistent)
WITH_REQUEST(by_bsend_init, MPI_Bsend_init, finish_persistent)

static void by_sendrecv(const void *buffer, int bytes, int to, int tag, MPI_Comm comm) {
    MPI_Sendrecv(buffer, bytes, MPI_BYTE, to, tag, NULL, 0, MPI_BYTE, MPI_PROC_NULL, 0, comm, MPI_STATUS_IGNORE);
}

static void by_isendrecv(const void *buffer, int bytes, int to, int tag, MPI_Comm comm) {
    MPI_Request request;
    MPI_Isendrecv(buffer, bytes, MPI_BYTE, to, tag, NULL, 0, MPI_BYTE, MPI_PROC_NULL, 0, comm, &request);
    finish_request(&request);
}

static void by_sendrecv_replace(const void *buffer, int bytes, int to, int tag, MPI_Comm comm) {
    MPI_Sendrecv_replace((void *)buffer, bytes, MPI_BYTE, to, tag, MPI_PROC_NULL, 0, comm, MPI_STATUS_IGNORE);
}

static void by_isendrecv_replace(const void *buffer, int bytes, int to, int tag, MPI_Comm comm) {
    MPI_Request request;
    MPI_Isendrecv_replace((void *)buffer, bytes, MPI_BYTE, to, tag, MPI_PROC_NULL, 0, comm, &request);
    finish_request(&request);
}

/* Ready sends need their receive posted before. */
static const way ways[] = {by_send,       by_ssend,    by_bsend,     by_send_c,           by_isend,
                           by_issend,     by_ibsend,   by_isend_c,   by_send_init,        by_ssend_init,
                           by_bsend_init, by_sendrecv, by_isendrecv, by_sendrecv_replace, by_isendrecv_replace};
static const way ready_ways[] = {by_rsend, by_irsend, by_rsend_init};

enum { WAYS = sizeof(ways) / sizeof(*ways), READY_WAYS = sizeof(ready_ways) / sizeof(*ready_ways) };

/* A way for every number; the first WAYS need no posted receive. */
static inline way way_of(int number) {
    return number < WAYS ? ways[number] : ready_ways[number - WAYS];
}

#endif
