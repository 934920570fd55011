#include "profile/write/encode/encode_files.h"

#include "profile/format/fields.h"
#include "profile/write/encode/array.h"

namespace mpimon {

namespace {

// No process has more; a damaged segment may seem to.
constexpr uint32_t kMostFiles = MPIMON_FILES + 1;

using AccessList = Array<const mpimon_file_access *>;

uint32_t order_of(const mpimon_file_access &access) {
    return access.family * 2U + access.is_write;
}

int compare_accesses(const void *left, const void *right) {
    const auto &a = **static_cast<const mpimon_file_access *const *>(left);
    const auto &b = **static_cast<const mpimon_file_access *const *>(right);
    return a.file != b.file ? compare_values(a.file, b.file) : compare_values(order_of(a), order_of(b));
}

void encode_calls(const SegmentView &segment, const mpimon_file &file, Wire &wire) {
    for (uint32_t operation = 0; operation < MPIMON_FILE_OPERATIONS; ++operation) {
        if (file.calls[operation] == 0)
            continue;
        const size_t start = wire.open(field::File::calls);
        wire.integer(field::FileCalls::operation, operation);
        wire.integer(field::FileCalls::calls, file.calls[operation]);
        wire.integer(field::FileCalls::failed, file.failed[operation]);
        wire.integer(field::FileCalls::time_ns, mpimon_ticks_to_ns(&segment.header(), file.time[operation]));
        wire.close(start);
    }
}

void encode_access(const SegmentView &segment, const mpimon_file_access &access, Wire &wire) {
    const size_t start = wire.open(field::File::access);
    wire.integer(field::FileAccess::family, access.family);
    wire.integer(field::FileAccess::write, access.is_write);
    wire.integer(field::FileAccess::calls, access.calls);
    wire.integer(field::FileAccess::failed, access.failed);
    wire.integer(field::FileAccess::bytes, access.bytes);
    wire.integer(field::FileAccess::time_ns, mpimon_ticks_to_ns(&segment.header(), access.time));
    int bins = MPIMON_BINS;
    while (bins > 0 && access.bins[bins - 1] == 0)
        --bins;
    const size_t array = wire.open(field::FileAccess::bin);
    for (int bin = 0; bin < bins; ++bin)
        wire.element(access.bins[bin]);
    wire.close(array);
    wire.close(start);
}

}  // namespace

bool encode_files(const SegmentView &segment, Wire &wire, uint32_t &skipped) {
    const uint32_t found = segment.count<mpimon_file>();
    const uint32_t files = found < kMostFiles ? found : kMostFiles;
    AccessList accesses;
    segment.each<mpimon_file_access>([&](const mpimon_file_access &access, uint32_t) {
        if (access.file < files && access.family < MPIMON_FILE_FAMILIES && access.is_write <= 1)
            accesses.push(&access);
        else
            ++skipped;
    });
    if (accesses.failed())
        return false;
    accesses.sort(compare_accesses);
    skipped += found - files;
    size_t next = 0;
    segment.each<mpimon_file>([&](const mpimon_file &file, uint32_t index) {
        if (index >= files)
            return;
        const size_t start = wire.open(field::Process::file);
        wire.text(field::File::name, file.name, sizeof file.name);
        wire.integer(field::File::rest, file.is_rest != 0);
        encode_calls(segment, file, wire);
        for (; next < accesses.size() && accesses[next]->file == index; ++next)
            encode_access(segment, *accesses[next], wire);
        wire.close(start);
    });
    return true;
}

}  // namespace mpimon
