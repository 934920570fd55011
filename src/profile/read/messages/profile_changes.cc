// Changes of control variables, in a Process message.
#include <algorithm>

#include "profile/format/fields.h"
#include "profile/format/tags.h"
#include "profile/read/messages/profile_builder.h"

namespace mpimon {

namespace {

constexpr size_t kMostChanges = size_t{1} << 20U;

}  // namespace

void ProfileBuilder::read_change(protozero::pbf_reader message) {
    Change change;
    const auto text = [&](size_t room) { return message.get_string().substr(0, room - 1); };
    while (message.next()) {
        switch (message.tag_and_type()) {
            case delimited(field::Change::name):
                change.name = text(MPIMON_NAME);
                break;
            case delimited(field::Change::value):
                change.value = text(MPIMON_TEXT);
                break;
            case varint(field::Change::time_ns):
                change.time_ns = message.get_int64();
                break;
            case varint(field::Change::collective):
                change.collective = message.get_uint64();
                break;
            case varint(field::Change::uid):
                change.uid = message.get_uint32();
                break;
            case varint(field::Change::pid):
                change.pid = message.get_uint32();
                break;
            case varint(field::Change::plugin):
                change.plugin = message.get_uint32();
                break;
            default:
                message.skip();
        }
    }
    message_.changes.push_back(std::move(change));
}

void ProfileBuilder::merge_changes(uint32_t process, uint64_t offset) {
    size_t bad = 0;
    for (Change &change : message_.changes) {
        if (change.name.empty() || profile_.changes.size() == kMostChanges) {
            ++bad;
            continue;
        }
        change.process = process;
        profile_.changes.push_back(std::move(change));
    }
    diagnose_rank(offset, bad, "changes");
}

// Rows are sorted by process; those of one process stay in the order in which they happened.
void ProfileBuilder::sort_changes() {
    std::stable_sort(profile_.changes.begin(), profile_.changes.end(),
                     [](const Change &a, const Change &b) { return a.process < b.process; });
    std::stable_sort(profile_.plugins.begin(), profile_.plugins.end(),
                     [](const Plugin &a, const Plugin &b) { return a.process < b.process; });
}

}  // namespace mpimon
