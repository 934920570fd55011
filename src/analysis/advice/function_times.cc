#include "analysis/advice/function_times.h"

#include <algorithm>
#include <array>
#include <unordered_map>

namespace mpimon::advice {

namespace {

// A clock that a program reads while it computes is none of its communication.
constexpr std::array<std::string_view, 2> kClocks = {"MPI_Wtime", "MPI_Wtick"};

bool is_clock(std::string_view name) {
    return std::find(kClocks.begin(), kClocks.end(), name) != kClocks.end();
}

bool begins_with(std::string_view text, std::string_view beginning) {
    return text.substr(0, beginning.size()) == beginning;
}

// Functions whose names begin with one of these.
template <size_t kCount>
double seconds_of(const std::map<std::string, FunctionTime, std::less<>> &functions,
                  const std::array<std::string_view, kCount> &beginnings) {
    double seconds = 0;
    for (const auto &[name, time] : functions) {
        const auto fits = [&name = name](std::string_view beginning) { return begins_with(name, beginning); };
        if (std::any_of(beginnings.begin(), beginnings.end(), fits))
            seconds += time.seconds;
    }
    return seconds;
}

constexpr std::array<std::string_view, 19> kPointToPoint = {
    "MPI_Send",   "MPI_Isend", "MPI_Ssend",  "MPI_Issend", "MPI_Bsend",  "MPI_Ibsend", "MPI_Rsend",
    "MPI_Irsend", "MPI_Recv",  "MPI_Irecv",  "MPI_Mrecv",  "MPI_Imrecv", "MPI_Start",  "MPI_Wait",
    "MPI_Test",   "MPI_Probe", "MPI_Iprobe", "MPI_Mprobe", "MPI_Improbe"};
constexpr std::array<std::string_view, 9> kOneSided = {"MPI_Win_",        "MPI_Put",          "MPI_Rput",
                                                       "MPI_Get",         "MPI_Rget",         "MPI_Accumulate",
                                                       "MPI_Raccumulate", "MPI_Fetch_and_op", "MPI_Compare_and_swap"};

}  // namespace

FunctionTimes::FunctionTimes(const Profile &profile) {
    for (const Process &process : profile.processes)
        wall_.push_back(
            std::max(0.0, static_cast<double>(process.end_time_ns) - static_cast<double>(process.start_time_ns)) *
            kNanosecond);
    mpi_.resize(profile.processes.size());
    std::unordered_map<uint64_t, double> of_processes;  // seconds, by process and function, in whatever context
    for (const Function &row : profile.functions) {
        const std::string &name = profile.names[row.name];
        FunctionTime &time = functions_[name];
        const double shortest = static_cast<double>(row.shortest_ns) * kNanosecond;
        time.shortest_seconds = time.calls > 0 ? std::min(time.shortest_seconds, shortest) : shortest;
        time.longest_seconds = std::max(time.longest_seconds, static_cast<double>(row.longest_ns) * kNanosecond);
        time.calls += static_cast<double>(row.calls);
        time.seconds += static_cast<double>(row.time_ns) * kNanosecond;
        double &of_process = of_processes[uint64_t{row.process} << 32U | row.name];
        of_process += static_cast<double>(row.time_ns) * kNanosecond;
        time.most_seconds = std::max(time.most_seconds, of_process);
        if (name == "MPI_Init")
            wall_[row.process] -= std::min(wall_[row.process], static_cast<double>(row.time_ns) * kNanosecond);
        else if (!is_clock(name))
            mpi_[row.process] += static_cast<double>(row.time_ns) * kNanosecond;
    }
    for (const Wait &wait : profile.waits) {
        const uint32_t function = profile.contexts[wait.context].function;
        if (function != kNoFunction)
            functions_[profile.names[function]].wait_seconds += static_cast<double>(wait.time_ns) * kNanosecond;
    }
}

double FunctionTimes::p2p_seconds() const {
    return seconds_of(functions_, kPointToPoint);
}

double FunctionTimes::rma_seconds() const {
    return seconds_of(functions_, kOneSided);
}

std::optional<double> FunctionTimes::fact(std::string_view name) const {
    const size_t point = name.find('.');
    if (point == std::string_view::npos || name.substr(point + 1, 4) != "MPI_")
        return std::nullopt;
    const std::string_view what = name.substr(0, point);
    const auto found = functions_.find(name.substr(point + 1));
    const FunctionTime time = found != functions_.end() ? found->second : FunctionTime();
    if (what == "calls")
        return time.calls;
    if (what == "seconds")
        return time.seconds;
    if (what == "most")
        return time.most_seconds;
    if (what == "waited")
        return time.wait_seconds;
    if (what == "shortest")
        return time.shortest_seconds;
    return std::nullopt;
}

}  // namespace mpimon::advice
