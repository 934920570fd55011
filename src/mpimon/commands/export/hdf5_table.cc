#include "mpimon/commands/export/hdf5_table.h"

#include <algorithm>

namespace mpimon {

namespace {

constexpr size_t kRowsOfChunk = 65536;
constexpr unsigned kCompression = 1;  // the fastest; integers that repeat need no more

void require(herr_t status) {
    if (status < 0)
        throw Hdf5Error();
}

hid_t text_type() {
    const hid_t type = H5Tcopy(H5T_C_S1);
    require(H5Tset_size(type, H5T_VARIABLE));
    require(H5Tset_cset(type, H5T_CSET_UTF8));
    return type;
}

void write_attribute(hid_t object, const std::string &name, hid_t type, const void *value) {
    const Hdf5Handle space(H5Screate(H5S_SCALAR), H5Sclose);
    const Hdf5Handle attribute(H5Acreate2(object, name.c_str(), type, space, H5P_DEFAULT, H5P_DEFAULT), H5Aclose);
    require(H5Awrite(attribute, type, value));
}

// Many rows are compressed in chunks.
void set_storage(hid_t properties, size_t count) {
    if (count < kRowsOfChunk)
        return;
    const hsize_t chunk = kRowsOfChunk;
    require(H5Pset_chunk(properties, 1, &chunk));
    require(H5Pset_shuffle(properties));
    require(H5Pset_deflate(properties, kCompression));
}

}  // namespace

Hdf5Handle::Hdf5Handle(hid_t id, herr_t (*close)(hid_t)) : id_(id), close_(close) {
    if (id_ < 0)
        throw Hdf5Error();
}

void write_attribute(hid_t object, const std::string &name, const std::string &value) {
    const Hdf5Handle type(text_type(), H5Tclose);
    const char *text = value.c_str();
    write_attribute(object, name, type, static_cast<const void *>(&text));
}

void write_attribute(hid_t object, const std::string &name, uint64_t value) {
    write_attribute(object, name, H5T_NATIVE_UINT64, static_cast<const void *>(&value));
}

Hdf5Table::Hdf5Table(hid_t file, const std::string &name)
    : group_(H5Gcreate2(file, name.c_str(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Gclose) {}

hid_t Hdf5Table::number_type(size_t size) {
    switch (size) {
        case 1:
            return H5T_NATIVE_UINT8;
        case 4:
            return H5T_NATIVE_UINT32;
        default:
            return H5T_NATIVE_UINT64;
    }
}

void Hdf5Table::words(const std::string &name, const std::vector<uint8_t> &indices,
                      const std::vector<std::string_view> &words) {
    const Hdf5Handle type(H5Tenum_create(H5T_NATIVE_UINT8), H5Tclose);
    for (size_t i = 0; i < words.size(); ++i) {
        const auto value = static_cast<uint8_t>(i);
        require(H5Tenum_insert(type, std::string(words[i]).c_str(), &value));
    }
    write(name, type, type, indices.data(), indices.size());
}

void Hdf5Table::texts(const std::string &name, const std::vector<std::string> &values) {
    const Hdf5Handle type(text_type(), H5Tclose);
    std::vector<const char *> pointers;
    pointers.reserve(values.size());
    std::transform(values.begin(), values.end(), std::back_inserter(pointers),
                   [](const std::string &value) { return value.c_str(); });
    write(name, type, type, pointers.data(), pointers.size());
}

void Hdf5Table::write(const std::string &name, hid_t file_type, hid_t memory_type, const void *values, size_t count) {
    const hsize_t size = count;
    const Hdf5Handle space(H5Screate_simple(1, &size, nullptr), H5Sclose);
    const Hdf5Handle properties(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
    set_storage(properties, count);
    const Hdf5Handle dataset(H5Dcreate2(group_, name.c_str(), file_type, space, H5P_DEFAULT, properties, H5P_DEFAULT),
                             H5Dclose);
    if (count > 0)
        require(H5Dwrite(dataset, memory_type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values));
}

}  // namespace mpimon
