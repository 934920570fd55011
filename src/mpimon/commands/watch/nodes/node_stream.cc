#include "mpimon/commands/watch/nodes/node_stream.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <utility>

#include "analysis/names/text.h"
#include "mpimon/commands/watch/nodes/sighting_json.h"
#include "mpimon/failure.h"

namespace mpimon {

namespace {

constexpr size_t kMostLine = size_t{256} << 20U;  // a hundred million pairs
constexpr size_t kPiece = size_t{64} << 10U;

// In the child: what it prints, on both ways, goes into `to`, and it ends with its parent.
[[noreturn]] void become(const std::vector<std::string> &words, int to) {
    std::vector<char *> pointers;
    for (const std::string &word : words)
        pointers.push_back(const_cast<char *>(word.c_str()));
    pointers.push_back(nullptr);
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

NodeStream::NodeStream(std::string node, const std::vector<std::string> &words) : node_(std::move(node)) {
    std::array<int, 2> ends = {};
    if (pipe2(ends.data(), O_CLOEXEC) != 0 || (child_ = fork()) < 0)
        throw Failure(fmt::format("{}: {}", node_, std::strerror(errno)));
    if (child_ == 0)
        become(words, ends[1]);
    ::close(ends[1]);
    file_ = ends[0];
    fcntl(file_, F_SETFL, O_NONBLOCK);
}

NodeStream::~NodeStream() {
    if (runs()) {
        kill(child_, SIGTERM);
        close();
    }
}

void NodeStream::close() {
    ::close(std::exchange(file_, -1));
    waitpid(child_, nullptr, 0);
}

void NodeStream::read() {
    std::array<char, kPiece> piece;
    while (runs()) {
        const ssize_t count = ::read(file_, piece.data(), piece.size());
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0 && errno == EAGAIN)
            break;
        if (count <= 0 || text_.size() > kMostLine) {
            close();
            text_ += '\n';  // what it said last
            break;
        }
        text_.append(piece.data(), static_cast<size_t>(count));
    }
    const size_t last = text_.rfind('\n');
    if (last == std::string::npos)
        return;
    // Of several lines, only the newest one is parsed.
    std::string newest;
    for (size_t start = 0; start <= last;) {
        const size_t end = text_.find('\n', start);
        std::string line = text_.substr(start, end - start);
        start = end + 1;
        if (line == kEndOfStream)
            ended_ = true;
        else if (!line.empty() && line.front() == '{')
            newest = std::move(line);
        else if (!line.empty())
            said_ = std::move(line);
    }
    text_.erase(0, last + 1);
    if (!newest.empty())
        take(newest);
}

void NodeStream::take(const std::string &line) {
    try {
        newest_ = read_sighting(line);
    } catch (const Failure &failure) {
        said_ = failure.what();
    }
}

std::string NodeStream::trouble() const {
    if (runs() || ended_)
        return "";
    return fmt::format("{}: {}", node_, said_.empty() ? "it has ended without a word" : printable(said_));
}

}  // namespace mpimon
