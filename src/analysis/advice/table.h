// Tables of named numbers and texts: what rules decide on.
#ifndef MPIMON_ANALYSIS_ADVICE_TABLE_H
#define MPIMON_ANALYSIS_ADVICE_TABLE_H

#include <string>
#include <utility>
#include <vector>

namespace mpimon::advice {

struct Row {
    std::vector<double> numbers;
    std::vector<std::string> texts;
};

struct Table {
    std::vector<std::string> number_names;  // such as "pair.messages"
    std::vector<std::string> text_names;
    std::vector<Row> rows;
};

// The facts of a subject, each with the member of a struct that has it.
template <class Subject>
struct Columns {
    std::vector<std::pair<const char *, double Subject::*>> numbers;
    std::vector<std::pair<const char *, std::string Subject::*>> texts;
};

template <class Subject>
Table make_table(const Columns<Subject> &columns, const std::vector<Subject> &subjects) {
    Table table;
    for (const auto &number : columns.numbers)
        table.number_names.emplace_back(number.first);
    for (const auto &text : columns.texts)
        table.text_names.emplace_back(text.first);
    for (const Subject &subject : subjects) {
        table.rows.emplace_back();
        for (const auto &number : columns.numbers)
            table.rows.back().numbers.push_back(subject.*number.second);
        for (const auto &text : columns.texts)
            table.rows.back().texts.push_back(subject.*text.second);
    }
    return table;
}

}  // namespace mpimon::advice

#endif
