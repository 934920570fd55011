#include "analysis/tuning/forms.h"

#include <algorithm>
#include <cctype>

#include "tuning/text.h"

namespace mpimon::tuning {

namespace {

char lower(char c) {
    return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
}

}  // namespace

std::string name_in_form(const std::string &operation, Form form) {
    if (form == Form::kBlocking || operation.empty())
        return operation;
    return std::string("I") + lower(operation.front()) + operation.substr(1);
}

std::string collective_of(const std::string &operation, Form form) {
    std::string collective = name_in_form(operation, form);
    std::transform(collective.begin(), collective.end(), collective.begin(), lower);
    return collective;
}

bool is_of_form(std::string_view collective, Form form) {
    if (collective.empty() || starts_with(collective, "neighbor_"))
        return false;
    const bool is_nonblocking = collective.front() == 'i';
    return is_nonblocking == (form == Form::kNonblocking) || starts_with(collective, "ineighbor_");
}

}  // namespace mpimon::tuning
