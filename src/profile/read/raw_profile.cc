#include "profile/read/raw_profile.h"

#include "profile/format/fields.h"
#include "profile/format/records.h"
#include "profile/format/tags.h"
#include "profile/read/record_reader.h"

namespace mpimon {

namespace {

uint64_t key_of(pbf_reader job) {
    return job.next(field::Job::key, protozero::pbf_wire_type::fixed64) ? job.get_fixed64() : 0;
}

// Rank 0 is not written, as proto3 leaves zeros out.
uint32_t rank_of(pbf_reader process) {
    return process.next(field::Process::world_rank, protozero::pbf_wire_type::varint) ? process.get_uint32() : 0;
}

void add_record(RawProfile &profile, const Record &record) {
    pbf_reader body(record.content.data(), record.content.size());
    while (body.next()) {
        switch (body.tag_and_type()) {
            case delimited(field::Record::job):
                profile.key = key_of(body.get_message());
                profile.job = record.whole;
                break;
            case delimited(field::Record::process):
                profile.processes.try_emplace(rank_of(body.get_message()), record.whole);
                break;
            default:
                body.skip();
        }
    }
}

}  // namespace

RawProfile raw_profile(std::string_view file) {
    RawProfile profile;
    RecordReader reader(file, [](size_t, const std::string &) {});
    while (const auto record = reader.next()) {
        try {
            add_record(profile, *record);
        } catch (const protozero::exception &) {
            // The record is malformed, though its checksum is right: it is not copied.
        }
    }
    return profile;
}

}  // namespace mpimon
