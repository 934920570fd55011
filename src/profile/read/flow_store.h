// All flows of a profile, packed, since a large job has many: 10 bytes or so each, where a row of Flows takes 33.
#ifndef MPIMON_PROFILE_FLOW_STORE_H
#define MPIMON_PROFILE_FLOW_STORE_H

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/layout.h"

namespace mpimon {

// What processes counted to or from their peers; column i of every array belongs to flow i.
struct Flows {
    std::vector<uint32_t> process;       // index into Profile::processes
    std::vector<uint32_t> communicator;  // index into Profile::communicators
    std::vector<uint32_t> peer;          // world rank, or FOREIGN_BIT + index into Profile::foreign, or UNKNOWN
    std::vector<uint8_t> kind;
    std::vector<uint32_t> context;  // index into Profile::contexts
    std::vector<uint64_t> messages;
    std::vector<uint64_t> bytes;

    size_t size() const { return process.size(); }
    mpimon_class traffic_class(size_t flow) const { return static_cast<mpimon_class>(kind[flow] & 7U); }
    mpimon_path path(size_t flow) const { return static_cast<mpimon_path>(kind[flow] >> 3U & 7U); }
    mpimon_direction direction(size_t flow) const { return static_cast<mpimon_direction>(kind[flow] >> 6U); }

    void clear();
};

class FlowStore {
  public:
    // Flows of all processes.
    size_t size() const { return size_; }

    // Appends the flows of one process.
    void unpack(uint32_t process, Flows &flows) const;

    // Calls visit(flows) with the flows of each process, by rank.
    template <class Visit>
    void each_process(Visit visit) const {
        Flows flows;
        for (uint32_t process = 0; process < packed_.size(); ++process) {
            flows.clear();
            unpack(process, flows);
            visit(static_cast<const Flows &>(flows));
        }
    }

    // All rows at once: for small jobs.
    Flows all() const;

    // The reader calls these. add() appends the next process's flows; once all are there, renumber_processes() makes
    // process i new_index[i], and renumber_shared() does the same with communicators and foreign peers.
    void add(const Flows &flows);
    void renumber_processes(const std::vector<uint32_t> &new_index);
    void renumber_shared(std::vector<uint32_t> communicators, std::vector<uint32_t> foreign_peers);

  private:
    uint32_t renumbered_peer(uint32_t peer) const;

    size_t size_ = 0;
    std::vector<std::string> packed_;  // by process: its flows one after the other, as varints
    std::vector<uint32_t> communicators_;
    std::vector<uint32_t> foreign_peers_;
};

}  // namespace mpimon

#endif
