#include "mpimon/render/diagnostics.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "analysis/names/text.h"

namespace mpimon {

std::string unlisted_diagnostics_text(const Profile &profile) {
    return fmt::format("and {} more", profile.unlisted_diagnostics);
}

std::vector<std::string> diagnostic_lines(const Profile &profile) {
    std::vector<std::string> lines;
    for (const Diagnostic &diagnostic : profile.diagnostics)
        lines.push_back(fmt::format("at byte {}: {}", diagnostic.offset, printable(diagnostic.text)));
    if (profile.unlisted_diagnostics > 0)
        lines.push_back(unlisted_diagnostics_text(profile));
    return lines;
}

void print_diagnostics(const Profile &profile, std::string_view subcommand, const std::string &file) {
    for (const std::string &line : diagnostic_lines(profile))
        fmt::print(stderr, "mpimon {}: {}: {}\n", subcommand, file, line);
}

void print_gaps(const AskedGaps &gaps, std::string_view subcommand, const std::string &file) {
    const auto print = [&](const char *what, const std::vector<std::string> &operations) {
        if (!operations.empty())
            fmt::print(stderr, "mpimon {}: {}: {}: {}; the detail sizes keeps them\n", subcommand, file, what,
                       printable(fmt::format("{}", fmt::join(operations, ", "))));
    };
    print("estimated as if all ranks contributed alike", gaps.estimated);
    print("left out, since it is not known with whom", gaps.left_out);
}

}  // namespace mpimon
