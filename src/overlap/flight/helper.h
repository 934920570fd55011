// A thread that keeps transfers moving while the program computes: it sleeps until the network module tells that it has
// something to do, or else for a short time, and altogether while there are none. Without it a message that needs both
// sides would wait for the program's next call.
#ifndef MPIMON_OVERLAP_HELPER_H
#define MPIMON_OVERLAP_HELPER_H

namespace mpimon::overlap {

// Returns false where there can be no thread. `end_complete` ends what is complete, by any thread.
bool start_helper(void (*end_complete)());
void stop_helper();

// How many transfers are under way, and of how many of these the network module does not tell (is_told_of).
void help_with(int transfers, int untold);

// The program goes on after a call. If it computes then, what is under way needs the helper at once. One that comes
// back at once makes progress itself, and two threads would only take the lock and the processor from each other: the
// helper looks after a millisecond whether it has come back.
void go_on(bool comes_back_at_once);

// Another thread of the program's calls this where it waits for a message: it has the helper end what is complete, and
// returns when that is done, or a millisecond later.
void be_helped();

// Whether the program itself makes progress, waiting for a message: two threads would only take the lock from each
// other.
void leave_to_program(bool waits);

}  // namespace mpimon::overlap

#endif
