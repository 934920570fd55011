#include "mpimon/commands/jobs/filters.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <fnmatch.h>

#include <algorithm>

#include "analysis/jobs/host_list.h"
#include "analysis/names/names.h"
#include "mpimon/commands/jobs/ranges.h"
#include "mpimon/failure.h"

namespace mpimon {

namespace {

constexpr const char *kMpi = "mpi";

bool matches_any(const std::vector<std::string> &patterns, const std::string &text) {
    return std::any_of(patterns.begin(), patterns.end(),
                       [&](const std::string &pattern) { return fnmatch(pattern.c_str(), text.c_str(), 0) == 0; });
}

// A pattern with a slash is about the whole path.
bool is_program(const std::vector<std::string> &patterns, const JobRow &row) {
    return matches_any(patterns, row.executable) || matches_any(patterns, row.program());
}

bool ran_on(const std::vector<std::string> &patterns, const JobRow &row) {
    return any_host(row.nodes, row.hosts, [&](const std::string &host) { return matches_any(patterns, host); });
}

// "coll=50%.."
Filter share_filter(const std::string &text) {
    const size_t sign = text.find('=');
    const std::string what = text.substr(0, sign);
    const std::optional<mpimon_class> traffic_class = class_named(what);
    if (sign == std::string::npos || (what != kMpi && !traffic_class))
        throw WrongArgument(fmt::format("--share: '{}' is not WHAT=RANGE, such as coll=50%.., with one of {}, {}", text,
                                        kMpi, fmt::join(class_names(), ", ")));
    const Range range = range_of("--share", text.substr(sign + 1), Unit::kPercent);
    return [traffic_class, range](const JobRow &row) {
        const std::optional<double> share = traffic_class ? row.share(*traffic_class) : row.mpi_share;
        return share && range.has(*share);
    };
}

class Filters {
  public:
    void add(Filter filter) { filters_.push_back(std::move(filter)); }

    // One for a quantity of a row, unless the range is left out.
    template <class Quantity>
    void add_range(const char *option, const std::string &text, Unit unit, Quantity quantity) {
        if (text.empty())
            return;
        const Range range = range_of(option, text, unit);
        add([range, quantity](const JobRow &row) { return range.has(static_cast<double>(quantity(row))); });
    }

    Filter all() && {
        return [filters = std::move(filters_)](const JobRow &row) {
            return std::all_of(filters.begin(), filters.end(), [&](const Filter &filter) { return filter(row); });
        };
    }

  private:
    std::vector<Filter> filters_;
};

void add_names(const FilterOptions &options, Filters &filters) {
    if (!options.users.empty())
        filters.add([users = options.users](const JobRow &row) { return matches_any(users, row.user); });
    if (!options.accounts.empty())
        filters.add([accounts = options.accounts](const JobRow &row) { return matches_any(accounts, row.account); });
    if (!options.executables.empty())
        filters.add([programs = options.executables](const JobRow &row) { return is_program(programs, row); });
    if (!options.nodes.empty())
        filters.add([nodes = options.nodes](const JobRow &row) { return ran_on(nodes, row); });
}

void add_times(const FilterOptions &options, int64_t now_ns, Filters &filters) {
    if (!options.since.empty())
        filters.add([time = time_of("--since", options.since, false, now_ns)](const JobRow &row) {
            return row.start_time_ns >= time;
        });
    if (!options.until.empty())
        filters.add([time = time_of("--until", options.until, true, now_ns)](const JobRow &row) {
            return row.start_time_ns < time;
        });
}

}  // namespace

void add_filter_options(CLI::App &command, FilterOptions &options) {
    const auto names = [&](const char *name, std::vector<std::string> &list, const char *text, const char *label) {
        command.add_option(name, list, text)->delimiter(',')->allow_extra_args(false)->option_text(label);
    };
    names("--user", options.users, "Jobs of these users (patterns, several with commas)", "USER");
    names("--account", options.accounts, "Of these accounts (patterns)", "ACCOUNT");
    names("--executable", options.executables, "Of these programs, by their names (patterns)", "NAME");
    names("--node", options.nodes, "That ran on one of these hosts (patterns)", "HOST");
    command.add_option("--since", options.since, "That began at this time or later: 2026-11-24, 2026-11-24T16:20, 7d")
        ->option_text("TIME");
    command.add_option("--until", options.until, "That began before this time, or on this day at the latest")
        ->option_text("TIME");
    const auto range = [&](const char *name, std::string &text, const char *description) {
        command.add_option(name, text, description)->option_text("RANGE");
    };
    range("--ranks", options.ranks, "With so many ranks: 4..16, 4.., ..16 or 4");
    range("--hosts", options.hosts, "On so many hosts");
    range("--duration", options.duration, "That took so long: 30s.., 10m..2h");
    range("--messages", options.messages, "With so many messages");
    range("--bytes", options.bytes, "With so many bytes: 1GiB..");
    command
        .add_option(
            "--share", options.shares,
            "With this part of the bytes in a class, or of the time in MPI: coll=50%.., mpi=30%.. (again for more)")
        ->allow_extra_args(false)
        ->option_text("WHAT=RANGE");
    command.add_flag("--incomplete", options.incomplete, "With processes that ended without MPI_Finalize");
}

Filter filter_of(const FilterOptions &options, int64_t now_ns) {
    Filters filters;
    add_names(options, filters);
    add_times(options, now_ns, filters);
    filters.add_range("--ranks", options.ranks, Unit::kCount, [](const JobRow &row) { return row.ranks; });
    filters.add_range("--hosts", options.hosts, Unit::kCount, [](const JobRow &row) { return row.hosts; });
    filters.add_range("--duration", options.duration, Unit::kSeconds, [](const JobRow &row) { return row.seconds; });
    filters.add_range("--messages", options.messages, Unit::kCount,
                      [](const JobRow &row) { return row.all().messages; });
    filters.add_range("--bytes", options.bytes, Unit::kBytes, [](const JobRow &row) { return row.all().bytes; });
    for (const std::string &share : options.shares)
        filters.add(share_filter(share));
    if (options.incomplete)
        filters.add([](const JobRow &row) { return row.incomplete > 0; });
    return std::move(filters).all();
}

}  // namespace mpimon
