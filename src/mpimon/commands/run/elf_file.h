// What an executable is to the loader: which shared libraries it asks for.
#ifndef MPIMON_COMMANDS_RUN_ELF_FILE_H
#define MPIMON_COMMANDS_RUN_ELF_FILE_H

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mpimon {

struct ElfFile {
    bool is_static = false;           // no loader is asked for
    std::vector<std::string> needed;  // libraries by name, such as "libmpi.so.12"
};

// What the file is; nothing if it is no ELF file of this machine's word size, or damaged.
std::optional<ElfFile> read_elf(std::string_view content);

}  // namespace mpimon

#endif
