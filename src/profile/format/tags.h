// Tags of fields, made of number and type: a field of another type than expected is passed over as unknown.
#ifndef MPIMON_PROFILE_TAGS_H
#define MPIMON_PROFILE_TAGS_H

#include <cstdint>
#include <protozero/pbf_reader.hpp>

namespace mpimon {

using protozero::pbf_reader;

constexpr uint32_t varint(uint32_t field) {
    return protozero::tag_and_type(field, protozero::pbf_wire_type::varint);
}
constexpr uint32_t fixed32(uint32_t field) {
    return protozero::tag_and_type(field, protozero::pbf_wire_type::fixed32);
}
constexpr uint32_t fixed64(uint32_t field) {
    return protozero::tag_and_type(field, protozero::pbf_wire_type::fixed64);
}
constexpr uint32_t delimited(uint32_t field) {
    return protozero::tag_and_type(field, protozero::pbf_wire_type::length_delimited);
}

}  // namespace mpimon

#endif
