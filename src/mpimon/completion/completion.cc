#include "mpimon/completion/completion.h"

#include <algorithm>

namespace mpimon {

namespace {

bool is_option(const std::string &word) {
    return word.size() > 1 && word.front() == '-';
}

// The subcommand among these words, or nullptr.
CLI::App *subcommand_of(CLI::App &app, const std::vector<std::string> &words) {
    const auto word = std::find_if_not(words.begin(), words.end(), is_option);
    const auto subcommands = app.get_subcommands({});
    const auto named = std::find_if(subcommands.begin(), subcommands.end(), [&](const CLI::App *subcommand) {
        return word != words.end() && subcommand->get_name() == *word;
    });
    return named == subcommands.end() ? nullptr : *named;
}

// The values of which an option takes one: what CLI::IsMember says of itself, or the option's type, as "{a,b}".
std::vector<std::string> values_of(const CLI::Option &option) {
    const std::string type = option.get_type_name();
    const size_t begin = type.find('{');
    const size_t end = type.find('}');
    if (begin == std::string::npos || end == std::string::npos || end < begin)
        return {};
    return CLI::detail::split(type.substr(begin + 1, end - begin - 1), ',');
}

// The ways to go on with `begun`; of a list, with what comes after its last delimiter.
std::vector<std::string> value_completions(const CLI::Option &option, const std::string &begun) {
    const size_t delimiter = option.get_delimiter() != '\0' ? begun.rfind(option.get_delimiter()) : std::string::npos;
    const std::string before = delimiter == std::string::npos ? "" : begun.substr(0, delimiter + 1);
    std::vector<std::string> values = values_of(option);
    for (std::string &value : values)
        value.insert(0, before);
    return values;
}

// Takes those of option groups, too, which are subcommands without a name and have a --help that nobody asks for.
std::vector<std::string> option_names(const CLI::App &app) {
    std::vector<std::string> names;
    for (const CLI::App *group : app.get_subcommands([](const CLI::App *part) { return part->get_name().empty(); }))
        for (const std::string &name : option_names(*group))
            names.push_back(name);
    for (const CLI::Option *option : app.get_options()) {
        if (app.get_name().empty() && option == app.get_help_ptr())
            continue;
        for (const std::string &name : option->get_lnames())
            names.push_back("--" + name);
        for (const std::string &name : option->get_snames())
            names.push_back("-" + name);
    }
    return names;
}

std::vector<std::string> subcommand_names(CLI::App &app) {
    std::vector<std::string> names;
    for (const CLI::App *subcommand : app.get_subcommands({}))
        names.push_back(subcommand->get_name());
    return names;
}

std::vector<std::string> candidates(CLI::App &app, const std::vector<std::string> &before, const std::string &begun) {
    if (std::find(before.begin(), before.end(), "--") != before.end())
        return {};
    CLI::App *subcommand = subcommand_of(app, before);
    if (subcommand == nullptr)
        return is_option(begun) || begun == "-" ? option_names(app) : subcommand_names(app);
    const CLI::Option *last = is_option(before.back()) ? subcommand->get_option_no_throw(before.back()) : nullptr;
    if (last != nullptr && last->get_items_expected_max() > 0)
        return value_completions(*last, begun);
    return begun.rfind('-', 0) == 0 ? option_names(*subcommand) : std::vector<std::string>();
}

}  // namespace

std::vector<std::string> completions(CLI::App &app, const std::vector<std::string> &words) {
    if (words.empty())
        return {};
    const std::string &begun = words.back();
    std::vector<std::string> found = candidates(app, {words.begin(), words.end() - 1}, begun);
    found.erase(
        std::remove_if(found.begin(), found.end(), [&](const std::string &word) { return word.rfind(begun, 0) != 0; }),
        found.end());
    return found;
}

}  // namespace mpimon
