#include "analysis/placement/search/multisection.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <queue>

namespace mpimon::placement {

namespace {

// Moves from parts that are too full to those that have room, the best first.
class Evening {
  public:
    Evening(const Weights &weights, const std::vector<uint32_t> &sizes, std::vector<uint32_t> &parts)
        : weights_(weights), parts_(parts), room_(sizes.begin(), sizes.end()) {
        for (const uint32_t part : parts)
            --room_[part];
    }

    void run() {
        for (uint32_t part = 0; part < room_.size(); ++part)
            if (room_[part] > 0)
                open_.push_back(part);
        for (uint32_t vertex = 0; vertex < parts_.size(); ++vertex)
            offer(vertex);
        while (!moves_.empty()) {
            const Move move = moves_.top();
            moves_.pop();
            if (room_[parts_[move.vertex]] >= 0 || move.from != parts_[move.vertex])
                continue;
            const Move now = best(move.vertex);
            if (now.gain < move.gain)
                moves_.push(now);
            else
                carry_out(now);
        }
    }

  private:
    struct Move {
        double gain;
        uint32_t vertex;
        uint32_t from;
        uint32_t to;

        bool operator<(const Move &other) const {
            return gain != other.gain ? gain < other.gain : vertex > other.vertex;
        }
    };

    void offer(uint32_t vertex) {
        if (room_[parts_[vertex]] < 0)
            moves_.push(best(vertex));
    }

    // The move by which a vertex loses least: to a part of its peers' with room, or to any that has room.
    Move best(uint32_t vertex) {
        std::map<uint32_t, double> attraction;
        for (size_t arc = weights_.first[vertex]; arc < weights_.first[vertex + 1]; ++arc)
            attraction[parts_[weights_.peer[arc]]] += weights_.weight[arc];
        const uint32_t from = parts_[vertex];
        const double held = attraction.count(from) != 0 ? attraction[from] : 0;
        Move move{-held, vertex, from, any_with_room()};
        for (const auto &[part, weight] : attraction)
            if (room_[part] > 0 && weight - held > move.gain)
                move = {weight - held, vertex, from, part};
        return move;
    }

    uint32_t any_with_room() {
        while (room_[open_.back()] == 0)
            open_.pop_back();
        return open_.back();
    }

    void carry_out(const Move &move) {
        ++room_[move.from];
        --room_[move.to];
        parts_[move.vertex] = move.to;
        for (size_t arc = weights_.first[move.vertex]; arc < weights_.first[move.vertex + 1]; ++arc)
            offer(weights_.peer[arc]);
    }

    const Weights &weights_;
    std::vector<uint32_t> &parts_;
    std::vector<int64_t> room_;
    std::vector<uint32_t> open_;  // parts that had room at first
    std::priority_queue<Move> moves_;
};

class Multisection {
  public:
    Multisection(const Weights &weights, const Topology &topology, ScotchStrategy strategy, uint64_t seed)
        : topology_(topology), strategy_(strategy), seed_(seed), cutter_(weights), mapping_(weights.vertices()) {}

    Mapping run() {
        std::vector<uint32_t> all(mapping_.size());
        std::iota(all.begin(), all.end(), 0U);
        share_out(all, 0, {0, topology_.objects(0)});
        return std::move(mapping_);
    }

  private:
    // Shares vertices out to objects of a level that are within the same one.
    void share_out(const std::vector<uint32_t> &vertices, uint32_t level, Range objects) {
        if (vertices.empty())
            return;
        const std::vector<uint32_t> sizes = sizes_for(static_cast<uint32_t>(vertices.size()), level, objects);
        const std::vector<uint32_t> parts = parts_of(vertices, sizes, level);
        std::vector<std::vector<uint32_t>> shares(objects.size());
        for (size_t i = 0; i < vertices.size(); ++i)
            shares[parts[i]].push_back(vertices[i]);
        for (uint32_t i = 0; i < objects.size(); ++i) {
            const uint32_t object = objects.first + i;
            if (level + 1 < topology_.depth())
                share_out(shares[i], level + 1, topology_.children(level, object));
            else if (!shares[i].empty())
                mapping_[shares[i].front()] = topology_.range(level, object).first;
        }
    }

    // How many ranks each object gets: the largest objects are filled first, so that few are needed.
    std::vector<uint32_t> sizes_for(uint32_t ranks, uint32_t level, Range objects) const {
        std::vector<uint32_t> order(objects.size());
        std::iota(order.begin(), order.end(), 0U);
        const auto slots = [&](uint32_t i) { return topology_.range(level, objects.first + i).size(); };
        std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) { return slots(a) > slots(b); });
        std::vector<uint32_t> sizes(objects.size());
        for (const uint32_t i : order) {
            sizes[i] = std::min(ranks, slots(i));
            ranks -= sizes[i];
        }
        return sizes;
    }

    std::vector<uint32_t> parts_of(const std::vector<uint32_t> &vertices, const std::vector<uint32_t> &sizes,
                                   uint32_t level) {
        std::vector<uint32_t> parts;
        const auto used =
            static_cast<size_t>(std::count_if(sizes.begin(), sizes.end(), [](uint32_t size) { return size > 0; }));
        if (used > 1 && level + 1 < topology_.depth()) {
            const Weights part = cutter_.cut(vertices);
            if (!part.peer.empty()) {
                parts = by_scotch(part, sizes);
                even_out(part, sizes, parts);
                return parts;
            }
        }
        for (uint32_t i = 0; i < sizes.size(); ++i)
            parts.insert(parts.end(), sizes[i], i);
        return parts;
    }

    std::vector<uint32_t> by_scotch(const Weights &part, const std::vector<uint32_t> &sizes) {
        std::vector<uint32_t> wanted;
        std::vector<uint32_t> number;
        for (uint32_t i = 0; i < sizes.size(); ++i)
            if (sizes[i] > 0) {
                wanted.push_back(sizes[i]);
                number.push_back(i);
            }
        std::vector<uint32_t> parts = scotch_parts(part, wanted, strategy_, seed_);
        for (uint32_t &found : parts)
            found = number[found];
        return parts;
    }

    const Topology &topology_;
    ScotchStrategy strategy_;
    uint64_t seed_;
    Cutter cutter_;
    Mapping mapping_;
};

}  // namespace

void even_out(const Weights &weights, const std::vector<uint32_t> &sizes, std::vector<uint32_t> &parts) {
    Evening(weights, sizes, parts).run();
}

Mapping multisection(const Weights &weights, const Topology &topology, ScotchStrategy strategy, uint64_t seed) {
    return Multisection(weights, topology, strategy, seed).run();
}

}  // namespace mpimon::placement
