// --class NAME[,NAME...], the same for all subcommands.
#ifndef MPIMON_COMMANDS_CLASS_OPTION_H
#define MPIMON_COMMANDS_CLASS_OPTION_H

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace mpimon {

// The names go to ClassSet::named(), which checks them.
inline void add_class_option(CLI::App &command, std::vector<std::string> &names) {
    command.add_option("--class", names, "Only these classes: p2p, coll, rma, part, ctrl (several with commas)")
        ->delimiter(',')
        ->allow_extra_args(false)  // FILE may come next
        ->option_text("CLASS");
}

}  // namespace mpimon

#endif
