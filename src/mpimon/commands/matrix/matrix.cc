// mpimon matrix: who sent how much to whom, as a heat map.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <memory>

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

Heatmap heatmap_of(const Profile &profile, const GridOptions &options, bool asked) {
    try {
        Heatmap map;
        map.grid = make_grid(profile, options);
        map.labels = labels_of(profile, map.grid);
        map.program = program_of(profile);
        map.subject = fmt::format("{} sent, {}{}", options.messages ? "messages" : "bytes",
                                  classes_label(options.classes), asked ? ", collectives as asked" : "");
        map.subtitle = subtitle_of(profile, map.grid);
        return map;
    } catch (const TooLarge &error) {
        throw Failure(fmt::format("{}: use --fold", error.what()));
    }
}

void run(const Options &options) {
    refuse_to_overwrite(options.file, options.svg);
    refuse_to_overwrite(options.file, options.png);
    const int width = options.width > 0 ? options.width : terminal_width();
    const bool text = options.svg.empty() && options.png.empty();
    GridOptions grid_options;
    grid_options.classes = classes_named(options.classes);
    grid_options.messages = options.messages;
    grid_options.self = options.self;
    grid_options.fold = parse_fold(options.fold);
    if (text)
        grid_options.most_cells = std::min(grid_options.most_cells, heatmap_text_cells(width));

    Profile profile = read_profile_argument(options.file);
    print_diagnostics(profile, "matrix", profile_argument_name(options.file));
    if (options.collectives == "asked")
        show_asked(profile);
    const Heatmap map = heatmap_of(profile, grid_options, options.collectives == "asked");
    const Style style = Style::for_output(options.width);
    if (text)
        write_text(heatmap_text(map, width, style), style);
    if (!options.svg.empty())
        write_heatmap_svg(map, options.svg);
    if (!options.png.empty())
        write_heatmap_png(map, options.png);
}

}  // namespace

void add_matrix(CLI::App &app) {
    auto options = std::make_shared<Options>();
    CLI::App *command = app.add_subcommand("matrix", "Draw who sent how much to whom");
    add_profile_argument(*command, options->file);
    auto *bytes = command->add_flag("--bytes", "Show bytes (default)");
    command->add_flag("--messages", options->messages, "Show messages")->excludes(bytes);
    add_class_option(*command, options->classes);
    add_collectives_option(*command, options->collectives);
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
