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
#include "analysis/traffic/asked_flows.h"
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

struct Options {
    std::string file;
    std::string svg;
    std::string png;
    std::string fold = "auto";
    bool messages = false;
    bool self = false;
    int width = 0;
    std::string collectives = "sent";
    std::string by;
    std::string algorithm;
    std::vector<std::string> classes;
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

std::string program_of(const Profile &profile) {
    const std::string &executable = profile.job.executable;
    const std::string name = printable(executable.substr(executable.rfind('/') + 1));
    return name.empty() ? "unknown program" : name;
}

std::string subtitle_of(const Profile &profile, const Grid &grid) {
    std::string text =
        fmt::format("{} on {}", count_of(profile.job.world_size, "rank"), count_of(profile.hosts.size(), "host"));
    if (!profile.job.job_id.empty())
        text = "job " + printable(profile.job.job_id) + ", " + text;
    if (grid.by_host)
        text += ", folded by host";
    else if (grid.block > 1)
        text += fmt::format(", folded by {} ranks", grid.block);
    if (!profile.diagnostics.empty())
        text += ", INCOMPLETE";
    return text;
}

// Names of hosts, or the first rank of each cell.
std::vector<std::string> labels_of(const Profile &profile, const Grid &grid) {
    std::vector<std::string> labels;
    for (const uint32_t host : grid.hosts)
        labels.push_back(host == MPIMON_NONE ? "(unknown)" : printable(profile.hosts[host]));
    if (grid.by_host)
        return short_labels(labels, kLongestLabel);
    for (size_t cell = 0; cell < grid.side; ++cell)
        labels.push_back(std::to_string(cell * grid.block));
    return labels;
}

Heatmap heatmap_of(const Profile &profile, const GridOptions &options, const std::string &what) {
    try {
        Heatmap map;
        map.grid = make_grid(profile, options);
        map.labels = labels_of(profile, map.grid);
        map.program = program_of(profile);
        map.subject = fmt::format("{} {}", options.messages ? "messages" : "bytes", what);
        map.subtitle = subtitle_of(profile, map.grid);
        return map;
    } catch (const TooLarge &error) {
        throw Failure(fmt::format("{}: use --fold", error.what()));
    }
}

void draw(const Heatmap &map, const Options &options, int width, const Style &style) {
    if (options.svg.empty() && options.png.empty())
        write_text(heatmap_text(map, width, style), style);
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
        draw(heatmap_of(profile, grid_options, "asked, " + how(algorithm.by)), options, width, style);
    }
}

void run(const Options &options) {
    refuse_to_overwrite(options.file, options.svg);
    refuse_to_overwrite(options.file, options.png);
    require_asked(options.by, options.collectives);
    const int width = options.width > 0 ? options.width : terminal_width();
    GridOptions grid_options;
    grid_options.classes = classes_named(options.classes);
    grid_options.messages = options.messages;
    grid_options.self = options.self;
    grid_options.fold = parse_fold(options.fold);
    if (options.svg.empty() && options.png.empty())
        grid_options.most_cells = std::min(grid_options.most_cells, heatmap_text_cells(width));

    Profile profile = read_profile_argument(options.file);
    print_diagnostics(profile, "matrix", profile_argument_name(options.file));
    const Style style = Style::for_output(options.width);
    if (!options.by.empty()) {
        draw_by_algorithm(profile, options, grid_options, width, style);
        return;
    }
    const bool asked = options.collectives == "asked";
    if (asked)
        print_gaps(show_asked(profile), "matrix", profile_argument_name(options.file));
    const std::string what =
        fmt::format("sent, {}{}", classes_label(grid_options.classes), asked ? ", collectives as asked" : "");
    draw(heatmap_of(profile, grid_options, what), options, width, style);
}

}  // namespace

void add_matrix(CLI::App &app) {
    auto options = std::make_shared<Options>();
    CLI::App *command = app.add_subcommand("matrix", "Draw who sent how much to whom");
    add_profile_argument(*command, options->file);
    auto *bytes = command->add_flag("--bytes", "Show bytes (default)");
    command->add_flag("--messages", options->messages, "Show messages")->excludes(bytes);
    CLI::Option *classes = add_class_option(*command, options->classes);
    add_collectives_option(*command, options->collectives);
    CLI::Option *by = add_by_option(*command, options->by,
                                    "With --collectives asked: algorithm, a matrix for each operation and algorithm")
                          ->excludes(classes);
    command->add_option("--algorithm", options->algorithm, "With --by algorithm: only this one")
        ->needs(by)
        ->option_text("NAME");
    command->add_flag("--self", options->self, "Also what ranks sent to themselves");
    command
        ->add_option("--fold", options->fold,
                     "auto (default), none, node (ranks of a host together), or N ranks together")
        ->option_text("HOW");
    command->add_option("--svg", options->svg, "Draw into this SVG file instead of on the terminal")
        ->option_text("OUT");
    command->add_option("--png", options->png, "Draw into this PNG file instead of on the terminal")
        ->option_text("OUT");
    add_width_option(*command, options->width);
    command->callback([options] { run(*options); });
}

}  // namespace mpimon
