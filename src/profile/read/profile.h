// A profile in memory: what the tools work on. Read from a file by read_profile() in decode.h.
//
// Rows are small plain structs that refer to each other by index, and flows are packed, so that a job of a million
// processes with 60 peers each fits into 2 GB.
#ifndef MPIMON_PROFILE_PROFILE_H
#define MPIMON_PROFILE_PROFILE_H

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/layout.h"
#include "profile/read/flow_store.h"

namespace mpimon {

constexpr uint32_t kNoRegion = MPIMON_NONE;
constexpr uint32_t kNoFunction = MPIMON_NONE;

struct Cvar {
    std::string name;
    std::string value;
};

struct Job {
    uint32_t format_major = 0;
    uint32_t format_minor = 0;
    std::string project_version;
    std::string mpich_version;
    std::string device;
    std::string job_id;
    std::string user;
    std::string executable;
    uint32_t world_size = 0;
    int32_t enable = 0;  // MPIR_CVAR_MONITORING_ENABLE
    std::string detail;
    bool spawned = false;
    uint64_t key = 0;         // of this run of the job; 0 if not known
    std::vector<Cvar> cvars;  // that differ from their defaults
};

// What a process ran and was to count; processes of one job may differ.
struct Settings {
    std::string executable;
    int32_t enable = 0;  // as in Job; 0: the process counted nothing
    std::string detail;
};

struct Process {
    uint32_t world_rank = 0;
    uint32_t pid = 0;
    uint32_t host = 0;          // index into Profile::hosts
    uint32_t settings = 0;      // index into Profile::settings
    int64_t start_time_ns = 0;  // since 1970-01-01 00:00 UTC
    int64_t end_time_ns = 0;    // 0 if not known
    bool complete = false;      // went through MPI_Finalize
};

// How the program made a communicator.
struct Origin {
    uint32_t function = kNoFunction;  // index into Profile::names, such as "MPI_Cart_create"
    uint32_t parent = 0;              // 1 + index into Profile::communicators of what it was made of; 0: of none
    uint32_t region = kNoRegion;      // index into Profile::regions
    std::optional<int32_t> color;     // of MPI_Comm_split
    uint8_t topology = MPIMON_TOPOLOGY_NONE;  // mpimon_topology
    uint32_t dimensions = 0;                  // of a Cartesian topology
    std::vector<uint32_t> sizes;              // of these, at most MPIMON_DIMENSIONS
    uint32_t periodic = 0;                    // bit i: dimension i is periodic
    uint64_t sources = 0;                     // of a graph: neighbors, summed over the processes
    uint64_t destinations = 0;

