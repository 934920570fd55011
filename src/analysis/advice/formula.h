// Formulas and texts of rules, and the facts that they are about.
#ifndef MPIMON_ANALYSIS_ADVICE_FORMULA_H
#define MPIMON_ANALYSIS_ADVICE_FORMULA_H

#include <muParser.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "analysis/advice/facts.h"

namespace mpimon::advice {

// The facts of the job and of one row of a table, by their names. Formulas keep pointers into it.
class Scope {
  public:
    Scope(const Facts &facts, Each each);
    Scope(const Scope &) = delete;
    Scope &operator=(const Scope &) = delete;

    const Table &table() const { return facts_.table(each_); }
    void take(const Row &row);

    // nullptr: there is no such fact.
    double *number(const std::string &name);
    const std::string *text(const std::string &name) const;

  private:
    const Facts &facts_;
    Each each_;
    std::map<std::string, double> numbers_;
    std::map<std::string, std::string> texts_;
    std::vector<double *> row_numbers_;  // in the order of the table's columns
    std::vector<std::string *> row_texts_;
};

// Arithmetic, comparisons, &&, || and ?: of numbers, and share(part, whole), which is 0 of nothing. Names may have
// points in them.
class Formula {
  public:
    // Throws AnalysisError if it makes no sense or has a fact that there is not.
    Formula(const std::string &text, Scope &scope);

    double value() const;
    bool holds() const { return value() > 0; }

  private:
    mu::Parser parser_;
};

// What a number in a text is, by what follows it: "{pair.bytes:bytes}".
enum class Unit { kNone, kInteger, kBytes, kSeconds, kPercent };

// Text, or a number that is still to be shown.
struct Piece {
    std::string text;
    bool is_number = false;
    double number = 0;
    Unit unit = Unit::kNone;
};

class Template {
  public:
    // Throws AnalysisError likewise.
    Template(const std::string &text, Scope &scope);

    std::vector<Piece> filled() const;

  private:
    struct Part {
        Piece piece;
        std::unique_ptr<Formula> formula;
        std::string text_fact;
    };
    void add(const std::string &inside);

    Scope &scope_;
    std::vector<Part> parts_;
};

}  // namespace mpimon::advice

#endif
