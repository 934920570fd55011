// Mode auto: whether calls are made asynchronous at all, found out in the run by doing both, by turns.
#ifndef MPIMON_OVERLAP_CHOICE_H
#define MPIMON_OVERLAP_CHOICE_H

#include <cstdint>

#include "records.h"
#include "turns.h"

namespace mpimon::overlap {

// Nanoseconds of a clock that goes on steadily.
std::int64_t now();

// A call begins that could be asynchronous: whether it is to be.
bool choose();

// Whether it matters how long synchronous calls take, and how long one took.
bool is_looking();
void call_took(Record *record, Site *site, std::int64_t nanoseconds);

// What was found out; of a run before, to begin with.
Choice last_choice();
void begin_with(Choice choice);

}  // namespace mpimon::overlap

#endif
