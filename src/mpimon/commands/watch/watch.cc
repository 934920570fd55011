// mpimon watch: what a job that runs on this node counts.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <thread>

#include "mpimon/commands/subcommands.h"
#include "mpimon/commands/watch/screen.h"
#include "mpimon/commands/watch/watched_job.h"
#include "mpimon/failure.h"
#include "mpimon/recover/live_profile.h"
#include "mpimon/recover/running_job.h"
#include "mpimon/render/profile_openmetrics.h"

namespace mpimon {

namespace {

constexpr const char *kKeys = "q quit  space pause  p r c pairs, ranks, collectives  m b t s sort  / search";
constexpr size_t kLinesOfList = 4;  // its heading, an empty line before, the columns' titles, the keys

struct Options {
    std::string folder;
    std::string job;
    double interval = 1;
    bool once = false;
    bool json = false;
    bool openmetrics = false;
    size_t top = 10;
};

void show_once(WatchedJob &job, const Options &options) {
    std::optional<Watched> watched = job.look();
    if (options.interval > 0) {
        std::this_thread::sleep_for(std::chrono::duration<double>(options.interval));
        watched = job.look();
    }
    if (!watched)
        throw Failure("the job has ended");
    if (options.json) {
        write_output(json_text(watch_json(*watched)));
        return;
    }
    WatchView view;
    view.rows = options.top;
    view.order = options.interval > 0 ? WatchOrder::kRate : WatchOrder::kTotal;
    const Style style = Style::for_output();
    write_text(watch_text(*watched, view, style), style);
}

// What the jobs have counted; a line on standard error for each that cannot be read.
std::vector<LiveProfile> live_profiles(const std::vector<OrphanedJob> &jobs) {
    std::vector<LiveProfile> profiles;
    for (const OrphanedJob &job : jobs) {
        try {
            profiles.push_back(live_profile(job));
        } catch (const Failure &failure) {
            fmt::print(stderr, "mpimon watch: {}\n", failure.what());
            continue;
        }
        for (const std::string &line : profiles.back().unreadable)
            fmt::print(stderr, "mpimon watch: {}\n", line);
    }
    return profiles;
}

// Each job by its key, since numbers of jobs come again. How many series there are is bounded by the node's ranks, and
// by what MPICH has of functions and algorithms.
void show_metrics(const Options &options) {
    const std::vector<LiveProfile> profiles = live_profiles(find_running_jobs(options.folder, options.job));
    std::vector<MeteredJob> jobs;
    for (const LiveProfile &live : profiles)
        jobs.push_back({&live.profile, fmt::format("key=\"{:016x}\",", live.profile.job.key), false});
    Output output;
    write_openmetrics(jobs, ClassSet::all(), output);
    output.close();
}

// Takes a key of a word to search for; true while there are more to come.
bool edit_search(WatchView &view, int key) {
    if (key == Screen::kEnter)
        return false;
    if (key == Screen::kErase && !view.search.empty())
        view.search.pop_back();
    else if (key >= ' ' && key < 127)
        view.search += static_cast<char>(key);
    view.first = 0;
    return true;
}

void scroll(WatchView &view, size_t count, int key) {
    const size_t step = key == Screen::kPageDown || key == Screen::kPageUp ? view.rows : 1;
    if (key == Screen::kDown || key == Screen::kPageDown)
        view.first = std::min(view.first + step, count > view.rows ? count - view.rows : 0);
    else
        view.first -= std::min(view.first, step);
}

void choose_list(WatchView &view, WatchList list) {
    view.list = list;
    view.first = 0;
}

// What a key does to the view, but for searching and quitting.
void obey(WatchView &view, const Rates &rates, int key) {
    switch (key) {
        case ' ':
            view.paused = !view.paused;
            break;
        case 'p':
            choose_list(view, WatchList::kPairs);
            break;
        case 'r':
            choose_list(view, WatchList::kRanks);
            break;
        case 'c':
            choose_list(view, WatchList::kCollectives);
            break;
        case 'm':
        case 'b':
            view.messages = key == 'm';
            break;
        case 't':
        case 's':
            view.order = key == 't' ? WatchOrder::kTotal : WatchOrder::kRate;
            break;
        default:
            scroll(view, watch_rows(rates, view), key);
    }
}

// The screen until the user quits or the job ends; true for the latter.
bool show_until_end(WatchedJob &job, const Options &options) {
    Screen screen;
    WatchView view;
    std::optional<Watched> watched = job.look();
    bool searching = false;
    auto due = std::chrono::steady_clock::now();
    const auto interval = std::chrono::duration_cast<std::chrono::steady_clock::duration>(
        std::chrono::duration<double>(options.interval));
    while (watched) {
        const Style style({false, false, screen.width()});
        const size_t above = watched->rates.classes.size() + watched->unreadable.size() + kLinesOfList;
        view.rows = screen.height() > above + 3 ? screen.height() - above - 3 : 1;
        screen.show(watch_text(*watched, view, style), searching ? "search: " + view.search + "_" : kKeys);
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(due - std::chrono::steady_clock::now());
        const int key = screen.key(static_cast<int>(std::max<int64_t>(left.count(), 0)));
        if (key == Screen::kNone) {
            due = std::chrono::steady_clock::now() + interval;
            if (!view.paused)
                watched = job.look();
        } else if (searching) {
            searching = edit_search(view, key);
        } else if (key == '/') {
            view.search.clear();
            searching = true;
        } else if (key == 'q') {
            return false;
        } else {
            obey(view, watched->rates, key);
        }
    }
    return true;
}

void run(const Options &options) {
    if (options.openmetrics) {
        show_metrics(options);
        return;
    }
    WatchedJob job(options.folder, options.job);
    if (options.once)
        show_once(job, options);
    else if (show_until_end(job, options))
        write_output("The job has ended.\n");
}

}  // namespace

void add_watch(CLI::App &app) {
    auto options = std::make_shared<Options>();
    options->folder = default_segment_folder();
    CLI::App *command =
        app.add_subcommand("watch", "Watch a job that runs on this node: what it sends, to whom, how fast");
    command
        ->add_option("DIR", options->folder,
                     "The job's MPIR_CVAR_MONITORING_SEGMENT_DIR (default: this variable's value, else /dev/shm)")
        ->option_text(" ");
    command->add_option("--job", options->job, "A part of the job's title, such as its number, where several run")
        ->option_text("TEXT");
    command->add_option("--interval", options->interval, "Seconds between two looks (default 1)")
        ->check(CLI::Range(0.0, 3600.0))
        ->option_text("SECONDS");
    CLI::Option *once = command->add_flag("--once", options->once,
                                          "Say once how things are: what is counted in one interval, or, if that is 0, "
                                          "was counted in all");
    command->add_flag("--json", options->json, "With --once: JSON for programs, with all pairs")->needs(once);
    command
        ->add_flag("--openmetrics", options->openmetrics, "Say once what all jobs have counted, as text for Prometheus")
        ->excludes(once);
    command->add_option("--top", options->top, "With --once: rows to list at most (default 10)")
        ->needs(once)
        ->check(CLI::Range(1, 1000000))
        ->option_text("N");
    command->callback([options] {
        if (!options->once && options->interval < 0.1)
            throw WrongArgument("--interval: at least 0.1 seconds on a screen");
        run(*options);
    });
}

}  // namespace mpimon
