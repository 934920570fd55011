#include "mpimon/render/openmetrics.h"

#include <fmt/format.h>

#include "analysis/names/text.h"

namespace mpimon {

std::string metric_head(std::string_view name, std::string_view unit, std::string_view help) {
    std::string text = fmt::format("# TYPE {} gauge\n", name);
    if (!unit.empty())
        text += fmt::format("# UNIT {} {}\n", name, unit);
    return text + fmt::format("# HELP {} {}\n", name, help);
}

std::string metric_label(std::string_view text) {
    std::string value = "\"";
    for (const char c : printable(text)) {
        if (c == '"' || c == '\\')
            value += '\\';
        value += c;
    }
    return value + '"';
}

}  // namespace mpimon
