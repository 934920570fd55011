#include "mpimon/commands/profile_file.h"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "analysis/names/text.h"
#include "mpimon/failure.h"
#include "mpimon/render/diagnostics.h"
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

CLI::Option *add_partial_option(CLI::App &command, bool &partial) {
    return command.add_flag("--partial", partial, "Take what can be read of damaged or incomplete profiles");
}

Profile read_whole_profile(const std::string &file, bool partial, std::string_view subcommand) {
    Profile profile = read_profile_argument(file);
    const std::string name = profile_argument_name(file);
    if (partial)
        print_diagnostics(profile, subcommand, name);
    else if (!profile.diagnostics.empty())
        throw Failure(fmt::format("{}: damaged or incomplete: {}; --partial takes what is left", name,
                                  diagnostic_lines(profile).front()));
    if (profile.processes.empty())
        throw Failure(fmt::format("{}: no process has a record, so it tells nothing", name));
    return profile;
}

void require_timeline(const Profile &profile) {
    if (profile.timelines.empty())
        throw Failure(fmt::format("no timeline was recorded; run the job with MPIR_CVAR_MONITORING_DETAIL={},timeline",
                                  printable(profile.job.detail)));
}

std::string profile_argument_name(const std::string &file) {
    return file == kStandardInput ? "standard input" : file;
}

}  // namespace mpimon
