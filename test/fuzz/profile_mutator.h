// Changes profiles so that a reader gets far into them: records keep right lengths, markers and checksums.
#ifndef MPIMON_TEST_PROFILE_MUTATOR_H
#define MPIMON_TEST_PROFILE_MUTATOR_H

#include <cstddef>
#include <cstdint>

namespace mpimon::test {

// To be called by a fuzzer's LLVMFuzzerCustomMutator, with its arguments: changes `data` in place, which holds `size`
// bytes and has room for `room`, and returns the new size. One time in eight any byte may change.
size_t mutate_profile(uint8_t *data, size_t size, size_t room, unsigned seed);

}  // namespace mpimon::test

#endif
