#include "sites.h"

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <cstring>

#include "chains/choice.h"
#include "library.h"
#include "objects.h"
#include "say.h"
#include "signals/section.h"

namespace mpimon::overlap {

Call this_call;
std::int64_t waited_in_call;

namespace {

constexpr int kMostSites =
    MPIMON_OVERLAP_SITES;  // a power of two; the last one is that of all for which there is no room
constexpr int kShown = 16;
constexpr std::int64_t kSecond = 1'000'000'000;

Site sites[kMostSites];
std::int64_t published;

std::size_t hash_of(const void *caller, Kind kind) {
    const std::uint64_t mixed =
        (reinterpret_cast<std::uintptr_t>(caller) * 4 + std::uint64_t(kind)) * 0x9e3779b97f4a7c15u;
    return mixed >> 32;
}

// The slot that the call site has, or a free one, or the last one.
Site *find_site(const void *caller, Kind kind) {
    const std::size_t start = hash_of(caller, kind);
    for (int i = 0; i < kMostSites / 2; i++) {
        Site &site = sites[(start + i) % (kMostSites - 1)];
        if (!site.caller) {
            site.caller = caller;
            site.kind = kind;
        }
        if (site.caller == caller && site.kind == kind)
            return &site;
    }
    return &sites[kMostSites - 1];
}

std::int64_t time_of(const Site &site) {
    return site.in_calls + site.waited;
}

void fill_in(const Site &site, mpimon_overlap_site *out) {
    *out = {};
    if (site.caller) {
        Object object;
        find_object(site.caller, &object);
        std::memcpy(out->object, object.path, sizeof object.path);
        std::memcpy(out->build_id, object.build_id, sizeof object.build_id);
        out->offset = reinterpret_cast<std::uintptr_t>(site.caller) - object.base;
    }
    out->function = static_cast<std::uint32_t>(site.kind);
    out->calls = site.calls;
    out->asynchronous = site.asynchronous;
    out->in_calls = site.in_calls;
    out->waited = site.waited;
    out->meanwhile = site.meanwhile;
    out->broken = site.broken;
    std::memcpy(out->synchronous, site.synchronous, sizeof out->synchronous);
}

const char *name_of(std::uint32_t function) {
    constexpr const char *kNames[] = {"MPI_Send", "MPI_Recv", "MPI_Sendrecv"};
    return kNames[function];
}

// One write, so that processes do not mix their lines.
void show(const Site &of, int rank) {
    mpimon_overlap_site site;
    fill_in(of, &site);
    const char *name = std::strrchr(site.object, '/');
    char broken[48] = "";
    if (site.broken)
        std::snprintf(broken, sizeof broken, "; %" PRIu64 " chains broken", site.broken);
    say("overlap of rank %d: %s at %s+0x%" PRIx64 ": %" PRIu64 " calls, %" PRIu64
        " asynchronous, %.3f ms in them, %.3f ms waited later, %.3f ms without need of them%s",
        rank, name_of(site.function), name ? name + 1 : "?", site.offset, site.calls, site.asynchronous,
        1e-6 * site.in_calls, 1e-6 * site.waited, 1e-6 * site.meanwhile, broken);
}

}  // namespace

void begin_call(const void *caller, Kind kind) {
    this_call.site = find_site(caller, kind);
    this_call.site->calls++;
    this_call.number++;
    this_call.begun = now();
    waited_in_call = 0;
}

void count_synchronous(Reason why) {
    counters[MPIMON_OVERLAP_FIRST_REASON + static_cast<int>(why)]++;
    this_call.site->synchronous[static_cast<int>(why)]++;
}

void publish_sites() {
    if (!monitoring)
        return;
    const Section section;
    for (int i = 0; i < kMostSites; i++)
        if (sites[i].calls) {
            mpimon_overlap_site site;
            fill_in(sites[i], &site);
            monitoring->keep_site(i, &site);
        }
}

void publish_sites_in_time(std::int64_t now) {
    if (!published)
        published = now;
    if (now - published < kSecond)
        return;
    published = now;
    publish_sites();
}

void show_sites(int rank) {
    const Site *used[kMostSites];
    int count = 0;
    for (const Site &site : sites)
        if (site.calls)
            used[count++] = &site;
    std::sort(used, used + count, [](const Site *a, const Site *b) { return time_of(*a) > time_of(*b); });
    for (int i = 0; i < count && i < kShown; i++)
        show(*used[i], rank);
    if (count > kShown)
        say("overlap of rank %d: and %d sites whose calls took less time", rank, count - kShown);
}

}  // namespace mpimon::overlap
