// What a call of the library needs while transfers are under way.
#ifndef MPIMON_OVERLAP_SECTION_H
#define MPIMON_OVERLAP_SECTION_H

#include <atomic>
#include <cstdint>

namespace mpimon::overlap {

using SignalMask = std::uint64_t;

// Whether this thread is the one that transfers belong to: it called MPI_Init.
extern thread_local bool on_program_thread __attribute__((tls_model("initial-exec")));

// Whether this thread has a section open: only that one has any.
bool in_section();

// From the first thread of the program's own on, others may look at what is under way, and the helper may end it.
bool is_shared();
void begin_to_share();

// As long as it lives, no other thread holds the same. While there is none, it does nothing; and so do further ones of
// the same thread. A signal's handler waits, since it may never come back.
class Held {
  public:
    Held(const Held &) = delete;
    Held &operator=(const Held &) = delete;

  protected:
    explicit Held(std::atomic<const void *> *owner);
    ~Held();

  private:
    std::atomic<const void *> *const owner_;  // null: it does nothing
    SignalMask before_;
};

// Nobody else changes what is under way. Functions of MPI are called within, so it is for the threads that call these;
// for others where they have no lock that MPI could need, such as the heap's.
class Exclusive : public Held {
  public:
    Exclusive();
};

// Nobody else looks at pages that are away, or at memory that system calls use, or changes either. No lock is taken
// within, so it is for all threads at any time.
class PagesHeld : public Held {
  public:
    PagesHeld();
};

// A child of fork() calls this, since it does not have the thread that held pages meanwhile.
void let_go_of_pages();

// As long as it lives, no signal's handler runs on the calling thread, nor on those that it makes meanwhile. Where it
// is not said whether, that is so on other threads than the program's first: around locks that whoever ends messages
// needs, since a handler could wait for messages.
class SignalsWait {
  public:
    SignalsWait();
    explicit SignalsWait(bool wait);
    ~SignalsWait();
    SignalsWait(const SignalsWait &) = delete;
    SignalsWait &operator=(const SignalsWait &) = delete;

  private:
    const bool wait_;
    SignalMask before_;
};

// Lets system calls through, and says whether the program's are stopped from now on, when no call of the library is
// under way.
void let_system_calls_through();
void stop_system_calls(bool stop);

// Signals wait, other threads too, and system calls are let through as long as it lives: a signal's handler may touch
// pages, and then must find the library in no call. What is called within is no call of the program's. Sections are
// short, so signals do not wait long. One within another is a part of it.
//
// Where no page is away, and is to go away within it, and the program has set no handler, there is none that could;
// then signals need not wait.
class Section {
  public:
    enum class Pages { kStay, kMayGo };
    explicit Section(Pages pages = Pages::kMayGo);
    ~Section();
    Section(const Section &) = delete;
    Section &operator=(const Section &) = delete;

    // Whether the program had blocked a signal that this library depends on.
    bool was_deaf() const;

  private:
    const bool is_inner_;
    const Exclusive exclusive_;
    bool signals_wait_;
};

// Around what takes locks that a wait for messages needs, too, such as those of the heap: while any page is away, no
// signal's handler and no stopped system call may come between.
class Undisturbed {
  public:
    Undisturbed();
    ~Undisturbed();
    Undisturbed(const Undisturbed &) = delete;
    Undisturbed &operator=(const Undisturbed &) = delete;

  private:
    union {
        Section section_;
    };
    const bool open_;
};

}  // namespace mpimon::overlap

#endif
