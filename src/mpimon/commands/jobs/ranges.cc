#include "mpimon/commands/jobs/ranges.h"

#include <fmt/format.h>

#include <cctype>
#include <charconv>
#include <ctime>
#include <map>
#include <optional>
#include <string_view>

#include "mpimon/failure.h"

namespace mpimon {

namespace {

constexpr double kNanoseconds = 1e9;
constexpr int64_t kDay = 86400;

using Factors = std::map<std::string_view, double>;

// What a number is multiplied by, for each unit that may stand behind it.
const Factors &factors(Unit unit) {
    static const Factors kNone = {{"", 1}};
    static const Factors kBytes = {{"", 1},         {"B", 1},        {"KiB", 0x1p10}, {"MiB", 0x1p20},
                                   {"GiB", 0x1p30}, {"TiB", 0x1p40}, {"PiB", 0x1p50}, {"K", 0x1p10},
                                   {"M", 0x1p20},   {"G", 0x1p30},   {"T", 0x1p40},   {"P", 0x1p50}};
    static const Factors kTimes = {{"", 1}, {"s", 1}, {"ms", 1e-3}, {"m", 60}, {"min", 60}, {"h", 3600}, {"d", kDay}};
    static const Factors kPercents = {{"", 0.01}, {"%", 0.01}};
    switch (unit) {
        case Unit::kBytes:
            return kBytes;
        case Unit::kSeconds:
            return kTimes;
        case Unit::kPercent:
            return kPercents;
        case Unit::kCount:
            break;
    }
    return kNone;
}

const char *example(Unit unit) {
    switch (unit) {
        case Unit::kBytes:
            return "1GiB..10GiB, 500MiB.. or ..4KiB";
        case Unit::kSeconds:
            return "30s..2h, 1d.. or ..10m";
        case Unit::kPercent:
            return "20%..50%, 50%.. or ..5%";
        case Unit::kCount:
            break;
    }
    return "4..16, 4.., ..16 or 4";
}

std::optional<double> number_of(const std::string &text, Unit unit) {
    if (text.empty() || std::isdigit(static_cast<unsigned char>(text.front())) == 0)
        return std::nullopt;
    double number = 0;
    const char *const end = std::from_chars(text.data(), text.data() + text.size(), number).ptr;
    const auto factor = factors(unit).find(end);
    return factor == factors(unit).end() ? std::nullopt : std::optional(number * factor->second);
}

std::optional<int64_t> date_of(const std::string &text, bool end_of_day) {
    for (const char *format :
         {"%Y-%m-%d", "%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S", "%Y-%m-%d %H:%M", "%Y-%m-%d %H:%M:%S"}) {
        tm parts = {};
        const char *end = strptime(text.c_str(), format, &parts);
        if (end == nullptr || *end != '\0')
            continue;
        const bool day_alone = text.find(':') == std::string::npos;
        return timegm(&parts) + (day_alone && end_of_day ? kDay : 0);
    }
    return std::nullopt;
}

}  // namespace

Range range_of(const std::string &option, const std::string &text, Unit unit) {
    if (text.empty())
        return {};
    const size_t dots = text.find("..");
    const std::string first = text.substr(0, dots);
    const std::string last = dots == std::string::npos ? first : text.substr(dots + 2);
    const std::optional<double> least = number_of(first, unit);
    const std::optional<double> most = number_of(last, unit);
    Range range;
    range.least = least.value_or(range.least);
    range.most = most.value_or(range.most);
    if ((!least && !first.empty()) || (!most && !last.empty()) || (!least && !most) || range.least > range.most)
        throw WrongArgument(fmt::format("{}: '{}' is no range such as {}", option, text, example(unit)));
    return range;
}

int64_t time_of(const std::string &option, const std::string &text, bool end_of_day, int64_t now_ns) {
    if (const std::optional<int64_t> date = date_of(text, end_of_day))
        return *date * static_cast<int64_t>(kNanoseconds);
    const std::optional<double> before = text.empty() || std::isdigit(static_cast<unsigned char>(text.back())) != 0
                                             ? std::nullopt
                                             : number_of(text, Unit::kSeconds);
    if (!before || *before * kNanoseconds > static_cast<double>(now_ns))
        throw WrongArgument(
            fmt::format("{}: '{}' is no time such as 2026-11-24, 2026-11-24T16:20 (UTC) or 7d, which is 7 days before "
                        "now",
                        option, text));
    return now_ns - static_cast<int64_t>(*before * kNanoseconds);
}

}  // namespace mpimon
