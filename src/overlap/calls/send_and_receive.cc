// MPI_Send, MPI_Recv and MPI_Sendrecv: asynchronous where that changes nothing for the program, else as they are.
//
// Transfers start in the order of the calls, so messages match as they did. A small send is of a copy; a large one makes its
// pages read only; a receive takes its pages away. What the program touches it waits for.
#include <cstring>

#include "../flight/flight.h"
#include "../library.h"
#include "../memory/copies.h"
#include "../signals/section.h"
#include "../start.h"
#include "drained.h"
#include "message.h"

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

bool is_optional(const void *caller) { return is_on() && !in_section() && !is_of_library(caller); }

// Calls the library itself. What is copied may be on its way meanwhile, but no page may be protected: the library would come
// upon it, or a signal's handler would while the library cannot be called.
template <typename Call>
int stay_synchronous(Reason why, Call call) {
    counters.stayed[static_cast<int>(why)]++;
    complete_protected();
    let_system_calls_through();
    const int result = call();
    stop_system_calls(is_anything_under_way());
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

bool may_protect() { return !has_outstanding_operations(); }

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
    complete_meeting(message.range);
    if (!message.is_whole)
        return pack(buffer, count, type, comm, copy);
    {
        const Section section;
        copy->memory = take_copy(message.bytes);
    }
    if (!copy->memory)
        return false;
    std::memcpy(copy->memory, reinterpret_cast<const void *>(message.range.begin), message.bytes);
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
    return start_send(message.range, buffer, count, type, peer, tag, comm);
}

// A large message can be sent in place if its pages may be protected, and are known.
Reason prepare_send(const Message &message, const void *buffer, int count, Datatype type, Comm comm, Copy *copy) {
    if (message.bytes <= kLargestCopy)
        return make_copy(message, buffer, count, type, comm, copy) ? Reason::kNone : Reason::kFull;
    if (!may_protect())
        return Reason::kOutstanding;
    if (!is_known(message.range.pages()))
        return Reason::kMemory;
    complete_meeting(message.range);
    return Reason::kNone;
}

// Pages that are read only are not to go away.
Reason prepare_receive(const Message &message, const Status *status) {
    if (status != status_ignore())
        return Reason::kStatus;
    if (!may_protect())
        return Reason::kOutstanding;
    complete_read_only(message.range);
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

Reason receive(void *buffer, int count, Datatype type, int peer, int tag, Comm comm, const Status *status) {
    const Message message = describe(buffer, count, type);
    Reason why = check(message, peer, tag, comm);
    if (why == Reason::kNone)
        why = prepare_receive(message, status);
    return why == Reason::kNone ? start_receive(message.range, buffer, count, type, peer, tag, comm) : why;
}

}  // namespace

MPIMON_EXPORT int MPI_Send(const void *buffer, int count, Datatype type, int peer, int tag, Comm comm) {
    if (!is_optional(__builtin_return_address(0)))
        return library.send(buffer, count, type, peer, tag, comm);
    const Reason why = send(buffer, count, type, peer, tag, comm);
    counters.sends += why == Reason::kNone;
    return why == Reason::kNone ? kSuccess : stay_synchronous(why, [&] {
        return library.send(buffer, count, type, peer, tag, comm);
    });
}

// The status may be on a page that is about to be protected for somebody else, so the library never sees it.
MPIMON_EXPORT int MPI_Recv(void *buffer, int count, Datatype type, int peer, int tag, Comm comm, Status *status) {
    if (!is_optional(__builtin_return_address(0)))
        return library.recv(buffer, count, type, peer, tag, comm, status);
    const Reason why = receive(buffer, count, type, peer, tag, comm, status);
    counters.receives += why == Reason::kNone;
    return why == Reason::kNone ? kSuccess : stay_synchronous(why, [&] {
        return library.recv(buffer, count, type, peer, tag, comm, status);
    });
}

// The receive is started first, as both go on together; what is sent is copied before, since it may be on the same pages.
MPIMON_EXPORT int MPI_Sendrecv(const void *sent, int sent_count, Datatype sent_type, int to, int sent_tag, void *received,
                               int count, Datatype type, int from, int tag, Comm comm, Status *status) {
    const auto synchronous = [&] {
        return library.sendrecv(sent, sent_count, sent_type, to, sent_tag, received, count, type, from, tag, comm, status);
    };
    if (!is_optional(__builtin_return_address(0)))
        return synchronous();
    const Message out = describe(sent, sent_count, sent_type);
    const Message in = describe(received, count, type);
    Copy copy;
    Reason why = check(out, to, sent_tag, comm);
    if (why == Reason::kNone)
        why = check(in, from, tag, comm);
    if (why == Reason::kNone && out.bytes > kLargestCopy && out.range.pages().meets(in.range.pages()))
        why = Reason::kShared;
    if (why == Reason::kNone)
        why = prepare_receive(in, status);
    if (why == Reason::kNone)
        why = prepare_send(out, sent, sent_count, sent_type, comm, &copy);
    if (why != Reason::kNone)
        return stay_synchronous(why, synchronous);

    why = start_receive(in.range, received, count, type, from, tag, comm);
    if (why != Reason::kNone) {
        if (copy.memory)
            return_copy(copy.memory, copy.bytes);
        return stay_synchronous(why, synchronous);
    }
    counters.receives++;
    why = start(out, copy, sent, sent_count, sent_type, to, sent_tag, comm);
    counters.sends += why == Reason::kNone;
    if (why == Reason::kNone)
        return kSuccess;
    // The receive is under way, so only the send is left to be made as it is.
    counters.stayed[static_cast<int>(why)]++;
    return send_synchronously(sent, sent_count, sent_type, to, sent_tag, comm);
}

MPIMON_ALSO(MPI_Send) int PMPI_Send(const void *, int, Datatype, int, int, Comm);
MPIMON_ALSO(MPI_Recv) int PMPI_Recv(void *, int, Datatype, int, int, Comm, Status *);
MPIMON_ALSO(MPI_Sendrecv)
int PMPI_Sendrecv(const void *, int, Datatype, int, int, void *, int, Datatype, int, int, Comm, Status *);

}  // namespace mpimon::overlap
