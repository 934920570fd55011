#include "tuning_files.h"

#include <algorithm>

#include "tuning/collectives.h"
#include "tuning/conditions.h"
#include "tuning/names.h"

namespace mpimon::test {

namespace {

using tuning::Choice;

// The first algorithm that needs nothing but these words; an empty object if there is none.
TuningJson first_choice(std::string_view collective, tuning::Kinds kind, tuning::Series series,
                        std::string_view words) {
    for (const Choice &choice : tuning::kChoices)
        if (choice.level == tuning::Level::kMpir && choice.collective == collective && choice.first <= series &&
            series <= choice.last && (choice.kinds & kind) == kind && choice.restrictions == words &&
            choice.needs.empty())
            return lone("algorithm=" + std::string(choice.name));
    return TuningJson::object();
}

TuningJson choices_for(std::string_view collective, tuning::Kinds kind, tuning::Series series) {
    TuningJson choice = first_choice(collective, kind, series, "");
    if (choice.empty()) {
        choice["is_sendbuf_inplace=yes"] = first_choice(collective, kind, series, "inplace");
        choice["is_sendbuf_inplace=no"] = first_choice(collective, kind, series, "noinplace");
    }
    return choice;
}

}  // namespace

TuningJson lone(const std::string &key) {
    TuningJson json = TuningJson::object();
    json[key] = TuningJson::object();
    return json;
}

TuningJson complete_file(tuning::Series series) {
    TuningJson file = TuningJson::object();
    for (const std::string_view collective : tuning::collectives()) {
        TuningJson &kinds = file["collective=" + std::string(collective)];
        if (!tuning::has_inter(collective)) {
            kinds = choices_for(collective, tuning::kIntra, series);
            continue;
        }
        kinds["comm_type=intra"] = choices_for(collective, tuning::kIntra, series);
        kinds["comm_type=inter"] = choices_for(collective, tuning::kInter, series);
    }
    return file;
}

std::string text_of(const TuningJson &json) {
    std::string text = json.dump(1) + "\n";
    return text.size() % 4096 == 0 ? text + "\n" : text;
}

}  // namespace mpimon::test
