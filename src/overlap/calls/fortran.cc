#include "fortran.h"

#include "../library.h"

namespace mpimon::overlap {

namespace {

struct Function {
    const char *name;
    void *next;
};

Function functions[] = {
#define MPIMON_FUNCTION(name) {#name, nullptr},
#include "fortran.def"
#undef MPIMON_FUNCTION
};

thread_local const void *caller_of_fortran __attribute__((tls_model("initial-exec")));

}  // namespace

const void *caller_in_program(const void *here) {
    const void *const caller = caller_of_fortran;
    caller_of_fortran = nullptr;
    return caller ? caller : here;
}

// trampolines.S calls this. Returns the library's function.
extern "C" __attribute__((visibility("hidden"))) void *mpimon_overlap_before_fortran(int number, void **,
                                                                                     const void *caller) {
    Function &function = functions[number];
    if (!function.next)
        function.next = next_function(function.name);
    caller_of_fortran = caller;
    return function.next;
}

}  // namespace mpimon::overlap
