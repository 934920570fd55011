// mpimon export: the profile for other programs.
#include <fmt/format.h>

#include <memory>

#include "analysis/names/labels.h"
#include "analysis/names/names.h"
#include "analysis/traffic/asked_flows.h"
#include "analysis/traffic/traffic.h"
#include "mpimon/commands/class_option.h"
#include "mpimon/commands/export/columns.h"
#include "mpimon/commands/export/csv.h"
#include "mpimon/commands/export/csv_timeline.h"
#include "mpimon/commands/export/formats.h"
#include "mpimon/commands/profile_file.h"
#include "mpimon/commands/subcommands.h"
#include "mpimon/render/diagnostics.h"
#include "mpimon/render/json/profile_json.h"
#include "mpimon/render/profile_openmetrics.h"
#include "mpimon/render/terminal.h"

namespace mpimon {

namespace {

struct Options {
    std::string file;
    std::string output;
    bool json = false;
    bool csv = false;
    bool columns = false;
    bool matrix_market = false;
    bool perfetto = false;
    bool openmetrics = false;
    bool caliper = false;
    bool hdf5 = false;
    bool otf2 = false;
    bool messages = false;
    bool self = false;
    bool foreign = false;
    bool places = false;
    bool timeline = false;
    bool ranks = false;
    bool communicators = false;
    bool files = false;
    bool waiting = false;
    bool waits = false;
    bool collective_sizes = false;
    std::string collectives = "sent";
    std::string by;
    std::vector<std::string> classes;
};

// Calls visit(source, target, value) for each entry of the matrix.
template <class Visit>
void each_entry(const Profile &profile, const Options &options, ClassSet classes, Visit visit) {
    each_source(profile, classes, [&](const std::vector<PairTraffic> &rows) {
        for (size_t i = 0; i < rows.size();) {
            const PairTraffic &first = rows[i];
            Totals moved;
            for (; i < rows.size() && rows[i].target == first.target; ++i)
                moved.add(rows[i].moved());
            const uint64_t value = options.messages ? moved.messages : moved.bytes;
            if (value > 0 && (!first.is_self() || options.self) && is_world_rank(first.source) &&
                is_world_rank(first.target))
                visit(first.source, first.target, value);
        }
    });
}

// Coordinate format (https://math.nist.gov/MatrixMarket/formats.html): rows send, columns receive, counted from 1.
void write_matrix_market(const Profile &profile, const Options &options, ClassSet classes, Output &output) {
    const uint32_t ranks = profile.job.world_size;
    size_t count = 0;
    each_entry(profile, options, classes, [&](uint32_t, uint32_t, uint64_t) { ++count; });
    output.write(fmt::format(
        "%%MatrixMarket matrix coordinate integer general\n% {} of {}, from row - 1 to column - 1 as world ranks\n"
        "{} {} {}\n",
        options.messages ? "messages" : "bytes", classes_label(classes), ranks, ranks, count));
    each_entry(profile, options, classes, [&](uint32_t source, uint32_t target, uint64_t value) {
        output.write(fmt::format("{} {} {}\n", uint64_t{source} + 1, uint64_t{target} + 1, value));
    });
}

void write(const Profile &profile, const Options &options, ClassSet classes, Output &output) {
    if (options.timeline)
        write_timeline_csv(profile, classes, output);
    else if (options.files)
        write_csv_of_files(profile, output);
    else if (options.ranks)
        write_ranks_csv(profile, output);
    else if (options.communicators)
        write_communicators_csv(profile, output);
    else if (options.waiting)
        write_waiting_csv(profile, classes, output);
    else if (options.waits)
        write_waits_csv(profile, classes, output);
    else if (options.collective_sizes)
        write_collective_sizes_csv(profile, output);
    else if (options.columns)
        write_columns(profile, classes, output);
    else if (options.perfetto)
        write_perfetto(profile, classes, output);
    else if (options.openmetrics)
        write_openmetrics({{&profile, {}, true}}, classes, output);
    else if (options.caliper)
        write_caliper(profile, classes, output);
    else if (options.csv)
        write_csv(profile, classes, options.foreign, options.places, output);
    else
        write_matrix_market(profile, options, classes, output);
}

void write_asked(Profile &profile, const Options &options, ClassSet classes, Output &output) {
    AskedGaps gaps;
    if (options.json)
        gaps = write_profile_json(profile, classes, true, output);
    else if (!options.by.empty())
        gaps = write_csv_by_algorithm(profile, classes, options.foreign, output);
    else {
        gaps = show_asked(profile);
        write(profile, options, classes, output);
    }
    if (classes.has(MPIMON_CLASS_COLL))
        print_gaps(gaps, "export", profile_argument_name(options.file));
}

void run(const Options &options) {
    refuse_to_overwrite(options.file, options.output);
    require_asked(options.by, options.collectives);
    if (options.places && options.collectives == "asked")
        throw WrongArgument(
            "--places: what calls asked for was not carried by anything; leave out --collectives asked");
    if (options.hdf5 && options.output.empty())
        throw WrongArgument("--hdf5: such a file is not written from its beginning to its end; add -o OUT");
    if (options.otf2 && options.output.empty())
        throw WrongArgument("--otf2: an archive is a folder; add -o OUT");
    Profile profile = read_profile_argument(options.file);
    print_diagnostics(profile, "export", profile_argument_name(options.file));
    const ClassSet classes = classes_named(options.classes);
    if (options.timeline || options.perfetto || options.otf2)
        require_timeline(profile);
    if (options.hdf5)
        return write_hdf5(profile, classes, options.output);
    if (options.otf2)
        return write_otf2(profile, classes, options.output);
    Output output(options.output);
    if (options.collectives == "asked")
        write_asked(profile, options, classes, output);
    else if (options.json)
        write_profile_json(profile, classes, false, output);
    else
        write(profile, options, classes, output);
    output.close();
}

}  // namespace

void add_export(CLI::App &app) {
    auto options = std::make_shared<Options>();
    CLI::App *command = app.add_subcommand("export", "Write a profile's content in formats that other tools read");
    add_profile_argument(*command, options->file);
    auto *format = command->add_option_group("format", "One of:");
    format->add_flag("--json", options->json, "All that the profile holds");
    auto *csv = format->add_flag("--csv", options->csv, "Traffic by source, destination, class and path");
    format->add_flag("--columns", options->columns, "The rows of --csv as binary columns, as NumPy reads them");
    auto *matrix = format->add_flag("--matrix-market", options->matrix_market, "Bytes (or messages) by pair of ranks");
    auto *perfetto = format->add_flag("--perfetto", options->perfetto, "The time line as a trace for ui.perfetto.dev");
    format->add_flag("--openmetrics", options->openmetrics, "Sums by rank and by function, as text for Prometheus");
    auto *caliper = format->add_flag("--caliper", options->caliper,
                                     "Regions and functions as a tree in Caliper's JSON, which Hatchet reads");
    auto *hdf5 = format->add_flag("--hdf5", options->hdf5, "Tables in a file of HDF5; needs -o");
    auto *otf2 =
        format->add_flag("--otf2", options->otf2, "The time line as metrics of an OTF2 archive, a folder; needs -o");
    format->require_option(1);
    command->add_option("-o,--output", options->output, "Write to this file")->option_text("OUT");
    command->add_flag("--messages", options->messages, "Matrix Market: messages instead of bytes")->needs(matrix);
    command->add_flag("--self", options->self, "Matrix Market: with what ranks sent to themselves")->needs(matrix);
    command->add_flag("--foreign", options->foreign, "CSV: also processes of other worlds, as f:TABLE:INDEX");
    command
        ->add_flag("--places", options->places,
                   "CSV: two more columns, where the ranks are to each other and what carried the messages")
        ->needs(csv);
    add_class_option(*command, options->classes);
    CLI::Option *collectives = add_collectives_option(*command, options->collectives);
    CLI::Option *timeline = command->add_flag("--timeline", options->timeline,
                                              "CSV: instead, traffic, collectives, waiting, memory and gauges by rank "
                                              "and interval of time");
    timeline->excludes(collectives);
    const std::vector<CLI::Option *> tables = {
        timeline,
        command->add_flag("--ranks", options->ranks,
                          "CSV: instead, the ranks: where and when they ran, how they ended"),
        command->add_flag("--communicators", options->communicators,
                          "CSV: instead, the communicators and how they were made"),
        command->add_flag("--files", options->files, "CSV: instead, calls of MPI-IO by rank and file (detail files)"),
        command->add_flag("--waiting", options->waiting, "CSV: instead, who waited how long for whom"),
        command->add_flag("--waits", options->waits, "CSV: instead, each wait as it was counted"),
        command->add_flag("--collective-sizes", options->collective_sizes,
                          "CSV: instead, calls of collectives by size and algorithm")};
    for (auto table = tables.begin(); table != tables.end(); ++table) {
        (*table)->needs(csv);
        for (auto other = tables.begin(); other != table; ++other)
            (*table)->excludes(*other);
    }
    for (CLI::Option *other : {perfetto, caliper, hdf5, otf2})
        other->excludes(collectives);
    add_by_option(*command, options->by,
                  "CSV, with --collectives asked: algorithm, rows by operation and algorithm, too")
        ->needs(csv);
    command->callback([options] { run(*options); });
}

}  // namespace mpimon
