#include "settings.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace mpimon::overlap {

namespace {

// The number that the whole text is, from 0 to `most`; else -1.
std::int64_t whole_number(const char *text, std::int64_t most) {
    if (*text < '0' || *text > '9')
        return -1;
    char *end;
    errno = 0;
    const long long number = std::strtoll(text, &end, 10);
    return errno || *end || number > most ? -1 : number;
}

bool find_mode(const char *name, Mode *mode) {
    constexpr struct {
        const char *name;
        Mode mode;
    } kModes[] = {{"off", Mode::kOff}, {"paging", Mode::kPaging}, {"chaining", Mode::kChaining}, {"auto", Mode::kAuto}};
    for (const auto &known : kModes)
        if (std::strcmp(name, known.name) == 0) {
            *mode = known.mode;
            return true;
        }
    return false;
}

bool refuse(char (&message)[kMessageBytes], const char *name, const char *value, const char *allowed) {
    std::snprintf(message, sizeof message, "%s=%.80s: must be %s", name, value, allowed);
    return false;
}

}  // namespace

bool read_settings(Settings *settings, char (&message)[kMessageBytes]) {
    const char *mode = std::getenv("MPIR_CVAR_OVERLAP");
    if (mode && !find_mode(mode, &settings->mode))
        return refuse(message, "MPIR_CVAR_OVERLAP", mode, "off, paging, chaining or auto");

    if (const char *bytes = std::getenv("MPIR_CVAR_OVERLAP_MIN_BYTES")) {
        settings->min_bytes = whole_number(bytes, INT64_MAX);
        if (settings->min_bytes < 0)
            return refuse(message, "MPIR_CVAR_OVERLAP_MIN_BYTES", bytes, "a number of bytes");
    }
    if (const char *times = std::getenv("MPIR_CVAR_OVERLAP_CONFIDENCE")) {
        settings->confidence = static_cast<int>(whole_number(times, 1'000'000));
        if (settings->confidence < 1)
            return refuse(message, "MPIR_CVAR_OVERLAP_CONFIDENCE", times, "a number of times, from 1 on");
    }
    if (const char *path = std::getenv("MPIR_CVAR_OVERLAP_DATABASE"))
        settings->database = path;
    if (const char *rank = std::getenv("MPIR_CVAR_OVERLAP_DEBUG")) {
        settings->debug_all = std::strcmp(rank, "all") == 0;
        settings->debug_rank = settings->debug_all ? -1 : static_cast<int>(whole_number(rank, INT32_MAX));
        if (!settings->debug_all && settings->debug_rank < 0)
            return refuse(message, "MPIR_CVAR_OVERLAP_DEBUG", rank, "a rank or all");
    }
    return true;
}

}  // namespace mpimon::overlap
