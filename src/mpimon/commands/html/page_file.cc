#include "mpimon/commands/html/page_file.h"

#include <fmt/format.h>
#include <zlib.h>

#include <fstream>
#include <iterator>

#include "mpimon/failure.h"
#include "mpimon/render/base64.h"

namespace mpimon {

namespace {

void put(std::string &page, std::string_view placeholder, std::string_view content) {
    const size_t found = page.find(placeholder);
    if (found == std::string::npos)
        throw Failure(
            fmt::format("the installed page has no placeholder '{}'; install MPICH Monitoring anew", placeholder));
    page.replace(found, placeholder.size(), content);
}

std::string read_installed_page(const std::filesystem::path &prefix, const char *name) {
    const std::filesystem::path path = prefix / "share/mpich-monitoring" / name;
    std::ifstream file(path, std::ios::binary);
    if (!std::filesystem::is_regular_file(path) || !file)
        throw Failure(fmt::format(
            "{}: not there: MPICH Monitoring was built without Node.js and npm; install these, configure and build it "
            "anew, or name another installation by --prefix",
            path.string()));
    return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

std::string read_front_end(const std::filesystem::path &prefix) {
    return read_installed_page(prefix, "page.html");
}

std::string read_live_page(const std::filesystem::path &prefix) {
    return read_installed_page(prefix, "live.html");
}

std::string packed(std::string_view content) {
    uLongf size = compressBound(content.size());
    std::string bytes(size, '\0');
    if (compress2(reinterpret_cast<Bytef *>(bytes.data()), &size, reinterpret_cast<const Bytef *>(content.data()),
                  content.size(), Z_DEFAULT_COMPRESSION) != Z_OK)
        throw Failure("not enough memory to compress the page");
    bytes.resize(size);
    return base64(bytes);
}

std::string page_with(std::string front_end, std::string_view report, std::string_view pairs) {
    put(front_end, "@REPORT@", report);
    put(front_end, "@PAIRS@", pairs);
    return front_end;
}

}  // namespace mpimon
