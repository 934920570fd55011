#include "mpimon/commands/watch/nodes/node_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "mpimon/failure.h"

namespace mpimon {

namespace {

constexpr size_t kPiece = size_t{64} << 10U;

// The child becomes the command: what it prints, as output and as errors, goes into `to`, and it ends with its parent.
// It does not block the signals that the parent waits for.
[[noreturn]] void become(const std::vector<std::string> &words, int to) {
    std::vector<char *> pointers;
    for (const std::string &word : words)
        pointers.push_back(const_cast<char *>(word.c_str()));
    pointers.push_back(nullptr);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    const int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
    dup2(nothing, STDIN_FILENO);
    dup2(to, STDOUT_FILENO);
    dup2(to, STDERR_FILENO);
    execvp(pointers.front(), pointers.data());
    dprintf(STDERR_FILENO, "%s: %s\n", pointers.front(), std::strerror(errno));
    _exit(EXIT_FAILURE);
}

}  // namespace

NodeProcess::NodeProcess(const std::string &node, const std::vector<std::string> &words) {
    std::array<int, 2> ends = {};
    if (pipe2(ends.data(), O_CLOEXEC) != 0 || (child_ = fork()) < 0)
        throw Failure(fmt::format("{}: {}", node, std::strerror(errno)));
    if (child_ == 0)
        become(words, ends[1]);
    ::close(ends[1]);
    file_ = ends[0];
    fcntl(file_, F_SETFL, O_NONBLOCK);
}

NodeProcess::~NodeProcess() {
    if (runs()) {
        kill(child_, SIGTERM);
        close();
    }
}

void NodeProcess::close() {
    ::close(std::exchange(file_, -1));
    waitpid(child_, nullptr, 0);
}

void NodeProcess::read(std::string &text, size_t most) {
    std::array<char, kPiece> piece;
    while (runs()) {
        const ssize_t count = ::read(file_, piece.data(), piece.size());
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0 && errno == EAGAIN)
            return;
        if (count > 0 && text.size() <= most)
            text.append(piece.data(), static_cast<size_t>(count));
        else
            close();
    }
}

}  // namespace mpimon
