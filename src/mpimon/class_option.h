// --class NAME[,NAME...], the same for all subcommands.
#ifndef MPIMON_MPIMON_CLASS_OPTION_H
#define MPIMON_MPIMON_CLASS_OPTION_H

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

// --collectives sent|asked: what the algorithms sent, or what the calls asked for.
inline void add_collectives_option(CLI::App &command, std::string &view) {
    command
        .add_option("--collectives", view,
                    "Of collectives: sent (default), the messages of their algorithms, or asked, what calls asked for")
        ->check(CLI::IsMember({"sent", "asked"}))
        ->option_text("VIEW");
}

}  // namespace mpimon

#endif
