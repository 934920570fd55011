#include "analysis/advice/rule.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "analysis/failure.h"
#include "analysis/names/text.h"

namespace mpimon::advice {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::array<const char *, 11> kFields = {"title", "each", "needs",  "where", "when",  "evidence",
                                                  "try",   "gain", "weight", "check", "source"};
constexpr std::array<const char *, 7> kGainFields = {"seconds", "bytes", "count", "of", "words", "at_most", "needs"};
constexpr std::array<const char *, 3> kMeasures = {"seconds", "bytes", "count"};  // by Measure

class Reader {
  public:
    Reader(const std::string &file, const Json &json) : file_(file), json_(json) {}

    [[noreturn]] void fail(const std::string &what) const {
        throw AnalysisError(fmt::format("{}: {}", printable(file_), printable(what)));
    }

    std::string text(const Json &object, const char *field, bool required = true) const {
        const auto found = object.find(field);
        if (found == object.end() && !required)
            return {};
        if (found == object.end() || !found->is_string() || found->get<std::string>().empty())
            fail(fmt::format("'{}' is to be a text, and not empty", field));
        return found->get<std::string>();
    }

    std::vector<std::string> texts(const Json &object, const char *field, bool required) const {
        const auto found = object.find(field);
        if (found == object.end() && !required)
            return {};
        const auto is_text = [](const Json &value) { return value.is_string(); };
        if (found == object.end() || !found->is_array() || !std::all_of(found->begin(), found->end(), is_text) ||
            (required && found->empty()))
            fail(fmt::format("'{}' is to be an array of texts", field));
        return found->get<std::vector<std::string>>();
    }

    std::vector<std::string> needs(const Json &object) const {
        std::vector<std::string> needs = texts(object, "needs", false);
        for (const std::string &need : needs)
            if (!is_need(need))
                fail(fmt::format("'needs' has '{}', which is no detail of MPIR_CVAR_MONITORING_DETAIL", need));
        return needs;
    }

    std::vector<std::pair<std::string, std::string>> where() const {
        std::vector<std::pair<std::string, std::string>> where;
        const auto found = json_.find("where");
        if (found == json_.end())
            return where;
        if (!found->is_object())
            fail("'where' is to be an object: names of texts, and regular expressions");
        for (const auto &[name, pattern] : found->items())
            where.emplace_back(name, text(*found, name.c_str()));
        return where;
    }

    Each each() const {
        const std::vector<std::string> &names = each_names();
        const auto found = std::find(names.begin(), names.end(), text(json_, "each"));
        if (found == names.end())
            fail(fmt::format("'each' is to be one of {}", fmt::join(names, ", ")));
        return static_cast<Each>(found - names.begin());
    }

    std::optional<GainFormula> gain() const {
        const auto found = json_.find("gain");
        if (found == json_.end())
            return std::nullopt;
        if (!found->is_object())
            fail("'gain' is to be an object with 'seconds', 'bytes' or 'count', and 'words'");
        require_known_fields(*found, kGainFields, " of 'gain'");
        GainFormula gain;
        gain.measure = measure(*found);
        gain.formula = text(*found, kMeasures[static_cast<size_t>(gain.measure)]);
        gain.of = text(*found, "of", gain.measure == Measure::kCount);
        if (!gain.of.empty() && gain.measure != Measure::kCount)
            fail("'gain' has 'of', which belongs to 'count'");
        gain.words = text(*found, "words");
        gain.at_most = flag(*found, "at_most");
        gain.needs = needs(*found);
        return gain;
    }

    void require_known_fields() const { require_known_fields(json_, kFields, ""); }

  private:
    // Whatever is spelt wrongly would have no effect.
    template <size_t kCount>
    void require_known_fields(const Json &object, const std::array<const char *, kCount> &known,
                              const char *where) const {
        for (const auto &[field, value] : object.items())
            if (std::find(known.begin(), known.end(), field) == known.end())
                fail(fmt::format("unknown field '{}'{}; there are {}", field, where, fmt::join(known, ", ")));
    }

    Measure measure(const Json &gain) const {
        const auto is_there = [&](const char *name) { return gain.contains(name); };
        if (std::count_if(kMeasures.begin(), kMeasures.end(), is_there) != 1)
            fail("'gain' is to have one of 'seconds', 'bytes' and 'count'");
        return static_cast<Measure>(std::find_if(kMeasures.begin(), kMeasures.end(), is_there) - kMeasures.begin());
    }

    bool flag(const Json &object, const char *field) const {
        const auto found = object.find(field);
        if (found != object.end() && !found->is_boolean())
            fail(fmt::format("'{}' is to be true or false", field));
        return found != object.end() && found->get<bool>();
    }

    const std::string &file_;
    const Json &json_;
};

}  // namespace

Rule parse_rule(const std::string &name, const std::string &file, std::string_view content) {
    const Json json = Json::parse(content, nullptr, false);
    const Reader reader(file, json);
    if (!json.is_object())
        reader.fail("not a JSON object, as a rule is to be; see docs/advise.md");
    reader.require_known_fields();
    Rule rule;
    rule.name = name;
    rule.file = file;
    rule.title = reader.text(json, "title");
    rule.each = reader.each();
    rule.needs = reader.needs(json);
    rule.where = reader.where();
    rule.when = reader.text(json, "when");
    rule.evidence = reader.text(json, "evidence");
    rule.attempts = reader.texts(json, "try", true);
    rule.gain = reader.gain();
    rule.weight = reader.text(json, "weight", false);
    rule.check = reader.text(json, "check");
    rule.source = reader.text(json, "source");
    return rule;
}

}  // namespace mpimon::advice
