// Chains: calls that follow each other as they always did, until the program touches what they sent or received. All of
// a chain goes on together, and what it needs is taken away at once. Its last call waits for all: the program would do
// so at its next instruction, and by a fault.
//
// Chains are those of Natvig's thesis, chapter 5; but they are protected as all else is, so one that breaks changes no
// result.
#ifndef MPIMON_OVERLAP_CHAINS_H
#define MPIMON_OVERLAP_CHAINS_H

#include "../ahead/look_ahead.h"
#include "../memory/pages.h"
#include "records.h"

namespace mpimon::overlap {

// How a call is made.
enum class Way {
    kAlone,   // its messages go on after it
    kFirst,   // as the first call of a chain
    kWithin,  // of a chain
    kLast,    // of a chain: it waits for all
    kSingle,  // a chain of one call, which may as well be synchronous
};

// The program calls: one that could be asynchronous, from here to the end of the block.
class Step {
  public:
    Step(const Signature &signature, const Entry &entry);
    ~Step();
    Step(const Step &) = delete;
    Step &operator=(const Step &) = delete;

    Way way() const { return way_; }

    // What the chain receives into, if this is its first call. Empty where that is not one range.
    const Range &pages() const { return pages_; }

    // Whether the chain's messages are to stay in memory that is open to the program, which is expected to go straight
    // on to the next call. After each call but the last it is looked what it comes to.
    bool is_open() const;
    Ahead look_ahead(const Entry &entry) const;

    // What the call sends and receives.
    const Messages &messages() const;

    // In a chain that is open: whether the call need not be checked, since that was well after the same calls; else how
    // it came out is said now.
    bool is_checked(const Status *status) const;
    void note_check(const Status *status, bool is_well) const;

  private:
    void begin_chain();

    Record *record_;  // a signal's handler may make another call's the last one
    Way way_ = Way::kAlone;
    Range pages_ = {0, 0};
    std::int64_t begun_;
};

// Whether the call that is made now goes on with a chain. What is away is needed again then, and stays.
bool is_within_chain();

// The call's record (records.h), which mostly is the one that followed the last call before.
Record *record_of(const Signature &signature);

// Whether it was being found out lately if chains are better off waiting.
bool are_chains_tried();

// The program is about to wait for messages: at an access, or before a call of another function or of the system.
void begin_to_wait();

// The same, of another thread of the program's: the program's first thread learns of it at its next call.
void note_wait_of_other_thread();

}  // namespace mpimon::overlap

#endif
