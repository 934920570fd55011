// mpimon matrix: who sent how much to whom, as a heat map.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <memory>
#include <set>

#include "analysis/failure.h"
#include "analysis/names/labels.h"
#include "analysis/names/text.h"
#include "analysis/place/locality.h"
#include "analysis/traffic/asked_flows.h"
#include "analysis/waiting/waiting.h"
#include "mpimon/commands/class_option.h"
#include "mpimon/commands/profile_file.h"
#include "mpimon/commands/subcommands.h"
#include "mpimon/failure.h"
#include "mpimon/render/diagnostics.h"
#include "mpimon/render/format.h"
#include "mpimon/render/heatmap.h"
#include "mpimon/render/terminal.h"

namespace mpimon {

namespace {

constexpr size_t kLongestLabel = 16;
constexpr size_t kLongestGroup = 24;  // "node017 package 1"
constexpr double kSecond = 1e9;

struct Options {
    std::string file;
    std::string svg;
    std::string png;
    std::string fold = "auto";
    bool messages = false;
    bool waiting = false;
    bool self = false;
    int width = 0;
    std::string collectives = "sent";
    std::string by;
    std::string algorithm;
    std::vector<std::string> classes;
    std::vector<std::string> localities;
};

Fold parse_fold(const std::string &text) {
    if (text == "auto")
        return {Fold::kAuto, 1};
    if (text == "none")
        return {Fold::kNone, 1};
    if (text == "node")
        return {Fold::kNode, 1};
    Fold fold = {Fold::kBlocks, 0};
    const char *end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, fold.ranks);
    if (error != std::errc() || rest != end || fold.ranks == 0)
        throw WrongArgument(fmt::format("--fold: '{}' is not auto, none, node or a number of ranks", text));
    return fold;
}

std::vector<Locality> localities_named(const std::vector<std::string> &names) {
    std::vector<Locality> list;
    for (const std::string &name : names) {
        const std::optional<Locality> known = locality_named(name);
        if (!known)
            throw WrongArgument(fmt::format("--locality: unknown locality '{}'; it is one of {}", name,
                                            fmt::join(locality_names(), ", ")));
        list.push_back(*known);
    }
    return list;
}

// ", same node".
std::string localities_label(const std::vector<Locality> &localities) {
    std::string text;
    for (const Locality locality : localities)
        text += fmt::format(", {}", locality_label(locality));
    return text;
}

// What is in the cells, by where the two ranks are to each other; nothing where that is not known.
std::string locality_line(const Profile &profile, const Grid &grid) {
    std::vector<std::string> parts;
    for (size_t i = 0; has_places(profile) && i < kLocalities; ++i)
        if (grid.by_locality[i] > 0)
            parts.push_back(fmt::format("{} {}", locality_label(static_cast<Locality>(i)),
                                        value_text(grid, static_cast<double>(grid.by_locality[i]))));
    return parts.empty() ? "" : fmt::format("  {}{}", grid.messages ? "messages: " : "", fmt::join(parts, ", "));
}

std::string program_of(const Profile &profile) {
    const std::string &executable = profile.job.executable;
    const std::string name = printable(executable.substr(executable.rfind('/') + 1));
    return name.empty() ? "unknown program" : name;
}

std::string subtitle_of(const Profile &profile, const Grid &grid) {
    std::string text = fmt::format("{} on {}", count_of(profile.job.world_size, "rank"),
                                   count_of(count_nodes(profile), group_name(node_or_host(profile))));
    if (!profile.job.job_id.empty())
        text = "job " + printable(profile.job.job_id) + ", " + text;
    if (grid.by)
        text += fmt::format(", folded by {}", group_name(*grid.by));
    else if (grid.block > 1)
        text += fmt::format(", folded by {} ranks", grid.block);
    if (!profile.diagnostics.empty())
        text += ", INCOMPLETE";
    return text;
}

// Names of hosts or groups, or the first rank of each cell.
std::vector<std::string> labels_of(const Grid &grid) {
    std::vector<std::string> labels;
    for (const std::string &group : grid.groups)
        labels.push_back(printable(group));
    if (grid.by)
        return short_labels(labels, grid.by == GroupBy::kHost ? kLongestLabel : kLongestGroup);
    for (size_t cell = 0; cell < grid.side; ++cell)
        labels.push_back(std::to_string(cell * grid.block));
    return labels;
}

Heatmap heatmap_of(const Profile &profile, const GridOptions &options, const std::string &what) {
    try {
        Heatmap map;
        map.grid = make_grid(profile, options);
        map.labels = labels_of(map.grid);
        map.program = program_of(profile);
        map.subject = options.waiting ? what : fmt::format("{} {}", options.messages ? "messages" : "bytes", what);
        map.subject += localities_label(options.localities);
        if (options.waiting) {
            map.row = "waiter";
            map.column = "waited for";
        }
        map.subtitle = subtitle_of(profile, map.grid);
        return map;
    } catch (const TooLarge &error) {
        throw Failure(fmt::format("{}: use --fold", error.what()));
    }
}

void draw(const Profile &profile, const Heatmap &map, const Options &options, int width, const Style &style) {
    if (options.svg.empty() && options.png.empty()) {
        const std::string line = locality_line(profile, map.grid);
        write_text(
            heatmap_text(map, width, style) + (line.empty() ? "" : wrap(line, 0, 4, static_cast<size_t>(width)) + "\n"),
            style);
    }
    if (!options.svg.empty())
        write_heatmap_svg(map, options.svg);
    if (!options.png.empty())
        write_heatmap_png(map, options.png);
}

std::string how(const AskedBy &by) {
    return printable(by.operation + (by.algorithm.empty() ? "" : " by " + by.algorithm));
}

// Those that --algorithm names; all of them without.
std::vector<AskedAlgorithm> chosen(std::vector<AskedAlgorithm> algorithms, const Options &options) {
    if (options.algorithm.empty())
        return algorithms;
    std::set<std::string> names;
    std::vector<AskedAlgorithm> list;
    for (AskedAlgorithm &algorithm : algorithms) {
        names.insert(printable(algorithm.by.algorithm));
        if (algorithm.by.algorithm == options.algorithm)
            list.push_back(std::move(algorithm));
    }
    names.erase("");
    if (list.empty())
        throw Failure(fmt::format("--algorithm: nothing was asked by '{}'; there is {}", printable(options.algorithm),
                                  names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", "))));
    return list;
}

