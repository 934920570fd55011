// MPI_Send, MPI_Recv and MPI_Sendrecv: asynchronous where that changes nothing for the program, else as they are.
//
// Transfers start in the order of the calls, so messages match as they did. What the program touches it waits for.
#include <optional>

#include "../ahead/look_ahead.h"
#include "../chains/chains.h"
#include "../chains/choice.h"
#include "../flight/flight.h"
#include "../library.h"
#include "../memory/copies.h"
#include "../signals/program_calls.h"
#include "../signals/section.h"
#include "../sites.h"
#include "../start.h"
#include "../threads/threads.h"
#include "checks.h"
#include "fortran.h"
#include "receives.h"
#include "sends.h"

namespace mpimon::overlap {

namespace {

// As long as it lives, what is called is part of the function that the program has called.
class Named {
  public:
    explicit Named(Kind kind) {
        if (monitoring)
            monitoring->enter(static_cast<int>(kind));
    }
    ~Named() {
        if (monitoring)
            monitoring->leave();
    }
    Named(const Named &) = delete;
    Named &operator=(const Named &) = delete;
};

bool is_optional(const void *caller) {
    if (is_other_thread())
        note_call_of_other_thread();
    return is_on() && !in_section() && !is_of_library(caller);
}

int call_library(const Signature &call, Status *status) {
    const Half &out = call.sent, &in = call.received;
    auto *const received = const_cast<void *>(in.buffer);
    switch (call.kind) {
        case Kind::kSend:
            return library.send(out.buffer, out.count, out.type, out.peer, out.tag, call.comm);
        case Kind::kReceive:
            return library.recv(received, in.count, in.type, in.peer, in.tag, call.comm, status);
        default:
            return library.sendrecv(out.buffer, out.count, out.type, out.peer, out.tag, received, in.count, in.type,
                                    in.peer, in.tag, call.comm, status);
    }
}

// What is copied may be on its way meanwhile, but no page may be protected: the library would come upon it, or a
// signal's handler would while the library cannot be called. The status may be on such a page, too.
int stay_synchronous(Reason why, const Signature &call, Status *status) {
    count_synchronous(why);
    complete_protected();
    let_system_calls_through();
    const int result = call_library(call, status);
    stop_system_calls(is_anything_protected());
    return result;
}

Reason send(const Signature &call, const Message &message, Manner manner) {
    Send send(call.sent, message, call.comm, manner);
    Reason why = send.prepare();
    if (why == Reason::kNone)
        why = send.start();
    counters[MPIMON_OVERLAP_SENDS] += why == Reason::kNone;
    return why;
}

Reason receive(const Signature &call, const Message &message, Status *status, Manner manner) {
    Receive receive(call.received, message, call.comm, status, manner);
    Reason why = receive.prepare();
    if (why == Reason::kNone)
        why = receive.start();
    counters[MPIMON_OVERLAP_RECEIVES] += why == Reason::kNone;
    return why;
}

// The receive first, since both go on together. In open memory nothing is waited for meanwhile, so one section does.
Reason start_both(Receive *receive, Send *send, bool is_open, Reason *of_send) {
    std::optional<Section> section;
    if (is_open)
        section.emplace(Section::Pages::kStay);
    const Reason why = receive->start();
    if (why == Reason::kNone)
        *of_send = send->start();
    return why;
}

// What is sent is copied first, since it may be on the pages that go away. If the receive alone can be started, the
// send is complete when this returns.
Reason exchange(const Signature &call, const Messages &messages, Status *status, Manner manner) {
    Receive receive(call.received, messages.received, call.comm, status, manner);
    Send send(call.sent, messages.sent, call.comm, manner);
    if (!manner.is_open && messages.sent.bytes > kLargestCopy) {
        if (messages.sent.range().pages().meets(messages.received.range().pages()))
            return Reason::kShared;
        expect_no_receives_into(messages.sent.range().pages());
    }
    Reason why = receive.prepare();
    if (why == Reason::kNone)
        why = send.prepare();
    Reason of_send = Reason::kNone;
    if (why == Reason::kNone)
        why = start_both(&receive, &send, manner.is_open, &of_send);
    if (why != Reason::kNone)
        return why;
    counters[MPIMON_OVERLAP_RECEIVES]++;
    counters[MPIMON_OVERLAP_SENDS] += of_send == Reason::kNone;
    if (of_send != Reason::kNone) {
        count_synchronous(of_send);
        send_and_wait(call.sent, call.comm);
    }
    return Reason::kNone;
}

// At the border of a grid a side of a call may be nobody. Whether the rest of it may be asynchronous is then asked for
// rank 0, which every communicator has.
Reason check_nobody(const Signature &call) {
    if (call.sent.count < 0 || call.received.count < 0)
        return Reason::kErrors;
    return check_envelope(0, 0, call.comm);
}

bool sends(const Signature &call) {
    return call.kind != Kind::kReceive && call.sent.peer != kProcNull;
}

bool receives(const Signature &call) {
    return call.kind != Kind::kSend && call.received.peer != kProcNull;
}

// Starts what the call is to do.
Reason start(const Signature &call, const Messages &messages, Status *status, Manner manner) {
    if (sends(call) && receives(call))
        return exchange(call, messages, status, manner);
    if (!manner.is_checked && (call.kind == Kind::kExchange || !(sends(call) || receives(call)))) {
        const Reason why = check_nobody(call);
        if (why != Reason::kNone)
            return why;
    }
    if (receives(call))
        return receive(call, messages.received, status, manner);
    if (!manner.is_checked)
        complete_where(status);
    receive_from_nobody(status);
    return sends(call) ? send(call, messages.sent, manner) : Reason::kNone;
}

// In open memory. All messages of the chain being under way afterwards, none of them had to wait for another.
Reason start_open(const Step &step, const Signature &call, Status *status) {
    if (can_do_without_check(step.messages().received, status) && step.is_checked(status))
        return start(call, step.messages(), status, {true, true});
    const int before = open_transfers;
    const Reason why = start(call, step.messages(), status, {true, false});
    step.note_check(status, why == Reason::kNone && open_transfers - before == sends(call) + receives(call));
    return why;
}

Reason start(const Step &step, const Signature &call, Status *status) {
    if (step.way() == Way::kSingle)
        return Reason::kFast;
    return step.is_open() ? start_open(step, call, status) : start(call, step.messages(), status, {false, false});
}

// Mode auto, where that takes no more time.
int make_as_before(const Signature &call, Status *status) {
    if (!is_looking())
        return stay_synchronous(Reason::kFast, call, status);
    Record *record = record_of(call);
    const std::int64_t begun = now();
    const int result = stay_synchronous(Reason::kFast, call, status);
    call_took(record, this_call.site, now() - begun);
    return result;
}

// Calls that were fast stay synchronous, unless that would end what others have begun. While all do, the program's
// system calls take no longer than without this library.
bool stays_as_before(const Signature &call) {
    if (!choose()) {
        complete_protected();  // what was asynchronous before is no part of its time
        let_kernel_look(false);
        return true;
    }
    const bool ends_others = is_anything_protected() || is_anything_open();
    return is_fast(record_of(call), *this_call.site) && !ends_others;
}

// What the chain has under way in open memory may stay there if the program goes straight on to the next call.
void look_after_open(const Step &step, const Entry &entry) {
    if (step.look_ahead(entry) == Ahead::kCall)
        counters[MPIMON_OVERLAP_OPEN]++;
    else
        complete_protected();
}

// Where the program's chains have all been open for a while, no page is away, and none of its system calls is looked
// at.
void stop_looking_if_open(const Step &step) {
    constexpr int kWhile = 32;
    static int open_chains;
    open_chains = step.is_open() ? open_chains + 1 : 0;
    if (open_chains >= kWhile && !is_anything_protected() && !is_shared())
        let_kernel_look(false);
}

// Makes a call of the program's, in the way that its chain wants it.
int make(const Signature &call, Status *status, const Entry &entry) {
    if (!is_optional(call.caller))
        return call_library(call, status);
    const Named named(call.kind);
    begin_call(call.caller, call.kind);
    if (!are_errors_fatal(call.comm))
        return stay_synchronous(Reason::kErrors, call, status);
    if (settings().mode == Mode::kAuto && stays_as_before(call))
        return make_as_before(call, status);
    const Step step(call, entry);
    const bool is_open = step.is_open();
    if (!is_within_chain())
        expect_receives(step.way() == Way::kFirst && !is_open ? step.pages() : Range{0, 0});
    const Reason why = start(step, call, status);
    this_call.site->asynchronous += why == Reason::kNone;
    const int result = why == Reason::kNone ? kSuccess : stay_synchronous(why, call, status);
    if (step.way() == Way::kLast) {
        complete_protected();
        stop_looking_if_open(step);
    } else if (is_open && is_anything_open()) {
        look_after_open(step, entry);
    }
    return result;
}

}  // namespace

// entries.S has the functions of MPI, which go on to these three.
#define MPIMON_CALLED_BY_ENTRY extern "C" __attribute__((visibility("hidden")))
#define MPIMON_CALLER __builtin_return_address(0)
#define MPIMON_ENTRY_HERE last_entry(__builtin_dwarf_cfa(), MPIMON_CALLER)

MPIMON_CALLED_BY_ENTRY int mpimon_overlap_send(const void *buffer, int count, Datatype type, int peer, int tag,
                                               Comm comm) {
    const Entry entry = MPIMON_ENTRY_HERE;
    return make({caller_in_program(MPIMON_CALLER), Kind::kSend, {buffer, count, type, peer, tag}, {}, comm},
                status_ignore(), entry);
}

MPIMON_CALLED_BY_ENTRY int mpimon_overlap_receive(void *buffer, int count, Datatype type, int peer, int tag, Comm comm,
                                                  Status *status) {
    const Entry entry = MPIMON_ENTRY_HERE;
    return make({caller_in_program(MPIMON_CALLER), Kind::kReceive, {}, {buffer, count, type, peer, tag}, comm}, status,
                entry);
}

MPIMON_CALLED_BY_ENTRY int mpimon_overlap_exchange(const void *sent, int sent_count, Datatype sent_type, int to,
                                                   int sent_tag, void *received, int count, Datatype type, int from,
                                                   int tag, Comm comm, Status *status) {
    const Entry entry = MPIMON_ENTRY_HERE;
    return make({caller_in_program(MPIMON_CALLER),
                 Kind::kExchange,
                 {sent, sent_count, sent_type, to, sent_tag},
                 {received, count, type, from, tag},
                 comm},
                status, entry);
}

}  // namespace mpimon::overlap
