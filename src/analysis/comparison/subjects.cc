#include "analysis/comparison/subjects.h"

#include <array>

namespace mpimon {

namespace {

struct SubjectNames {
    std::string_view name;
    std::vector<std::string_view> parts;
};

const SubjectNames &names_of(Subject subject) {
    static const std::array<SubjectNames, kSubjects> kNames = {{{"run", {}},
                                                                {"class", {"class"}},
                                                                {"path", {"class", "path"}},
                                                                {"size", {"class", "bin"}},
                                                                {"algorithm", {"operation", "algorithm", "step of"}},
                                                                {"collective-size", {"operation", "bin"}},
                                                                {"wait", {"kind", "class", "operation"}},
                                                                {"communicator", {"communicator"}},
                                                                {"function", {"function"}},
                                                                {"region", {"region"}},
                                                                {"file", {"file", "calls"}},
                                                                {"pair", {"from", "to", "class"}},
                                                                {"pair-size", {"from", "to", "class", "bin"}},
                                                                {"waiting", {"rank", "for", "kind"}}}};
    return kNames.at(static_cast<size_t>(subject));
}

}  // namespace

std::string_view subject_name(Subject subject) {
    return names_of(subject).name;
}

std::vector<std::string_view> subject_parts(Subject subject) {
    return names_of(subject).parts;
}

}  // namespace mpimon
