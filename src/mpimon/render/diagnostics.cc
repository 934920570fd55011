#include "mpimon/render/diagnostics.h"

#include <fmt/format.h>

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

}  // namespace mpimon
