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
#include <tuple>
#include <vector>

#include "engine/layout.h"
#include "profile/read/flow_store.h"
#include "profile/read/messages/timelines.h"

namespace mpimon {

constexpr uint32_t kNoRegion = MPIMON_NONE;
constexpr uint32_t kNoFunction = MPIMON_NONE;
constexpr uint32_t kOtherFiles = MPIMON_NONE;  // all files for which a process had no room

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
    // Empty: not known, or there is none.
    std::string step;
    std::string array_index;
    std::string account;
    std::string nodes;     // as the batch system lists them
    std::string launcher;  // such as "hydra"
    std::string network;   // such as "UCX 1.13.1"
    // What rank 0 ran:
    std::string command;
    std::string folder;
    std::string build_id;
};

// What a process ran and was to count; processes of one job may differ.
struct Settings {
    std::string executable;
    int32_t enable = 0;  // as in Job; 0: the process counted nothing
    std::string detail;
    std::string command;
    std::string folder;
    std::string build_id;  // of the executable
};

inline bool operator<(const Settings &a, const Settings &b) {
    return std::tie(a.executable, a.enable, a.detail, a.command, a.folder, a.build_id) <
           std::tie(b.executable, b.enable, b.detail, b.command, b.folder, b.build_id);
}
// A node of the job.
struct Node {
    std::string name;
    uint32_t index = MPIMON_NONE;     // MPICH's number, where nodes of one name are told apart by it
    uint32_t topology = MPIMON_NONE;  // index into Profile::topologies
};

// Where a process is. Objects of the hardware are hwloc's logical indices; MPIMON_NONE: the process may run on several,
// or there is none of the kind, or `bound` is false.
struct Place {
    uint32_t node = MPIMON_NONE;    // index into Profile::nodes; MPIMON_NONE: not known, nor is anything else
    uint32_t cpuset = MPIMON_NONE;  // index into Profile::names, such as "0-3,8"
    bool alone = false;             // MPICH takes it for the only process of its node
    bool bound = false;             // the objects are known
    uint32_t package = MPIMON_NONE;
    uint32_t numa_node = MPIMON_NONE;
    uint32_t l3 = MPIMON_NONE;
    uint32_t core = MPIMON_NONE;

    bool is_known() const { return node != MPIMON_NONE; }
};

// One of the transports by which the network module of one process reaches a peer.
struct Transport {
    uint32_t process = 0;
    uint32_t peer = 0;  // as in Flows::peer
    uint32_t name = 0;  // index into Profile::names, such as "posix/memory"
};

