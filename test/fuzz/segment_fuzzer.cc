// What reads a segment that may be damaged: the encoder of profiles and the writer of .prof text. Nothing outside of
// the segment is touched, and the profile that comes of it can be read.
#include <fcntl.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "profile/read/decode.h"
#include "profile/write/encode/encode.h"
#include "profile/write/prof_text.h"

namespace {

constexpr uint32_t kLargestWorld = 1000;

// Puts the segment into a heap block of just its size, so that the sanitizer sees any access beyond. `used` does not
// exceed it, and the world is no larger than that of a job: the encoder relies on its caller for both.
std::vector<uint64_t> segment_of(const uint8_t *data, size_t size) {
    std::vector<uint64_t> words(size / sizeof(uint64_t));
    std::memcpy(words.data(), data, words.size() * sizeof(uint64_t));
    auto *header = reinterpret_cast<mpimon_header *>(words.data());
    header->used = std::min<uint64_t>(header->used, words.size() * sizeof(uint64_t));
    header->world_size = std::min(header->world_size, kLargestWorld);
    return words;
}

template <class Encode>
std::string encoded(Encode encode) {
    std::string record(encode(nullptr, 0), '\0');
    if (encode(reinterpret_cast<uint8_t *>(record.data()), record.size()) != record.size())
        __builtin_trap();
    return record;
}

// Each record is whole. What is in it may make no sense, which the diagnostics say.
void check_readable(const std::string &profile) {
    const mpimon::Profile read = mpimon::decode_profile(profile.data(), profile.size(), "profile");
    for (const mpimon::Diagnostic &diagnostic : read.diagnostics)
        if (diagnostic.text.find("malformed") != std::string::npos ||
            diagnostic.text.find("cannot be read") != std::string::npos)
            __builtin_trap();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (size < sizeof(mpimon_header))
        return -1;
    const std::vector<uint64_t> words = segment_of(data, size);
    const void *segment = words.data();
    const std::string job = encoded([&](uint8_t *out, size_t room) { return mpimon_encode_job(segment, out, room); });
    const std::string process =
        encoded([&](uint8_t *out, size_t room) { return mpimon_encode_process(segment, out, room); });
    if (!job.empty() && !process.empty())
        check_readable(job + process);
    mpimon_write_prof(segment, nowhere);
    return 0;
}
