/*
 * Messages between buffers that share pages, with reads, writes, system calls and changes of the memory
 * between them, by chance: overlap_random SEED STEPS [refused|threads|both]. Now and then some are repeated a few
 * times, so that they become chains, which sometimes break. All processes draw the same steps, and each carries out
 * what concerns it in this order, so nothing waits for ever. Each prints a hash of all that it has read and of its
 * memory at the end. With threads, one does what is done between messages, and another has some bytes to itself that
 * are on the same pages.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "overlap_random_threads.h"
#include "program.h"
#include "refused_calls.h"

enum { BYTES = 1 << 20, BUFFERS = 4, LARGEST = 20000, FIRST = 32 /* before it are a thread's bytes */ };
/* Too long to be copied where it is sent. */
enum { HUGE_MESSAGE = 400 * 1024 };

static unsigned char of_program[BYTES] = {1}; /* in .data */
static unsigned char zeroed[BYTES];           /* in .bss */
static unsigned char *heap, *mapped;
static uint64_t hash = 14695981039346656037u;
static unsigned long long shared_chance, own_chance;
static MPI_Datatype strided; /* elements begin before the one before them ends, and have gaps */

static void take(uint64_t value) {
    hash = (hash ^ value) * 1099511628211u;
}

static unsigned char *buffer(unsigned which) {
    unsigned char *all[BUFFERS] = {of_program, zeroed, heap, mapped};
    return all[which % BUFFERS];
}

static unsigned draw(unsigned below) {
    return draw_from(&shared_chance, below);
}

/* What a message is: all processes know it. */
struct message {
    int from, to, bytes, room, is_strided, has_status;
    unsigned source, target, source_at, target_at, tag;
};

static struct message draw_message(void) {
    struct message m;
    m.from = draw(size);
    m.to = after(m.from, 1 + draw(size - 1), size);
    const int is_huge = !draw(64);
    m.bytes = is_huge ? HUGE_MESSAGE : 1 + draw(draw(3) ? 3000 : LARGEST);
    m.room = m.bytes + (draw(4) ? 0 : draw(500));
    m.is_strided = !draw(4) && !is_huge;
    m.has_status = draw(2);
    m.source = draw(BUFFERS);
    m.target = draw(BUFFERS);
    const unsigned last = BYTES - (is_huge ? HUGE_MESSAGE + LARGEST : 3 * LARGEST);
    m.source_at = FIRST + draw(last);
    m.target_at = FIRST + draw(last);
    m.tag = draw(5);
    return m;
}

static void send(const struct message *m) {
    if (m->is_strided)
        MPI_Send(buffer(m->source) + m->source_at, m->bytes / 8 + 1, strided, m->to, m->tag, MPI_COMM_WORLD);
    else
        MPI_Send(buffer(m->source) + m->source_at, m->bytes, MPI_BYTE, m->to, m->tag, MPI_COMM_WORLD);
}

static void check_status(const struct message *m, const MPI_Status *status) {
    const MPI_Status copy = *status;
    int count;
    MPI_Get_count(&copy, m->is_strided ? strided : MPI_BYTE, &count);
    REQUIRE(count == (m->is_strided ? m->bytes / 8 + 1 : m->bytes));
    REQUIRE(copy.MPI_SOURCE == m->from && copy.MPI_TAG == (int)m->tag);
}

static void receive(const struct message *m) {
    MPI_Status status, *const wanted = m->has_status ? &status : MPI_STATUS_IGNORE;
    const int count = m->is_strided ? m->room / 8 + 1 : m->room;
    MPI_Recv(buffer(m->target) + m->target_at, count, m->is_strided ? strided : MPI_BYTE, m->from, m->tag,
             MPI_COMM_WORLD, wanted);
    if (m->has_status && draw_from(&own_chance, 2))
        check_status(m, &status);
}

/* Two ranks exchange at once: both messages are of the same length. */
static void exchange(struct message m) {
    const int peer = rank == m.from ? m.to : m.from;
    MPI_Status status;
    MPI_Sendrecv(buffer(m.source) + m.source_at, m.bytes, MPI_BYTE, peer, m.tag, buffer(m.target) + m.target_at, m.room,
                 MPI_BYTE, peer, m.tag, MPI_COMM_WORLD, m.has_status ? &status : MPI_STATUS_IGNORE);
}

static void read_file(unsigned char *to, size_t bytes) {
    const int file = open("/dev/zero", O_RDONLY);
    REQUIRE(file >= 0 && read(file, to, bytes) == (ssize_t)bytes);
    close(file);
}

