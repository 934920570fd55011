#include "profile/read/messages/profile_builder.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace mpimon {

namespace {

constexpr size_t kListedDiagnostics = 100;

// The names of engine and MPICH are shorter. Many rows may share a name, so that a long one would take a multiple of
// the file.
constexpr size_t kLongestName = 127;

}  // namespace

uint32_t Interner::index_of(std::string_view text) {
    const auto found = indices_.find(text);
    if (found != indices_.end())
        return found->second;
    const auto index = static_cast<uint32_t>(texts_.size());
    texts_.emplace_back(text);
    indices_.emplace(texts_.back(), index);
    return index;
}

std::vector<std::string> Interner::release() {
    indices_.clear();
    return {std::make_move_iterator(texts_.begin()), std::make_move_iterator(texts_.end())};
}

void ProfileBuilder::Message::clear() {
    process = Process();
    host = {};
    settings.reset();
    skipped = 0;
    names.clear();
    communicators.clear();
    ranks.clear();
    origins.clear();
    flow_communicators.clear();
    peer_deltas.clear();
    kinds.clear();
    messages.clear();
    bytes.clear();
    histograms.clear();
    size_peer_deltas.clear();
    size_kinds.clear();
    size_messages.clear();
    place.reset();
    topology = {};
    transport_peer_deltas.clear();
    transport_names.clear();
    collectives.clear();
    asked.clear();
    collective_sizes.clear();
    trials.clear();
    changes.clear();
    overlap_sites.clear();
    plugins.clear();
    waits.clear();
    foreign.clear();
    functions.clear();
    gauges.clear();
    noncontiguous.clear();
    flow_contexts.clear();
    contexts.clear();
    regions.clear();
    region_times.clear();
    timeline.reset();
    bad_intervals = 0;
    files.clear();
    file_calls.clear();
    file_accesses.clear();
}

ProfileBuilder::ProfileBuilder() {
    profile_.contexts.emplace_back();
    contexts_.try_emplace({kNoRegion, kNoFunction}, 0);
    profile_.settings.emplace_back();  // the job's, once they are known
}

void ProfileBuilder::diagnose(uint64_t offset, std::string text) {
    if (profile_.diagnostics.size() < kListedDiagnostics)
        profile_.diagnostics.push_back({offset, std::move(text)});
    else
        ++profile_.unlisted_diagnostics;
}

void ProfileBuilder::diagnose_rank(uint64_t offset, size_t rows, const char *what) {
    if (rows > 0)
        diagnose(offset,
                 fmt::format("rank {}: {} {} make no sense and are left out", message_.process.world_rank, rows, what));
}

template <class Item>
void ProfileBuilder::merge_by_context(std::vector<Item> &items, std::vector<Item> &merged, uint32_t process,
                                      uint64_t offset, const char *what) {
    size_t bad = 0;
    for (Item &item : items) {
        if (item.name >= name_map_.size() || item.context >= context_map_.size()) {
            ++bad;
            continue;
        }
        item.process = process;
        item.name = name_map_[item.name];
        item.context = context_map_[item.context];
        merged.push_back(item);
    }
    diagnose_rank(offset, bad, what);
}

void ProfileBuilder::add_process(protozero::pbf_reader message, uint64_t offset) {
    message_.clear();
    read_process(message);
    const uint32_t rank = message_.process.world_rank;
    if (rank >= MPIMON_PEER_FOREIGN_BIT || (job_seen_ && rank >= profile_.job.world_size)) {
        diagnose(offset, fmt::format("rank {} in a job of {}; it is left out", rank, profile_.job.world_size));
        return;
    }
    if (!ranks_.insert(rank).second) {
        diagnose(offset, fmt::format("rank {} a second time; only the first is read", rank));
        return;
    }
    diagnose_rank(offset, message_.skipped, "blocks or items of its memory");

    name_map_.clear();
    for (const std::string_view name : message_.names)
        name_map_.push_back(names_.index_of(name.substr(0, kLongestName)));
    foreign_map_.clear();
    for (const mpimon_foreign &foreign : message_.foreign) {
        const auto next = static_cast<uint32_t>(profile_.foreign.size());
        const auto [entry, is_new] = foreign_.try_emplace({foreign.table, foreign.index}, next);
        if (is_new)
            profile_.foreign.push_back(foreign);
        foreign_map_.push_back(entry->second);
    }
    const auto process = static_cast<uint32_t>(profile_.processes.size());
    message_.process.host = hosts_.index_of(message_.host);
    message_.process.settings = message_.settings ? settings_index(*std::move(message_.settings)) : 0;
    merge_place(message_.process, offset);
    profile_.processes.push_back(message_.process);
    merge_communicators(offset);
    merge_regions(process, offset);
    merge_origins(offset);
    merge_contexts(offset);
    merge_flows(process, offset);
    merge_histograms(process, offset);
    merge_sizes(process, offset);
    merge_transports(process, offset);
    merge_collectives(process, offset);
    merge_asked(process, offset);
    merge_timeline(process, offset);
    merge_files(process, offset);
    merge_collective_sizes(process, offset);
    merge_trials(process, offset);
    merge_waits(process, offset);
    merge_noncontiguous(process, offset);
    merge_changes(process, offset);
    merge_overlap_sites(process, offset);
    merge_plugins(process, offset);
    merge_by_context(message_.functions, profile_.functions, process, offset, "function counts");
    merge_by_context(message_.gauges, profile_.gauges, process, offset, "gauges");
}

