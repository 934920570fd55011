// What the user sets, in the environment.
#ifndef MPIMON_OVERLAP_SETTINGS_H
#define MPIMON_OVERLAP_SETTINGS_H

#include <cstdint>

namespace mpimon::overlap {

enum class Mode { kOff, kPaging, kChaining, kAuto };

struct Settings {
    Mode mode = Mode::kOff;
    std::int64_t min_bytes = 256;  // of a message that is worth it
    int confidence = 3;            // how often calls must have followed each other before they are a chain
    int debug_rank = -1;           // which process shows its counters in MPI_Finalize
    const char *database = "";     // a file, or empty
    bool debug_all = false;
};

constexpr int kMessageBytes = 256;

// Reads the environment. False, and one line in `message`, where something is wrong.
bool read_settings(Settings *settings, char (&message)[kMessageBytes]);

}  // namespace mpimon::overlap

#endif
