// Numbers, times and names as text for people.
#ifndef MPIMON_RENDER_FORMAT_H
#define MPIMON_RENDER_FORMAT_H

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

// The same in ASCII, character by character: bars of '#', '=' and '-', frames of '|', '+' and '-', "us" for
// microseconds' unit "µs", '?' for what has nothing like it.
std::string ascii(std::string_view text);

// "1 message", "2,345 messages"; `things` is for words whose plural has more than an "s".
std::string count_of(uint64_t number, std::string_view thing, std::string_view things = "");

// Text of others as a field of comma-separated values (RFC 4180), made safe for a terminal.
std::string csv_field(std::string_view text);

// Words in lines of at most `width` columns, the first after `first` columns, the others indented by `indent`. Words
// that are too long are broken after commas, or stand out.
std::string wrap(std::string_view text, size_t first, size_t indent, size_t width);

// A bar of at most `columns` columns, in steps of an eighth; anything above 0 is visible.
std::string bar(double fraction, int columns);

}  // namespace mpimon

#endif
