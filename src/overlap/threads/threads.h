// Threads of the program's own beside the one that called MPI_Init. What these touch they wait for, too. The kernel
// always stops their system calls, so that it is known at any time which memory a call uses that is under way: such
// pages are not taken. They must not call MPI: then all calls are synchronous from then on.
#ifndef MPIMON_OVERLAP_THREADS_H
#define MPIMON_OVERLAP_THREADS_H

#include "../signals/memory_of_call.h"

namespace mpimon::overlap {

// Whether the calling thread is one of these, and how many there are. One that this library cannot look after is none.
bool is_other_thread();
int other_threads();

// What this thread makes from now on is a thread of the library's, until it says that it is not.
void begin_to_make_own_threads();
void end_to_make_own_threads();

// As long as it lives, the calling thread, one of these, is in a system call that uses this memory; null: nobody knows
// which. It begins when that is at home.
class Use {
  public:
    explicit Use(const Memory *memory);
    ~Use();
    Use(const Use &) = delete;
    Use &operator=(const Use &) = delete;
};

// The calling thread's last one, if it is one of these, is over, though it will not be ended: its frame is left.
void end_last_use();

// As long as it lives, the kernel lets the calling thread's system calls through, if it is one of these: those that
// cannot be made from a handler. It begins when all pages are at home, and they stay there.
class Unstopped {
  public:
    Unstopped();
    ~Unstopped();
    Unstopped(const Unstopped &) = delete;
    Unstopped &operator=(const Unstopped &) = delete;

  private:
    const bool is_other_;
    union {
        Use use_;
    };
};

// Whether pages of this range may not be taken. To be asked only while pages are held.
bool is_used_by_others(const Range &pages);

// The calling thread, one of these, calls MPI. Returns when all pages are at home, and stay there. Within MPI its
// system calls could not wait for anything, since it has the library's locks: so nobody looks after threads any more.
void note_call_of_other_thread();
bool have_others_called();

// Gives the calling thread, one of these, its system calls back, and no longer looks after it.
void leave_thread_alone();

// The same for all of them: overlap is over, or has not begun.
void leave_threads_alone();

// Around fork(), by any thread: nothing is away, and nobody changes what is under way.
void begin_fork();
void end_fork();
void end_fork_in_child();

}  // namespace mpimon::overlap

#endif
