#include "mpimon/commands/watch/nodes/node_change.h"

#include <fmt/format.h>
#include <poll.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <string_view>

#include "analysis/names/text.h"
#include "mpimon/commands/set/outcome.h"
#include "mpimon/commands/watch/nodes/node_process.h"
#include "mpimon/failure.h"

namespace mpimon {

namespace {

constexpr std::chrono::seconds kPatience(30);  // mpimon set itself waits for ten
constexpr int kPause = 100;                    // milliseconds
constexpr size_t kMostOutput = size_t{64} << 20U;

std::string output_of(const std::string &node, const std::vector<std::string> &words) {
    NodeProcess process(node, words);
    const auto end = std::chrono::steady_clock::now() + kPatience;
    std::string output;
    while (process.runs() && std::chrono::steady_clock::now() < end) {
        pollfd file = {process.file(), POLLIN, 0};
        poll(&file, 1, kPause);
        process.read(output, kMostOutput);
    }
    return output;
}

// What it said last that is for people.
std::string last_line(const std::string &output) {
    const size_t end = output.find_last_not_of('\n');
    if (end == std::string::npos)
        return "no answer in time";
    const size_t before = output.rfind('\n', end);
    const size_t start = before == std::string::npos ? 0 : before + 1;
    return printable(output.substr(start, end + 1 - start));
}

}  // namespace

std::vector<RankAnswer> read_answers(const std::string &output) {
    const size_t begin = output.find('{');
    const size_t end = output.rfind('}');
    std::vector<RankAnswer> answers;
    try {
        const Json json =
            Json::parse(begin < end && end != std::string::npos ? output.substr(begin, end + 1 - begin) : "");
        for (const Json &row : json.at("changes").at(0).at("ranks"))
            answers.push_back({row.at("rank").get<uint32_t>(), answer_named(row.at("answer").get<std::string>()),
                               row.value("reason", ""), row.value("collective", uint64_t{0})});
    } catch (const Json::exception &) {
        throw Failure(last_line(output));
    }
    return answers;
}

std::vector<RankAnswer> change_on_node(const std::string &node, const std::vector<std::string> &words) {
    try {
        return read_answers(output_of(node, words));
    } catch (const Failure &failure) {
        throw Failure(fmt::format("{}: {}", node, failure.what()));
    }
}

}  // namespace mpimon
