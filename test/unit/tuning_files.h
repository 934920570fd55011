// Collective tuning files for tests.
#ifndef MPIMON_TEST_TUNING_FILES_H
#define MPIMON_TEST_TUNING_FILES_H

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "tuning/series.h"

namespace mpimon::test {

using TuningJson = nlohmann::ordered_json;

// {key: {}}
TuningJson lone(const std::string &key);

// A file of the level mpir that a series takes, with a choice for every call.
TuningJson complete_file(tuning::Series series);

// Text that does not end where a page of memory may end.
std::string text_of(const TuningJson &json);

}  // namespace mpimon::test

#endif