// One matrix for each operation and algorithm; a picture has room for one.
void draw_by_algorithm(Profile &profile, const Options &options, GridOptions grid_options, int width,
                       const Style &style) {
    AskedGaps gaps;
    const std::vector<AskedAlgorithm> list = chosen(asked_by_algorithm(profile, options.messages, gaps), options);
    const bool picture = !options.svg.empty() || !options.png.empty();
    if (picture && list.size() != 1)
        throw Failure(
            fmt::format("a picture shows one algorithm, and here are {}: choose with --algorithm NAME", list.size()));
    print_gaps(gaps, "matrix", profile_argument_name(options.file));
    grid_options.classes = ClassSet::none();
    grid_options.classes.add(MPIMON_CLASS_COLL);
    if (list.empty())
        write_text("no collectives\n", style);
    for (const AskedAlgorithm &algorithm : list) {
        if (&algorithm != &list.front())
            write_text("\n", style);
        show_asked(profile, algorithm.volumes);
        draw(profile, heatmap_of(profile, grid_options, "asked, " + how(algorithm.by)), options, width, style);
    }
}

// What ranks are grouped by; nothing where --by asks for algorithms, or for nothing. Throws WrongArgument where it does
// not fit the other options.
std::optional<GroupBy> group_by(const Options &options) {
    for (const GroupBy by : {GroupBy::kNode, GroupBy::kPackage, GroupBy::kCore})
        if (options.by == group_name(by) && !options.algorithm.empty())
            throw WrongArgument(fmt::format("--algorithm: only with --by algorithm, not with --by {}", options.by));
        else if (options.by == group_name(by))
            return by;
    require_asked(options.by, options.collectives);
    if (!options.by.empty() && options.waiting)
        throw WrongArgument("--by algorithm: not with --waiting, since a wait is of no algorithm");
    if (!options.by.empty() && !options.classes.empty())
        throw WrongArgument("--by algorithm: only collectives have algorithms; leave out --class");
    return std::nullopt;
}

// The time that ranks waited for others, in all and as a part of their time in MPI; and what is in no cell.
std::string waiting_sum(const Waiting &waiting) {
    std::string text = human_time(static_cast<double>(waiting.time_ns) / kSecond);
    if (waiting.mpi_seconds)
        text += fmt::format(", {} of the time in MPI",
                            percent(static_cast<double>(waiting.time_ns) / kSecond, *waiting.mpi_seconds));
    uint64_t elsewhere = 0;
    bool estimated = false;
    for (const CulpritTotals &row : waiting.culprits) {
        elsewhere += is_world_rank(row.culprit) ? 0 : row.time_ns;
        estimated = estimated || row.estimated;
    }
    if (elsewhere > 0)
        text += fmt::format("; of it {} for one of a group, or of another world, in no cell",
                            human_time(static_cast<double>(elsewhere) / kSecond));
    return text + (estimated ? "; ≈ some of it is estimated" : "");
}

