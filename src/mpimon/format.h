// Numbers, times and names as text for people.
#ifndef MPIMON_MPIMON_FORMAT_H
#define MPIMON_MPIMON_FORMAT_H

#include <cstdint>
#include <string>
#include <string_view>

namespace mpimon {

// 1234567 -> "1,234,567"
std::string with_commas(uint64_t number);

// "999 B", "1.46 GiB": three digits at least, in units of 1024.
std::string human_bytes(double bytes);

// "12.3 µs", "4.56 s", "2 h 03 min"
std::string human_time(double seconds);

// "2023-11-14 22:13:20 UTC"
std::string utc_time(int64_t ns_since_1970);

// part / whole as "12.3 %"; "–" for a whole of 0.
std::string percent(double part, double whole);

// The sizes that a histogram's bin stands for: "64 – 127 B", "1 – 2 KiB".
std::string size_range(int bin);

// What is safe on a terminal: control characters become '?', those that turn text around included, and so do bytes that
// are no UTF-8.
std::string printable(std::string_view text);

// Columns that UTF-8 text takes, with one column for each character.
size_t display_width(std::string_view text);

// As many whole characters from the beginning as fit.
std::string cut_to_width(std::string_view text, size_t columns);

// A bar of at most `columns` columns, in steps of an eighth; anything above 0 is visible.
std::string bar(double fraction, int columns);

}  // namespace mpimon

#endif
