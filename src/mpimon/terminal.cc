#include "mpimon/terminal.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "mpimon/failure.h"

namespace mpimon {

Style Style::for_stream(FILE *stream) {
    const char *no_color = std::getenv("NO_COLOR");
    const char *terminal = std::getenv("TERM");
    const bool refused = no_color != nullptr && *no_color != '\0';
    const bool dumb = terminal != nullptr && std::strcmp(terminal, "dumb") == 0;
    return Style(isatty(fileno(stream)) != 0 && !refused && !dumb);
}

std::string Style::wrapped(std::string_view code, std::string_view text) const {
    return colour_ && !text.empty() ? fmt::format("\x1b[{}m{}\x1b[0m", code, text) : std::string(text);
}

int terminal_width() {
    constexpr int kUsual = 80;
    winsize size = {};
    return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : kUsual;
}

void write_output(std::string_view content, const std::string &path) {
    FILE *file = path.empty() ? stdout : std::fopen(path.c_str(), "w");
    if (file == nullptr)
        throw Failure(fmt::format("{}: {}", path, std::strerror(errno)));
    const bool written =
        std::fwrite(content.data(), 1, content.size(), file) == content.size() && std::fflush(file) == 0;
    const int error = errno;
    if (!path.empty())
        std::fclose(file);
    if (!written)
        throw Failure(fmt::format("{}: {}", path.empty() ? "standard output" : path, std::strerror(error)));
}

}  // namespace mpimon