void draw_waiting(const Profile &profile, const Options &options, GridOptions grid_options, int width,
                  const Style &style) {
    if (profile.waits.empty() && !records(profile.job, "waits"))
        throw Failure(fmt::format("the job did not record waits; run it with MPIR_CVAR_MONITORING_DETAIL={},waits",
                                  printable(profile.job.detail)));
    grid_options.waiting = true;
    draw(profile,
         heatmap_of(profile, grid_options, fmt::format("time waited, {}", classes_label(grid_options.classes))),
         options, width, style);
    if (options.svg.empty() && options.png.empty())
        write_text(wrap("  waited in all " + waiting_sum(summarize_waiting(profile, grid_options.classes)), 0, 4,
                        static_cast<size_t>(width)) +
                       "\n",
                   style);
}

void run(const Options &options) {
    refuse_to_overwrite(options.file, options.svg);
    refuse_to_overwrite(options.file, options.png);
    const std::optional<GroupBy> by = group_by(options);
    const int width = options.width > 0 ? options.width : terminal_width();
    GridOptions grid_options;
    grid_options.classes = classes_named(options.classes);
    grid_options.messages = options.messages;
    grid_options.self = options.self;
    grid_options.fold = parse_fold(options.fold);
    grid_options.by = by;
    grid_options.localities = localities_named(options.localities);
    if (options.svg.empty() && options.png.empty())
        grid_options.most_cells = std::min(grid_options.most_cells, heatmap_text_cells(width));

    Profile profile = read_profile_argument(options.file);
    print_diagnostics(profile, "matrix", profile_argument_name(options.file));
    const Style style = Style::for_output(options.width);
    if (!options.by.empty() && !by) {
        draw_by_algorithm(profile, options, grid_options, width, style);
        return;
    }
    if (options.waiting) {
        draw_waiting(profile, options, grid_options, width, style);
        return;
    }
    const bool asked = options.collectives == "asked";
    if (asked)
        print_gaps(show_asked(profile), "matrix", profile_argument_name(options.file));
    const std::string what =
        fmt::format("sent, {}{}", classes_label(grid_options.classes), asked ? ", collectives as asked" : "");
    draw(profile, heatmap_of(profile, grid_options, what), options, width, style);
}

}  // namespace

void add_matrix(CLI::App &app) {
    auto options = std::make_shared<Options>();
    CLI::App *command = app.add_subcommand("matrix", "Draw who sent how much to whom");
    add_profile_argument(*command, options->file);
    auto *bytes = command->add_flag("--bytes", "Show bytes (default)");
    CLI::Option *messages = command->add_flag("--messages", options->messages, "Show messages")->excludes(bytes);
    command->add_flag("--waiting", options->waiting, "Show how long ranks waited, and for whom (detail waits)")
        ->excludes(bytes)
        ->excludes(messages);
    add_class_option(*command, options->classes);
    add_collectives_option(*command, options->collectives);
    CLI::Option *by =
        add_by_option(*command, options->by,
                      "node, package or core: the ranks on each together; or, with --collectives asked, algorithm: a "
                      "matrix for each operation and algorithm",
                      {"node", "package", "core", "algorithm"});
    command->add_option("--algorithm", options->algorithm, "With --by algorithm: only this one")
        ->needs(by)
        ->option_text("NAME");
    command
        ->add_option("--locality", options->localities,
                     "Only between ranks that are there to each other: process, cache, numa, node, remote, unknown "
                     "(several with commas)")
        ->delimiter(',')
        ->allow_extra_args(false)                                             // FILE may come next
        ->type_name(fmt::format("{{{}}}", fmt::join(locality_names(), ",")))  // for completion
        ->option_text("WHERE");
    command->add_flag("--self", options->self, "Also what ranks sent to themselves");
    command
        ->add_option("--fold", options->fold,
                     "auto (default), none, node (ranks of a node together), or N ranks together")
        ->excludes(by)
        ->option_text("HOW");
    command->add_option("--svg", options->svg, "Draw into this SVG file instead of on the terminal")
        ->option_text("OUT");
    command->add_option("--png", options->png, "Draw into this PNG file instead of on the terminal")
        ->option_text("OUT");
    add_width_option(*command, options->width);
    command->callback([options] { run(*options); });
}

}  // namespace mpimon
