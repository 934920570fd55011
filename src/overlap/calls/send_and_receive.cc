// MPI_Send, MPI_Recv and MPI_Sendrecv: asynchronous where that changes nothing for the program, else as they are.
//
// Transfers start in the order of the calls, so messages match as they did. A small send is of a copy; a large one
// makes its pages read only; a receive takes its pages away. What the program touches it waits for.
#include <cstring>

#include "../flight/flight.h"
#include "../library.h"
#include "../memory/areas.h"
#include "../memory/copies.h"
#include "../messages/message.h"
#include "../signals/section.h"
#include "../start.h"
#include "other_functions.h"
#include "status.h"

namespace mpimon::overlap {

namespace {

// What was copied of a message to be sent.
struct Copy {
    void *memory = nullptr;
    std::size_t bytes = 0;
    const void *buffer = nullptr;  // the copy as MPI wants it
    int count = 0;
    Datatype type = 0;
};

bool is_optional(const void *caller) {
    return is_on() && !in_section() && !is_of_library(caller);
}

// Calls the library itself. What is copied may be on its way meanwhile, but no page may be protected: the library would
// come upon it, or a signal's handler would while the library cannot be called.
template <typename Call>
int stay_synchronous(Reason why, Call call) {
    counters.stayed[static_cast<int>(why)]++;
    complete_protected();
    let_system_calls_through();
    const int result = call();
    stop_system_calls(is_anything_protected());
    return result;
}

Reason check(const Message &message, int peer, int tag, Comm comm) {
    if (message.bytes == 0 || static_cast<std::int64_t>(message.bytes) < settings().min_bytes)
        return Reason::kSmall;
    if (has_threads())
        return Reason::kThreads;
    end_completed();
    if (!has_room())
        return Reason::kFull;
    return check_envelope(peer, tag, comm);
}

bool may_protect() {
    return !has_outstanding_operations();
}

// Whatever layout the data have, packed they are sent as they are.
bool pack(const void *buffer, int count, Datatype type, Comm comm, Copy *copy) {
    const Section section;
    int most, position = 0;
    if (library.pack_size(count, type, comm, &most) != kSuccess || static_cast<std::size_t>(most) > kLargestCopy)
        return false;
    copy->memory = take_copy(most);
    if (!copy->memory)
        return false;
    copy->bytes = most;
    if (library.pack(buffer, count, type, copy->memory, most, &position, comm) != kSuccess) {
        return_copy(copy->memory, most);
        return false;
    }
    copy->buffer = copy->memory;
    copy->count = position;
    copy->type = kPacked;
    return true;
}

bool make_copy(const Message &message, const void *buffer, int count, Datatype type, Comm comm, Copy *copy) {
    complete_overlapping(message.footprint);
    const std::ptrdiff_t distance = reach(message.range());
    if (!message.is_whole)
        return pack(static_cast<const char *>(buffer) + distance, count, type, comm, copy);
    {
        const Section section;
        copy->memory = take_copy(message.bytes);
    }
    if (!copy->memory)
        return false;
    std::memcpy(copy->memory, reinterpret_cast<const void *>(message.range().begin + distance), message.bytes);
    copy->bytes = message.bytes;
    copy->buffer = static_cast<char *>(copy->memory) - message.first;
    copy->count = count;
    copy->type = type;
    return true;
}

// In place, or with what was copied before.
Reason start(const Message &message, const Copy &copy, const void *buffer, int count, Datatype type, int peer, int tag,
             Comm comm) {
    if (copy.memory)
        return start_copied_send(copy.memory, copy.bytes, copy.buffer, copy.count, copy.type, peer, tag, comm);
    return start_send(message.range(), buffer, count, type, peer, tag, comm);
}

// A large message can be sent in place if its pages may be protected, and are known.
Reason prepare_send(const Message &message, const void *buffer, int count, Datatype type, Comm comm, Copy *copy) {
    if (message.bytes <= kLargestCopy)
        return make_copy(message, buffer, count, type, comm, copy) ? Reason::kNone : Reason::kFull;
    if (!may_protect())
        return Reason::kOutstanding;
    if (!is_known(message.range().pages()))
        return Reason::kMemory;
    complete_meeting(message.range());
    return Reason::kNone;
}

// Pages that are read only are not to go away.
Reason prepare_receive(const Message &message, int tag, const Status *status) {
    if (status != status_ignore() && (tag < 0 || !can_promise(message.bytes)))
        return Reason::kStatus;
    if (!may_protect())
        return Reason::kOutstanding;
    complete_read_only(message.range());
    complete_overlapping(message.footprint);
    return Reason::kNone;
}

Reason send(const void *buffer, int count, Datatype type, int peer, int tag, Comm comm) {
    const Message message = describe(buffer, count, type);
    Copy copy;
    Reason why = check(message, peer, tag, comm);
    if (why == Reason::kNone)
        why = prepare_send(message, buffer, count, type, comm, &copy);
    return why == Reason::kNone ? start(message, copy, buffer, count, type, peer, tag, comm) : why;
}

// What is known of the status is written before its page may go away, too.
Reason start_receive(const Message &message, void *buffer, int count, Datatype type, int peer, int tag, Comm comm,
                     Status *status) {
    const Token token = status == status_ignore() ? 0 : promise(status, peer, tag, message.bytes);
    return start_receive(message.footprint, buffer, count, type, peer, tag, comm, token, message.bytes);
}

Reason receive(void *buffer, int count, Datatype type, int peer, int tag, Comm comm, Status *status) {
    const Message message = describe(buffer, count, type);
    Reason why = check(message, peer, tag, comm);
    if (why == Reason::kNone)
        why = prepare_receive(message, tag, status);
    return why == Reason::kNone ? start_receive(message, buffer, count, type, peer, tag, comm, status) : why;
}

// The status may be on a page that is away, so the library does not see it before all pages are at home.
int send_call(const void *buffer, int count, Datatype type, int peer, int tag, Comm comm) {
    const Reason why = send(buffer, count, type, peer, tag, comm);
    counters.sends += why == Reason::kNone;
    return why == Reason::kNone
               ? kSuccess
               : stay_synchronous(why, [&] { return library.send(buffer, count, type, peer, tag, comm); });
}

int receive_call(void *buffer, int count, Datatype type, int peer, int tag, Comm comm, Status *status) {
    const Reason why = receive(buffer, count, type, peer, tag, comm, status);
    counters.receives += why == Reason::kNone;
    return why == Reason::kNone
               ? kSuccess
               : stay_synchronous(why, [&] { return library.recv(buffer, count, type, peer, tag, comm, status); });
}

// Both sides of an exchange.
struct Exchange {
    const void *sent;
    int sent_count;
    Datatype sent_type;
    int to;
    int sent_tag;
    void *received;
    int count;
    Datatype type;
    int from;
    int tag;
    Comm comm;
    Status *status;
};

int exchange_synchronously(Reason why, const Exchange &x) {
    return stay_synchronous(why, [&] {
        return library.sendrecv(x.sent, x.sent_count, x.sent_type, x.to, x.sent_tag, x.received, x.count, x.type,
                                x.from, x.tag, x.comm, x.status);
    });
}

// The receive is started first, as both go on together; what is sent is copied before, since it may be on the same
// pages.
int exchange(const Exchange &x) {
    const Message out = describe(x.sent, x.sent_count, x.sent_type);
    const Message in = describe(x.received, x.count, x.type);
    Copy copy;
    Reason why = check(out, x.to, x.sent_tag, x.comm);
    if (why == Reason::kNone)
        why = check(in, x.from, x.tag, x.comm);
    if (why == Reason::kNone && out.bytes > kLargestCopy && out.range().pages().meets(in.range().pages()))
        why = Reason::kShared;
    if (why == Reason::kNone)
        why = prepare_receive(in, x.tag, x.status);
    if (why == Reason::kNone)
        why = prepare_send(out, x.sent, x.sent_count, x.sent_type, x.comm, &copy);
    if (why != Reason::kNone)
        return exchange_synchronously(why, x);

    why = start_receive(in, x.received, x.count, x.type, x.from, x.tag, x.comm, x.status);
    if (why != Reason::kNone) {
        if (copy.memory)
            return_copy(copy.memory, copy.bytes);
        return exchange_synchronously(why, x);
    }
    counters.receives++;
    why = start(out, copy, x.sent, x.sent_count, x.sent_type, x.to, x.sent_tag, x.comm);
    counters.sends += why == Reason::kNone;
    if (why == Reason::kNone)
        return kSuccess;
    // The receive is under way, so only the send is left to be made as it is.
    counters.stayed[static_cast<int>(why)]++;
    return send_and_wait(x.sent, x.sent_count, x.sent_type, x.to, x.sent_tag, x.comm);
}

// At the border of a grid one side of an exchange is nobody.
int exchange_call(const Exchange &x) {
    if (x.to == kProcNull && check_envelope(x.from, x.tag, x.comm) == Reason::kNone)
        return receive_call(x.received, x.count, x.type, x.from, x.tag, x.comm, x.status);
    if (x.from == kProcNull && check_envelope(x.to, x.sent_tag, x.comm) == Reason::kNone) {
        if (x.status != status_ignore())
            *x.status = status_of_nobody(*x.status);
        return send_call(x.sent, x.sent_count, x.sent_type, x.to, x.sent_tag, x.comm);
    }
    return exchange(x);
}

}  // namespace

MPIMON_EXPORT int MPI_Send(const void *buffer, int count, Datatype type, int peer, int tag, Comm comm) {
    if (!is_optional(__builtin_return_address(0)))
        return library.send(buffer, count, type, peer, tag, comm);
    return send_call(buffer, count, type, peer, tag, comm);
}

MPIMON_EXPORT int MPI_Recv(void *buffer, int count, Datatype type, int peer, int tag, Comm comm, Status *status) {
    if (!is_optional(__builtin_return_address(0)))
        return library.recv(buffer, count, type, peer, tag, comm, status);
    return receive_call(buffer, count, type, peer, tag, comm, status);
}

MPIMON_EXPORT int MPI_Sendrecv(const void *sent, int sent_count, Datatype sent_type, int to, int sent_tag,
                               void *received, int count, Datatype type, int from, int tag, Comm comm, Status *status) {
    if (!is_optional(__builtin_return_address(0)))
        return library.sendrecv(sent, sent_count, sent_type, to, sent_tag, received, count, type, from, tag, comm,
                                status);
    return exchange_call({sent, sent_count, sent_type, to, sent_tag, received, count, type, from, tag, comm, status});
}

MPIMON_ALSO(MPI_Send) int PMPI_Send(const void *, int, Datatype, int, int, Comm);
MPIMON_ALSO(MPI_Recv) int PMPI_Recv(void *, int, Datatype, int, int, Comm, Status *);
MPIMON_ALSO(MPI_Sendrecv)
int PMPI_Sendrecv(const void *, int, Datatype, int, int, void *, int, Datatype, int, int, Comm, Status *);

}  // namespace mpimon::overlap
