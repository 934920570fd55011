#include "mpimon/commands/tune/check/check_file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <optional>

#include "analysis/names/text.h"
#include "analysis/tuning/check.h"
#include "analysis/tuning/translate.h"
#include "mpimon/commands/tune/check/installation.h"
#include "mpimon/commands/whole_file.h"
#include "mpimon/failure.h"
#include "mpimon/render/format.h"
#include "mpimon/render/json/json_stream.h"
#include "mpimon/render/terminal.h"
#include "profile/read/record_reader.h"

namespace mpimon {

namespace {

using tuning::CheckResult;
using tuning::Level;
using tuning::Problem;
using tuning::Series;

constexpr int kNotSound = 1;

std::optional<Level> level_named(const std::string &name) {
    for (const Level level : {Level::kMpir, Level::kCh4, Level::kPosix})
        if (name == tuning::level_name(level))
            return level;
    if (!name.empty())
        throw WrongArgument(fmt::format("--level: '{}' is not one of mpir, ch4, posix", name));
    return std::nullopt;
}

std::string content_of(const std::string &path) {
    std::string content = whole_file(path, "tuning file", kLargestTuningFile);
    if (has_record_marker(content))
        throw WrongArgument(fmt::format("{}: a profile, and no tuning file; mpimon report shows it", path));
    return content;
}

std::string series_text(Series series) {
    return fmt::format("MPICH {}.{}", series / 10, series % 10);
}

std::string problem_text(const std::string &file, const Problem &problem) {
    const std::string where = problem.where.empty() ? "" : printable(problem.where) + ": ";
    const std::string line = problem.line > 0 ? fmt::format(":{}", problem.line) : "";
    return fmt::format("{}{}: {}{}{}\n", printable(file), line, where,
                       problem.is_error ? "" : "remark: ", printable(problem.text));
}

std::string check_text(const std::string &file, const CheckResult &result, Series series, size_t top) {
    std::string text;
    const size_t listed = std::min(top, result.problems.size());
    for (size_t i = 0; i < listed; ++i)
        text += problem_text(file, result.problems[i]);
    if (listed < result.problems.size())
        text += fmt::format("and {} more; --top shows them\n", result.problems.size() - listed);
    return text + fmt::format("{}: {} for {}, level {}, {}\n", printable(file),
                              result.is_sound() ? "sound" : "not sound", series_text(series), level_name(result.level),
                              count_of(result.choices, "choice"));
}

std::string check_json(const CheckResult &result, Series series) {
    Json json;
    json["sound"] = result.is_sound();
    json["series"] = fmt::format("{}.{}", series / 10, series % 10);
    json["level"] = level_name(result.level);
    json["choices"] = result.choices;
    json["problems"] = Json::array();
    for (const Problem &problem : result.problems)
        json["problems"].push_back({{"line", problem.line > 0 ? Json(problem.line) : Json()},
                                    {"where", problem.where},
                                    {"text", problem.text},
                                    {"error", problem.is_error}});
    return json_text(json);
}

// Writes the translation to `path`, if it is sound. Returns what is to be said of it otherwise.
std::optional<CheckResult> translate(const tuning::TuningFile &file, Series from, Series to, Level level,
                                     const std::string &path) {
    tuning::Translation translation = tuning::translate(file, from, to);
    CheckResult result = check(tuning::parse_tuning_file(translation.text), to, level);
    // Lines are those of the file that was read.
    for (Problem &problem : result.problems)
        problem.line = 0;
    result.problems.insert(result.problems.begin(), translation.problems.begin(), translation.problems.end());
    if (!result.is_sound())
        return result;
    write_output(translation.text, path);
    return std::nullopt;
}

}  // namespace

// 40 of "4.0" and of "4.0.2".
Series series_named(const std::string &option, const std::string &version) {
    std::vector<std::string> known;
    for (const Series series : tuning::kSeries) {
        const std::string name = fmt::format("{}.{}", series / 10, series % 10);
        if (version == name || version.substr(0, name.size() + 1) == name + ".")
            return series;
        known.push_back(name);
    }
    throw WrongArgument(fmt::format("{}: '{}' is of none of the series {}", option, version, fmt::join(known, ", ")));
}

void check_file(const CheckQuestion &question, const TuneOutput &output) {
    const Series series = series_of_installation(output.mpich, "4.0");
    const std::optional<Level> level = level_named(question.level);
    const tuning::TuningFile file = tuning::parse_tuning_file(content_of(question.file));
    CheckResult result = check(file, series, level);
    Series said_of = series;
    if (!question.translate.empty() && result.is_sound()) {
        refuse_to_overwrite(question.file, output.path);
        said_of = series_named("--translate", question.translate);
        const std::optional<CheckResult> other = translate(file, series, said_of, result.level, output.path);
        if (!other)
            return;
        result = *other;
    }
    if (output.json)
        write_output(check_json(result, said_of));
    else
        write_text(check_text(question.file, result, said_of, output.top), Style::for_output());
    if (!result.is_sound())
        throw CLI::RuntimeError(kNotSound);
}

}  // namespace mpimon
