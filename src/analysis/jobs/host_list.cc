#include "analysis/jobs/host_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <tuple>

namespace mpimon {

namespace {

constexpr size_t kMostDigits = 9;  // at the end of a name that are taken for a number
constexpr std::string_view kDigits = "0123456789";

// A name, and the number that it ends with.
struct Host {
    std::string prefix;
    std::string digits;  // empty: there is no number
    uint32_t number = 0;

    auto key() const { return std::tie(prefix, number, digits); }
    bool operator<(const Host &other) const { return key() < other.key(); }
    bool operator==(const Host &other) const { return key() == other.key(); }
};

uint32_t number_of(std::string_view digits) {
    uint32_t number = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), number);
    return number;
}

Host host_of(std::string name) {
    for (char &c : name)
        if (c == '[' || c == ']' || c == ',')
            c = '?';
    const size_t after = name.find_last_not_of(kDigits) + 1;  // 0 if there are digits alone
    const size_t start = std::max(after, name.size() - std::min(name.size(), kMostDigits));
    return {name.substr(0, start), name.substr(start), number_of(std::string_view(name).substr(start))};
}

std::string padded(uint32_t number, size_t width) {
    return fmt::format("{:0{}}", number, width);
}

// Whether `next` comes right after `last` in a range that began with as many digits as `first` has.
bool continues(const Host &first, const Host &last, const Host &next) {
    return next.prefix == last.prefix && !last.digits.empty() && next.number == last.number + 1 &&
           next.digits == padded(next.number, first.digits.size());
}

// "01-04": ranges of one prefix, from `at` on, which becomes the first one of the next prefix.
std::vector<std::string> ranges(const std::vector<Host> &hosts, size_t &at) {
    std::vector<std::string> found;
    const std::string &prefix = hosts[at].prefix;
    while (at < hosts.size() && hosts[at].prefix == prefix) {
        const size_t first = at++;
        while (at < hosts.size() && continues(hosts[first], hosts[at - 1], hosts[at]))
            ++at;
        const Host &last = hosts[at - 1];
        found.push_back(at - first > 1 ? hosts[first].digits + '-' + last.digits : last.digits);
    }
    return found;
}

// The part of `list` before the next comma outside of brackets; that part and the comma are taken from it.
std::string_view take_part(std::string_view &list) {
    const size_t bracket = list.find('[');
    size_t end = list.find(',');
    if (bracket < end)
        end = list.find(',', std::min(list.find(']'), list.size()));
    const std::string_view part = list.substr(0, end);
    list.remove_prefix(std::min(list.size(), part.size() + 1));
    return part;
}

using Visit = std::function<bool(const std::string &)>;

// Each of these ends, and returns true, when visit() does. A range is "01-04" or "01".
bool visit_range(const std::string &prefix, std::string_view range, const Visit &visit) {
    const std::string_view first = range.substr(0, range.find('-'));
    if (first.size() == range.size())
        return visit(prefix + std::string(first));
    const uint64_t last = number_of(range.substr(first.size() + 1));
    for (uint64_t number = number_of(first); number <= last; ++number)
        if (visit(prefix + padded(static_cast<uint32_t>(number), first.size())))
            return true;
    return false;
}

// A part is "n[01-04,07]" or "n01".
bool visit_part(std::string_view part, const Visit &visit) {
    const std::string prefix(part.substr(0, part.find('[')));
    std::string_view ranges = part.substr(std::min(part.size(), prefix.size() + 1));
    ranges = ranges.substr(0, ranges.find(']'));
    do {
        const std::string_view range = ranges.substr(0, ranges.find(','));
        if (visit_range(prefix, range, visit))
            return true;
        ranges.remove_prefix(std::min(ranges.size(), range.size() + 1));
    } while (!ranges.empty());
    return false;
}

}  // namespace

std::string host_list(std::vector<std::string> names) {
    std::vector<Host> hosts;
    for (std::string &name : names)
        hosts.push_back(host_of(std::move(name)));
    std::sort(hosts.begin(), hosts.end());
    hosts.erase(std::unique(hosts.begin(), hosts.end()), hosts.end());
    std::string list;
    for (size_t at = 0; at < hosts.size();) {
        const std::string prefix = hosts[at].prefix;
        const std::vector<std::string> found = ranges(hosts, at);
        list += (list.empty() ? "" : ",") + prefix;
        if (found.size() == 1 && found.front().find('-') == std::string::npos) {
            list += found.front();
            continue;
        }
        for (size_t i = 0; i < found.size(); ++i)
            list += (i == 0 ? "[" : ",") + found[i];
        list += ']';
    }
    return list;
}

bool any_host(std::string_view list, size_t most, const std::function<bool(const std::string &)> &visit) {
    bool found = false;
    const Visit until_found = [&](const std::string &name) {
        if (most == 0)
            return true;
        --most;
        found = visit(name);
        return found;
    };
    while (!list.empty())
        if (visit_part(take_part(list), until_found))
            break;
    return found;
}

}  // namespace mpimon
