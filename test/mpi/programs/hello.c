/* Starts, says so and ends, without a message. */
#include "program.h"

int main(int argc, char **argv) {
    start(&argc, &argv);
    printf("hello from %d of %d\n", rank, size);
    return finish();
}
