// Bytes as text: base64 of RFC 4648.
#ifndef MPIMON_RENDER_BASE64_H
#define MPIMON_RENDER_BASE64_H

#include <optional>
#include <string>
#include <string_view>

namespace mpimon {

std::string base64(std::string_view bytes);

// Nothing if the text is no base64.
std::optional<std::string> from_base64(std::string_view text);

}  // namespace mpimon

#endif
