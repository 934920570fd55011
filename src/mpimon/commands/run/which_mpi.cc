#include "mpimon/commands/run/which_mpi.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>

#include "mpimon/commands/run/elf_file.h"
#include "profile/read/decode.h"
#include "profile/read/mapped_file.h"

namespace fs = std::filesystem;

namespace mpimon {

namespace {

// What only a program that has the monitored library in it contains.
constexpr std::string_view kOurs = "MPIR_CVAR_MONITORING_ENABLE";

bool begins(std::string_view text, std::string_view start) {
    return text.substr(0, start.size()) == start;
}

// Libraries of MPICH's ABI: of MPICH 3.1 and later, and what derives from it.
bool is_of_mpich(const std::string &library) {
    constexpr std::array<std::string_view, 6> kNames = {"libmpi.so.12",       "libmpich.so.12",  "libmpifort.so.12",
                                                        "libmpichfort.so.12", "libmpicxx.so.12", "libmpichcxx.so.12"};
    return std::find(kNames.begin(), kNames.end(), library) != kNames.end();
}

bool is_of_open_mpi(const std::string &library) {
    return begins(library, "libopen-rte.") || begins(library, "libopen-pal.") || begins(library, "libmpi_mpifh.") ||
           begins(library, "libmpi_usempi") || library == "libmpi.so.40" || library == "libmpi.so.20";
}

bool is_of_some_mpi(const std::string &library) {
    return begins(library, "libmpi.") || begins(library, "libmpi_") || begins(library, "libmpich") ||
           begins(library, "libmpifort") || begins(library, "libpmpi");
}

// Whether the installation has it: MPICH built from git has libraries of no version of the ABI.
bool is_installed(const std::string &library, const fs::path &prefix) {
    std::error_code error;
    return fs::exists(prefix / "lib" / library, error) || fs::exists(prefix / "lib64" / library, error);
}

// The first library that the test holds for.
template <class Test>
const std::string *first_of(const ElfFile &file, Test test) {
    const auto found = std::find_if(file.needed.begin(), file.needed.end(), test);
    return found != file.needed.end() ? &*found : nullptr;
}

std::string remark_on(const std::string &path, const ElfFile &file, std::string_view content, const fs::path &prefix) {
    if (content.find(kOurs) != std::string_view::npos)
        return {};
    if (file.is_static)
        return fmt::format(
            "{} is linked statically, so that its MPI, if it has one, cannot be replaced and counts "
            "nothing; link it with shared libraries, or anew with this installation's mpicc",
            path);
    // Open MPI is looked for first, since old versions of it have a libmpi.so.12, too, as MPICH has.
    if (const std::string *library = first_of(file, is_of_open_mpi))
        return fmt::format(
            "{} is made for Open MPI ({}), which MPICH cannot stand in for: nothing is counted; compile "
            "it with this installation's mpicc",
            path, *library);
    if (first_of(file, is_of_mpich) != nullptr)
        return {};
    if (const std::string *library = first_of(file, is_of_some_mpi)) {
        if (is_installed(*library, prefix))
            return {};
        return fmt::format(
            "{} is made for another MPI ({}), which is not replaced: nothing is counted; compile it with "
            "this installation's mpicc",
            path, *library);
    }
    return fmt::format(
        "{} asks for no MPI library itself ({}); something is counted only if one of its libraries "
        "brings MPICH's",
        path, fmt::join(file.needed, ", "));
}

// Calls take(file, content) with an ELF file; others, such as scripts, tell nothing, and neither does one that cannot
// be read.
template <class Take>
std::string with_elf(const std::string &path, Take take) {
    try {
        const MappedFile mapped(path);
        const std::optional<ElfFile> file = read_elf(mapped.content());
        return file ? take(*file, mapped.content()) : "";
    } catch (const ProfileError &) {
        return {};
    }
}

}  // namespace

std::string remark_on_program(const std::string &path, const fs::path &prefix) {
    return with_elf(
        path, [&](const ElfFile &file, std::string_view content) { return remark_on(path, file, content, prefix); });
}

std::string remark_on_launcher(const std::string &path) {
    return with_elf(path, [&](const ElfFile &file, std::string_view) -> std::string {
        const std::string *library = first_of(file, is_of_open_mpi);
        if (library == nullptr)
            return {};
        return fmt::format(
            "{} is the launcher of Open MPI ({}): to each process of an MPICH program it is alone; use "
            "this installation's mpiexec",
            path, *library);
    });
}

}  // namespace mpimon
