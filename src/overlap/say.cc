#include "say.h"

#include <algorithm>
#include <cstdarg>
#include <cstdio>

namespace mpimon::overlap {

void say(const char *format, ...) {
    char line[2048];
    std::va_list arguments;
    va_start(arguments, format);
    const int length = std::vsnprintf(line, sizeof line - 1, format, arguments);
    va_end(arguments);
    if (length < 0)
        return;
    const std::size_t bytes = std::min<std::size_t>(length, sizeof line - 2);
    line[bytes] = '\n';
    std::fwrite(line, 1, bytes + 1, stderr);
}

}  // namespace mpimon::overlap