uint32_t ProfileBuilder::settings_index(Settings settings) {
    for (std::string *text : {&settings.executable, &settings.detail})
        text->resize(std::min<size_t>(text->size(), MPIMON_TEXT - 1));
    for (std::string *text : {&settings.command, &settings.folder, &settings.build_id})
        text->resize(std::min<size_t>(text->size(), MPIMON_COMMAND));
    const auto next = static_cast<uint32_t>(profile_.settings.size());
    const auto [entry, is_new] = settings_.try_emplace(settings, next);
    if (is_new)
        profile_.settings.push_back(std::move(settings));
    return entry->second;
}

// The job's record may come after those of processes that say the same of themselves.
void ProfileBuilder::fill_in_job_settings() {
    const Job &job = profile_.job;
    profile_.settings.front() = {job.executable, job.enable, job.detail, job.command, job.folder, job.build_id};
    const auto found = settings_.find(profile_.settings.front());
    if (found == settings_.end())
        return;
    const uint32_t same = found->second;
    profile_.settings.erase(profile_.settings.begin() + same);
    for (Process &process : profile_.processes)
        process.settings = process.settings == same ? 0 : process.settings - (process.settings > same ? 1 : 0);
}

bool ProfileBuilder::translate_peer(uint64_t peer, uint32_t &translated) {
    if (peer > UINT32_MAX)
        return false;
    translated = static_cast<uint32_t>(peer);
    if (translated == MPIMON_PEER_UNKNOWN)
        return true;
    if ((translated & MPIMON_PEER_FOREIGN_BIT) == 0) {
        if (job_seen_ && translated >= profile_.job.world_size)
            return false;
        ranks_named_ = std::max(ranks_named_, uint64_t{translated} + 1);
        return true;
    }
    const uint32_t index = translated & ~MPIMON_PEER_FOREIGN_BIT;
    if (index >= foreign_map_.size())
        return false;
    translated = MPIMON_PEER_FOREIGN_BIT | foreign_map_[index];
    return true;
}

void ProfileBuilder::merge_communicators(uint64_t offset) {
    size_t bad = 0;
    communicator_map_.clear();
    owners_.clear();
    for (Communicator &own : message_.communicators) {
        owners_.push_back(std::exchange(own.owner, 0));
        bool members_sound = own.members.empty() || own.members.size() == size_t{own.size} + own.remote_size;
        for (uint32_t &member : own.members)
            members_sound = translate_peer(member, member) && members_sound;
        if (!members_sound)
            own.members.clear();
        const CommunicatorKey key(own.context_id, own.group_hash, own.occurrence);
        const auto next = static_cast<uint32_t>(profile_.communicators.size());
        const auto [entry, is_new] = communicators_.try_emplace(key, next);
        communicator_map_.push_back(entry->second);
        if (is_new)
            profile_.communicators.push_back(std::move(own));
        Communicator &known = profile_.communicators[entry->second];
        ++known.processes;
        if (is_new) {
            bad += members_sound ? 0 : 1;
            continue;
        }
        const bool same = known.size == own.size && known.remote_size == own.remote_size && known.inter == own.inter;
        bad += members_sound && same ? 0 : 1;
        if (known.name.empty())
            known.name = std::move(own.name);
        if (same && known.members.empty())
            known.members = std::move(own.members);
    }
    for (size_t i = 0; i < owners_.size(); ++i)
        if (owners_[i] > 0 && owners_[i] <= communicator_map_.size())
            profile_.communicators[communicator_map_[i]].owner = communicator_map_[owners_[i] - 1] + 1;
    diagnose_rank(offset, bad, "communicators");
}

