// What mpimon advise prints.
#ifndef MPIMON_COMMANDS_ADVISE_ADVICE_OUTPUT_H
#define MPIMON_COMMANDS_ADVISE_ADVICE_OUTPUT_H

#include <cstddef>
#include <string>

#include "analysis/advice/advisor.h"
#include "mpimon/render/terminal.h"

namespace mpimon {

// A paragraph for each of the first `most` findings; nothing if there is none.
std::string advice_text(const advice::Advice &advice, size_t most, const Style &style);

// What is found, and what that would gain: "Small reductions dominate: about 1.2 s, 10.1 % of the job's time".
std::string finding_title(const advice::Finding &finding);
// The first thing to try; empty if there is none.
std::string first_attempt(const advice::Finding &finding);

// An array with an object for each of these.
std::string advice_json(const advice::Advice &advice, size_t most);

// A line for each rule that could not be asked.
std::string unasked_text(const advice::Advice &advice);

}  // namespace mpimon

#endif
