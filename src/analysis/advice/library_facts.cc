// Facts on functions and on what is inside the library.
#include "analysis/advice/subjects.h"
#include "analysis/summary/gauges.h"

namespace mpimon::advice {

namespace {

struct FunctionFacts : FunctionTime {
    std::string name;
};

const Columns<FunctionFacts> kFunctionColumns = {{{"function.calls", &FunctionFacts::calls},
                                                  {"function.seconds", &FunctionFacts::seconds},
                                                  {"function.wait_seconds", &FunctionFacts::wait_seconds},
                                                  {"function.shortest_seconds", &FunctionFacts::shortest_seconds},
                                                  {"function.longest_seconds", &FunctionFacts::longest_seconds}},
                                                 {{"function.name", &FunctionFacts::name}}};

struct GaugeFacts {
    double highest = 0;
    double rank = 0;  // where it was that high
    double rises = 0;
    double falls = 0;
    double left = 0;  // at the end
    std::string name;
};

const Columns<GaugeFacts> kGaugeColumns = {{{"gauge.highest", &GaugeFacts::highest},
                                            {"gauge.rank", &GaugeFacts::rank},
                                            {"gauge.rises", &GaugeFacts::rises},
                                            {"gauge.falls", &GaugeFacts::falls},
                                            {"gauge.left", &GaugeFacts::left}},
                                           {{"gauge.name", &GaugeFacts::name}}};

}  // namespace

Table function_table(const Profile & /*profile*/, const FunctionTimes &functions) {
    std::vector<FunctionFacts> rows;
    for (const auto &[name, time] : functions.all())
        rows.push_back({time, name});
    return make_table(kFunctionColumns, rows);
}

Table gauge_table(const Profile &profile) {
    std::vector<GaugeFacts> rows;
    for (const GaugeTotals &gauge : summarize_gauges(profile)) {
        const auto rises = static_cast<double>(gauge.rises);
        const auto falls = static_cast<double>(gauge.falls);
        rows.push_back({static_cast<double>(gauge.highest), static_cast<double>(gauge.rank), rises, falls,
                        rises > falls ? rises - falls : 0, profile.names[gauge.name]});
    }
    return make_table(kGaugeColumns, rows);
}

}  // namespace mpimon::advice
