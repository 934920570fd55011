#include "mpimon/commands/watch/web/answers.h"

#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <functional>
#include <iterator>

#include "analysis/names/text.h"
#include "analysis/summary/job/changes.h"
#include "analysis/summary/summary.h"
#include "mpimon/commands/html/page_data.h"
#include "mpimon/commands/html/pair_columns.h"
#include "mpimon/commands/set/outcome.h"
#include "mpimon/commands/set/rank_list.h"
#include "mpimon/commands/vars/variables_file.h"
#include "mpimon/commands/watch/job_metrics.h"
#include "mpimon/commands/watch/watch_json.h"
#include "mpimon/failure.h"

namespace mpimon {

namespace {

// A file in memory, with a name for who writes to it.
class MemoryFile {
  public:
    MemoryFile() : file_(memfd_create("metrics", MFD_CLOEXEC)) {
        if (file_ < 0)
            throw Failure(fmt::format("there is no file in memory: {}", std::strerror(errno)));
    }
    MemoryFile(const MemoryFile &) = delete;
    MemoryFile &operator=(const MemoryFile &) = delete;
    ~MemoryFile() { close(file_); }

    std::string path() const { return fmt::format("/proc/self/fd/{}", file_); }
    std::string text() const {
        std::ifstream file(path(), std::ios::binary);
        return {std::istreambuf_iterator<char>(file), {}};
    }

  private:
    int file_;
};

std::string compact(const Json &json) {
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Json changes_json(const Profile &profile) {
    Json list = Json::array();
    for (const ChangeGroup &group : changes(profile)) {
        const Change &change = group.change;
        list.push_back({{"name", printable(change.name)},
                        {"value", printable(change.value)},
                        {"time_ns", change.time_ns},
                        {"collective", change.collective > 0 ? Json(change.collective) : Json()},
                        {"ranks", group.ranks},
                        {"uid", change.uid},
                        {"pid", change.pid}});
    }
    return list;
}

WebAnswer refusal(int status, const std::string &reason) {
    WebAnswer answer;
    answer.status = status;
    answer.content = compact({{"failure", printable(reason)}});
    return answer;
}

// The text that a member is; empty if it is none.
std::string text_of(const Json &request, const char *member) {
    const auto found = request.find(member);
    return found != request.end() && found->is_string() ? found->get<std::string>() : "";
}

WebAnswer answer_of(const Outcome &outcome) {
    const OutcomeText text = outcome_text(outcome);
    Json json = outcome_json(outcome);
    json["changed"] = text.changed;
    json["failure"] = text.failure;
    WebAnswer answer;
    answer.content = compact(json);
    return answer;
}

WebAnswer metrics_by(const std::function<void(Output &)> &write) {
    WebAnswer answer;
    answer.type = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    const MemoryFile file;
    Output output(file.path());
    write(output);
    output.close();
    answer.content = file.text();
    return answer;
}

}  // namespace

WebAnswer data_answer(const Snapshot &snapshot) {
    Json json = {{"time", snapshot.time},
                 {"interval", snapshot.interval},
                 {"ended", snapshot.ended},
                 {"trouble", snapshot.trouble},
                 {"world_size", snapshot.profile->job.world_size},
                 {"detail", snapshot.profile->job.detail},
                 {"changes", changes_json(*snapshot.profile)}};
    json.update(watch_summary_json(snapshot.watched));
    WebAnswer answer;
    answer.content = compact(json);
    return answer;
}

WebAnswer pairs_answer(const Snapshot &snapshot) {
    const Profile &profile = *snapshot.profile;
    const PairColumns pairs = pair_columns(profile, summarize(profile, {ClassSet::all(), false, 0, std::nullopt, 0}));
    const Json info = {
        {"ranks", profile.job.world_size}, {"groups", groups_json(profile)}, {"pairs", pairs_json(pairs)}};
    WebAnswer answer;
    answer.type = "application/octet-stream";
    answer.content = compact(info) + "\n" + pairs.bytes;
    return answer;
}

WebAnswer variables_answer(const std::string &prefix) {
    WebAnswer answer;
    answer.content = "[]";
    try {
        const Json variables = read_variables_file(prefix);
        const auto found = variables.find("cvars");
        if (found != variables.end() && found->is_array())
            answer.content = compact(*found);
    } catch (const Failure &) {  // the page can do without it
    }
    return answer;
}

WebAnswer metrics_answer(const std::string &folder) {
    return metrics_by([&](Output &output) { write_job_metrics(folder, "", output); });
}

WebAnswer metrics_answer(const Profile &profile) {
    return metrics_by([&](Output &output) { write_job_metrics(profile, output); });
}

WebAnswer WebChanges::change(const std::string &request) {
    const Json json = Json::parse(request, nullptr, false);
    if (!json.is_object())
        return refusal(400, "this is no request for a change");
    const std::unique_lock<std::mutex> lock(busy_, std::try_to_lock);
    if (!lock.owns_lock())
        return refusal(409, "an earlier change is still under way");
    try {
        const Assignment assignment = {text_of(json, "name"), text_of(json, "value")};
        check_assignment(assignment);
        const std::vector<uint32_t> ranks = read_ranks(text_of(json, "ranks"));
        return answer_of({assignment, job_.change(assignment, ranks)});
    } catch (const WrongArgument &wrong) {
        return refusal(400, wrong.what());
    } catch (const Failure &failure) {
        return refusal(409, failure.what());
    }
}

}  // namespace mpimon
