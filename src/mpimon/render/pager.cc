#include "mpimon/render/pager.h"

#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace mpimon {

namespace {

// The shell ends with these where there is no such command, or where it cannot be run.
constexpr int kNotFound = 127;
constexpr int kNotRunnable = 126;

// Colours as they are, no pause for what fits, and the text stays on the screen at the end.
constexpr const char *kLess = "less -FRX";

}  // namespace

bool is_longer_than_terminal(std::string_view text) {
    winsize size = {};
    if (isatty(STDOUT_FILENO) == 0 || isatty(STDIN_FILENO) == 0 || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0)
        return false;
    return std::count(text.begin(), text.end(), '\n') >= static_cast<std::ptrdiff_t>(size.ws_row);
}

bool show_by_pager(std::string_view text) {
    const char *named = std::getenv("PAGER");
    const std::string pager = named != nullptr ? named : kLess;
    if (pager.empty() || pager == "cat")
        return false;
    // The user may leave it before all is written.
    const auto before = std::signal(SIGPIPE, SIG_IGN);
    FILE *pipe = popen(pager.c_str(), "w");
    if (pipe == nullptr)
        return false;
    std::fwrite(text.data(), 1, text.size(), pipe);
    const int status = pclose(pipe);
    std::signal(SIGPIPE, before);
    return !(WIFEXITED(status) && (WEXITSTATUS(status) == kNotFound || WEXITSTATUS(status) == kNotRunnable));
}

}  // namespace mpimon
