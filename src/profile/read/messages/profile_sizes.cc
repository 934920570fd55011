// Sizes per peer.
#include <algorithm>
#include <tuple>

#include "profile/format/fields.h"
#include "profile/format/tags.h"
#include "profile/read/messages/profile_builder.h"

namespace mpimon {

namespace {

template <class Iterators, class Value>
void append(const Iterators &values, std::vector<Value> &column) {
    column.insert(column.end(), values.begin(), values.end());
}

auto key_of(const PeerSize &size) {
    return std::tie(size.process, size.peer, size.traffic_class, size.bin);
}

}  // namespace

void ProfileBuilder::read_sizes(protozero::pbf_reader message) {
    while (message.next()) {
        switch (message.tag_and_type()) {
            case delimited(field::Sizes::peer_delta):
                append(message.get_packed_sint64(), message_.size_peer_deltas);
                break;
            case delimited(field::Sizes::kind):
                append(message.get_packed_uint32(), message_.size_kinds);
                break;
            case delimited(field::Sizes::messages):
                append(message.get_packed_uint64(), message_.size_messages);
                break;
            default:
                message.skip();
        }
    }
}

void ProfileBuilder::merge_sizes(uint32_t process, uint64_t offset) {
    const auto [whole, longest] =
        std::minmax({message_.size_peer_deltas.size(), message_.size_kinds.size(), message_.size_messages.size()});
    size_t bad = longest - whole;
    uint64_t peer = 0;
    for (size_t i = 0; i < whole; ++i) {
        peer += static_cast<uint64_t>(message_.size_peer_deltas[i]);
        const uint32_t traffic_class = message_.size_kinds[i] & 7U;
        const uint32_t bin = message_.size_kinds[i] >> 3U;
        uint32_t translated = 0;
        if (traffic_class >= MPIMON_CLASSES || bin >= MPIMON_BINS || !translate_peer(peer, translated)) {
            ++bad;
            continue;
        }
        profile_.peer_sizes.push_back({process, translated, static_cast<uint8_t>(traffic_class),
                                       static_cast<uint8_t>(bin), message_.size_messages[i]});
    }
    diagnose_rank(offset, bad, "sizes of messages");
}

// Processes come in any order, and foreign peers are numbered anew. A record may have the same peer, class and bin
// twice.
void ProfileBuilder::sort_sizes() {
    std::vector<PeerSize> &sizes = profile_.peer_sizes;
    std::sort(sizes.begin(), sizes.end(), [](const PeerSize &a, const PeerSize &b) { return key_of(a) < key_of(b); });
    size_t kept = 0;
    for (const PeerSize &size : sizes) {
        if (kept > 0 && key_of(sizes[kept - 1]) == key_of(size))
            sizes[kept - 1].messages += size.messages;
        else
            sizes[kept++] = size;
    }
    sizes.resize(kept);
}

}  // namespace mpimon
