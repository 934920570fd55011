// All functions of MPI but those that are made asynchronous, and those that end what goes on: they wait for what is
// under way (trampolines.S).
#include <cstring>
#include <initializer_list>

#include "../chains/chains.h"
#include "../flight/flight.h"
#include "../library.h"
#include "../memory/pages.h"
#include "../messages/message.h"
#include "../signals/section.h"
#include "../start.h"
#include "../threads/threads.h"
#include "own_operations.h"
#include "status.h"

namespace mpimon::overlap {

namespace {

// How a function's name begins, or ends, tells what it does.
enum class Effect : unsigned char {
    kUnknown,  // not called yet
    kPlain,
    kNonblocking,  // starts what goes on until its request ends
    kOutliving,    // starts what goes on after it
    kCallingBack,  // as kNonblocking, and what goes on may call functions of the program's
    kServing,      // the same after it
    kHandles,      // changes what is known of a communicator or a datatype
    kQuery,        // asks the library for what it knows, and touches nothing but its arguments
    kStatus,       // reads from the status that is its first argument how long a message was
    kEnds,         // ends the job
};

struct Function {
    const char *name;
    void *next;
    Effect effect;
};

Function functions[] = {
#define MPIMON_FUNCTION(name) {#name, nullptr, Effect::kUnknown},
#include "functions.def"
#undef MPIMON_FUNCTION
};

bool begins_with(const char *name, const char *beginning) {
    return std::strncmp(name, beginning, std::strlen(beginning)) == 0;
}

bool is_outliving(const char *name) {
    for (const char *beginning : {"MPI_I",
                                  "MPIX_I",
                                  "MPI_Start",
                                  "MPI_Win_",
                                  "MPI_Put",
                                  "MPI_Get_acc",
                                  "MPI_R",
                                  "MPI_File_",
                                  "MPI_Buffer_a",
                                  "MPI_Comm_idup",
                                  "MPI_Pready",
                                  "MPI_Comm_attach_b",
                                  "MPI_Session_attach_b",
                                  "MPI_Bsend",
                                  "MPIX_Grequest",
                                  "MPI_Grequest",
                                  "MPIX_Stream",
                                  "MPIX_Start",
                                  "MPIX_Async",
                                  "MPI_Request_free"})
        if (begins_with(name, beginning)) {
            for (const char *harmless :
                 {"MPI_Info", "MPI_Intercomm", "MPI_Is_", "MPI_Iprobe", "MPI_Improbe", "MPI_Reduce", "MPI_Request_g",
                  "MPI_Remove", "MPI_Register", "MPI_Rsend", "MPI_Recv", "MPIX_Info"})
                if (begins_with(name, harmless) && !std::strstr(name, "_init"))
                    return false;
            return true;
        }
    return std::strstr(name, "_init") != nullptr && std::strstr(name, "T_init") == nullptr;
}

// A reduction calls its operation, a generalized request what it was given.
bool calls_back(const char *name) {
    for (const char *subject : {"educe", "scan", "Grequest", "Async"})
        if (std::strstr(name, subject))
            return true;
    return false;
}

Effect effect_of_outliving(const char *name) {
    if (begins_with(name, "MPI_I"))
        return calls_back(name) ? Effect::kCallingBack : Effect::kNonblocking;
    return calls_back(name) ? Effect::kServing : Effect::kOutliving;
}

bool reads_count(const char *name) {
    return begins_with(name, "MPI_Get_count") || begins_with(name, "MPI_Get_elements");
}

bool is_query(const char *name) {
    for (const char *beginning :
         {"MPI_Comm_test_inter", "MPI_Comm_remote_size", "MPI_Comm_compare", "MPI_Comm_get_name", "MPI_Comm_group",
          "MPI_Group_", "MPI_Type_size", "MPI_Type_get_extent", "MPI_Type_get_true_extent", "MPI_Type_extent",
          "MPI_Cart_coords", "MPI_Cart_rank", "MPI_Cart_shift", "MPI_Cart_get", "MPI_Cartdim_get", "MPI_Topo_test",
          "MPI_Get_processor_name", "MPI_Get_version"})
        if (begins_with(name, beginning))
            return true;
    return false;
}

Effect effect_of(const char *name) {
    if (std::strcmp(name, "MPI_Abort") == 0)
        return Effect::kEnds;
    if (reads_count(name))
        return Effect::kStatus;
    if (is_query(name))
        return Effect::kQuery;
    if (is_outliving(name))
        return effect_of_outliving(name);
    for (const char *subject : {"_Type_", "_Comm_", "_Cart_", "_Graph_", "_Dist_graph_", "rrhandler", "_Session_"})
        if (std::strstr(name, subject))
            return Effect::kHandles;
    return Effect::kPlain;
}

// Programs that begin MPI by a session find the library here.
void *find(Function *function) {
    if (!library.finalize)
        find_library();
    char name[64] = "P";
    std::strncat(name, function->name, sizeof name - 2);
    function->next = next_function(name);
    function->effect = effect_of(function->name);
    return function->next;
}

// Whether one of the first six arguments is the address of something on a page that is away or read only.
bool points_to_protected(void *const *arguments) {
    for (int i = 0; i < 6; i++) {
        const auto address = reinterpret_cast<std::uintptr_t>(arguments[i]);
        if (is_protected({address, address + kPage}))
            return true;
    }
    return false;
}

void let_other_thread_call(const Function &function, void *const *arguments) {
    if (function.effect == Effect::kEnds)
        return leave_threads_alone();  // a message for which it waited might never come
    if (function.effect != Effect::kQuery || points_to_protected(arguments))
        note_call_of_other_thread();
}

// What is under way is over, or may go on beside what the function does.
void act_on(Effect effect) {
    switch (effect) {
        case Effect::kNonblocking:
            return begin_own_operation();
        case Effect::kOutliving:
            return begin_endless_operation();
        case Effect::kCallingBack:
            begin_own_operation();
            return begin_to_call_back();
        case Effect::kServing:
            begin_endless_operation();
            return begin_to_call_back();
        case Effect::kHandles:
            complete_all();
            return forget_handles();
        default:
            return;
    }
}

void let_program_thread_call(const Function &function, void *const *arguments) {
    if (function.effect == Effect::kQuery && !(is_anything_protected() && points_to_protected(arguments)))
        return;
    if (function.effect == Effect::kEnds) {
        complete_soon();
        return let_system_calls_through();
    }
    if (is_anything_protected()) {
        begin_to_wait();
        complete_protected();
    }
    act_on(function.effect);
}

}  // namespace

// trampolines.S calls this. `arguments` are the first six. Returns the library's function.
extern "C" __attribute__((visibility("hidden"))) void *mpimon_overlap_before(int number, void **arguments,
                                                                             const void *caller) {
    Function &function = functions[number];
    void *const next = function.next ? function.next : find(&function);
    if (is_other_thread())
        let_other_thread_call(function, arguments);
    if (is_on() && !in_section() && !is_of_library(caller))
        let_program_thread_call(function, arguments);
    // Whoever asks, of a message that is complete by now.
    if (function.effect == Effect::kStatus)
        arguments[0] = known_status(static_cast<Status *>(arguments[0]));
    return next;
}

}  // namespace mpimon::overlap
