// The readers of profiles: whatever the file holds, that of decode.h gives a profile or one clear line, and that of
// raw_profile.h records that are parts of the file.
#include <functional>

#include "profile/read/decode.h"
#include "profile/read/raw_profile.h"
#include "profile_mutator.h"

namespace {

void take_apart(std::string_view file) {
    for (const auto &[rank, record] : mpimon::raw_profile(file).processes)
        if (record.empty() || std::less<>()(record.data(), file.data()) ||
            std::less<>()(file.data() + file.size(), record.data() + record.size()))
            __builtin_trap();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    take_apart({reinterpret_cast<const char *>(data), size});
    try {
        const mpimon::Profile profile = mpimon::decode_profile(data, size, "profile");
        const mpimon::Flows flows = profile.flows.all();
        for (size_t flow = 0; flow < flows.size(); ++flow)
            if (flows.communicator[flow] >= profile.communicators.size() ||
                flows.context[flow] >= profile.contexts.size() || flows.process[flow] >= profile.processes.size())
                __builtin_trap();  // the other code relies on this
    } catch (const mpimon::ProfileError &error) {
        if (std::string(error.what()).find('\n') != std::string::npos)
            __builtin_trap();
    }
    return 0;
}

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t room, unsigned seed) {
    return mpimon::test::mutate_profile(data, size, room, seed);
}
