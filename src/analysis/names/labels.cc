#include "analysis/names/labels.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <string_view>

#include "analysis/names/origins.h"
#include "analysis/names/text.h"

namespace mpimon {

namespace {

constexpr size_t kListedRanges = 4;

bool ends_with(std::string_view text, std::string_view end) {
    return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

// The domain that all hosts have in common: what their names end with, from a dot on.
std::string_view common_domain(const std::vector<std::string> &hosts) {
    if (hosts.empty())
        return {};
    const std::string_view first = hosts.front();
    for (size_t dot = first.find('.'); dot != std::string_view::npos; dot = first.find('.', dot + 1)) {
        const std::string_view domain = first.substr(dot);
        if (std::all_of(hosts.begin(), hosts.end(), [&](const auto &host) { return ends_with(host, domain); }))
            return domain;
    }
    return {};
}

std::string short_label(const std::string &host, size_t domain_size, size_t columns) {
    const std::string name = host.substr(0, host.size() - domain_size);
    const size_t width = display_width(name);
    if (width < columns)
        return cut_to_width(host, columns - 1) + "…";
    return "…" + name.substr(cut_to_width(name, width - (columns - 1)).size());
}

std::string context_suffix(const Communicator &communicator) {
    return " " + context_name(communicator);
}

// Tells communicators with the same context and members apart, by how many came before. Of many, all later ones share
// the last row.
std::string occurrence_suffix(const Communicator &communicator, uint32_t highest) {
    if (communicator.occurrence == 0)
        return {};
    const bool shared = communicator.occurrence == highest && highest + 1 >= MPIMON_OCCURRENCES;
    return fmt::format(" #{}{}", communicator.occurrence + 1, shared ? " and later ones" : "");
}

std::string members_suffix(const Profile &profile, const Communicator &communicator) {
    const std::string members = members_label(profile, communicator);
    return members.empty() ? "" : " " + members;
}

// Adds suffix_of(communicator) to those labels that several communicators have.
template <class SuffixOf>
void tell_apart(const Profile &profile, std::vector<std::string> &labels, SuffixOf suffix_of) {
    std::map<std::string, size_t> count;
    for (const std::string &label : labels)
        ++count[label];
    for (size_t i = 0; i < labels.size(); ++i)
        if (count[labels[i]] > 1)
            labels[i] += suffix_of(profile.communicators[i]);
}

}  // namespace

std::string class_label(std::optional<mpimon_class> traffic_class) {
    return traffic_class ? std::string(class_name(*traffic_class)) : "all";
}

std::string classes_label(ClassSet classes) {
    return classes.is_all() ? "all classes" : fmt::format("{}", fmt::join(classes.names(), ", "));
}

std::string region_label(const Profile &profile, uint32_t region) {
    if (region == kNoRegion)
        return "(no region)";
    const Region &innermost = profile.regions[region];
    const std::string name = printable(profile.names[innermost.name]);
    return innermost.parent == kNoRegion ? name : region_label(profile, innermost.parent) + " / " + name;
}

std::string function_label(const Profile &profile, uint32_t function) {
    return function == kNoFunction ? "(outside of MPI functions)" : printable(profile.names[function]);
}

std::string context_label(const Profile &profile, uint32_t index) {
    const Context &context = profile.contexts[index];
    if (context.function == kNoFunction)
        return context.region == kNoRegion ? "" : region_label(profile, context.region);
    const std::string function = function_label(profile, context.function);
    return context.region == kNoRegion ? function : region_label(profile, context.region) + ": " + function;
}

std::string ranks_label(std::vector<uint32_t> ranks) {
    std::sort(ranks.begin(), ranks.end());
    std::vector<std::string> ranges;
    for (size_t first = 0; first < ranks.size();) {
        size_t last = first;
        while (last + 1 < ranks.size() && ranks[last + 1] == ranks[last] + 1)
            ++last;
        if (ranges.size() == kListedRanges) {
            ranges.emplace_back("...");
            break;
        }
        ranges.push_back(first == last ? std::to_string(ranks[first])
                                       : fmt::format("{}-{}", ranks[first], ranks[last]));
        first = last + 1;
    }
    return fmt::format("{}", fmt::join(ranges, ", "));
}

std::string members_label(const Profile &profile, const Communicator &communicator) {
    if (communicator.world_order)
        return communicator.size == 1 ? "[0]" : fmt::format("[0-{}]", std::max(communicator.size, 1U) - 1);
    std::vector<uint32_t> ranks;
    for (const uint32_t member : communicator.members) {
        if (!is_world_rank(member))
            return fmt::format("[{}, ...]", peer_name(profile, communicator.members.front()));
        ranks.push_back(member);
    }
    return ranks.empty() ? "" : fmt::format("[{}]", ranks_label(ranks));
}

std::vector<std::string> communicator_labels(const Profile &profile) {
    std::vector<std::string> labels;
    for (const Communicator &communicator : profile.communicators)
        labels.push_back(communicator_name(profile, communicator));
    tell_apart(profile, labels,
               [&](const Communicator &communicator) { return members_suffix(profile, communicator); });
    tell_apart(profile, labels, [](const Communicator &communicator) {
        return communicator.name.empty() && !communicator.origin.is_known() ? "" : context_suffix(communicator);
    });
    std::map<std::pair<uint32_t, uint64_t>, uint32_t> highest;  // occurrence, by context id and members
    for (const Communicator &communicator : profile.communicators) {
        uint32_t &most = highest[{communicator.context_id, communicator.group_hash}];
        most = std::max(most, communicator.occurrence);
    }
    for (size_t i = 0; i < labels.size(); ++i) {
        const Communicator &communicator = profile.communicators[i];
        labels[i] += occurrence_suffix(communicator, highest[{communicator.context_id, communicator.group_hash}]);
    }
    return labels;
}

std::vector<std::string> short_labels(const std::vector<std::string> &hosts, size_t columns) {
    const auto is_long = [&](const std::string &host) { return display_width(host) > columns; };
    std::vector<std::string> long_ones;
    std::copy_if(hosts.begin(), hosts.end(), std::back_inserter(long_ones), is_long);
    const size_t domain_size = common_domain(long_ones).size();
    std::vector<std::string> labels = hosts;
    for (std::string &label : labels)
        if (is_long(label))
            label = short_label(label, domain_size, columns);
    return labels;
}

}  // namespace mpimon
