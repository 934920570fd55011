// mpimon vars: the control and performance variables of this installation, as maint/extractcvars wrote them down.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <memory>
#include <sstream>

#include "analysis/names/text.h"
#include "mpimon/commands/installed_file.h"
#include "mpimon/commands/subcommands.h"
#include "mpimon/commands/vars/hooks.h"
#include "mpimon/commands/vars/variables_file.h"
#include "mpimon/failure.h"
#include "mpimon/render/format.h"
#include "mpimon/render/json/profile_json.h"
#include "mpimon/render/terminal.h"

namespace mpimon {

namespace {

struct Options {
    std::string prefix;
    std::string pattern;
    bool json = false;
    bool hooks = false;
};

std::filesystem::path prefix_of(const Options &options) {
    return options.prefix.empty() ? own_prefix() : std::filesystem::path(options.prefix);
}

// A field as text: names of types as they are, defaults as JSON has them.
std::string field(const Json &variable, const char *name) {
    const auto found = variable.find(name);
    if (found == variable.end() || found->is_null())
        return {};
    return found->is_string() ? found->get<std::string>() : found->dump();
}

std::string lower(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
    return text;
}

// Whether the pattern occurs in name, category or description.
bool matches(const Json &variable, const std::string &pattern) {
    for (const char *part : {"name", "category", "description"})
        if (lower(field(variable, part)).find(lower(pattern)) != std::string::npos)
            return true;
    return false;
}

Json selected(const Json &variables, const char *kind, const std::string &pattern) {
    Json list = Json::array();
    const auto all = variables.find(kind);
    if (all == variables.end() || !all->is_array())
        return list;
    for (const Json &variable : *all)
        if (variable.is_object() && matches(variable, pattern))
            list.push_back(variable);
    return list;
}

// A choice of an enumeration, as MPICH's own descriptions have it: "word  - what it means".
bool is_choice(const std::string &line) {
    std::istringstream words(line);
    std::string word;
    std::string dash;
    const auto is_of_name = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; };
    return words >> word >> dash && dash == "-" && std::all_of(word.begin(), word.end(), is_of_name);
}

// The description, indented. Each choice begins a line, and what follows it belongs to it.
std::string description_text(const std::string &text, size_t width) {
    constexpr size_t kIndent = 4;
    std::vector<std::string> paragraphs;
    bool choice = false;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        if (paragraphs.empty() || is_choice(line))
            paragraphs.emplace_back();
        choice = choice || is_choice(line);
        std::istringstream words(line);
        for (std::string word; words >> word;)
            paragraphs.back() += (paragraphs.back().empty() ? "" : " ") + printable(word);
    }
    std::string result;
    for (size_t i = 0; i < paragraphs.size(); ++i) {
        const size_t indent = choice && i > 0 ? 2 * kIndent : kIndent;
        const size_t hanging = choice && i > 0 ? 3 * kIndent : kIndent;
        if (!paragraphs[i].empty())
            result += std::string(indent, ' ') + wrap(paragraphs[i], indent, hanging, width) + "\n";
    }
    return result;
}

std::string variables_text(const Json &list, const char *title, const Style &style) {
    if (list.empty())
        return {};
    std::string text = style.bold(fmt::format("{} ({})", title, list.size())) + "\n";
    const size_t width = std::min<size_t>(style.width(), 80);
    for (const Json &variable : list) {
        std::string facts = field(variable, "type");
        const std::string variable_class = field(variable, "class");
        const auto initial = variable.find("default");
        if (!variable_class.empty())
            facts += ", " + variable_class;
        if (!field(variable, "bind").empty())
            facts += ", " + field(variable, "bind");
        if (initial != variable.end())
            facts += ", default " + (initial->is_string() ? initial->dump() : field(variable, "default"));
        if (!field(variable, "category").empty())
            facts += ", category " + field(variable, "category");
        text += "\n" + style.accent(printable(field(variable, "name"))) + "  " + style.faint(printable(facts)) + "\n" +
                description_text(field(variable, "description"), width);
    }
    return text + "\n";
}

void run_hooks(const Options &options) {
    const std::vector<Hook> hooks =
        read_hooks(prefix_of(options) / "share/mpich-monitoring/hooks.list", options.pattern);
    const Style style = Style::for_output();
    if (options.json)
        write_output(json_text({{"hooks", hooks_json(hooks)}}));
    else
        write_text(hooks_text(hooks, style), style);
}

void run(const Options &options) {
    if (options.hooks) {
        run_hooks(options);
        return;
    }
    const Json variables = read_variables_file(prefix_of(options));
    const Json cvars = selected(variables, "cvars", options.pattern);
    const Json pvars = selected(variables, "pvars", options.pattern);
    if (cvars.empty() && pvars.empty())
        throw Failure(options.pattern.empty() ? "variables.json lists no variables; install MPICH Monitoring anew"
                                              : fmt::format("no variable matches '{}'", options.pattern));
    if (options.json) {
        write_output(json_text({{"cvars", cvars}, {"pvars", pvars}}));
        return;
    }
    const Style style = Style::for_output();
    write_text(
        variables_text(cvars, "Control variables", style) + variables_text(pvars, "Performance variables", style),
        style);
}

}  // namespace

void add_vars(CLI::App &app) {
    auto options = std::make_shared<Options>();
    CLI::App *command = app.add_subcommand("vars", "List control and performance variables with their texts");
    command->add_option("PATTERN", options->pattern, "Only those with this in name, category or text");
    command->add_flag("--hooks", options->hooks, "List the hooks in MPICH's sources instead; PATTERN: of name or file");
    command->add_flag("--json", options->json, "For programs");
    command
        ->add_option("--prefix", options->prefix, "Where MPICH Monitoring is installed (default: this program's own)")
        ->option_text("DIR");
    command->callback([options] { run(*options); });
}

}  // namespace mpimon
