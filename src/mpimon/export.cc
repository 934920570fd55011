// mpimon export: the profile for other programs.
#include <fmt/format.h>

#include <iterator>
#include <memory>

#include "mpimon/class_option.h"
#include "mpimon/profile_json.h"
#include "mpimon/subcommands.h"
#include "mpimon/terminal.h"
#include "mpimon/traffic.h"
#include "mpimon/words.h"
#include "profile/decode.h"

namespace mpimon {

namespace {

struct Options {
    std::string file;
    std::string output;
    bool json = false;
    bool csv = false;
    bool matrix_market = false;
    bool messages = false;
    bool self = false;
    bool foreign = false;
    std::vector<std::string> classes;
};

bool wanted(const PairTraffic &row, const Options &options) {
    const bool listed = row.sent.messages > 0 || row.received.messages > 0;
    return listed && (options.foreign || (is_world_rank(row.source) && is_world_rank(row.target)));
}

std::string as_csv(const Profile &profile, const Options &options) {
    std::string text = "src,dst,class,path,sent_messages,sent_bytes,received_messages,received_bytes\n";
    for (const PairTraffic &row : traffic_by_pair(profile, ClassSet::named(options.classes)))
        if (wanted(row, options))
            fmt::format_to(std::back_inserter(text), "{},{},{},{},{},{},{},{}\n", peer_name(profile, row.source),
                           peer_name(profile, row.target), class_name(row.traffic_class), path_name(row.path),
                           row.sent.messages, row.sent.bytes, row.received.messages, row.received.bytes);
    return text;
}

// Coordinate format (https://math.nist.gov/MatrixMarket/formats.html): rows send, columns receive, counted from 1.
std::string as_matrix_market(const Profile &profile, const Options &options) {
    const ClassSet classes = ClassSet::named(options.classes);
    std::string entries;
    size_t count = 0;
    const std::vector<PairTraffic> rows = traffic_by_pair(profile, classes);
    for (size_t i = 0; i < rows.size();) {
        const PairTraffic &first = rows[i];
        Totals moved;
        for (; i < rows.size() && rows[i].source == first.source && rows[i].target == first.target; ++i)
            moved.add(rows[i].moved());
        const uint64_t value = options.messages ? moved.messages : moved.bytes;
        if (value == 0 || (first.is_self() && !options.self) || !is_world_rank(first.source) ||
            !is_world_rank(first.target))
            continue;
        fmt::format_to(std::back_inserter(entries), "{} {} {}\n", uint64_t{first.source} + 1,
                       uint64_t{first.target} + 1, value);
        ++count;
    }
    return fmt::format(
        "%%MatrixMarket matrix coordinate integer general\n% {} of {}, from row - 1 to column - 1 as world ranks\n"
        "{} {} {}\n{}",
        options.messages ? "messages" : "bytes", classes.text(), profile.job.world_size, profile.job.world_size, count,
        entries);
}

void run(const Options &options) {
    const Profile profile = read_profile(options.file);
    for (const Note &note : profile.notes)
        fmt::print(stderr, "mpimon export: {}: at byte {}: {}\n", options.file, note.offset, note.text);
    if (options.csv)
        write_output(as_csv(profile, options), options.output);
    else if (options.matrix_market)
        write_output(as_matrix_market(profile, options), options.output);
    else
        write_output(profile_json(profile, ClassSet::named(options.classes)), options.output);
}

}  // namespace

void add_export(CLI::App &app) {
    auto options = std::make_shared<Options>();
    CLI::App *command = app.add_subcommand("export", "Write a profile's content as JSON, CSV or Matrix Market");
    command->add_option("FILE", options->file, "The profile")->required();
    auto *format = command->add_option_group("format", "One of:");
    format->add_flag("--json", options->json, "All that the profile holds");
    format->add_flag("--csv", options->csv, "Traffic by source, destination, class and path");
    auto *matrix = format->add_flag("--matrix-market", options->matrix_market, "Bytes (or messages) by pair of ranks");
    format->require_option(1);
    command->add_option("-o,--output", options->output, "Write to this file")->option_text("OUT");
    command->add_flag("--messages", options->messages, "Matrix Market: messages instead of bytes")->needs(matrix);
    command->add_flag("--self", options->self, "Matrix Market: with what ranks sent to themselves")->needs(matrix);
    command->add_flag("--foreign", options->foreign, "CSV: also processes of other worlds, as f:TABLE:INDEX");
    add_class_option(*command, options->classes);
    command->callback([options] { run(*options); });
}

}  // namespace mpimon
