// What came of a change that processes were asked for: as JSON, and as text for people.
#ifndef MPIMON_COMMANDS_OUTCOME_H
#define MPIMON_COMMANDS_OUTCOME_H

#include <string>
#include <string_view>
#include <vector>

#include "mpimon/commands/set/change_request.h"
#include "mpimon/render/json/json_stream.h"

namespace mpimon {

struct Assignment {
    std::string name;
    std::string value;
};

// Throws WrongArgument if there is no name, or no room for one of them in a request.
void check_assignment(const Assignment &assignment);

struct Outcome {
    Assignment assignment;
    std::vector<RankAnswer> answers;

    // Whether all ranks that were asked have changed it, or will.
    bool is_success() const;
};

Json outcome_json(const Outcome &outcome);

// The answer of that name in the JSON; MPIMON_ANSWER_NONE, which is "silent", if there is none such.
mpimon_answer answer_named(std::string_view name);

struct OutcomeText {
    std::string what;                  // NAME=VALUE
    std::vector<std::string> changed;  // what ranks have changed, or will
    std::string failure;               // why others have not; may be empty
};

OutcomeText outcome_text(const Outcome &outcome);

}  // namespace mpimon

#endif
