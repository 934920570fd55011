#include "message.h"

#include "../library.h"
#include "../signals/section.h"

namespace mpimon::overlap {

namespace {

struct TypeFacts {
    Datatype type;
    int size;
    Address extent;
    Address true_first;
    Address true_extent;
    const Layout *layout;  // null: all of it, or not known
};

struct CommFacts {
    Comm comm;
    int size;       // 0: none of its messages can be asynchronous
    bool is_fatal;  // errors end the job
};

// The last few, since programs use the same ones again.
constexpr int kKept = 8;
TypeFacts types[kKept];
CommFacts comms[kKept];
unsigned next_type, next_comm;
std::uint64_t age = 1;

__attribute__((noinline)) const TypeFacts &learn_type(Datatype type) {
    TypeFacts &facts = types[next_type++ % kKept];
    Address first;
    const Section section;
    facts = {type, 0, 0, 0, 0, nullptr};
    if (library.type_size(type, &facts.size) != kSuccess ||
        library.type_get_extent(type, &first, &facts.extent) != kSuccess ||
        library.type_get_true_extent(type, &facts.true_first, &facts.true_extent) != kSuccess)
        facts.size = 0;
    else if (facts.size > 0 && facts.size < facts.true_extent)
        facts.layout = make_layout(type, facts.true_first, facts.true_extent);
    return facts;
}

const TypeFacts &facts_of_type(Datatype type) {
    for (const TypeFacts &facts : types)
        if (facts.type == type && type)
            return facts;
    return learn_type(type);
}

bool ends_job_on_error(Comm comm) {
    Errhandler handler;
    if (library.comm_get_errhandler(comm, &handler) != kSuccess)
        return false;
    if (handler != kErrorsAreFatal && handler != kErrorsReturn)
        library.errhandler_free(&handler);
    return handler == kErrorsAreFatal;
}

// MPICH takes a communicator that was given no handler of errors as it takes these two, by which it also tells of
// errors of requests.
__attribute__((noinline)) const CommFacts &learn_comm(Comm comm) {
    CommFacts &facts = comms[next_comm++ % kKept];
    facts = {comm, 0, false};
    const Section section;
    int inter = 1;
    if (library.comm_test_inter(comm, &inter) != kSuccess || inter)
        return facts;
    facts.is_fatal = ends_job_on_error(comm) && ends_job_on_error(kCommWorld) && ends_job_on_error(kCommSelf);
    if (library.comm_size(comm, &facts.size) != kSuccess)
        facts.size = 0;
    return facts;
}

const CommFacts &facts_of_comm(Comm comm) {
    for (const CommFacts &facts : comms)
        if (facts.comm == comm && comm)
            return facts;
    return learn_comm(comm);
}

}  // namespace

Message describe(const Half &half) {
    Message message = {};
    if (half.count <= 0 || half.peer == kProcNull)
        return message;
    const TypeFacts &facts = facts_of_type(half.type);
    if (facts.size <= 0)
        return message;
    const Address rest = (half.count - Address{1}) * facts.extent;
    message.bytes = static_cast<std::size_t>(facts.size) * half.count;
    message.first = facts.true_first + (rest < 0 ? rest : 0);
    const auto base = reinterpret_cast<std::uintptr_t>(half.buffer);
    const std::uintptr_t begin = base + message.first;
    const Range range = {begin, begin + facts.true_extent + (rest < 0 ? -rest : rest)};
    message.is_whole = range.bytes() == message.bytes;
    message.footprint = {range, message.is_whole ? nullptr : facts.layout, base, half.count, facts.extent};
    return message;
}

bool are_errors_fatal(Comm comm) {
    return facts_of_comm(comm).is_fatal;
}

// What is wrong in a call is left to the call itself, which says it under its own name.
Reason check_envelope(int peer, int tag, Comm comm) {
    if (peer == kAnySource)
        return Reason::kWildcard;
    const CommFacts &facts = facts_of_comm(comm);
    return peer >= 0 && peer < facts.size && tag >= -1 ? Reason::kNone : Reason::kErrors;
}

void forget_handles() {
    for (TypeFacts &facts : types)
        facts.type = 0;
    for (CommFacts &facts : comms)
        facts.comm = 0;
    drop_layouts();
    age++;
}

std::uint64_t handles_age() {
    return age;
}

}  // namespace mpimon::overlap
