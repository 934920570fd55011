/* Finds how much address space its limit leaves to the program: rank 0 prints it in MiB, as `room N`. */
#define _GNU_SOURCE
#include <sys/mman.h>

#include "program.h"

enum { MOST = 1 << 16 };

int main(int argc, char **argv) {
    start(&argc, &argv);
    static void *pieces[MOST];
    const size_t step = 1 << 20;
    int room = 0;
    while (room < MOST) {
        void *piece = mmap(NULL, step, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (piece == MAP_FAILED) {
            break;
        }
        pieces[room++] = piece;
    }
    for (int i = 0; i < room; i++) {
        munmap(pieces[i], step);
    }
    if (rank == 0) {
        printf("room %d\n", room);
    }
    return finish();
}
