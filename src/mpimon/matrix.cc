// mpimon matrix: who sent how much to whom, as a heat map.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <memory>

#include "mpimon/asked_flows.h"
#include "mpimon/class_option.h"
#include "mpimon/failure.h"
#include "mpimon/format.h"
#include "mpimon/heatmap.h"
#include "mpimon/notes.h"
#include "mpimon/subcommands.h"
#include "mpimon/terminal.h"
#include "profile/decode.h"

namespace mpimon {

namespace {

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

std::string title_of(const Profile &profile, const GridOptions &options, bool asked) {
    const std::string &executable = profile.job.executable;
    const std::string name = printable(executable.substr(executable.rfind('/') + 1));
    return fmt::format("{}: {} sent, {}", name.empty() ? "unknown program" : name,
                       options.messages ? "messages" : "bytes",
                       options.classes.text() + (asked ? ", collectives as asked" : ""));
}

std::string subtitle_of(const Profile &profile, const Grid &grid) {
    std::string text =
        fmt::format("{} rank{} on {} host{}", profile.job.world_size, profile.job.world_size == 1 ? "" : "s",
                    profile.hosts.size(), profile.hosts.size() == 1 ? "" : "s");
    if (!profile.job.job_id.empty())
        text = "job " + printable(profile.job.job_id) + ", " + text;
    if (!grid.fold.empty())
        text += ", " + grid.fold;
    if (!profile.notes.empty())
        text += ", INCOMPLETE";
    return text;
}

void run(const Options &options) {
    refuse_to_overwrite(options.file, options.svg);
    refuse_to_overwrite(options.file, options.png);
    const int width = options.width > 0 ? options.width : terminal_width();
    const bool text = options.svg.empty() && options.png.empty();
    GridOptions grid_options;
    grid_options.classes = ClassSet::named(options.classes);
    grid_options.messages = options.messages;
    grid_options.self = options.self;
    grid_options.fold = parse_fold(options.fold);
    if (text)
        grid_options.most_cells = std::min(grid_options.most_cells, heatmap_text_cells(width));

    Profile profile = read_profile(options.file);
    print_notes(profile, "matrix", options.file);
    if (options.collectives == "asked")
        show_asked(profile);
    const Grid grid = make_grid(profile, grid_options);
    const std::string title = title_of(profile, grid_options, options.collectives == "asked");
    const std::string subtitle = subtitle_of(profile, grid);
    if (text)
        write_output(heatmap_text(grid, title, subtitle, width, Style::for_stream(stdout)));
    if (!options.svg.empty())
        write_heatmap_svg(grid, title, subtitle, options.svg);
    if (!options.png.empty())
        write_heatmap_png(grid, title, subtitle, options.png);
}

}  // namespace

void add_matrix(CLI::App &app) {
    auto options = std::make_shared<Options>();
    CLI::App *command = app.add_subcommand("matrix", "Draw who sent how much to whom");
    command->add_option("FILE", options->file, "The profile")->required();
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
    command->add_option("--width", options->width, "Columns of the terminal, if they cannot be asked for")
        ->check(CLI::Range(20, 10000))
        ->option_text("N");
    command->callback([options] { run(*options); });
}

}  // namespace mpimon
