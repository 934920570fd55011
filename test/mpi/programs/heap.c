/*
 * Memory after much was freed: `heap MILLISECONDS`. Each rank has 16 MB in blocks of 4000 bytes, and frees them while
 * one after them stays, so that the heap does not shrink by itself. Then it computes for so long, and prints "RANK:
 * BEFORE AFTER": how many KiB of its own memory it had before that and after it.
 */
#define _DEFAULT_SOURCE
#include <string.h>

#include "memory.h"

enum { BLOCKS = 4000, BYTES = 4000 };

int main(int argc, char **argv) {
    static char *blocks[BLOCKS];
    start(&argc, &argv);
    REQUIRE(argc == 2);
    for (int i = 0; i < BLOCKS; i++) {
        blocks[i] = reserve(BYTES);
        memset(blocks[i], 1, BYTES);
    }
    char *last = reserve(BYTES);
    memset(last, 1, BYTES);
    for (int i = 0; i < BLOCKS; i++) {
        free(blocks[i]);
    }
    long before = kib_of("RssAnon");
    compute(atoi(argv[1]));
    printf("%d: %ld %ld\n", rank, before, kib_of("RssAnon"));
    REQUIRE(last[BYTES - 1] == 1);
    free(last);
    return finish();
}
