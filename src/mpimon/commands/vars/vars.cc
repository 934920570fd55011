// mpimon vars: the control and performance variables of this installation, as maint/extractcvars wrote them down.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>

#include "analysis/failure.h"
#include "analysis/names/text.h"
#include "mpimon/commands/subcommands.h"
#include "mpimon/render/profile_json.h"
#include "mpimon/render/terminal.h"

namespace mpimon {

namespace {

constexpr int kDeepest = 4;  // the file, a list, a variable, its fields, and what is in those

struct Options {
    std::string prefix;
    std::string pattern;
    bool json = false;
};

// PREFIX of PREFIX/bin/mpimon.
std::filesystem::path own_prefix() {
    std::error_code error;
    const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
    return error ? std::filesystem::path() : program.parent_path().parent_path();
}

Json read_variables(const Options &options) {
    const std::filesystem::path prefix = options.prefix.empty() ? own_prefix() : std::filesystem::path(options.prefix);
    const std::string path = prefix / "share/mpich-monitoring/variables.json";
    std::error_code error;
    std::ifstream file;
    if (std::filesystem::is_regular_file(path, error))
        file.open(path);
    if (!file.is_open())
        throw Failure(
            fmt::format("{}: not there; name the folder that MPICH Monitoring is installed in by --prefix", path));
    // What is deeper than a variable's fields is left out.
    const auto wanted = [](int depth, Json::parse_event_t, const Json &) { return depth <= kDeepest; };
    Json variables = Json::parse(file, wanted, false);
    if (!variables.is_object())
        throw Failure(fmt::format("{}: not valid JSON; install MPICH Monitoring anew", path));
    return variables;
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

// Words of the text in lines of at most `width` columns, each after an indent.
std::string wrapped(const std::string &text, size_t indent, size_t width) {
    std::string result;
    std::string line;
    const auto flush = [&] {
        if (!line.empty())
            result += std::string(indent, ' ') + line + "\n";
        line.clear();
    };
    std::istringstream words(text);
    for (std::string word; words >> word;) {
        if (!line.empty() && indent + display_width(line) + 1 + display_width(word) > width)
            flush();
        line += (line.empty() ? "" : " ") + printable(word);
    }
    flush();
    return result;
}

std::string variables_text(const Json &list, const char *title, const Style &style) {
    if (list.empty())
        return {};
    std::string text = style.bold(fmt::format("{} ({})", title, list.size())) + "\n";
    const auto width = static_cast<size_t>(std::min(terminal_width(), 100));
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
                wrapped(field(variable, "description"), 4, width);
    }
    return text + "\n";
}

void run(const Options &options) {
    const Json variables = read_variables(options);
    const Json cvars = selected(variables, "cvars", options.pattern);
    const Json pvars = selected(variables, "pvars", options.pattern);
    if (cvars.empty() && pvars.empty())
        throw Failure(options.pattern.empty() ? "variables.json lists no variables; install MPICH Monitoring anew"
                                              : fmt::format("no variable matches '{}'", options.pattern));
    if (options.json) {
        write_output(json_text({{"cvars", cvars}, {"pvars", pvars}}));
        return;
    }
    const Style style = Style::for_stream(stdout);
    write_output(variables_text(cvars, "Control variables", style) +
                 variables_text(pvars, "Performance variables", style));
}

}  // namespace

void add_vars(CLI::App &app) {
    auto options = std::make_shared<Options>();
    CLI::App *command = app.add_subcommand("vars", "List control and performance variables with their texts");
    command->add_option("PATTERN", options->pattern, "Only those with this in name, category or text");
    command->add_flag("--json", options->json, "For programs");
    command
        ->add_option("--prefix", options->prefix, "Where MPICH Monitoring is installed (default: this program's own)")
        ->option_text("DIR");
    command->callback([options] { run(*options); });
}

}  // namespace mpimon
