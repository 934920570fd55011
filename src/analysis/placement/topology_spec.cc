#include "analysis/placement/topology_spec.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <optional>
#include <set>
#include <utility>

#include "analysis/failure.h"
#include "analysis/names/text.h"

namespace mpimon::placement {

namespace {

constexpr std::string_view kBlanks = " \t\r\n\v\f";
constexpr const char *kSlotLevel = "slot";

// Takes the first word off the text; empty at its end.
std::string_view next_word(std::string_view &text) {
    text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
    const std::string_view word = text.substr(0, text.find_first_of(kBlanks));
    text.remove_prefix(word.size());
    return word;
}

// A number of objects, from 1 on; nothing if the word is none.
std::optional<uint32_t> count_in(std::string_view word) {
    uint32_t count = 0;
    const char *end = word.data() + word.size();
    const auto [rest, error] = std::from_chars(word.data(), end, count);
    if (error != std::errc() || rest != end || count == 0 || count > kMostSlots)
        return {};
    return count;
}

std::string lower(std::string_view text) {
    std::string result(text);
    for (char &c : result)
        c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return result;
}

bool is_name(std::string_view text) {
    return !text.empty() && std::isalpha(static_cast<unsigned char>(text.front())) != 0 &&
           std::all_of(text.begin(), text.end(),
                       [](unsigned char c) { return std::isalnum(c) != 0 || c == '_' || c == '-'; });
}

// Levels that are alike for all objects around them.
struct Levels {
    std::vector<std::string> names;
    std::vector<uint32_t> counts;
};

Levels levels_in(std::string_view text) {
    Levels levels;
    uint64_t objects = 1;
    for (std::string_view rest = text, word = next_word(rest); !word.empty(); word = next_word(rest)) {
        const size_t colon = word.find(':');
        const std::string name = lower(word.substr(0, colon));
        const std::optional<uint32_t> count =
            colon == std::string_view::npos ? std::nullopt : count_in(word.substr(colon + 1));
        if (!is_name(name) || !count)
            throw AnalysisError(
                fmt::format("'{}' is no level; a level has a name and a number, such as core:8", printable(word)));
        if (std::find(levels.names.begin(), levels.names.end(), name) != levels.names.end())
            throw AnalysisError(fmt::format("there are two levels '{}'", name));
        if (levels.names.size() == kMostLevels || (objects *= *count) > kMostSlots)
            throw AnalysisError(
                fmt::format("more than {} levels or {} slots", uint32_t{kMostLevels}, uint32_t{kMostSlots}));
        levels.names.push_back(name);
        levels.counts.push_back(*count);
    }
    return levels;
}

struct Host {
    std::string name;
    Levels within;
};

class HostReader {
  public:
    HostReader(std::string_view text, const std::string &name) : text_(text), name_(name) {}

    std::vector<Host> read() {
        while (!text_.empty()) {
            const std::string_view whole = text_.substr(0, text_.find('\n'));
            text_.remove_prefix(std::min(whole.size() + 1, text_.size()));
            ++line_;
            std::string_view line = whole.substr(0, whole.find('#'));
            if (const std::string_view word = next_word(line); !word.empty())
                add(word, line);
        }
        if (hosts_.empty())
            throw AnalysisError(fmt::format("{}: no hosts; a line such as 'n1 8' is one", name_));
        return std::move(hosts_);
    }

  private:
    [[noreturn]] void fail(const std::string &what) const {
        throw AnalysisError(fmt::format("{}: line {}: {}", name_, line_, what));
    }

    void add(std::string_view word, std::string_view rest) {
        const size_t colon = word.find(':');
        std::string_view count = colon == std::string_view::npos ? next_word(rest) : word.substr(colon + 1);
        const std::string name = printable(word.substr(0, colon));
        const uint32_t slots = count.empty() ? 1 : slots_in(count);
        slots_ += slots;
        if (slots_ > kMostSlots)
            fail(fmt::format("more than {} slots", uint32_t{kMostSlots}));
        if (!known_.insert(name).second)
            fail(fmt::format("host {} is there twice", name));
        hosts_.push_back({name, within(rest, slots)});
    }

