#include "analysis/names/labels.h"

#include <algorithm>
#include <iterator>
#include <string_view>

#include "analysis/names/text.h"

namespace mpimon {

namespace {

bool ends_with(std::string_view text, std::string_view end) {
    return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

// What all of them end with, from a dot on.
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

}  // namespace

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
