// mpimon run: starts a job with monitoring on, and says what came of it.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>

#include "mpimon/commands/child.h"
#include "mpimon/commands/installed_file.h"
#include "mpimon/commands/run/job_summary.h"
#include "mpimon/commands/run/launch_line.h"
#include "mpimon/commands/run/new_profiles.h"
#include "mpimon/commands/run/which_mpi.h"
#include "mpimon/commands/subcommands.h"
#include "mpimon/failure.h"
#include "profile/format/batch.h"

namespace mpimon {

namespace {

namespace fs = std::filesystem;

constexpr const char *kCvar = "MPIR_CVAR_MONITORING_";

struct Options {
    std::string enable;
    std::string detail;
    std::string output;
    std::string filename;
    std::string segment_dir;
    bool quiet = false;
    std::vector<std::string> command;
};

std::string environment(const std::string &name) {
    const char *value = std::getenv(name.c_str());
    return value != nullptr ? value : "";
}

// What an option says, else what the environment says, else what is usual.
std::string chosen(const std::string &option, const char *name, const std::string &usual) {
    const std::string set = environment(std::string(kCvar) + name);
    return !option.empty() ? option : !set.empty() ? set : usual;
}

// The job is known before it starts, and then its id is part of the name; the id of this process is else.
std::string usual_filename() {
    return fmt::format("%e.{}.mon", mpimon_batch_job() != nullptr ? "%j" : std::to_string(getpid()));
}

// The id of the batch job in the place of its letter, so that profiles of other jobs do not match.
std::string with_job(std::string pattern) {
    const std::string job = mpimon_batch_job() != nullptr ? mpimon_batch_job() : "";
    const bool harmless = std::all_of(job.begin(), job.end(), [](unsigned char c) { return std::isalnum(c) != 0; });
    if (job.empty() || !harmless)
        return pattern;
    for (size_t at = 0; (at = pattern.find('%', at)) != std::string::npos;) {
        const bool is_job = pattern.compare(at, 2, "%j") == 0;
        if (is_job)
            pattern.replace(at, 2, job);
        at += is_job ? job.size() : 2;
    }
    return pattern;
}

// Percent signs of the working folder are no letters of the pattern.
std::string absolute_pattern(const std::string &pattern) {
    if (pattern.front() == '/')
        return pattern;
    std::string folder;
    for (const char c : fs::current_path().string())
        folder += c == '%' ? "%%" : std::string(1, c);
    return folder + "/" + pattern;
}

// The variables of the job, and what is known from them later.
class Plan {
  public:
    explicit Plan(const Options &options) {
        const std::string enable = chosen(options.enable, "ENABLE", "");
        set("ENABLE", enable.empty() || (enable == "0" && options.enable.empty()) ? "2" : enable);
        const std::string detail = chosen(options.detail, "DETAIL", "");
        if (!detail.empty())
            set("DETAIL", detail);
        output_ = chosen(options.output, "OUTPUT", "file");
        set("OUTPUT", output_);
        // The job may change to another folder.
        pattern_ = with_job(absolute_pattern(chosen(options.filename, "FILENAME", usual_filename())));
        set("FILENAME", pattern_);
        segments_ = chosen(options.segment_dir, "SEGMENT_DIR", "");
        if (!segments_.empty()) {
            segments_ = fs::absolute(segments_);
            set("SEGMENT_DIR", segments_);
        }
    }

    // Programs made for another MPICH find this one's libraries first.
    void use_libraries(const fs::path &prefix) {
        for (const char *folder : {"lib", "lib64"}) {
            std::error_code error;
            const fs::path libraries = prefix / folder;
            if (!fs::exists(libraries / "mpich-abi", error))
                continue;
            const std::string before = environment("LD_LIBRARY_PATH");
            variables_["LD_LIBRARY_PATH"] =
                (libraries / "mpich-abi").string() + ":" + libraries.string() + (before.empty() ? "" : ":" + before);
        }
    }
    bool has_libraries() const { return variables_.count("LD_LIBRARY_PATH") > 0; }

    bool makes_profile() const { return output_ == "file" && variables_.at(std::string(kCvar) + "ENABLE") != "0"; }
    const std::string &pattern() const { return pattern_; }
    const std::string &segments() const { return segments_; }
    const std::map<std::string, std::string> &variables() const { return variables_; }

