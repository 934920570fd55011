// Files of MPI-IO.
#include <algorithm>

#include "profile/format/fields.h"
#include "profile/format/tags.h"
#include "profile/read/messages/profile_builder.h"

namespace mpimon {

namespace {

// A number that may be too large for its enumeration, but not for the field that it goes to.
uint8_t read_small(pbf_reader &message) {
    return static_cast<uint8_t>(std::min<uint32_t>(message.get_uint32(), UINT8_MAX));
}

FileCalls read_calls(pbf_reader message) {
    FileCalls calls;
    while (message.next()) {
        switch (message.tag_and_type()) {
            case varint(field::FileCalls::operation):
                calls.operation = read_small(message);
                break;
            case varint(field::FileCalls::calls):
                calls.calls = message.get_uint64();
                break;
            case varint(field::FileCalls::failed):
                calls.failed = message.get_uint64();
                break;
            case varint(field::FileCalls::time_ns):
                calls.time_ns = message.get_uint64();
                break;
            default:
                message.skip();
        }
    }
    return calls;
}

void read_access(pbf_reader message, FileAccess &access, std::vector<uint64_t> &bins) {
    while (message.next()) {
        switch (message.tag_and_type()) {
            case varint(field::FileAccess::family):
                access.family = read_small(message);
                break;
            case varint(field::FileAccess::write):
                access.is_write = message.get_bool();
                break;
            case varint(field::FileAccess::calls):
                access.calls = message.get_uint64();
                break;
            case varint(field::FileAccess::failed):
                access.failed = message.get_uint64();
                break;
            case varint(field::FileAccess::bytes):
                access.bytes = message.get_uint64();
                break;
            case varint(field::FileAccess::time_ns):
                access.time_ns = message.get_uint64();
                break;
            case delimited(field::FileAccess::bin):
                for (const uint64_t number : message.get_packed_uint64())
                    bins.push_back(number);
                break;
            default:
                message.skip();
        }
    }
}

}  // namespace

void ProfileBuilder::read_file(pbf_reader message) {
    const auto index = static_cast<uint32_t>(message_.files.size());
    std::string_view name;
    bool is_rest = false;
    while (message.next()) {
        switch (message.tag_and_type()) {
            case delimited(field::File::name): {
                const protozero::data_view given = message.get_view();
                name = {given.data(), std::min<size_t>(given.size(), MPIMON_TEXT - 1)};
                break;
            }
            case varint(field::File::rest):
                is_rest = message.get_bool();
                break;
            case delimited(field::File::calls):
                message_.file_calls.push_back(read_calls(message.get_message()));
                message_.file_calls.back().file = index;
                break;
            case delimited(field::File::access): {
                auto &[access, bins] = message_.file_accesses.emplace_back();
                read_access(message.get_message(), access, bins);
                access.file = index;
                break;
            }
            default:
                message.skip();
        }
    }
    message_.files.push_back(is_rest ? std::nullopt : std::optional(name));
}

void ProfileBuilder::merge_files(uint32_t process, uint64_t offset) {
    size_t bad = 0;
    std::vector<uint32_t> file_map;
    for (const auto &name : message_.files)
        file_map.push_back(name ? file_names_.index_of(*name) : kOtherFiles);
    for (FileCalls &calls : message_.file_calls) {
        if (calls.operation >= MPIMON_FILE_OPERATIONS) {
            ++bad;
            continue;
        }
        calls.process = process;
        calls.file = file_map[calls.file];
        profile_.file_calls.push_back(calls);
    }
    for (auto &[access, bins] : message_.file_accesses) {
        if (access.family >= MPIMON_FILE_FAMILIES || bins.size() > MPIMON_BINS) {
            ++bad;
            continue;
        }
        access.process = process;
        access.file = file_map[access.file];
        access.bins = static_cast<uint8_t>(bins.size());
        access.first = profile_.histogram_bins.size();
        profile_.histogram_bins.insert(profile_.histogram_bins.end(), bins.begin(), bins.end());
        profile_.file_accesses.push_back(access);
    }
    diagnose_rank(offset, bad, "counts of files");
}

}  // namespace mpimon
