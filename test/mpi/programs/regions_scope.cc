// Regions that end with their scope.
#include <mpi.h>
#include <mpich_monitoring.h>

namespace {

void exchange(int bytes) {
    char out[16] = {};
    char in[16];
    int rank = 0;
    int size = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Sendrecv(out, bytes, MPI_BYTE, (rank + 1) % size, 0, in, bytes, MPI_BYTE, (rank + size - 1) % size, 0,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

void solve() {
    const mpich_monitoring::Region region("solve");
    exchange(1);
    for (int i = 0; i < 4; ++i) {
        const mpich_monitoring::Region inner("inner");
        exchange(2);
    }
    exchange(4);
}

}  // namespace

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    solve();
    exchange(8);
    MPI_Finalize();
    return 0;
}
