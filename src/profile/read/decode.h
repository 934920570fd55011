// Reads a profile file as far as it is good.
#ifndef MPIMON_PROFILE_DECODE_H
#define MPIMON_PROFILE_DECODE_H

#include <cstddef>
#include <stdexcept>
#include <string>

#include "profile/read/mapped_file.h"
#include "profile/read/profile.h"

namespace mpimon {

// Thrown where nothing can be read; what() is one line that names the file and the remedy.
class ProfileError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

// Reads the file at `path`. What is damaged is left out, and Profile::diagnostics says where and what; the reader goes
// on at the next record. Throws ProfileError if there is no profile, or one of a later major format.
Profile read_profile(const std::string &path, Access access = Access::kMapped);

// The same from memory; `name` stands for the file in messages.
Profile decode_profile(const void *data, size_t size, const std::string &name);

}  // namespace mpimon

#endif
