#include "analysis/advice/formula.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "analysis/failure.h"

namespace mpimon::advice {

namespace {

constexpr const char *kNameCharacters = "0123456789_.abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
constexpr std::array<std::pair<const char *, Unit>, 4> kUnits = {
    {{"integer", Unit::kInteger}, {"bytes", Unit::kBytes}, {"seconds", Unit::kSeconds}, {"percent", Unit::kPercent}}};

double share(double part, double whole) {
    return whole > 0 ? part / whole : 0;
}

// muParser asks for each variable that it does not know yet.
double *find_variable(const char *name, void *scope) {
    double *const number = static_cast<Scope *>(scope)->number(name);
    if (number == nullptr)
        throw AnalysisError(fmt::format("'{}' is no fact; docs/advise.md has a list of them", name));
    return number;
}

}  // namespace

Scope::Scope(const Facts &facts, Each each) : facts_(facts), each_(each) {
    const Table &job = facts.table(Each::kJob);
    for (size_t i = 0; i < job.number_names.size(); ++i)
        numbers_[job.number_names[i]] = job.rows.front().numbers[i];
    for (const std::string &name : table().number_names)
        row_numbers_.push_back(&numbers_[name]);
    for (const std::string &name : table().text_names)
        row_texts_.push_back(&texts_[name]);
}

void Scope::take(const Row &row) {
    for (size_t i = 0; i < row.numbers.size(); ++i)
        *row_numbers_[i] = row.numbers[i];
    for (size_t i = 0; i < row.texts.size(); ++i)
        *row_texts_[i] = row.texts[i];
}

double *Scope::number(const std::string &name) {
    const auto found = numbers_.find(name);
    if (found != numbers_.end())
        return &found->second;
    const std::optional<double> of_function = facts_.of_function(name);
    return of_function ? &(numbers_[name] = *of_function) : nullptr;
}

const std::string *Scope::text(const std::string &name) const {
    const auto found = texts_.find(name);
    return found != texts_.end() ? &found->second : nullptr;
}

Formula::Formula(const std::string &text, Scope &scope) {
    parser_.DefineNameChars(kNameCharacters);
    parser_.DefineFun("share", share);
    parser_.SetVarFactory(find_variable, &scope);
    try {
        parser_.SetExpr(text);
        parser_.Eval();
    } catch (const mu::ParserError &error) {
        throw AnalysisError(fmt::format("'{}': {}", text, error.GetMsg()));
    }
}

double Formula::value() const {
    const double value = parser_.Eval();
    return std::isfinite(value) ? value : 0;
}

Template::Template(const std::string &text, Scope &scope) : scope_(scope) {
    size_t at = 0;
    while (at < text.size()) {
        const size_t open = std::min(text.find('{', at), text.size());
        if (open > at)
            parts_.push_back({{text.substr(at, open - at)}, nullptr, {}});
        if (open == text.size())
            return;
        const size_t close = text.find('}', open);
        if (close == std::string::npos)
            throw AnalysisError(fmt::format("'{}': no closing brace", text.substr(open)));
        add(text.substr(open + 1, close - open - 1));
        at = close + 1;
    }
}

void Template::add(const std::string &inside) {
    Part part;
    if (scope_.text(inside) != nullptr) {
        part.text_fact = inside;
        parts_.push_back(std::move(part));
        return;
    }
    std::string formula = inside;
    const size_t colon = inside.rfind(':');
    for (const auto &[name, unit] : kUnits)
        if (colon != std::string::npos && inside.substr(colon + 1) == name) {
            part.piece.unit = unit;
            formula = inside.substr(0, colon);
        }
    part.piece.is_number = true;
    part.formula = std::make_unique<Formula>(formula, scope_);
    parts_.push_back(std::move(part));
}

std::vector<Piece> Template::filled() const {
    std::vector<Piece> pieces;
    for (const Part &part : parts_) {
        pieces.push_back(part.piece);
        if (!part.text_fact.empty())
            pieces.back().text = *scope_.text(part.text_fact);
        if (part.formula)
            pieces.back().number = part.formula->value();
    }
    return pieces;
}

}  // namespace mpimon::advice
