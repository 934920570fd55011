// The page: the front end that is installed, with the data in it.
#ifndef MPIMON_COMMANDS_HTML_PAGE_FILE_H
#define MPIMON_COMMANDS_HTML_PAGE_FILE_H

#include <filesystem>
#include <string>
#include <string_view>

namespace mpimon {

// The front end, of the installation in `prefix`. Throws Failure that says what is missing.
std::string read_front_end(const std::filesystem::path &prefix);
// The same, that of mpimon watch --web.
std::string read_live_page(const std::filesystem::path &prefix);

// What goes into the page: by zlib, then in letters that HTML takes as they are.
std::string packed(std::string_view content);

// The front end with both instead of its placeholders; each is packed already.
std::string page_with(std::string front_end, std::string_view report, std::string_view pairs);

}  // namespace mpimon

#endif