static void write_file(const unsigned char *from, size_t bytes) {
    const int file = open("/dev/null", O_WRONLY);
    REQUIRE(file >= 0 && write(file, from, bytes) == (ssize_t)bytes);
    close(file);
}

static void fork_and_compare(const unsigned char *bytes, size_t length) {
    const pid_t child = fork();
    if (!child) {
        unsigned sum = 0;
        for (size_t i = 0; i < length; i++)
            sum += bytes[i];
        _exit(sum % 251);
    }
    int status;
    REQUIRE(child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status));
    take(WEXITSTATUS(status));
}

static void change_heap(void) {
    unsigned char *other = malloc(BYTES);
    memcpy(other, heap, BYTES);
    free(heap);
    heap = other;
}

/* What this process does on its own. */
static void compute(void) {
    unsigned char *bytes = buffer(draw_from(&own_chance, BUFFERS));
    const unsigned at = FIRST + draw_from(&own_chance, BYTES - 4096), length = draw_from(&own_chance, 300);
    switch (draw_from(&own_chance, 24)) {
        case 0:
            read_file(bytes + at, length);
            break;
        case 1:
            heap = realloc(heap, BYTES + length);
            break;
        case 2:
            change_heap();
            break;
        case 3:
            fork_and_compare(bytes + at, length);
            break;
        case 4:
            memmove(bytes + at, bytes + (at + FIRST) / 2, length);
            break;
        case 5:
            write_file(bytes + at, length);
            break;
        case 6:
            mapped = mremap(mapped, BYTES, BYTES, MREMAP_MAYMOVE);
            break;
        default:
            for (unsigned i = 0; i < length; i++)
                take(bytes[at + i]);
            for (unsigned i = 0; i < length / 4; i++)
                bytes[at + 3 * i] = (unsigned char)(at + i);
    }
}

static void carry_out(const struct message *m) {
    if (rank == m->from)
        send(m);
    else if (rank == m->to)
        receive(m);
}

static void act(void) {
    const unsigned kind = draw(20);
    const struct message m = draw_message();
    if (kind == 0) {
        unsigned long long sum, own = hash & 1;
        MPI_Allreduce(&own, &sum, 1, MPI_UNSIGNED_LONG_LONG, MPI_SUM, MPI_COMM_WORLD);
        take(sum);
    } else if (kind < 5 && (rank == m.from || rank == m.to)) {
        struct message both = m;
        if (m.source == m.target) /* the buffers of an exchange may not overlap */
            both.target = m.target + 1;
        exchange(both);
    } else {
        carry_out(&m);
    }
    if (draw_from(&own_chance, 3) == 0)
        let_thread(compute);
}

/* A few messages again and again, after each time of which all look at what came; sometimes amid them, too. */
static void repeat(void) {
    struct message messages[4];
    const int count = 2 + draw(3), times = 6 + draw(8);
    for (int i = 0; i < count; i++)
        messages[i] = draw_message();
    for (int time = 0; time < times; time++) {
        const int breaks = !draw(8);
        for (int i = 0; i < count; i++) {
            carry_out(&messages[i]);
            if (breaks && i == 0)
                let_thread(compute);
        }
        for (int i = 0; i < count; i++)
            if (rank == messages[i].to)
                take(buffer(messages[i].target)[messages[i].target_at]);
    }
}

int main(int argc, char **argv) {
    start(&argc, &argv);
    const char *how = argc == 4 ? argv[3] : "";
    const int has_threads = strcmp(how, "threads") == 0 || strcmp(how, "both") == 0;
    REQUIRE(argc == 3 || argc == 4);
    REQUIRE((strcmp(how, "refused") && strcmp(how, "both")) || refuse_calls());
    shared_chance = strtoull(argv[1], NULL, 10);
    own_chance = shared_chance + rank + 1;
    heap = malloc(BYTES);
    mapped = mmap(NULL, BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    REQUIRE(heap && mapped != MAP_FAILED);
    for (int i = 0; i < BUFFERS; i++)
        for (int at = 0; at < BYTES; at++)
            buffer(i)[at] = (unsigned char)(at * 7 + i + rank);
    MPI_Type_vector(2, 4, 44, MPI_BYTE, &strided);
    MPI_Type_create_resized(strided, 0, 16, &strided);
    MPI_Type_commit(&strided);
    if (has_threads)
        begin_threads(of_program, zeroed);
    for (int i = 0; i < atoi(argv[2]); i++) {
        act();
        if (i % 60 == 0)
            repeat();
    }
    if (has_threads)
        end_threads();
    for (int i = 0; i < BUFFERS; i++)
        for (int at = 0; at < BYTES; at++)
            take(buffer(i)[at]);
    printf("%d %016llx\n", rank, (unsigned long long)hash);
    return finish();
}
