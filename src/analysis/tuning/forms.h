// The forms of a collective operation: the call that returns when it is complete, and the one that is waited for later.
// Profiles name both by the operation, tuning files each by a collective of its own.
#ifndef MPIMON_ANALYSIS_TUNING_FORMS_H
#define MPIMON_ANALYSIS_TUNING_FORMS_H

#include <string>
#include <string_view>

namespace mpimon::tuning {

enum class Form { kBlocking, kNonblocking };

// "Bcast", or "Ibcast", of "Bcast"
std::string name_in_form(const std::string &operation, Form form);

// "bcast", or "ibcast", of "Bcast"
std::string collective_of(const std::string &operation, Form form = Form::kBlocking);

// Whether calls of this form choose among the algorithms of this collective. A blocking call of neighbours has a single
// choice, which is its nonblocking form: it chooses among those of that.
bool is_of_form(std::string_view collective, Form form);

}  // namespace mpimon::tuning

#endif