    uint32_t slots_in(std::string_view count) const {
        const std::optional<uint32_t> slots = count_in(count);
        if (!slots)
            fail(fmt::format("'{}' is no number of slots, such as 8", printable(count)));
        return *slots;
    }

    Levels within(std::string_view text, uint32_t slots) const {
        try {
            Levels levels = levels_in(text);
            uint64_t objects = 1;
            for (const uint32_t count : levels.counts)
                objects *= count;
            if (!levels.counts.empty() && objects != slots)
                fail(fmt::format("{} slots, but {} by its levels", slots, objects));
            if (std::find(levels.names.begin(), levels.names.end(), "node") != levels.names.end())
                fail("the host is the node; name what is within, such as package:2 core:4");
            if (levels.counts.empty())
                levels = {{kSlotLevel}, {slots}};
            return levels;
        } catch (const AnalysisError &error) {
            const std::string text_of_error = error.what();
            if (text_of_error.rfind(name_ + ": ", 0) == 0)
                throw;
            fail(text_of_error);
        }
    }

    std::string_view text_;
    const std::string &name_;
    size_t line_ = 0;
    uint64_t slots_ = 0;
    std::set<std::string> known_;
    std::vector<Host> hosts_;
};

// The names of all hosts' levels, in an order that is that of each of them. Hosts without levels have slots, which are
// the innermost objects of the others.
std::vector<std::string> common_levels(std::vector<Host> &hosts, const std::string &name) {
    const auto longest = std::max_element(hosts.begin(), hosts.end(), [](const Host &a, const Host &b) {
        return a.within.names.size() < b.within.names.size() ||
               (a.within.names.size() == b.within.names.size() && a.within.names.front() == kSlotLevel &&
                b.within.names.front() != kSlotLevel);
    });
    const std::vector<std::string> names = longest->within.names;
    for (Host &host : hosts) {
        if (host.within.names.front() == kSlotLevel)
            host.within.names.front() = names.back();
        auto next = names.begin();
        for (const std::string &level : host.within.names) {
            next = std::find(next, names.end(), level);
            if (next == names.end())
                throw AnalysisError(fmt::format("{}: host {} has a level '{}', which host {} has not, or not there",
                                                name, host.name, level, longest->name));
            ++next;
        }
        if (host.within.names.back() != names.back())
            throw AnalysisError(fmt::format("{}: the slots of host {} are '{}', those of host {} are '{}'", name,
                                            host.name, host.within.names.back(), longest->name, names.back()));
    }
    return names;
}

}  // namespace

Tree parse_levels(std::string_view text) {
    const Levels levels = levels_in(text);
    if (levels.names.empty())
        throw AnalysisError("no levels; node:4 package:2 core:8 has three");
    Tree tree;
    tree.levels = levels.names;
    size_t objects = 1;
    for (const uint32_t count : levels.counts) {
        tree.counts.emplace_back(objects, count);
        objects *= count;
    }
    return tree;
}

Tree parse_hosts(std::string_view text, const std::string &name) {
    std::vector<Host> hosts = HostReader(text, name).read();
    Tree tree;
    tree.levels = common_levels(hosts, name);
    tree.counts.resize(tree.levels.size());
    for (const Host &host : hosts) {
        tree.hosts.push_back(host.name);
        size_t objects = 1;
        size_t next = 0;
        for (size_t level = 0; level < tree.levels.size(); ++level) {
            // A level that the host does not have is that of one object that has all.
            const bool has = host.within.names[next] == tree.levels[level];
            const uint32_t count = has ? host.within.counts[next] : 1;
            tree.counts[level].insert(tree.counts[level].end(), objects, count);
            objects *= count;
            next += has ? 1 : 0;
        }
    }
    tree.levels.insert(tree.levels.begin(), "node");
    tree.counts.insert(tree.counts.begin(), {static_cast<uint32_t>(hosts.size())});
    return tree;
}

}  // namespace mpimon::placement
