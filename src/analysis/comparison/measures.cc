#include "analysis/comparison/measures.h"

#include <algorithm>
#include <unordered_map>

namespace mpimon {

namespace {

// Calls add(key_of(sum), what it counts of `Value`) for each sum of messages that are counted where they were sent.
template <class KeyOf>
void moved(const Source &source, uint64_t Totals::*value, const Add &add, KeyOf key_of) {
    for (const FlowSum &sum : source.flows())
        if (sum.is_moved())
            add(key_of(sum), sum.totals.*value);
}

template <class KeyOf>
void directed(const Source &source, uint64_t Totals::*value, const Add &add, mpimon_direction direction, KeyOf key_of) {
    for (const FlowSum &sum : source.flows())
        if (sum.direction == direction && !sum.is_moved())
            add(key_of(sum), sum.totals.*value);
}

uint64_t class_of(const FlowSum &sum) {
    return sum.traffic_class;
}
uint64_t path_of(const FlowSum &sum) {
    return joined_key(sum.traffic_class, sum.path);
}
uint64_t communicator_of(const FlowSum &sum) {
    return sum.communicator;
}
uint64_t communicator_called(const Collective &row) {
    return row.communicator;
}
uint64_t class_of_wait(const Wait &row) {
    return row.traffic_class;
}
// These return the function, or the region, of whatever has a context.
auto function_in(const Source &source) {
    return [&source](const auto &row) { return uint64_t{source.profile().contexts[row.context].function}; };
}
auto region_in(const Source &source) {
    return [&source](const auto &row) { return uint64_t{source.profile().contexts[row.context].region}; };
}

void wall_time(const Source &source, const Add &add) {
    int64_t start = INT64_MAX;
    int64_t end = 0;
    for (const Process &process : source.profile().processes) {
        start = std::min(start, process.start_time_ns);
        end = std::max(end, process.end_time_ns);
    }
    if (end > start)
        add(0, static_cast<uint64_t>(end) - static_cast<uint64_t>(start));
}

void sizes(const Source &source, const Add &add) {
    const Profile &profile = source.profile();
    for (const Histogram &histogram : profile.histograms)
        for (uint32_t bin = 0; bin < histogram.bins; ++bin)
            if (source.classes().has(static_cast<mpimon_class>(histogram.traffic_class)))
                add(joined_key(histogram.traffic_class, bin), profile.histogram_bins[histogram.first + bin]);
}

void collectives(const Source &source, uint64_t Collective::*value, const Add &add) {
    const std::vector<Collective> &rows = source.profile().collectives;
    for (size_t i = 0; i < rows.size(); ++i)
        add(source.algorithm_of(i), rows[i].*value);
}

void functions(const Source &source, uint64_t Function::*value, const Add &add) {
    for (const Function &row : source.profile().functions)
        add(row.name, row.*value);
}

void collective_sizes(const Source &source, uint64_t CollectiveSize::*value, const Add &add) {
    for (const CollectiveSize &row : source.profile().collective_sizes)
        add(collective_size_key(row), row.*value);
}

// The user's calls of collectives, without their steps.
template <class KeyOf>
void users_collectives(const Source &source, uint64_t Collective::*value, const Add &add, KeyOf key_of) {
    for (const Collective &row : source.profile().collectives)
        if (row.role == MPIMON_ROLE_CALL)
            add(key_of(row), row.*value);
}

template <class KeyOf>
void waits(const Source &source, uint64_t Wait::*value, const Add &add, KeyOf key_of) {
    for (const Wait &row : source.profile().waits)
        if (source.classes().has(static_cast<mpimon_class>(row.traffic_class)))
            add(key_of(row), row.*value);
}

// Waits may be on no communicator.
void waits_of_communicators(const Source &source, uint64_t Wait::*value, const Add &add) {
    for (const Wait &row : source.profile().waits)
        if (row.communicator != kNoCommunicator && source.classes().has(static_cast<mpimon_class>(row.traffic_class)))
            add(row.communicator, row.*value);
}

template <class Row>
void files(const std::vector<Row> &rows, uint64_t Row::*value, const Add &add) {
    for (const Row &row : rows)
        add(file_key(row), row.*value);
}

// What both kinds of calls have.
void all_files(const Source &source, uint64_t FileCalls::*of_calls, uint64_t FileAccess::*of_accesses, const Add &add) {
    files(source.profile().file_calls, of_calls, add);
    files(source.profile().file_accesses, of_accesses, add);
}

void regions(const Source &source, uint64_t RegionTime::*value, const Add &add) {
    for (const RegionTime &row : source.profile().region_times)
        add(row.region, row.*value);
}

using S = const Source &;
using A = const Add &;

const std::vector<Measure> kMeasures = {
    {Subject::kRun, "wall time", Unit::kNanoseconds, "", wall_time},
    {Subject::kClass, "messages", Unit::kNumber, "", [](S s, A add) { moved(s, &Totals::messages, add, class_of); }},
    {Subject::kClass, "bytes", Unit::kBytes, "", [](S s, A add) { moved(s, &Totals::bytes, add, class_of); }},
    {Subject::kClass, "messages received", Unit::kNumber, "receives",
     [](S s, A add) { directed(s, &Totals::messages, add, MPIMON_RECEIVED, class_of); }},
    {Subject::kClass, "bytes received", Unit::kBytes, "receives",
     [](S s, A add) { directed(s, &Totals::bytes, add, MPIMON_RECEIVED, class_of); }},
    {Subject::kClass, "messages cancelled", Unit::kNumber, "receives",
     [](S s, A add) { directed(s, &Totals::messages, add, MPIMON_CANCELLED, class_of); }},
    {Subject::kClass, "messages left unreceived", Unit::kNumber, "receives",
     [](S s, A add) { directed(s, &Totals::messages, add, MPIMON_UNRECEIVED, class_of); }},
    {Subject::kClass, "waits", Unit::kWaits, "waits", [](S s, A add) { waits(s, &Wait::waits, add, class_of_wait); }},
    {Subject::kClass, "time waited", Unit::kNanoseconds, "waits",
     [](S s, A add) { waits(s, &Wait::time_ns, add, class_of_wait); }},
    {Subject::kPath, "messages", Unit::kNumber, "", [](S s, A add) { moved(s, &Totals::messages, add, path_of); }},
    {Subject::kPath, "bytes", Unit::kBytes, "", [](S s, A add) { moved(s, &Totals::bytes, add, path_of); }},
    {Subject::kSize, "messages", Unit::kNumber, "", sizes},
    {Subject::kAlgorithm, "calls", Unit::kNumber, "", [](S s, A add) { collectives(s, &Collective::calls, add); }},
    {Subject::kAlgorithm, "bytes", Unit::kBytes, "", [](S s, A add) { collectives(s, &Collective::bytes, add); }},
    {Subject::kAlgorithm, "time", Unit::kNanoseconds, "",
     [](S s, A add) { collectives(s, &Collective::time_ns, add); }},
    {Subject::kCollectiveSize, "calls", Unit::kNumber, kSizesOfCollectives,
     [](S s, A add) { collective_sizes(s, &CollectiveSize::calls, add); }},
    {Subject::kCollectiveSize, "bytes", Unit::kBytes, kSizesOfCollectives,
     [](S s, A add) { collective_sizes(s, &CollectiveSize::bytes, add); }},
    {Subject::kCollectiveSize, "time", Unit::kNanoseconds, kSizesOfCollectives,
     [](S s, A add) { collective_sizes(s, &CollectiveSize::time_ns, add); }},
    {Subject::kWait, "waits", Unit::kWaits, "waits", [](S s, A add) { waits(s, &Wait::waits, add, wait_key); }},
    {Subject::kWait, "time waited", Unit::kNanoseconds, "waits",
     [](S s, A add) { waits(s, &Wait::time_ns, add, wait_key); }},
    {Subject::kCommunicator, "messages", Unit::kNumber, "",
     [](S s, A add) { moved(s, &Totals::messages, add, communicator_of); }},
    {Subject::kCommunicator, "bytes", Unit::kBytes, "",
     [](S s, A add) { moved(s, &Totals::bytes, add, communicator_of); }},
    {Subject::kCommunicator, "collective calls", Unit::kNumber, "",
     [](S s, A add) { users_collectives(s, &Collective::calls, add, communicator_called); }},
    {Subject::kCommunicator, "time in collectives", Unit::kNanoseconds, "",
     [](S s, A add) { users_collectives(s, &Collective::time_ns, add, communicator_called); }},
    {Subject::kCommunicator, "waits", Unit::kWaits, "waits",
     [](S s, A add) { waits_of_communicators(s, &Wait::waits, add); }},
    {Subject::kCommunicator, "time waited", Unit::kNanoseconds, "waits",
     [](S s, A add) { waits_of_communicators(s, &Wait::time_ns, add); }},
    {Subject::kFunction, "calls", Unit::kNumber, "functions", [](S s, A add) { functions(s, &Function::calls, add); }},
    {Subject::kFunction, "messages", Unit::kNumber, "functions",
     [](S s, A add) { moved(s, &Totals::messages, add, function_in(s)); }},
    {Subject::kFunction, "bytes", Unit::kBytes, "functions",
     [](S s, A add) { moved(s, &Totals::bytes, add, function_in(s)); }},
    {Subject::kFunction, "time", Unit::kNanoseconds, "functions",
     [](S s, A add) { functions(s, &Function::time_ns, add); }},
    {Subject::kFunction, "waits", Unit::kWaits, "waits",
     [](S s, A add) { waits(s, &Wait::waits, add, function_in(s)); }, "functions"},
    {Subject::kFunction, "time waited", Unit::kNanoseconds, "waits",
     [](S s, A add) { waits(s, &Wait::time_ns, add, function_in(s)); }, "functions"},
    {Subject::kRegion, "entries", Unit::kNumber, "regions", [](S s, A add) { regions(s, &RegionTime::entries, add); }},
    {Subject::kRegion, "messages", Unit::kNumber, "regions",
     [](S s, A add) { moved(s, &Totals::messages, add, region_in(s)); }},
    {Subject::kRegion, "bytes", Unit::kBytes, "regions",
     [](S s, A add) { moved(s, &Totals::bytes, add, region_in(s)); }},
    {Subject::kRegion, "time", Unit::kNanoseconds, "regions",
     [](S s, A add) { regions(s, &RegionTime::time_ns, add); }},
    {Subject::kRegion, "collective calls", Unit::kNumber, "regions",
     [](S s, A add) { users_collectives(s, &Collective::calls, add, region_in(s)); }},
    {Subject::kRegion, "waits", Unit::kWaits, "waits", [](S s, A add) { waits(s, &Wait::waits, add, region_in(s)); },
     "regions"},
    {Subject::kRegion, "time waited", Unit::kNanoseconds, "waits",
     [](S s, A add) { waits(s, &Wait::time_ns, add, region_in(s)); }, "regions"},
    {Subject::kFile, "calls", Unit::kNumber, "files",
     [](S s, A add) { all_files(s, &FileCalls::calls, &FileAccess::calls, add); }},
    {Subject::kFile, "failed calls", Unit::kNumber, "files",
     [](S s, A add) { all_files(s, &FileCalls::failed, &FileAccess::failed, add); }},
    {Subject::kFile, "bytes", Unit::kBytes, "files",
     [](S s, A add) { files(s.profile().file_accesses, &FileAccess::bytes, add); }},
    {Subject::kFile, "time", Unit::kNanoseconds, "files",
     [](S s, A add) { all_files(s, &FileCalls::time_ns, &FileAccess::time_ns, add); }},
    {Subject::kPair, "messages", Unit::kNumber, "", nullptr},
    {Subject::kPair, "bytes", Unit::kBytes, "", nullptr},
    {Subject::kPairSize, "messages", Unit::kNumber, "sizes", nullptr},
    {Subject::kWaiting, "waits", Unit::kWaits, "waits", nullptr},
    {Subject::kWaiting, "time waited", Unit::kNanoseconds, "waits", nullptr},
};

}  // namespace

const std::vector<Measure> &all_measures() {
    return kMeasures;
}

std::vector<Values> measured(const Source &source) {
    std::vector<Values> all;
    for (const Measure &measure : kMeasures) {
        Values &values = all.emplace_back();
        for (const std::string_view detail : {measure.detail, measure.other_detail})
            if (!source.has_recorded(detail))
                values.missing = detail;
        std::unordered_map<uint64_t, uint64_t> by_key;
        if (values.missing.empty() && measure.collect != nullptr)
            measure.collect(source, [&](uint64_t key, uint64_t value) { by_key[key] += value; });
        for (const auto &[key, value] : by_key)
            if (value > 0)
                values.by_identity[source.identity(measure.subject, key)] += value;
    }
    return all;
}

}  // namespace mpimon
