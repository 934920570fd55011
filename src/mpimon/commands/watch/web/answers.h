// What the page of a running job asks for.
#ifndef MPIMON_COMMANDS_WEB_ANSWERS_H
#define MPIMON_COMMANDS_WEB_ANSWERS_H

#include <mutex>
#include <string>

#include "mpimon/commands/watch/served_job.h"
#include "mpimon/commands/watch/web/server.h"
#include "mpimon/commands/watch/web/snapshots.h"

namespace mpimon {

// What mpimon watch --json says, without the pairs; and the time, whether the job has ended, and what was changed in
// it.
WebAnswer data_answer(const Snapshot &snapshot);

// A line of JSON, and then the numbers of pair_columns.h.
WebAnswer pairs_answer(const Snapshot &snapshot);

// The control variables of the installation in `prefix`; none if it has no list of them.
WebAnswer variables_answer(const std::string &prefix);

// What Prometheus reads: the counts of all jobs whose segments are in the folder, or those of the job of the page.
WebAnswer metrics_answer(const std::string &folder);
WebAnswer metrics_answer(const Profile &profile);

// Changes variables as mpimon set does, for one page after the other.
class WebChanges {
  public:
    explicit WebChanges(ServedJob &job) : job_(job) {}

    // `request`: an object with `name`, `value` and `ranks`, all text.
    WebAnswer change(const std::string &request);

  private:
    ServedJob &job_;
    std::mutex busy_;
};

}  // namespace mpimon

#endif
