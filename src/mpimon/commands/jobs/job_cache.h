// What earlier listings have read, so that a further one reads only what is new.
//
// It is a convenience and nothing depends on it: a cache that is damaged, of another version, or not the user's own is
// as good as none, and what it says is shown as carefully as what a profile says.
#ifndef MPIMON_COMMANDS_JOBS_JOB_CACHE_H
#define MPIMON_COMMANDS_JOBS_JOB_CACHE_H

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "analysis/jobs/job_row.h"
#include "mpimon/commands/jobs/profile_tree.h"

namespace mpimon {

// What a file holds.
struct Content {
    std::optional<JobRow> row;  // nothing: it cannot be read
    std::string complaint;      // without the file's name; empty: it is whole and sound
};

struct CachedFile {
    FoundFile file;
    Content content;
};

class JobCache {
  public:
    // Takes over what is kept of a folder, in a file of its own below
    // ${MPICH_MONITORING_CACHE:-${XDG_CACHE_HOME:-~/.cache}/mpich-monitoring}/jobs.
    explicit JobCache(const std::string &folder);

    size_t size() const { return files_.size(); }

    // What was read of this file, if it has not changed since; else nullptr.
    const Content *find(const FoundFile &file) const;

    // Keeps these instead, all at once: others that read or replace the cache at this moment see one state or the
    // other. Where that does not work, the next listing reads all anew.
    static void keep(const std::string &folder, const std::vector<const CachedFile *> &files);

  private:
    void take(std::string_view bytes);

    std::unordered_map<std::string, CachedFile> files_;
};

}  // namespace mpimon

#endif
