#include "mpimon/commands/tune/written_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "analysis/names/text.h"
#include "analysis/tuning/check.h"
#include "mpimon/commands/shell_word.h"
#include "mpimon/commands/tune/check/installation.h"
#include "mpimon/commands/whole_file.h"
#include "mpimon/failure.h"
#include "mpimon/render/format.h"
#include "mpimon/render/replace_file.h"

namespace mpimon {

namespace {

constexpr uint64_t kLargest = 16 << 20;  // bytes that MPICH Monitoring reads of one

void require_sound(const tuning::Json &file, tuning::Series series, tuning::Level level) {
    const tuning::CheckResult result = check(tuning::parse_tuning_file(tuning::file_text(file)), series, level);
    for (const tuning::Problem &problem : result.problems)
        if (problem.is_error)
            throw Failure(fmt::format("the file of level {} would not be sound: {}: {}", level_name(level),
                                      printable(problem.where), printable(problem.text)));
}

// Writes both files, with these paths.
void write_both(const tuning::Files &files, tuning::Series series, const std::string &mpir, const std::string &ch4) {
    require_sound(files.mpir, series, tuning::Level::kMpir);
    require_sound(files.ch4, series, tuning::Level::kCh4);
    replace_file(mpir, tuning::file_text(files.mpir), kReadableByAll);
    replace_file(ch4, tuning::file_text(files.ch4), kReadableByAll);
}

}  // namespace

WrittenFiles::WrittenFiles(const Runs &runs, tuning::Series series)
    : runs_(runs), series_(series), before_(files_in_use()) {
    for (const std::string &name : names())
        old_.push_back(std::filesystem::exists(name) ? std::optional(whole_file(name, "tuning file", kLargest))
                                                     : std::nullopt);
}

void WrittenFiles::write(const std::vector<tuning::Choosing> &choices,
                         const std::vector<tuning::Candidate> &known) const {
    write_both(with_choices(before_, choices, known, series_), series_, names()[0], names()[1]);
    std::string settings = "# For a shell, before mpiexec: . this file\n";
    for (const auto &[variable, value] : variables())
        settings += fmt::format("export {}={}\n", variable, shell_word(value));
    replace_file(names()[2], settings, kReadableByAll);
}

void WrittenFiles::keep(const std::vector<tuning::Choosing> &choices, const std::vector<tuning::Candidate> &known) {
    before_ = with_choices(before_, choices, known, series_);
}

std::vector<std::string> WrittenFiles::names() const {
    return {runs_.file("mpir.json"), runs_.file("ch4.json"), runs_.file("settings.sh")};
}

Variables WrittenFiles::variables() const {
    return {{kMpirVariable, names()[0]}, {kCh4Variable, names()[1]}};
}

bool WrittenFiles::are_in_use() const {
    const Variables named = variables();
    return std::any_of(named.begin(), named.end(), [](const auto &variable) {
        const char *used = std::getenv(variable.first.c_str());
        std::error_code error;
        return used != nullptr && std::filesystem::equivalent(used, variable.second, error);
    });
}

void WrittenFiles::withdraw() const {
    if (are_in_use())
        return restore();
    std::error_code error;
    for (const std::string &name : names())
        std::filesystem::remove(name, error);
}

void WrittenFiles::restore() const {
    std::error_code error;
    for (size_t i = 0; i < old_.size(); ++i)
        if (old_[i])
            replace_file(names()[i], *old_[i], kReadableByAll);
        else
            std::filesystem::remove(names()[i], error);
}

Variables WrittenFiles::write_for_run(const std::string &name, const tuning::Files &files) const {
    const std::string mpir = runs_.file(name + "-mpir.json");
    const std::string ch4 = runs_.file(name + "-ch4.json");
    write_both(files, series_, mpir, ch4);
    return {{kMpirVariable, mpir}, {kCh4Variable, ch4}};
}

}  // namespace mpimon
