// A message is taken apart into its fields, one of them is changed, and all is put together again, from the innermost
// message out to the record and its checksum. That a field is a message is guessed: its bytes can be read as one.
#include "profile_mutator.h"

#include <array>
#include <cstring>
#include <optional>
#include <protozero/pbf_reader.hpp>
#include <protozero/pbf_writer.hpp>
#include <random>
#include <string>
#include <vector>

#include "profile/format/crc32c.h"
#include "profile/format/records.h"

// Defined by libFuzzer.
extern "C" size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t room);

namespace mpimon::test {

namespace {

using protozero::pbf_wire_type;
using Random = std::minstd_rand;

constexpr std::array<uint64_t, 9> kSuspicious = {0,          1,          2,          UINT8_MAX, INT32_MAX,
                                                 0x80000000, UINT32_MAX, UINT64_MAX, INT64_MAX};
constexpr uint32_t kRecord = 1;
constexpr uint32_t kMarker = 1;
constexpr uint32_t kChecksum = 2;

struct Field {
    uint32_t number;
    pbf_wire_type type;
    uint64_t value;     // if it is a number
    std::string bytes;  // if it has a length
};

bool one_in(unsigned n, Random &random) {
    return random() % n == 0;
}

// The fields of a message; nothing if these bytes are no message.
std::optional<std::vector<Field>> fields_of(const std::string &message) {
    std::vector<Field> fields;
    try {
        protozero::pbf_reader reader(message);
        while (reader.next()) {
            Field field = {reader.tag(), reader.wire_type(), 0, {}};
            switch (field.type) {
                case pbf_wire_type::varint:
                    field.value = reader.get_uint64();
                    break;
                case pbf_wire_type::fixed64:
                    field.value = reader.get_fixed64();
                    break;
                case pbf_wire_type::fixed32:
                    field.value = reader.get_fixed32();
                    break;
                default:
                    field.bytes = reader.get_string();
            }
            fields.push_back(std::move(field));
        }
    } catch (const protozero::exception &) {
        return std::nullopt;
    }
    return fields;
}

std::string message_of(const std::vector<Field> &fields) {
    std::string message;
    protozero::pbf_writer writer(message);
    for (const Field &field : fields) {
        switch (field.type) {
            case pbf_wire_type::varint:
                writer.add_uint64(field.number, field.value);
                break;
            case pbf_wire_type::fixed64:
                writer.add_fixed64(field.number, field.value);
                break;
            case pbf_wire_type::fixed32:
                writer.add_fixed32(field.number, static_cast<uint32_t>(field.value));
                break;
            default:
                writer.add_bytes(field.number, field.bytes);
        }
    }
    return message;
}

void mutate_number(uint64_t &value, Random &random) {
    switch (random() % 4) {
        case 0:
            value = kSuspicious[random() % kSuspicious.size()];
            break;
        case 1:
            value += one_in(2, random) ? 1 : UINT64_MAX;
            break;
        case 2:
            value = random() % 16;
            break;
        default:
            value ^= uint64_t{1} << random() % 64;
    }
}

void mutate_bytes(std::string &bytes) {
    constexpr size_t kMore = 64;
    const size_t size = bytes.size();
    bytes.resize(size + kMore);
    bytes.resize(LLVMFuzzerMutate(reinterpret_cast<uint8_t *>(bytes.data()), size, bytes.size()));
}

void mutate_field(Field &field, Random &random);

// Changes one field, doubles it, removes it, or moves it.
void mutate_fields(std::vector<Field> &fields, Random &random) {
    if (fields.empty())
        return;
    const size_t chosen = random() % fields.size();
    const auto position = fields.begin() + static_cast<ptrdiff_t>(chosen);
    switch (random() % 16) {
        case 0:
            fields.push_back(*position);
            break;
        case 1:
            fields.erase(position);
            break;
        case 2:
            std::swap(fields[chosen], fields[random() % fields.size()]);
            break;
        case 3:
            fields[chosen].number = 1 + static_cast<uint32_t>(random() % 17);
            break;
        default:
            mutate_field(fields[chosen], random);
    }
}

void mutate_field(Field &field, Random &random) {
    if (field.type != pbf_wire_type::length_delimited) {
        mutate_number(field.value, random);
        return;
    }
    std::optional<std::vector<Field>> inner = fields_of(field.bytes);
    if (inner && !inner->empty() && !one_in(8, random)) {
        mutate_fields(*inner, random);
        field.bytes = message_of(*inner);
    } else {
        mutate_bytes(field.bytes);
    }
}

// The fields after marker and checksum, if this is a record.
std::optional<std::vector<Field>> body_of(const Field &record) {
    std::optional<std::vector<Field>> fields = fields_of(record.bytes);
    if (record.number != kRecord || !fields || fields->size() < 2 || (*fields)[0].number != kMarker ||
        (*fields)[1].number != kChecksum)
        return std::nullopt;
    fields->erase(fields->begin(), fields->begin() + 2);
    return fields;
}

std::string record_of(const std::vector<Field> &body) {
    const std::string content = message_of(body);
    return message_of({{kMarker, pbf_wire_type::fixed32, MPIMON_RECORD_MARKER, {}},
                       {kChecksum, pbf_wire_type::fixed32, mpimon_crc32c(content.data(), content.size()), {}}}) +
           content;
}

// Returns the profile with one record changed; nothing if it has no records.
std::optional<std::string> with_other_record(const std::string &profile, Random &random) {
    std::optional<std::vector<Field>> records = fields_of(profile);
    if (!records || records->empty())
        return std::nullopt;
    if (one_in(16, random)) {
        mutate_fields(*records, random);
        return message_of(*records);
    }
    Field &record = (*records)[random() % records->size()];
    std::optional<std::vector<Field>> body = body_of(record);
    if (!body)
        return std::nullopt;
    mutate_fields(*body, random);
    record.bytes = record_of(*body);
    return message_of(*records);
}

}  // namespace

size_t mutate_profile(uint8_t *data, size_t size, size_t room, unsigned seed) {
    Random random(seed);
    std::optional<std::string> changed;
    if (!one_in(8, random))
        changed = with_other_record({reinterpret_cast<const char *>(data), size}, random);
    if (!changed || changed->empty() || changed->size() > room)
        return LLVMFuzzerMutate(data, size, room);
    std::memcpy(data, changed->data(), changed->size());
    return changed->size();
}

}  // namespace mpimon::test