void ProfileBuilder::merge_flows(uint32_t process, uint64_t offset) {
    const size_t longest = std::max({message_.flow_communicators.size(), message_.peer_deltas.size(),
                                     message_.kinds.size(), message_.messages.size(), message_.bytes.size()});
    const size_t whole = std::min({message_.flow_communicators.size(), message_.peer_deltas.size(),
                                   message_.kinds.size(), message_.messages.size(), message_.bytes.size()});
    size_t bad = longest - whole;
    Flows &flows = flows_;
    flows.clear();
    uint64_t peer = 0;
    for (size_t i = 0; i < whole; ++i) {
        peer += static_cast<uint64_t>(message_.peer_deltas[i]);
        const uint32_t kind = message_.kinds[i];
        const uint32_t communicator = message_.flow_communicators[i];
        const uint32_t context = i < message_.flow_contexts.size() ? message_.flow_contexts[i] : 0;
        uint32_t translated = 0;
        if (communicator >= communicator_map_.size() || context >= context_map_.size() ||
            (kind & 7U) >= MPIMON_CLASSES || (kind >> 3U & 7U) >= MPIMON_PATHS || kind >> 6U >= MPIMON_DIRECTIONS ||
            !translate_peer(peer, translated)) {
            ++bad;
            continue;
        }
        profile_.has_io = profile_.has_io || (kind & 7U) == MPIMON_CLASS_IO;
        flows.process.push_back(process);
        flows.communicator.push_back(communicator_map_[communicator]);
        flows.peer.push_back(translated);
        flows.kind.push_back(static_cast<uint8_t>(kind));
        flows.context.push_back(context_map_[context]);
        flows.messages.push_back(message_.messages[i]);
        flows.bytes.push_back(message_.bytes[i]);
    }
    profile_.flows.add(flows);
    diagnose_rank(offset, bad, "message counts");
}

void ProfileBuilder::merge_histograms(uint32_t process, uint64_t offset) {
    size_t bad = 0;
    for (const auto &[traffic_class, bins] : message_.histograms) {
        if (traffic_class >= MPIMON_CLASSES || bins.size() > MPIMON_BINS) {
            ++bad;
            continue;
        }
        profile_.histograms.push_back({process, static_cast<uint8_t>(traffic_class), static_cast<uint8_t>(bins.size()),
                                       profile_.histogram_bins.size()});
        profile_.histogram_bins.insert(profile_.histogram_bins.end(), bins.begin(), bins.end());
    }
    diagnose_rank(offset, bad, "histograms");
}

void ProfileBuilder::merge_collectives(uint32_t process, uint64_t offset) {
    size_t bad = 0;
    for (Collective &collective : message_.collectives) {
        if (collective.communicator >= communicator_map_.size() || collective.operation >= name_map_.size() ||
            collective.algorithm >= name_map_.size() || collective.mode > MPIMON_PERSISTENT ||
            collective.role > MPIMON_ROLE_STEP || collective.context >= context_map_.size() ||
            collective.parent > name_map_.size()) {
            ++bad;
            continue;
        }
        collective.process = process;
        collective.rank = message_.ranks[collective.communicator];
        collective.communicator = communicator_map_[collective.communicator];
        collective.operation = name_map_[collective.operation];
        collective.algorithm = name_map_[collective.algorithm];
        collective.context = context_map_[collective.context];
        if (collective.parent > 0)
            collective.parent = name_map_[collective.parent - 1] + 1;
        profile_.collectives.push_back(collective);
    }
    diagnose_rank(offset, bad, "collective counts");
}

void ProfileBuilder::merge_asked(uint32_t process, uint64_t offset) {
    size_t bad = 0;
    for (Asked &asked : message_.asked) {
        if (asked.communicator >= communicator_map_.size() || asked.operation >= name_map_.size() ||
            !translate_peer(asked.peer, asked.peer)) {
            ++bad;
            continue;
        }
        asked.process = process;
        asked.communicator = communicator_map_[asked.communicator];
        asked.operation = name_map_[asked.operation];
        profile_.asked.push_back(asked);
    }
    diagnose_rank(offset, bad, "volumes that were asked for");
}

void ProfileBuilder::diagnose_missing(uint64_t size) {
    const size_t read = profile_.processes.size();
    if (!job_seen_)
        diagnose(0, "the job's own record is missing: executable, versions and settings are not known");
    else if (read < profile_.job.world_size)
        diagnose(size, fmt::format("only {} of the job's {} processes are in it", read, profile_.job.world_size));
    if (!end_seen_)
        diagnose(size, "it has no end: cut short, or still being written");
    else if (expected_processes_ != read)
        diagnose(size, fmt::format("{} processes were written and {} could be read", expected_processes_, read));
}

// Processes before the job's record could not be compared with it, and where it is missing, they say how large it is.
void ProfileBuilder::include_all_ranks() {
    const uint64_t present = profile_.processes.empty() ? 0 : uint64_t{profile_.processes.back().world_rank} + 1;
    const uint64_t ranks = std::max(present, ranks_named_);
    if (ranks <= profile_.job.world_size)
        return;
    if (job_seen_)
        diagnose(0, fmt::format("{} ranks in a job of {}", ranks, profile_.job.world_size));
    profile_.job.world_size = static_cast<uint32_t>(ranks);
}

Profile ProfileBuilder::finish(uint64_t size) {
    sort_processes();
    sort_shared();
    fill_in_job_settings();
    sort_sizes();
    sort_nodes();
    sort_transports();
    sort_timelines();
    sort_changes();
    sort_overlap_sites();
    diagnose_missing(size);
    include_all_ranks();
    profile_.names = names_.release();
    profile_.hosts = hosts_.release();
    profile_.file_names = file_names_.release();
    return std::move(profile_);
}

}  // namespace mpimon
