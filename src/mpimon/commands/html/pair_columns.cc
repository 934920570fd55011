#include "mpimon/commands/html/pair_columns.h"

#include <algorithm>
#include <tuple>

#include "analysis/traffic/asked_flows.h"
#include "analysis/traffic/traffic.h"

namespace mpimon {

namespace {

constexpr size_t kMostEntries = 30000000;      // a layer of a pair each
constexpr uint64_t kMostAskedPairs = 1000000;  // a collective asks for all of its communicator

struct Entry {
    uint32_t source;
    uint32_t target;
    uint32_t layer;  // index into PairColumns::layers
    Totals totals;

    auto key() const { return std::tie(source, target, layer); }
};

void add_number(std::string &bytes, uint64_t number) {
    for (; number > 0x7F; number >>= 7U)
        bytes.push_back(static_cast<char>(0x80U | (number & 0x7FU)));
    bytes.push_back(static_cast<char>(number));
}

void add_signed(std::string &bytes, int64_t number) {
    const uint64_t twice = static_cast<uint64_t>(number) << 1U;
    add_number(bytes, number < 0 ? ~twice : twice);
}

// Gathers the entries of all layers, and then writes them column by column.
class Columns {
  public:
    Columns(const Profile &profile, const Summary &summary) : profile_(profile) {
        add_traffic();
        add_asked();
        if (summary.waiting)
            add_waiting(*summary.waiting);
    }

    PairColumns take() {
        if (result_.too_many)
            return {{}, 0, "", true, result_.without_asked};
        std::sort(entries_.begin(), entries_.end(), [](const Entry &a, const Entry &b) { return a.key() < b.key(); });
        find_pairs();
        write_pairs();
        for (uint32_t layer = 0; layer < result_.layers.size(); ++layer)
            write_layer(layer);
        return std::move(result_);
    }

  private:
    uint32_t layer_of(PairLayer::Show show, mpimon_class traffic_class) {
        for (uint32_t i = 0; i < result_.layers.size(); ++i)
            if (result_.layers[i].show == show && result_.layers[i].traffic_class == traffic_class)
                return i;
        result_.layers.push_back({show, traffic_class});
        return static_cast<uint32_t>(result_.layers.size() - 1);
    }

    void add(uint32_t source, uint32_t target, uint32_t layer, const Totals &totals) {
        if (result_.too_many || (totals.messages == 0 && totals.bytes == 0))
            return;
        if (!entries_.empty() && entries_.back().source == source && entries_.back().target == target &&
            entries_.back().layer == layer) {
            entries_.back().totals.add(totals);
            return;
        }
        entries_.push_back({source, target, layer, totals});
        result_.too_many = entries_.size() > kMostEntries;
    }

    static bool is_shown(const PairTraffic &row) {
        return !row.is_self() && is_world_rank(row.source) && is_world_rank(row.target);
    }

    void add_traffic() {
        const bool received = records(profile_.job, "receives");
        each_source(profile_, ClassSet::all(), [&](const std::vector<PairTraffic> &rows) {
            for (const PairTraffic &row : rows)
                if (is_shown(row))
                    add(row.source, row.target, layer_of(PairLayer::kSent, row.traffic_class), row.moved());
            for (const PairTraffic &row : rows)
                if (received && is_shown(row))
                    add(row.source, row.target, layer_of(PairLayer::kReceived, row.traffic_class), row.received);
        });
    }

    void add_asked() {
        if (profile_.collectives.empty())
            return;
        for (const Communicator &communicator : profile_.communicators) {
            const uint64_t members = uint64_t{communicator.size} + communicator.remote_size;
            result_.without_asked = result_.without_asked || members > kMostAskedPairs / std::max<uint64_t>(1, members);
        }
        if (result_.without_asked)
            return;
        Profile asked = profile_;
        show_asked(asked);
        ClassSet collectives = ClassSet::none();
        collectives.add(MPIMON_CLASS_COLL);
        each_source(asked, collectives, [&](const std::vector<PairTraffic> &rows) {
            for (const PairTraffic &row : rows)
                if (is_shown(row))
                    add(row.source, row.target, layer_of(PairLayer::kAsked, MPIMON_CLASS_COLL), row.moved());
        });
    }

    void add_waiting(const Waiting &waiting) {
        for (const CulpritTime &row : waiting.pairs) {
            const uint32_t rank = profile_.processes[row.process].world_rank;
            if (is_world_rank(row.culprit) && row.culprit != rank)
                add(rank, row.culprit, layer_of(PairLayer::kWaiting, MPIMON_CLASS_P2P), {0, row.time_ns});
        }
    }

    void find_pairs() {
        for (size_t i = 0; i < entries_.size(); ++i) {
            const bool same =
                i > 0 && entries_[i].source == entries_[i - 1].source && entries_[i].target == entries_[i - 1].target;
            if (!same)
                firsts_.push_back(i);
        }
        result_.pairs = firsts_.size();
    }

    void write_pairs() {
        size_t pair = 0;
        std::string columns;
        for (uint32_t rank = 0; rank < profile_.job.world_size; ++rank) {
            const size_t begin = pair;
            int64_t before = rank;
            for (; pair < firsts_.size() && entries_[firsts_[pair]].source == rank; ++pair) {
                const int64_t target = entries_[firsts_[pair]].target;
                add_signed(columns, target - before);
                before = target;
            }
            add_number(result_.bytes, pair - begin);
        }
        result_.bytes += columns;
    }

    // What a layer has of one pair.
    Totals totals_of(size_t pair, uint32_t layer) const {
        Totals totals;
        const size_t end = pair + 1 < firsts_.size() ? firsts_[pair + 1] : entries_.size();
        for (size_t i = firsts_[pair]; i < end; ++i)
            if (entries_[i].layer == layer)
                totals.add(entries_[i].totals);
        return totals;
    }

    void write_column(uint32_t layer, uint64_t Totals::*column) {
        const bool received = result_.layers[layer].show == PairLayer::kReceived;
        const uint32_t sent = received ? layer_of(PairLayer::kSent, result_.layers[layer].traffic_class) : layer;
        for (size_t pair = 0; pair < firsts_.size(); ++pair) {
            const uint64_t value = totals_of(pair, layer).*column;
            if (received)
                add_signed(result_.bytes, static_cast<int64_t>(value - totals_of(pair, sent).*column));
            else
                add_number(result_.bytes, value);
        }
    }

    void write_layer(uint32_t layer) {
        if (result_.layers[layer].show != PairLayer::kWaiting)
            write_column(layer, &Totals::messages);
        write_column(layer, &Totals::bytes);
    }

    const Profile &profile_;
    PairColumns result_;
    std::vector<Entry> entries_;
    std::vector<size_t> firsts_;  // the first entry of each pair
};

}  // namespace

const char *layer_name(PairLayer::Show show) {
    switch (show) {
        case PairLayer::kSent:
            return "sent";
        case PairLayer::kReceived:
            return "received";
        case PairLayer::kAsked:
            return "asked";
        case PairLayer::kWaiting:
            break;
    }
    return "waiting";
}

PairColumns pair_columns(const Profile &profile, const Summary &summary) {
    return Columns(profile, summary).take();
}

}  // namespace mpimon
