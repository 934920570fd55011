/*
 * Two threads beside the one that calls MPI: one does what that gives it, which then waits, and the other changes a few
 * bytes of its own all the time.
 */
#ifndef OVERLAP_RANDOM_THREADS_H
#define OVERLAP_RANDOM_THREADS_H

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

#include "program.h"

enum { OWN_BYTES = 16, OWN_VALUE = 77 };

static pthread_t worker, other;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static void (*_Atomic work)(void);
static atomic_int have_threads, over;
static unsigned char *own[2];

static void wait_while(int is_given) {
    pthread_mutex_lock(&mutex);
    while ((work != NULL) == is_given && !over)
        pthread_cond_wait(&changed, &mutex);
    pthread_mutex_unlock(&mutex);
}

static void give(void (*function)(void)) {
    pthread_mutex_lock(&mutex);
    work = function;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&mutex);
}

/* By turns they wait asleep and awake. */
static void *do_work(void *unused) {
    for (int i = 0; !over; i++) {
        for (int looks = 0; i % 2 && looks < 100 && !work && !over; looks++)
            sched_yield();
        wait_while(0);
        if (work)
            work();
        give(NULL);
    }
    return unused;
}

static void let_thread(void (*function)(void)) {
    if (!have_threads) {
        function();
        return;
    }
    give(function);
    wait_while(1);
}

static void *change_own(void *unused) {
    int ends[2];
    REQUIRE(pipe(ends) == 0);
    for (unsigned i = 0; !over; i++) {
        unsigned char *bytes = own[i / OWN_BYTES % 2];
        bytes[i % OWN_BYTES] = (unsigned char)i;
        REQUIRE(bytes[i % OWN_BYTES] == (unsigned char)i);
        if (i % 64 == 0) {
            REQUIRE(write(ends[1], bytes, OWN_BYTES) == OWN_BYTES && read(ends[0], bytes, OWN_BYTES) == OWN_BYTES);
            unsigned char *block = malloc(100000);
            memset(block, 1, 100000);
            free(block);
        }
        usleep(20);
    }
    for (int i = 0; i < 2; i++)
        memset(own[i], OWN_VALUE, OWN_BYTES);
    return unused;
}

static void begin_threads(unsigned char *first, unsigned char *second) {
    own[0] = first;
    own[1] = second;
    REQUIRE(pthread_create(&worker, NULL, do_work, NULL) == 0 && pthread_create(&other, NULL, change_own, NULL) == 0);
    have_threads = 1;
}

static void end_threads(void) {
    pthread_mutex_lock(&mutex);
    over = 1;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&mutex);
    REQUIRE(pthread_join(worker, NULL) == 0 && pthread_join(other, NULL) == 0);
}

#endif
