#include "mpimon/commands/watch/nodes/node_stream.h"

#include <fmt/format.h>

#include <utility>

#include "analysis/names/text.h"
#include "mpimon/commands/watch/nodes/sighting_json.h"
#include "mpimon/failure.h"

namespace mpimon {

namespace {

constexpr size_t kMostLine = size_t{256} << 20U;  // a hundred million pairs

}  // namespace

NodeStream::NodeStream(std::string node, const std::vector<std::string> &words)
    : node_(std::move(node)), process_(node_, words) {}

void NodeStream::read() {
    if (!runs())
        return;
    process_.read(text_, kMostLine);
    if (!runs())
        text_ += '\n';  // what it said last
    const size_t last = text_.rfind('\n');
    if (last == std::string::npos)
        return;
    // Of several lines, only the newest one is parsed.
    std::string newest;
    for (size_t start = 0; start <= last;) {
        const size_t end = text_.find('\n', start);
        std::string line = text_.substr(start, end - start);
        start = end + 1;
        if (line == kEndOfStream)
            ended_ = true;
        else if (!line.empty() && line.front() == '{')
            newest = std::move(line);
        else if (!line.empty())
            said_ = std::move(line);
    }
    text_.erase(0, last + 1);
    if (!newest.empty())
        take(newest);
}

void NodeStream::take(const std::string &line) {
    try {
        newest_ = read_sighting(line);
    } catch (const Failure &failure) {
        said_ = failure.what();
    }
}

std::string NodeStream::trouble() const {
    if (runs() || ended_)
        return "";
    return fmt::format("{}: {}", node_, said_.empty() ? "it has ended without a word" : printable(said_));
}

}  // namespace mpimon
