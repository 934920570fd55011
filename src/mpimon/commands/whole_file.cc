#include "mpimon/commands/whole_file.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "analysis/names/text.h"
#include "mpimon/failure.h"
#include "mpimon/render/format.h"

namespace mpimon {

std::string whole_file(const std::string &path, const char *kind, uint64_t most) {
    std::error_code error;
    const std::filesystem::file_status status = std::filesystem::status(path, error);
    if (!std::filesystem::is_regular_file(status))
        throw WrongArgument(fmt::format("{}: {}", printable(path), error ? error.message() : "not a regular file"));
    const uint64_t size = std::filesystem::file_size(path, error);
    if (!error && size > most)
        throw WrongArgument(fmt::format("{}: {}, and no {} has more than {}", printable(path),
                                        human_bytes(static_cast<double>(size)), kind,
                                        human_bytes(static_cast<double>(most))));
    std::ifstream file(path, std::ios::binary);
    if (!file.is_open())
        throw WrongArgument(fmt::format("{}: cannot be read", printable(path)));
    return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace mpimon
