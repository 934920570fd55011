// The statuses of receives that are made asynchronous. Source and tag are known at once, so the status is written at
// once. How long the message is, is not: instead of it the status has a token, which functions that read the length ask
// for. So a program may copy a status, or let it go out of scope, before the message is there.
#ifndef MPIMON_OVERLAP_STATUS_H
#define MPIMON_OVERLAP_STATUS_H

#include <cstddef>

#include "../mpich_abi.h"

namespace mpimon::overlap {

// Names the status of a receive; 0: there is none.
using Token = unsigned;

// Whether the status of a receive of at most so many bytes can be written before the message is there.
bool can_promise(std::size_t bytes);

// Writes what is known, and says that the message is as long as it can be.
Token promise(Status *status, int source, int tag, std::size_t bytes);

// How long the message was in fact.
void keep_promise(Token token, std::size_t promised, const Status &actual);

// The status to read the length from: this one, or another one with the length. All messages must be there.
Status *known_status(Status *status);

}  // namespace mpimon::overlap

#endif
