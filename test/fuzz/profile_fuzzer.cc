// The reader of profiles (src/profile/decode.h): whatever the file holds, it gives a profile or one clear line.
#include "profile/decode.h"
#include "profile_mutator.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    try {
        const mpimon::Profile profile = mpimon::decode_profile(data, size, "profile");
        const mpimon::Flows flows = profile.flows.all();
        for (size_t flow = 0; flow < flows.size(); ++flow)
            if (flows.communicator[flow] >= profile.communicators.size() ||
                flows.context[flow] >= profile.contexts.size() || flows.process[flow] >= profile.processes.size())
                __builtin_trap();  // what others take for granted
    } catch (const mpimon::ProfileError &error) {
        if (std::string(error.what()).find('\n') != std::string::npos)
            __builtin_trap();
    }
    return 0;
}

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t room, unsigned seed) {
    return mpimon::test::mutate_profile(data, size, room, seed);
}
