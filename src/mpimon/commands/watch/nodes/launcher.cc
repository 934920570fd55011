#include "mpimon/commands/watch/nodes/launcher.h"

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <sstream>

#include "mpimon/commands/shell_word.h"
#include "mpimon/failure.h"

namespace mpimon {

namespace {

constexpr size_t kMostNodes = 100000;
constexpr size_t kMostDigits = 9;

[[noreturn]] void refuse(const std::string &text) {
    throw WrongArgument(fmt::format("--nodes: '{}' is no list of nodes, such as n1,n[3-4]", text));
}

// Parts between commas that are not within brackets.
std::vector<std::string> parts_of(const std::string &text) {
    std::vector<std::string> parts(1);
    int depth = 0;
    for (const char letter : text) {
        depth += letter == '[' ? 1 : letter == ']' ? -1 : 0;
        if (letter == ',' && depth == 0)
            parts.emplace_back();
        else
            parts.back() += letter;
    }
    return parts;
}

bool is_number(const std::string &text) {
    return !text.empty() && text.size() <= kMostDigits && text.find_first_not_of("0123456789") == std::string::npos;
}

// A name that no launcher takes for an option.
bool is_name(const std::string &text) {
    constexpr const char *kLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_@";
    return !text.empty() && text.front() != '-' && text.find_first_not_of(kLetters) == std::string::npos;
}

// "3-5" or "007": numbers of as many digits as the first one has.
void add_range(const std::string &before, const std::string &range, const std::string &after,
               std::vector<std::string> &names) {
    const size_t dash = range.find('-');
    const std::string first = range.substr(0, dash);
    const std::string last = dash == std::string::npos ? first : range.substr(dash + 1);
    if (!is_number(first) || !is_number(last))
        refuse(range);
    for (unsigned long i = std::stoul(first); i <= std::stoul(last) && names.size() < kMostNodes; ++i)
        names.push_back(fmt::format("{}{:0{}}{}", before, i, first.size(), after));
}

}  // namespace

std::vector<std::string> read_nodes(const std::string &text) {
    std::vector<std::string> names;
    for (const std::string &part : parts_of(text)) {
        const size_t open = part.find('[');
        const size_t close = part.find(']');
        if ((open == std::string::npos) != (close == std::string::npos) || (open != std::string::npos && close < open))
            refuse(text);
        if (open == std::string::npos) {
            names.push_back(part);
            continue;
        }
        for (const std::string &range : parts_of(part.substr(open + 1, close - open - 1)))
            add_range(part.substr(0, open), range, part.substr(close + 1), names);
    }
    for (const std::string &name : names)
        if (!is_name(name))
            refuse(text);
    return names;
}

std::string usual_launcher() {
    return std::getenv("SLURM_JOB_ID") != nullptr ? "srun --overlap --quiet --nodes=1 --ntasks=1 -w"
                                                  : "ssh -o BatchMode=yes";
}

std::vector<std::string> launch_line(const std::string &launcher, const std::string &node,
                                     const std::vector<std::string> &command) {
    std::istringstream stream(launcher);
    std::vector<std::string> words;
    for (std::string word; stream >> word;)
        words.push_back(word);
    if (words.empty())
        throw WrongArgument("--launcher: there is none");
    const bool shell = std::filesystem::path(words.front()).filename() == "ssh";
    words.push_back(node);
    for (const std::string &word : command)
        words.push_back(shell ? shell_word(word) : word);
    return words;
}

}  // namespace mpimon
