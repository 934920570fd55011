// Sends a known number of messages around a ring, writes down how many, and then ends as its argument says.
//
//   ends_badly FOLDER abort|exception|segv|leave|wait|grace|stream
//
// Rank 1 does what is bad, the others wait. `leave`: it closes its connection to the launcher, as a crash does first.
// `grace`: five more messages to itself at a SIGTERM, then waits on. `stream`: the ring goes on until the process is
// killed. FOLDER/RANK holds, at any moment, the process's id and the number of messages that it has sent.
#include <fcntl.h>
#include <mpi.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>

namespace {

constexpr int kAbort = 3;
constexpr int kExtra = 5;

int rank;
int size;
volatile std::sig_atomic_t terminated;

class Log {
  public:
    explicit Log(const std::string &folder)
        : file_(open((folder + "/" + std::to_string(rank)).c_str(), O_WRONLY | O_CREAT, 0600)) {}

    void write(int messages) const {
        char line[32];
        const int length = std::snprintf(line, sizeof line, "%10ld %10d\n", static_cast<long>(getpid()), messages);
        if (pwrite(file_, line, static_cast<size_t>(length), 0) != length)
            MPI_Abort(MPI_COMM_WORLD, 1);
    }

  private:
    int file_;
};

void exchange(int to, int from) {
    char out[200] = {};
    char in[200];
    MPI_Sendrecv(out, 100 + rank, MPI_BYTE, to, 0, in, sizeof in, MPI_BYTE, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

void exchange_in_ring() {
    exchange((rank + 1) % size, (rank + size - 1) % size);
}

[[noreturn]] void wait_for_the_end(const Log &log, int messages) {
    for (;;) {
        pause();
        if (terminated != 0) {
            terminated = 0;
            for (int i = 0; i < kExtra; ++i)
                exchange(rank, rank);
            log.write(messages + kExtra);
        }
    }
}

void misbehave(const std::string &way) {
    if (way == "abort")
        MPI_Abort(MPI_COMM_WORLD, kAbort);
    if (way == "exception")
        throw std::runtime_error("nobody catches this");
    if (way == "segv")
        *static_cast<volatile int *>(nullptr) = 1;
    if (way == "leave")
        close(std::stoi(std::getenv("PMI_FD")));
}

}  // namespace

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const std::string way = argv[2];
    const Log log(argv[1]);
    if (way == "grace")
        std::signal(SIGTERM, [](int) { terminated = 1; });
    int messages = 0;
    while (messages < 10 || way == "stream") {
        exchange_in_ring();
        log.write(++messages);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1)
        misbehave(way);
    wait_for_the_end(log, messages);
}
