#include "mpimon/commands/profile_file.h"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "mpimon/failure.h"
#include "profile/read/decode.h"

namespace mpimon {

namespace {

constexpr const char *kStandardInput = "-";

std::string all_of_standard_input() {
    std::string content;
    std::array<char, 65536> piece;
    for (;;) {
        const ssize_t got = read(STDIN_FILENO, piece.data(), piece.size());
        if (got == 0)
            return content;
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            throw Failure(fmt::format("standard input: {}", std::strerror(errno)));
        content.append(piece.data(), static_cast<size_t>(got));
    }
}

}  // namespace

void add_profile_argument(CLI::App &command, std::string &file) {
    command.add_option("FILE", file, "The profile; - for standard input")->required();
}

Profile read_profile_argument(const std::string &file) {
    if (file != kStandardInput)
        return read_profile(file);
    const std::string content = all_of_standard_input();
    return decode_profile(content.data(), content.size(), profile_argument_name(file));
}

std::string profile_argument_name(const std::string &file) {
    return file == kStandardInput ? "standard input" : file;
}

}  // namespace mpimon
