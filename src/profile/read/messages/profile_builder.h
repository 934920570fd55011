// Puts the messages of a profile together into one model; what contradicts itself becomes a diagnostic.
#ifndef MPIMON_PROFILE_PROFILE_BUILDER_H
#define MPIMON_PROFILE_PROFILE_BUILDER_H

#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <protozero/pbf_reader.hpp>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "profile/read/profile.h"

namespace mpimon {

// Numbers for strings that occur many times.
class Interner {
  public:
    uint32_t index_of(std::string_view text);
    std::vector<std::string> release();

  private:
    std::deque<std::string> texts_;
    std::unordered_map<std::string_view, uint32_t> indices_;
};

class ProfileBuilder {
  public:
    ProfileBuilder();

    // Each takes one message and its offset in the file, for diagnostics. They throw protozero::exception if it is
    // malformed; the profile is then as it was before.
    void add_job(protozero::pbf_reader message, uint64_t offset);
    void add_process(protozero::pbf_reader message, uint64_t offset);
    void add_end(protozero::pbf_reader message, uint64_t offset);

    void diagnose(uint64_t offset, std::string text);

    // The profile, after the last message; `size` is the file's, in bytes. May be called once.
    Profile finish(uint64_t size);

    // The major format that the job's record names; 0 if there was none yet.
    uint32_t format_major() const { return profile_.job.format_major; }

  private:
    struct PlaceMessage {
        std::string_view node;
        std::string_view cpuset;
        uint32_t node_index = 0;
        bool by_name = false;
        bool alone = false;
        bool bound = false;
        std::array<uint32_t, 4> objects = {};  // package, NUMA node, L3 cache and core, each + 1
        uint64_t topology = 0;
        uint32_t seen = 0;
    };

    struct NodeFacts {
        uint64_t topology = 0;         // its hash; 0: nobody has told it
        std::optional<uint32_t> seen;  // as the first process has told it
        bool seen_alike = true;        // by all processes
    };

    // A Process message as it stands in the file, with its own indices. One object serves all messages, to keep the
    // memory of its arrays.
    struct Message {
        Process process;
        std::string_view host;
        std::optional<Settings> settings;  // none: the job's
        uint32_t skipped;
        std::vector<std::string_view> names;
        std::vector<Communicator> communicators;
        std::vector<int32_t> ranks;                      // of the process in each communicator
        std::vector<std::pair<size_t, Origin>> origins;  // index of the communicator, and the origin as it stands there
        std::vector<uint32_t> flow_communicators;
        std::vector<int64_t> peer_deltas;
        std::vector<uint32_t> kinds;
        std::vector<uint64_t> messages;
        std::vector<uint64_t> bytes;
        std::vector<std::pair<uint32_t, std::vector<uint64_t>>> histograms;
        std::vector<int64_t> size_peer_deltas;
        std::vector<uint32_t> size_kinds;
        std::vector<uint64_t> size_messages;
        std::optional<PlaceMessage> place;
        std::string_view topology;
        std::vector<int64_t> transport_peer_deltas;
        std::vector<uint32_t> transport_names;
        std::vector<Collective> collectives;
        std::vector<Asked> asked;
        std::vector<CollectiveSize> collective_sizes;
        std::vector<Trial> trials;
        std::vector<Change> changes;
        std::vector<OverlapSite> overlap_sites;
        std::vector<Plugin> plugins;
        std::vector<Wait> waits;  // with the communicator + 1 and the operation + 1
        std::vector<Noncontiguous> noncontiguous;
        std::vector<mpimon_foreign> foreign;
        std::vector<Function> functions;
        std::vector<Gauge> gauges;
        std::vector<uint32_t> flow_contexts;
        std::vector<std::pair<uint32_t, uint32_t>> contexts;  // region + 1, function + 1
        std::vector<Region> regions;                          // with the parent + 1
        std::vector<RegionTime> region_times;
        std::optional<Timeline> timeline;
        size_t bad_intervals;
        std::vector<std::optional<std::string_view>> files;                       // their names; none: the rest
        std::vector<FileCalls> file_calls;                                        // with indices into `files`, as these
        std::vector<std::pair<FileAccess, std::vector<uint64_t>>> file_accesses;  // with their bins

        void clear();
    };

