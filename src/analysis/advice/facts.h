// What a profile says, as named numbers and texts.
#ifndef MPIMON_ANALYSIS_ADVICE_FACTS_H
#define MPIMON_ANALYSIS_ADVICE_FACTS_H

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/advice/function_times.h"
#include "analysis/advice/table.h"
#include "profile/read/profile.h"

namespace mpimon::advice {

// What a rule looks at one after the other.
enum class Each { kJob, kRank, kPair, kCommunicator, kCollective, kFunction, kFile, kGauge };

// "job", "rank" and so on, in their order.
const std::vector<std::string> &each_names();

class Facts {
  public:
    // All that the profile has, in seconds and bytes. The profile must outlive this.
    explicit Facts(const Profile &profile);

    // Names of facts begin with that of the table. That of the job has one row.
    const Table &table(Each each) const { return tables_.at(each); }

    // "calls.MPI_Send", "seconds.MPI_Send", "waited.MPI_Send", "shortest.MPI_Send": over all ranks; "most.MPI_Send": of
    // the rank that is in it the longest. 0 for a function that nobody called; nothing for names of another kind.
    std::optional<double> of_function(std::string_view name) const { return functions_.fact(name); }

    // The details and other things, of those that a rule needs, which this job has not recorded.
    std::vector<std::string> missing(const std::vector<std::string> &needs) const;

  private:
    const Profile &profile_;
    FunctionTimes functions_;
    std::map<Each, Table> tables_;
};

// What rules may need: the details of MPIR_CVAR_MONITORING_DETAIL, and "classes", which are kept apart with enable 2.
bool is_need(const std::string &name);

}  // namespace mpimon::advice

#endif
