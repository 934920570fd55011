/* Rank 1 comes to MPI_Init half a second late, and rank 0 to MPI_Finalize: it alone computes within the program. */
#include <unistd.h>

#include "program.h"

int main(int argc, char **argv) {
    const char *number = getenv("PMI_RANK");
    if (number && atoi(number) == 1)
        usleep(500000);
    start(&argc, &argv);
    if (rank == 0)
        usleep(500000);
    return finish();
}