    void read_process(protozero::pbf_reader &message);
    void read_communicator(protozero::pbf_reader message);
    static Origin read_origin(protozero::pbf_reader message);
    void read_flows(protozero::pbf_reader message);
    void read_histogram(protozero::pbf_reader message);
    void read_sizes(protozero::pbf_reader message);
    void read_place(protozero::pbf_reader message);
    void read_transports(protozero::pbf_reader message);
    void read_collective(protozero::pbf_reader message);
    void read_asked(protozero::pbf_reader message);
    void read_collective_size(protozero::pbf_reader message);
    void read_trial(protozero::pbf_reader message);
    void read_change(protozero::pbf_reader message);
    void read_overlap_site(protozero::pbf_reader message);
    void read_plugin(protozero::pbf_reader message);
    void read_wait(protozero::pbf_reader message);
    void read_noncontiguous(protozero::pbf_reader message);
    void read_function(protozero::pbf_reader message);
    void read_gauge(protozero::pbf_reader message);
    void read_context(protozero::pbf_reader message);
    void read_region(protozero::pbf_reader message);
    void read_timeline(protozero::pbf_reader message);
    void read_file(protozero::pbf_reader message);

    void merge_communicators(uint64_t offset);
    void merge_regions(uint32_t process, uint64_t offset);
    void merge_origins(uint64_t offset);
    void merge_contexts(uint64_t offset);
    void merge_flows(uint32_t process, uint64_t offset);
    void merge_histograms(uint32_t process, uint64_t offset);
    void merge_sizes(uint32_t process, uint64_t offset);
    void merge_place(Process &process, uint64_t offset);
    void merge_hardware(uint64_t hash, uint64_t offset);
    void merge_transports(uint32_t process, uint64_t offset);
    void merge_collectives(uint32_t process, uint64_t offset);
    void merge_asked(uint32_t process, uint64_t offset);
    void merge_timeline(uint32_t process, uint64_t offset);
    void merge_files(uint32_t process, uint64_t offset);
    void merge_collective_sizes(uint32_t process, uint64_t offset);
    void merge_trials(uint32_t process, uint64_t offset);
    void merge_waits(uint32_t process, uint64_t offset);
    void merge_noncontiguous(uint32_t process, uint64_t offset);
    void merge_changes(uint32_t process, uint64_t offset);
    void merge_overlap_sites(uint32_t process, uint64_t offset);
    void merge_plugins(uint32_t process, uint64_t offset);

    // Merges functions or gauges, which belong to a name and a context; `what` names them in a diagnostic.
    template <class Item>
    void merge_by_context(std::vector<Item> &items, std::vector<Item> &merged, uint32_t process, uint64_t offset,
                          const char *what);

    // Translates an origin from the current message's numbers to the profile's; false if the message has no such.
    bool translate_origin(Origin &origin) const;

    // Translates a peer that the current message names to the profile's numbers; false if there is no such peer.
    bool translate_peer(uint64_t peer, uint32_t &translated);
    void diagnose_rank(uint64_t offset, size_t rows, const char *what);
    uint32_t settings_index(Settings settings);
    void fill_in_job_settings();
    void sort_processes();
    void sort_shared();
    void sort_sizes();
    void sort_nodes();
    void sort_transports();
    void sort_timelines();
    void sort_changes();
    void sort_overlap_sites();
    void diagnose_missing(uint64_t size);
    void include_all_ranks();

    using CommunicatorKey = std::tuple<uint32_t, uint64_t, uint32_t>;  // context id, group hash, occurrence

    Profile profile_;
    Interner names_;
    Interner hosts_;
    std::map<Settings, uint32_t> settings_;
    Interner file_names_;
    std::map<CommunicatorKey, uint32_t> communicators_;
    std::map<std::pair<uint32_t, uint32_t>, uint32_t> foreign_;
    std::map<std::pair<std::string, uint32_t>, uint32_t> nodes_;  // by name and MPICH's number, where that matters
    std::vector<NodeFacts> node_facts_;                           // of each of them
    std::map<uint64_t, uint32_t> topologies_;                     // by their hash
    std::map<std::pair<uint32_t, uint32_t>, uint32_t> regions_;   // by name and parent
    std::map<std::pair<uint32_t, uint32_t>, uint32_t> contexts_;  // by region and function
    uint64_t ranks_named_ = 0;  // one more than the highest rank that is somebody's peer
    std::unordered_set<uint32_t> ranks_;
    bool job_seen_ = false;
    bool end_seen_ = false;
    uint32_t expected_processes_ = 0;

    Message message_;
    Flows flows_;  // of the current message, with the profile's numbers
    // These lead from indices of the current message to those of the profile.
    std::vector<uint32_t> communicator_map_;
    std::vector<uint32_t> owners_;  // of the communicators, as the message has them
    std::vector<uint32_t> name_map_;
    std::vector<uint32_t> foreign_map_;
    std::vector<uint32_t> region_map_;
    std::vector<uint32_t> context_map_;
};

}  // namespace mpimon

#endif
