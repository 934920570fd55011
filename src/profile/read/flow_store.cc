#include "profile/read/flow_store.h"

#include <iterator>
#include <protozero/varint.hpp>

namespace mpimon {

void Flows::clear() {
    process.clear();
    communicator.clear();
    peer.clear();
    kind.clear();
    context.clear();
    messages.clear();
    bytes.clear();
}

void FlowStore::add(const Flows &flows) {
    std::string packed;
    const auto write = [&](uint64_t value) { protozero::write_varint(std::back_inserter(packed), value); };
    int64_t before = 0;
    for (size_t i = 0; i < flows.size(); ++i) {
        write(protozero::encode_zigzag64(int64_t{flows.peer[i]} - before));
        before = flows.peer[i];
        packed.push_back(static_cast<char>(flows.kind[i]));
        write(flows.communicator[i]);
        write(flows.context[i]);
        write(flows.messages[i]);
        write(flows.bytes[i]);
    }
    size_ += flows.size();
    packed.shrink_to_fit();
    packed_.push_back(std::move(packed));
}

void FlowStore::unpack(uint32_t process, Flows &flows) const {
    const char *next = packed_[process].data();
    const char *const end = next + packed_[process].size();
    const auto read = [&] { return protozero::decode_varint(&next, end); };
    int64_t peer = 0;
    while (next != end) {
        peer += protozero::decode_zigzag64(read());
        flows.process.push_back(process);
        flows.peer.push_back(renumbered_peer(static_cast<uint32_t>(peer)));
        flows.kind.push_back(static_cast<uint8_t>(*next++));
        const uint64_t communicator = read();
        flows.communicator.push_back(communicators_.empty() ? static_cast<uint32_t>(communicator)
                                                            : communicators_[communicator]);
        flows.context.push_back(static_cast<uint32_t>(read()));
        flows.messages.push_back(read());
        flows.bytes.push_back(read());
    }
}

Flows FlowStore::all() const {
    Flows flows;
    for (uint32_t process = 0; process < packed_.size(); ++process)
        unpack(process, flows);
    return flows;
}

void FlowStore::renumber_processes(const std::vector<uint32_t> &new_index) {
    std::vector<std::string> sorted(packed_.size());
    for (size_t process = 0; process < packed_.size(); ++process)
        sorted[new_index[process]] = std::move(packed_[process]);
    packed_ = std::move(sorted);
}

void FlowStore::renumber_shared(std::vector<uint32_t> communicators, std::vector<uint32_t> foreign_peers) {
    communicators_ = std::move(communicators);
    foreign_peers_ = std::move(foreign_peers);
}

uint32_t FlowStore::renumbered_peer(uint32_t peer) const {
    if (peer == MPIMON_PEER_UNKNOWN || (peer & MPIMON_PEER_FOREIGN_BIT) == 0)
        return peer;
    return MPIMON_PEER_FOREIGN_BIT | foreign_peers_[peer & ~MPIMON_PEER_FOREIGN_BIT];
}

}  // namespace mpimon
