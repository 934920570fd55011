#include "mpimon/commands/watch/web/watch_web.h"

#include <fmt/format.h>
#include <pthread.h>
#include <sys/resource.h>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <ctime>
#include <utility>

#include "mpimon/commands/html/page_file.h"
#include "mpimon/commands/watch/web/answers.h"
#include "mpimon/commands/watch/web/server.h"
#include "mpimon/commands/watch/web/snapshots.h"
#include "mpimon/failure.h"

namespace mpimon {

namespace {

constexpr rlim_t kMostMemory = rlim_t{2} << 30U;
constexpr std::chrono::seconds kFarewell(5);  // in which pages learn that the job has ended

// Signals that ask for the end wait until somebody takes them, in all threads that are begun from now on.
class AwaitedSignals {
  public:
    AwaitedSignals() {
        sigemptyset(&signals_);
        for (const int signal : {SIGINT, SIGTERM, SIGHUP})
            sigaddset(&signals_, signal);
        pthread_sigmask(SIG_BLOCK, &signals_, &before_);
    }
    AwaitedSignals(const AwaitedSignals &) = delete;
    AwaitedSignals &operator=(const AwaitedSignals &) = delete;
    ~AwaitedSignals() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

    // Whether one comes in that time.
    bool comes(std::chrono::duration<double> time) const {
        double seconds = 0;
        const double fraction = std::modf(time.count(), &seconds);
        const timespec wait = {static_cast<time_t>(seconds), static_cast<long>(fraction * 1e9)};
        return sigtimedwait(&signals_, nullptr, &wait) > 0;
    }

  private:
    sigset_t signals_ = {};
    sigset_t before_ = {};
};

// The library keeps all headers of a request, however many come. Whoever sends some without an end ends this process,
// and takes nothing from the job.
void limit_memory() {
    rlimit limit = {};
    if (getrlimit(RLIMIT_DATA, &limit) != 0)
        return;
    limit.rlim_cur = std::min(limit.rlim_cur, kMostMemory);
    setrlimit(RLIMIT_DATA, &limit);
}

double now() {
    return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
}

// False if the job has ended. What cannot be read now may be readable at the next look.
bool take_snapshot(ServedJob &job, Snapshot &snapshot) {
    try {
        std::optional<Watched> watched = job.look();
        snapshot.ended = !watched;
        if (watched) {
            snapshot.watched = std::move(*watched);
            snapshot.profile = job.profile();
            snapshot.time = now();
            snapshot.trouble.clear();
        }
    } catch (const Failure &failure) {
        snapshot.ended = !job.runs();
        snapshot.trouble = failure.what();
    }
    return !snapshot.ended;
}

void print_address(const WebServer &server, const WebAddress &address) {
    fmt::print("{}\n", server.address());
    std::fflush(stdout);
    if (!address.is_loopback())
        fmt::print(
            stderr,
            "mpimon watch: {}: not only this node: whoever reads the network reads the token, and may change the "
            "job; ssh -L and 127.0.0.1 are safer\n",
            address.host);
}

}  // namespace

bool watch_on_web(ServedJob &job, const WebOptions &options) {
    const WebAddress address = read_web_address(options.address);
    limit_memory();
    Snapshot snapshot;
    snapshot.interval = options.interval.count();
    if (!take_snapshot(job, snapshot))
        return true;
    if (snapshot.profile == nullptr)
        throw Failure(snapshot.trouble);
    Snapshots snapshots;
    snapshots.show(snapshot);
    WebChanges changes(job);
    const AwaitedSignals signals;
    const WebServer server(
        address, {read_live_page(options.prefix), [&] { return data_answer(*snapshots.newest()); },
                  [&] { return pairs_answer(*snapshots.newest()); }, [&] { return variables_answer(options.prefix); },
                  [&] {
                      return options.folder.empty() ? metrics_answer(*snapshots.newest()->profile)
                                                    : metrics_answer(options.folder);
                  },
                  [&](const std::string &request) { return changes.change(request); }});
    print_address(server, address);
    while (!snapshot.ended) {
        if (signals.comes(options.interval))
            return false;
        take_snapshot(job, snapshot);
        snapshots.show(snapshot);
    }
    return !signals.comes(kFarewell);
}

}  // namespace mpimon
