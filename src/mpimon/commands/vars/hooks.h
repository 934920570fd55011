// The hooks that maint/patch-mpich placed in this installation's MPICH, as hooks.list has them.
#ifndef MPIMON_COMMANDS_VARS_HOOKS_H
#define MPIMON_COMMANDS_VARS_HOOKS_H

#include <string>
#include <vector>

#include "mpimon/render/json/json_stream.h"
#include "mpimon/render/terminal.h"

namespace mpimon {

struct Hook {
    std::string name;  // of its rule in patches/rules.yaml
    std::string file;  // in MPICH's sources
    uint64_t line = 0;
};

// Reads the hooks with `pattern` in their name or file. Throws Failure if the file is not there, or is no such list.
std::vector<Hook> read_hooks(const std::string &path, const std::string &pattern);

// Lists hooks by name and file, with the lines of each.
std::string hooks_text(const std::vector<Hook> &hooks, const Style &style);
Json hooks_json(const std::vector<Hook> &hooks);

}  // namespace mpimon

#endif