    bool is_known() const { return function != kNoFunction; }
};

// One communicator of the job; an inter-communicator is one for each of its two sides.
struct Communicator {
    uint32_t context_id = 0;
    uint32_t occurrence = 0;
    uint64_t group_hash = 0;
    std::string name;
    uint32_t size = 0;
    uint32_t remote_size = 0;
    bool inter = false;
    bool internal = false;          // made by MPICH for itself
    uint32_t owner = 0;             // 1 + index into Profile::communicators of what it is a part of; 0: not known
    bool world_order = false;       // rank r is world rank r; members is then empty
    std::vector<uint32_t> members;  // peers of the group, then of the remote group
    uint32_t processes = 0;         // that have it in the profile
    Origin origin;
};

// A named part of the application, of all processes that have it.
struct Region {
    uint32_t name = 0;            // index into Profile::names
    uint32_t parent = kNoRegion;  // index into Profile::regions; always a lower one
};

// Where things were counted.
struct Context {
    uint32_t region = kNoRegion;      // index into Profile::regions
    uint32_t function = kNoFunction;  // index into Profile::names, such as "MPI_Isend"
};

// One process's passes through a region.
struct RegionTime {
    uint32_t process = 0;
    uint32_t region = 0;
    uint64_t entries = 0;
    uint64_t time_ns = 0;
};

using Bins = std::array<uint64_t, MPIMON_BINS>;

// Sizes of one process's sent messages of one class: `bins` numbers of Profile::histogram_bins from `first` on.
struct Histogram {
    uint32_t process = 0;
    uint8_t traffic_class = 0;
    uint8_t bins = 0;
    size_t first = 0;
};

// Detail `sizes`: messages of one bin that one process sent to one peer.
struct PeerSize {
    uint32_t process = 0;
    uint32_t peer = 0;  // as in Flows::peer
    uint8_t traffic_class = 0;
    uint8_t bin = 0;
    uint64_t messages = 0;
};

// One process's calls of a collective operation by one algorithm on one communicator.
struct Collective {
    uint32_t process = 0;
    uint32_t communicator = 0;  // index into Profile::communicators
    uint32_t operation = 0;     // index into Profile::names, as is the algorithm
    uint32_t algorithm = 0;
    int32_t rank = 0;  // of the process in the communicator's (local) group
    uint8_t mode = 0;  // mpimon_mode
    uint8_t role = 0;  // mpimon_role
    bool shared_memory = false;
    uint64_t calls = 0;
    uint64_t bytes = 0;
    uint64_t time_ns = 0;
    uint64_t root_calls = 0;
    uint64_t root_bytes = 0;
    uint32_t context = 0;  // index into Profile::contexts
    uint32_t parent =
        0;  // of a step: 1 + index into Profile::names of the operation whose call it is a part of; 0: none
};

// What calls of one operation on one communicator exchange with one peer, by one process's own arguments; kept of
// operations in which each process has a count of its own. Of the process itself: how many calls are kept.
struct Asked {
    uint32_t process = 0;
    uint32_t communicator = 0;  // index into Profile::communicators
    uint32_t operation = 0;     // index into Profile::names
    uint32_t peer = 0;          // as in Flows::peer
    uint64_t calls = 0;
    uint64_t bytes = 0;
};

struct Function {
    uint32_t process = 0;
    uint32_t name = 0;     // index into Profile::names
    uint32_t context = 0;  // index into Profile::contexts
    uint64_t calls = 0;
    uint64_t time_ns = 0;
    uint64_t shortest_ns = 0;
    uint64_t longest_ns = 0;
};

// How a quantity inside MPICH, such as the length of a queue, changed in one process and context.
struct Gauge {
    uint32_t process = 0;
    uint32_t name = 0;     // index into Profile::names, such as "unexpected_messages"
    uint32_t context = 0;  // index into Profile::contexts
    uint64_t rises = 0;    // sums of all changes upwards and downwards
    uint64_t falls = 0;
    uint64_t highest = 0;  // the highest value that a change in this context has led to
};

// A part of the file that could not be read, or something in it that cannot be true.
struct Diagnostic {
    uint64_t offset = 0;  // in the file, in bytes
    std::string text;
};

struct Profile {
    Job job;
    std::vector<Process> processes;  // by world rank
    std::vector<std::string> hosts;
    std::vector<Settings> settings;  // all different; the first ones are the job's
    std::vector<std::string> names;
    std::vector<Communicator> communicators;
    std::vector<mpimon_foreign> foreign;
    FlowStore flows;
    std::vector<Histogram> histograms;
    std::vector<uint64_t> histogram_bins;
    std::vector<PeerSize> peer_sizes;  // by process, peer, class and bin
    std::vector<Collective> collectives;
    std::vector<Asked> asked;
    std::vector<Function> functions;
    std::vector<Gauge> gauges;
    std::vector<Region> regions;
    std::vector<Context> contexts;  // the first one is that of no region and no function
    std::vector<RegionTime> region_times;

    std::vector<Diagnostic> diagnostics;  // empty: the file is whole and sound
    uint64_t unlisted_diagnostics = 0;    // further ones, too many to list

    const Settings &settings_of(const Process &process) const { return settings[process.settings]; }

    // The process of a world rank, or nullptr if it has no record.
    const Process *process_of(uint32_t world_rank) const {
        const auto found =
            std::lower_bound(processes.begin(), processes.end(), world_rank,
                             [](const Process &process, uint32_t rank) { return process.world_rank < rank; });
        return found != processes.end() && found->world_rank == world_rank ? &*found : nullptr;
    }
    uint32_t rank_of(const Flows &rows, size_t flow) const { return processes[rows.process[flow]].world_rank; }
};

}  // namespace mpimon

#endif
