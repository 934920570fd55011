// Chains: calls that follow each other as they always did, until the program touches what they sent or received. All of
// a chain goes on together, and what it needs is taken away at once. Its last call waits for all: the program would do
// so at its next instruction, and by a fault.
//
// After Natvig's thesis, chapter 5; but a chain is protected as all else is, so one that breaks changes no result.
#ifndef MPIMON_OVERLAP_CHAINS_H
#define MPIMON_OVERLAP_CHAINS_H

#include "../memory/pages.h"
#include "signature.h"

namespace mpimon::overlap {

// How a call is made.
enum class Way {
    kAlone,   // its messages go on after it
    kFirst,   // as the first call of a chain
    kWithin,  // of a chain
    kLast,    // of a chain: it waits for all
    kSingle,  // a chain of one call, which may as well be synchronous
};

struct Step {
    Way way;
    Range pages;  // of the first call: what the chain receives into; empty where that is not together
};

// The program calls. `received` is where the call receives, or empty.
Step next_step(const Signature &signature, const Range &received);

// The call returns to the program.
void call_returns();

// The program has to wait for messages, at an access, or before a call of another function or of the system.
void program_waits();

}  // namespace mpimon::overlap

#endif
