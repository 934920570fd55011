#include "mpimon/render/terminal.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "mpimon/failure.h"
#include "mpimon/render/format.h"
#include "mpimon/render/pager.h"

namespace mpimon {

namespace {

// Whether the environment names a locale without UTF-8. Where it names none, the terminal is assumed to show UTF-8.
bool is_ascii_locale() {
    for (const char *variable : {"LC_ALL", "LC_CTYPE", "LANG"}) {
        const char *value = std::getenv(variable);
        if (value == nullptr || *value == '\0')
            continue;
        std::string locale = value;
        std::transform(locale.begin(), locale.end(), locale.begin(), [](unsigned char c) { return std::tolower(c); });
        return locale.find("utf-8") == std::string::npos && locale.find("utf8") == std::string::npos;
    }
    return false;
}

}  // namespace

Style Style::for_output(int width) {
    const char *no_color = std::getenv("NO_COLOR");
    const char *terminal = std::getenv("TERM");
    const bool refused = no_color != nullptr && *no_color != '\0';
    const bool dumb = terminal != nullptr && std::strcmp(terminal, "dumb") == 0;
    const bool on_terminal = isatty(STDOUT_FILENO) != 0;
    Abilities abilities;
    abilities.colour = on_terminal && !refused && !dumb;
    abilities.ascii = is_ascii_locale();
    if (width > 0 || on_terminal)
        abilities.width = static_cast<size_t>(width > 0 ? width : terminal_width());
    return Style(abilities);
}

std::string Style::wrapped(std::string_view code, std::string_view text) const {
    return colour() && !text.empty() ? fmt::format("\x1b[{}m{}\x1b[0m", code, text) : std::string(text);
}

int terminal_width() {
    constexpr int kUsual = 80;
    winsize size = {};
    return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : kUsual;
}

Output::Output(std::string path)
    : path_(std::move(path)), file_(path_.empty() ? stdout : std::fopen(path_.c_str(), "w")) {
    if (file_ == nullptr)
        fail(errno);
}

Output::~Output() {
    if (file_ != nullptr && file_ != stdout)
        std::fclose(file_);
}

void Output::write(std::string_view text) {
    if (std::fwrite(text.data(), 1, text.size(), file_) != text.size())
        fail(errno);
}

void Output::close() {
    if (std::fflush(file_) != 0)
        fail(errno);
}

void Output::fail(int error) const {
    throw Failure(fmt::format("{}: {}", path_.empty() ? "standard output" : path_, std::strerror(error)));
}

void refuse_to_overwrite(const std::string &input, const std::string &output) {
    struct stat read = {};
    struct stat written = {};
    if (stat(input.c_str(), &read) == 0 && stat(output.c_str(), &written) == 0 && read.st_dev == written.st_dev &&
        read.st_ino == written.st_ino)
        throw Failure(fmt::format("{}: is what is read; name another file to write to", output));
}

void write_output(std::string_view content, const std::string &path) {
    Output output(path);
    output.write(content);
    output.close();
}

void write_text(std::string_view text, const Style &style) {
    const std::string plain = style.ascii() ? ascii(text) : std::string(text);
    if (!is_longer_than_terminal(plain) || !show_by_pager(plain))
        write_output(plain);
}

}  // namespace mpimon
