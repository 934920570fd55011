// Names of hosts in the short form that batch systems use: "login,n[01-04,07]".
#ifndef MPIMON_ANALYSIS_JOBS_HOST_LIST_H
#define MPIMON_ANALYSIS_JOBS_HOST_LIST_H

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace mpimon {

// The list of these hosts, sorted. Characters that have a meaning in it become '?' in names.
std::string host_list(std::vector<std::string> hosts);

// Calls visit(name) for the hosts of a list, but at most so many times, until it returns true. Returns whether it did.
bool any_host(std::string_view list, size_t most, const std::function<bool(const std::string &)> &visit);

}  // namespace mpimon

#endif
