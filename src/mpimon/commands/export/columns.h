// Traffic as binary columns, for programs that read many millions of rows.
#ifndef MPIMON_COMMANDS_EXPORT_COLUMNS_H
#define MPIMON_COMMANDS_EXPORT_COLUMNS_H

#include "analysis/names/names.h"
#include "mpimon/render/terminal.h"
#include "profile/read/profile.h"

namespace mpimon {

/*
 * The rows of write_csv(), between ranks of this world. First a line of JSON: the number of `rows`; the `columns` in
 * their order, each with its `name` and its `type` as NumPy writes it, such as "<u8"; the names of `classes` and
 * `paths`, which the columns of these names hold the indices of. Then the columns, each one value behind the other,
 * little-endian. The line and each column are filled up to a multiple of eight bytes, the line by blanks before its
 * end.
 */
void write_columns(const Profile &profile, ClassSet classes, Output &output);

}  // namespace mpimon

#endif