struct Process {
    uint32_t world_rank = 0;
    uint32_t pid = 0;
    uint32_t host = 0;          // index into Profile::hosts
    uint32_t settings = 0;      // index into Profile::settings
    int64_t start_time_ns = 0;  // since 1970-01-01 00:00 UTC
    int64_t end_time_ns = 0;    // 0 if not known
    bool complete = false;      // went through MPI_Finalize
    uint8_t ending = 0;         // else mpimon_ending
    int32_t exit_code = 0;      // of MPI_Abort
    Place place;
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
// operations in which each process has a count of its own. `calls` of the process itself are those kept.
struct Asked {
    uint32_t process = 0;
    uint32_t communicator = 0;  // index into Profile::communicators
    uint32_t operation = 0;     // index into Profile::names
    uint32_t peer = 0;          // as in Flows::peer
    uint64_t calls = 0;
    uint64_t bytes = 0;
};

// The user's calls of a collective operation that one process made with one root role and sizes of one bin.
struct CollectiveSize {
    uint32_t process = 0;
    uint32_t communicator = 0;  // this, operation, algorithm and mode as in Collective
    uint32_t operation = 0;
    uint32_t algorithm = 0;
    uint8_t mode = 0;
    bool shared_memory = false;
    bool root = false;
    uint8_t bin = 0;
    uint64_t calls = 0;
    uint64_t bytes = 0;
    uint64_t time_ns = 0;
};

// The user's calls of a collective operation that one process timed, of one candidate for the algorithm and one bin.
struct Trial {
    uint32_t process = 0;
    uint32_t communicator = 0;  // this, operation and algorithm as in Collective
    uint32_t operation = 0;
    uint32_t algorithm = 0;
    uint32_t candidate = 0;  // index into Profile::names
    uint8_t bin = 0;
    uint64_t calls = 0;
    double mean_ns = 0;
    double squares_ns2 = 0;  // sum of the squares of the distances from the mean
};

constexpr uint32_t kNoCommunicator = MPIMON_NONE;
constexpr uint32_t kNoOperation = MPIMON_NONE;

// Detail `waits`: how long one process's calls in one context waited for one peer.
struct Wait {
    uint32_t process = 0;
    uint32_t communicator = kNoCommunicator;  // index into Profile::communicators
    uint32_t peer = MPIMON_PEER_UNKNOWN;      // as in Flows::peer; UNKNOWN: one of the group
    uint8_t traffic_class = 0;
    uint8_t kind = 0;                   // mpimon_wait_kind
    uint32_t operation = kNoOperation;  // index into Profile::names, of a collective
    uint32_t context = 0;               // index into Profile::contexts
    uint64_t waits = 0;
    uint64_t time_ns = 0;
    uint64_t longest_ns = 0;
};

// Detail `functions`: messages of one class that one process sent in one context, and whose data does not lie together.
struct Noncontiguous {
    uint32_t process = 0;
    uint32_t context = 0;  // index into Profile::contexts
    uint8_t traffic_class = 0;
    uint64_t messages = 0;
    uint64_t bytes = 0;
    uint64_t blocks = 0;  // pieces that lie together, by the datatypes
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

// One process's calls for a file of MPI-IO that move no data of the program's.
struct FileCalls {
    uint32_t process = 0;
    uint32_t file = 0;      // index into Profile::file_names, or kOtherFiles
    uint8_t operation = 0;  // mpimon_file_operation
    uint64_t calls = 0;
    uint64_t failed = 0;  // of the calls
    uint64_t time_ns = 0;
};

// One process's calls of one family that read such a file or write to it.
struct FileAccess {
    uint32_t process = 0;
    uint32_t file = 0;   // as in FileCalls
    uint8_t family = 0;  // mpimon_file_family
    bool is_write = false;
    uint8_t bins = 0;  // how many numbers of Profile::histogram_bins, from `first` on, are those of the sizes
    size_t first = 0;
    uint64_t calls = 0;
    uint64_t failed = 0;  // of the calls; they are in no bin
    uint64_t bytes = 0;
    uint64_t time_ns = 0;
};

// A control variable of one process was changed while it ran.
struct Change {
    uint32_t process = 0;
    std::string name;
    std::string value;
    int64_t time_ns = 0;
    uint64_t collective = 0;  // from this call over MPI_COMM_WORLD on; 0: at once
    uint32_t uid = 0;         // of who asked
    uint32_t pid = 0;
    uint32_t plugin = 0;  // 1 + index of the one that asked among the process's plugins; 0: none did
};

// A plugin of one process.
struct Plugin {
    uint32_t process = 0;
    std::string name;  // empty where it could not be loaded
    std::string version;
    std::string file;
    uint32_t state = 0;  // mpimon_plugin_state
    std::string reason;
    uint64_t time_ns = 0;
    std::array<uint64_t, MPIMON_EVENTS> calls{};  // by mpimon_plugin_event
    std::vector<std::string> advice;
};

// The calls of one function from one site of the program, in one process, which overlap may have made asynchronous.
struct OverlapSite {
    uint32_t process = 0;
    std::string object;     // the file that has the code; empty: calls from further sites, of any function
    std::string build_id;   // its, in hexadecimal digits
    uint64_t offset = 0;    // of the instruction after the call, from where the object is loaded
    uint32_t function = 0;  // mpimon_overlap_function
    uint64_t calls = 0;
    uint64_t asynchronous = 0;  // of these
    uint64_t in_calls_ns = 0;   // until the calls returned
    uint64_t waited_ns = 0;     // afterwards: the program could not go on without the messages
    uint64_t meanwhile_ns = 0;  // afterwards, until it first needed one, or the last one was seen to be complete
    uint64_t broken = 0;        // chains that did not go on after this call as they had
    std::array<uint64_t, MPIMON_OVERLAP_REASONS> synchronous{};
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
    std::vector<Node> nodes;              // in the order of their lowest ranks
    std::vector<std::string> topologies;  // descriptions of nodes' hardware, in XML; all different
    std::vector<Transport> transports;    // by process and peer, then as the network module has them
    std::vector<Settings> settings;       // all different; the first ones are the job's
    std::vector<std::string> names;
    std::vector<Communicator> communicators;
    std::vector<mpimon_foreign> foreign;
    FlowStore flows;
    bool has_io = false;  // some of them are of class io
    std::vector<Histogram> histograms;
    std::vector<uint64_t> histogram_bins;
    std::vector<PeerSize> peer_sizes;  // by process, peer, class and bin
    std::vector<Collective> collectives;
    std::vector<Asked> asked;
    std::vector<CollectiveSize> collective_sizes;
    std::vector<Trial> trials;
    std::vector<Wait> waits;
    std::vector<Noncontiguous> noncontiguous;
    std::vector<Function> functions;
    std::vector<Gauge> gauges;
    std::vector<Region> regions;
    std::vector<Context> contexts;  // the first one is that of no region and no function
    std::vector<RegionTime> region_times;
    std::vector<Timeline> timelines;  // by process
    std::vector<std::string> file_names;
    std::vector<FileCalls> file_calls;
    std::vector<FileAccess> file_accesses;
    std::vector<Change> changes;             // by process, then in the order of time
    std::vector<Plugin> plugins;             // by process, then in the order of the variable
    std::vector<OverlapSite> overlap_sites;  // by process

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