  private:
    void set(const char *name, const std::string &value) { variables_[std::string(kCvar) + name] = value; }

    std::map<std::string, std::string> variables_;
    std::string output_;
    std::string pattern_;
    std::string segments_;
};

// Lines for people are on standard error: standard output is the job's.
class Speaker {
  public:
    explicit Speaker(bool quiet) : quiet_(quiet) {}
    void say(const std::string &line) const {
        if (!quiet_)
            warn(line);
    }
    static void warn(const std::string &line) { fmt::print(stderr, "mpimon run: {}\n", line); }

  private:
    bool quiet_;
};

void say_what_is_not_counted(const LaunchLine &line, const Plan &plan) {
    if (!line.launcher.empty()) {
        const std::string remark = remark_on_launcher(line.launcher);
        if (!remark.empty())
            Speaker::warn(remark);
    }
    for (const std::string &program : line.programs) {
        const std::string remark = remark_on_program(program, own_prefix());
        if (!remark.empty())
            Speaker::warn(remark);
    }
    if (!plan.has_libraries())
        Speaker::warn("this installation has no lib/mpich-abi, so programs made for another MPICH count nothing");
}

void say_outcome(const Plan &plan, const NewProfiles &files, int64_t start_ns, int status, const Speaker &speaker) {
    std::vector<std::string> profiles = files.find();
    if (!plan.segments().empty()) {
        try {
            for (const std::string &line :
                 recover_left(plan.segments(), fs::path(plan.pattern()).parent_path(), start_ns, profiles))
                Speaker::warn(line);
        } catch (const Failure &error) {
            Speaker::warn(error.what());
        }
    }
    for (const std::string &path : profiles)
        for (const std::string &line : profile_lines(path))
            speaker.say(line);
    if (profiles.empty() && plan.makes_profile())
        Speaker::warn(
            fmt::format("no profile was written{}", status == 0 ? ""
                                                    : plan.segments().empty()
                                                        ? "; a job that is killed keeps its counters with --segment-dir"
                                                        : "; the job ended badly"));
}

void run(const Options &options) {
    if (options.command.empty())
        throw WrongArgument("which command? Write it after --, as in mpimon run -- mpiexec -n 4 ./solver");
    Plan plan(options);
    plan.use_libraries(own_prefix());
    const Speaker speaker(options.quiet);
    say_what_is_not_counted(parse_launch_line(options.command), plan);
    const NewProfiles files(plan.pattern());
    const int64_t start_ns =
        std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::system_clock::now().time_since_epoch())
            .count();
    const ChildResult result = run_child(options.command, plan.variables());
    if (!result.not_started.empty())
        Speaker::warn(fmt::format("{}: {}", options.command.front(), result.not_started));
    else
        say_outcome(plan, files, start_ns, result.status, speaker);
    if (result.status != 0)
        throw CLI::RuntimeError(result.status);
}

}  // namespace

void add_run(CLI::App &app) {
    auto options = std::make_shared<Options>();
    CLI::App *command = app.add_subcommand("run", "Run a job with monitoring on, and say what came of it");
    command
        ->add_option("--enable", options->enable, "1: user and library traffic merged in reports; 2: apart (default)")
        ->check(CLI::IsMember({"0", "1", "2"}))
        ->option_text("N");
    command->add_option("--detail", options->detail, "What is counted, as in MPIR_CVAR_MONITORING_DETAIL")
        ->option_text("LIST");
    command
        ->add_option("--output", options->output, "Where the counters go: file (default), prof, stdout, stderr, none")
        ->check(CLI::IsMember({"none", "stdout", "stderr", "file", "prof"}))
        ->option_text("KIND");
    command
        ->add_option("-o,--filename", options->filename,
                     "The profile's name; %e, %j and the like are as in MPIR_CVAR_MONITORING_FILENAME")
        ->option_text("NAME");
    command
        ->add_option("--segment-dir", options->segment_dir,
                     "Keep the counters in files of this folder meanwhile, for jobs that may be killed")
        ->option_text("DIR");
    command->add_flag("-q,--quiet", options->quiet, "Say nothing of what is well");
    command->add_option("COMMAND", options->command, "After --: mpiexec or srun with its options and programs")
        ->option_text("-- COMMAND [ARGUMENT...]");
    command->footer("For example: mpimon run -- mpiexec -n 4 ./solver");
    command->callback([options] { run(*options); });
}

}  // namespace mpimon
