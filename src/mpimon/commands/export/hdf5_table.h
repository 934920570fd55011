// Tables in a file of HDF5.
#ifndef MPIMON_COMMANDS_EXPORT_HDF5_TABLE_H
#define MPIMON_COMMANDS_EXPORT_HDF5_TABLE_H

#include <hdf5.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace mpimon {

// A file, group, dataset or type; closed by the function that belongs to it. Throws Hdf5Error if it is none.
class Hdf5Handle {
  public:
    Hdf5Handle(hid_t id, herr_t (*close)(hid_t));
    Hdf5Handle(const Hdf5Handle &) = delete;
    Hdf5Handle &operator=(const Hdf5Handle &) = delete;
    ~Hdf5Handle() { close_(id_); }
    operator hid_t() const { return id_; }

  private:
    hid_t id_;
    herr_t (*close_)(hid_t);
};

struct Hdf5Error {};

void write_attribute(hid_t object, const std::string &name, const std::string &value);
void write_attribute(hid_t object, const std::string &name, uint64_t value);

// A group of columns of the same length.
class Hdf5Table {
  public:
    Hdf5Table(hid_t file, const std::string &name);

    template <class Number>
    void column(const std::string &name, const std::vector<Number> &values) {
        static_assert(std::is_unsigned_v<Number>);
        write(name, number_type(sizeof(Number)), number_type(sizeof(Number)), values.data(), values.size());
    }
    // One of few words for each row, by its index: an enumeration of HDF5's.
    void words(const std::string &name, const std::vector<uint8_t> &indices,
               const std::vector<std::string_view> &words);
    void texts(const std::string &name, const std::vector<std::string> &values);

    // A column with what value_of(row) says of each.
    template <class Rows, class ValueOf>
    void add(const std::string &name, const Rows &rows, ValueOf value_of) {
        using Value = std::decay_t<decltype(value_of(*rows.begin()))>;
        std::vector<Value> values;
        values.reserve(rows.size());
        for (const auto &row : rows)
            values.push_back(value_of(row));
        if constexpr (std::is_same_v<Value, std::string>)
            texts(name, values);
        else
            column(name, values);
    }

  private:
    static hid_t number_type(size_t size);
    void write(const std::string &name, hid_t file_type, hid_t memory_type, const void *values, size_t count);

    Hdf5Handle group_;
};

}  // namespace mpimon

#endif
