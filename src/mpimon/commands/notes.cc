#include "mpimon/commands/notes.h"

#include <fmt/format.h>

#include "analysis/names/text.h"

namespace mpimon {

std::string unlisted_notes_text(const Profile &profile) {
    return fmt::format("and {} more", profile.unlisted_notes);
}

std::vector<std::string> note_lines(const Profile &profile) {
    std::vector<std::string> lines;
    for (const Note &note : profile.notes)
        lines.push_back(fmt::format("at byte {}: {}", note.offset, printable(note.text)));
    if (profile.unlisted_notes > 0)
        lines.push_back(unlisted_notes_text(profile));
    return lines;
}

void print_notes(const Profile &profile, std::string_view subcommand, const std::string &file) {
    for (const std::string &line : note_lines(profile))
        fmt::print(stderr, "mpimon {}: {}: {}\n", subcommand, file, line);
}

}  // namespace mpimon
