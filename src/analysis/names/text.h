// Text that comes from others, made safe and short enough to be shown.
#ifndef MPIMON_ANALYSIS_NAMES_TEXT_H
#define MPIMON_ANALYSIS_NAMES_TEXT_H

#include <cstddef>
#include <string>
#include <string_view>

namespace mpimon {

// Makes text safe for a terminal: control characters become '?', those that turn text around included, and so do bytes
// that are no UTF-8.
std::string printable(std::string_view text);

// Columns that UTF-8 text takes, with one column for each character.
size_t display_width(std::string_view text);

// Cuts text to as many whole characters from its beginning as fit.
std::string cut_to_width(std::string_view text, size_t columns);

}  // namespace mpimon

#endif
