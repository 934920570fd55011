#include "mpimon/commands/place/topology_argument.h"

#include <fmt/format.h>

#include <filesystem>

#include "analysis/failure.h"
#include "analysis/names/text.h"
#include "analysis/placement/machine.h"
#include "analysis/placement/topology_spec.h"
#include "mpimon/commands/whole_file.h"
#include "mpimon/failure.h"

namespace mpimon {

namespace {

constexpr uint64_t kLargestHostFile = uint64_t{64} << 20U;

bool ends_with(const std::string &text, std::string_view end) {
    return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

placement::Tree tree_of(const std::string &spec) {
    std::error_code error;
    if (spec == "this")
        return placement::this_machine();
    if (ends_with(spec, ".xml"))
        return placement::machine_in(spec);
    if (std::filesystem::exists(spec, error))
        return placement::parse_hosts(whole_file(spec, "list of hosts", kLargestHostFile), printable(spec));
    if (spec.find(':') == std::string::npos)
        throw Failure(fmt::format("'{}' is no file, and no levels such as 'node:4 package:2 core:8'", printable(spec)));
    return placement::parse_levels(spec);
}

}  // namespace

placement::Topology topology_argument(const std::string &spec) {
    try {
        return placement::Topology(tree_of(spec));
    } catch (const AnalysisError &error) {
        throw WrongArgument(fmt::format("--topology: {}", error.what()));
    } catch (const Failure &error) {
        throw WrongArgument(fmt::format("--topology: {}", error.what()));
    }
}

}  // namespace mpimon
