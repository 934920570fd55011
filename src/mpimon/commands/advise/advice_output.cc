#include "mpimon/commands/advise/advice_output.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "analysis/names/text.h"
#include "mpimon/render/format.h"
#include "mpimon/render/json/json_stream.h"

namespace mpimon {

namespace {

using advice::Advice;
using advice::Finding;
using advice::Measure;
using advice::Piece;
using advice::Unit;

constexpr size_t kIndent = 2;
constexpr size_t kHanging = 9;  // behind "  check  "
constexpr size_t kWidest = 100;

std::string plain_number(double number) {
    const double whole = std::round(number);
    const bool large = std::fabs(number) >= 1000 || std::fabs(number - whole) < 1e-9;
    return large && whole >= 0 && whole < 0x1p63 ? with_commas(static_cast<uint64_t>(whole))
                                                 : fmt::format("{:.3g}", number);
}

std::string piece_text(const Piece &piece) {
    if (!piece.is_number)
        return printable(piece.text);
    switch (piece.unit) {
        case Unit::kBytes:
            return human_bytes(piece.number);
        case Unit::kSeconds:
            return human_time(piece.number);
        case Unit::kPercent:
            return percent(piece.number, 1);
        case Unit::kInteger:  // for what is to be typed
            return fmt::format("{:.0f}", piece.number);
        case Unit::kNone:
            break;
    }
    return plain_number(piece.number);
}

std::string text_of(const std::vector<Piece> &pieces) {
    std::string text;
    for (const Piece &piece : pieces)
        text += piece_text(piece);
    return text;
}

// Counts are no estimates.
std::string amount_text(const Finding &finding) {
    const advice::GainFormula &rule = *finding.rule->gain;
    const double amount = finding.gain->amount;
    const char *const estimate = rule.at_most ? "at most " : "about ";
    switch (rule.measure) {
        case Measure::kSeconds:
            return fmt::format("{}{}, {} of the job's time", estimate, human_time(amount),
                               percent(finding.gain->share, 1));
        case Measure::kBytes:
            return estimate + human_bytes(amount);
        case Measure::kCount:
            break;
    }
    return fmt::format("{}{} {}", rule.at_most ? estimate : "", plain_number(amount), printable(rule.of));
}

std::string gain_text(const Finding &finding) {
    return amount_text(finding) + ": " + printable(finding.rule->gain->words);
}

std::string line(std::string_view label, const std::string &text, const Style &style) {
    const size_t width = std::min(style.width(), kWidest);
    const std::string head = std::string(kIndent, ' ') + fmt::format("{:<7}", label);
    return style.faint(head) + wrap(text, kHanging, kHanging, width) + "\n";
}

std::string paragraph(const Finding &finding, const Style &style) {
    const std::string alike =
        finding.alike > 0 ? fmt::format(" And {} more like this; --all shows them.", finding.alike) : "";
    std::string text = style.bold(printable(finding.rule->title)) + style.faint("  " + printable(finding.rule->name)) +
                       "\n" + line("seen", text_of(finding.evidence) + alike, style);
    for (const auto &attempt : finding.attempts)
        text += line("try", text_of(attempt), style);
    if (finding.gain)
        text += line("gain", gain_text(finding), style);
    return text + line("check", text_of(finding.check), style) + line("source", printable(finding.rule->source), style);
}

Json gain_json(const Finding &finding) {
    if (!finding.gain)
        return {};
    const advice::GainFormula &rule = *finding.rule->gain;
    Json json;
    switch (rule.measure) {
        case Measure::kSeconds:
            json["seconds"] = finding.gain->amount;
            json["share"] = finding.gain->share;
            break;
        case Measure::kBytes:
            json["bytes"] = finding.gain->amount;
            break;
        case Measure::kCount:
            json["count"] = finding.gain->amount;
            json["of"] = rule.of;
            break;
    }
    json["at_most"] = rule.at_most;
    json["formula"] = rule.formula;
    json["words"] = rule.words;
    return json;
}

Json finding_json(const Finding &finding) {
    Json json;
    json["rule"] = finding.rule->name;
    json["title"] = finding.rule->title;
    json["each"] = advice::each_names()[static_cast<size_t>(finding.rule->each)];
    json["evidence"] = text_of(finding.evidence);
    json["try"] = Json::array();
    for (const auto &attempt : finding.attempts)
        json["try"].push_back(text_of(attempt));
    json["gain"] = gain_json(finding);
    json["check"] = text_of(finding.check);
    json["source"] = finding.rule->source;
    json["alike"] = finding.alike;
    json["facts"] = Json::object();
    for (const auto &[name, number] : finding.facts)
        json["facts"][name] = number;
    return json;
}

}  // namespace

std::string finding_title(const Finding &finding) {
    return printable(finding.rule->title) + (finding.gain ? ": " + amount_text(finding) : "");
}

std::string first_attempt(const Finding &finding) {
    return finding.attempts.empty() ? "" : text_of(finding.attempts.front());
}

std::string advice_text(const Advice &advice, size_t most, const Style &style) {
    std::string text;
    const size_t shown = std::min(most, advice.findings.size());
    for (size_t i = 0; i < shown; ++i)
        text += (i > 0 ? "\n" : "") + paragraph(advice.findings[i], style);
    if (shown < advice.findings.size())
        text += fmt::format("\nand {} more; --all shows them\n", advice.findings.size() - shown);
    return text;
}

std::string advice_json(const Advice &advice, size_t most) {
    Json json = Json::array();
    for (size_t i = 0; i < std::min(most, advice.findings.size()); ++i)
        json.push_back(finding_json(advice.findings[i]));
    return json_text(json);
}

std::string unasked_text(const Advice &advice) {
    std::string text;
    for (const advice::Unasked &unasked : advice.unasked)
        text += fmt::format("{}: not asked, since the job has not recorded: {}\n", printable(unasked.rule->name),
                            fmt::join(unasked.missing, ", "));
    return text;
}

}  // namespace mpimon
