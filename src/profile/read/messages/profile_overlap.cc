// What overlap made of the program's calls, in a Process message.
#include <algorithm>
#include <array>

#include "profile/format/fields.h"
#include "profile/format/tags.h"
#include "profile/read/messages/profile_builder.h"

namespace mpimon {

namespace {

constexpr size_t kMostSites = size_t{1} << 22U;

void read_reasons(protozero::pbf_reader &message, OverlapSite &site) {
    size_t reason = 0;
    for (const uint64_t calls : message.get_packed_uint64()) {
        if (reason < site.synchronous.size())
            site.synchronous.at(reason) = calls;
        ++reason;
    }
}

}  // namespace

void ProfileBuilder::read_overlap_site(protozero::pbf_reader message) {
    OverlapSite site;
    const auto text = [&](size_t room) { return message.get_string().substr(0, room - 1); };
    while (message.next()) {
        switch (message.tag_and_type()) {
            case delimited(field::OverlapSite::object):
                site.object = text(MPIMON_TEXT);
                break;
            case delimited(field::OverlapSite::build_id):
                site.build_id = text(MPIMON_NAME);
                break;
            case varint(field::OverlapSite::offset):
                site.offset = message.get_uint64();
                break;
            case varint(field::OverlapSite::function):
                site.function = message.get_uint32();
                break;
            case varint(field::OverlapSite::calls):
                site.calls = message.get_uint64();
                break;
            case varint(field::OverlapSite::asynchronous):
                site.asynchronous = message.get_uint64();
                break;
            case varint(field::OverlapSite::in_calls_ns):
                site.in_calls_ns = message.get_uint64();
                break;
            case varint(field::OverlapSite::waited_ns):
                site.waited_ns = message.get_uint64();
                break;
            case varint(field::OverlapSite::meanwhile_ns):
                site.meanwhile_ns = message.get_uint64();
                break;
            case varint(field::OverlapSite::broken):
                site.broken = message.get_uint64();
                break;
            case delimited(field::OverlapSite::synchronous):
                read_reasons(message, site);
                break;
            default:
                message.skip();
        }
    }
    message_.overlap_sites.push_back(std::move(site));
}

void ProfileBuilder::merge_overlap_sites(uint32_t process, uint64_t offset) {
    size_t bad = 0;
    for (OverlapSite &site : message_.overlap_sites) {
        if (site.function >= MPIMON_OVERLAP_FUNCTIONS || profile_.overlap_sites.size() == kMostSites) {
            ++bad;
            continue;
        }
        site.process = process;
        profile_.overlap_sites.push_back(std::move(site));
    }
    diagnose_rank(offset, bad, "overlap sites");
}

void ProfileBuilder::sort_overlap_sites() {
    std::stable_sort(profile_.overlap_sites.begin(), profile_.overlap_sites.end(),
                     [](const OverlapSite &a, const OverlapSite &b) { return a.process < b.process; });
}

}  // namespace mpimon
