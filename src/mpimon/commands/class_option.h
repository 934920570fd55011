// Options that several subcommands have.
#ifndef MPIMON_COMMANDS_CLASS_OPTION_H
#define MPIMON_COMMANDS_CLASS_OPTION_H

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <string>
#include <utility>
#include <vector>

#include "analysis/names/names.h"
#include "mpimon/failure.h"

namespace mpimon {

// --class NAME[,NAME...]; the names go to classes_named().
inline CLI::Option *add_class_option(CLI::App &command, std::vector<std::string> &names) {
    return command
        .add_option("--class", names, "Only these classes: p2p, coll, rma, part, ctrl, io (several with commas)")
        ->delimiter(',')
        ->allow_extra_args(false)                                          // FILE may come next
        ->type_name(fmt::format("{{{}}}", fmt::join(class_names(), ",")))  // for completion
        ->option_text("CLASS");
}

// The classes of these names; all classes if there are no names. Throws WrongArgument if one is unknown.
inline ClassSet classes_named(const std::vector<std::string> &names) {
    ClassSet classes = names.empty() ? ClassSet::all() : ClassSet::none();
    for (const std::string &name : names) {
        const std::optional<mpimon_class> known = class_named(name);
        if (!known)
            throw WrongArgument(
                fmt::format("--class: unknown class '{}'; it is one of {}", name, fmt::join(class_names(), ", ")));
        classes.add(*known);
    }
    return classes;
}

// --collectives sent|asked: what the algorithms sent, or what the calls asked for.
inline CLI::Option *add_collectives_option(CLI::App &command, std::string &view) {
    return command
        .add_option("--collectives", view,
                    "Of collectives: sent (default), the messages of their algorithms, or asked, what calls asked for")
        ->check(CLI::IsMember({"sent", "asked"}))
        ->option_text("VIEW");
}

// --by algorithm: what the calls asked for, apart by operation and algorithm; and what else a command can do it by.
inline CLI::Option *add_by_option(CLI::App &command, std::string &by, const std::string &description,
                                  std::vector<std::string> values = {"algorithm"}) {
    return command.add_option("--by", by, description)->check(CLI::IsMember(std::move(values)))->option_text("WHAT");
}

// Throws WrongArgument if this is to be shown by algorithm, which only calls know: messages are not kept so.
inline void require_asked(const std::string &by, const std::string &view) {
    if (!by.empty() && view != "asked")
        throw WrongArgument("--by: what algorithms sent is not kept by algorithm; add --collectives asked");
}

inline void add_width_option(CLI::App &command, int &width) {
    command.add_option("--width", width, "Columns of the terminal, if they cannot be asked for")
        ->check(CLI::Range(20, 10000))
        ->option_text("N");
}

}  // namespace mpimon

#endif
