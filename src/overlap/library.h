// The MPI library behind this one: its functions by their PMPI names, found when MPI_Init is called.
#ifndef MPIMON_OVERLAP_LIBRARY_H
#define MPIMON_OVERLAP_LIBRARY_H

#include "../mpich/overlap/overlap.h"
#include "mpich_abi.h"

// Functions that stand before the program's own, under both of MPI's names.
#define MPIMON_EXPORT extern "C" __attribute__((visibility("default")))
#define MPIMON_ALSO(name) MPIMON_EXPORT __attribute__((alias(#name)))

namespace mpimon::overlap {

struct Library {
    int (*init_thread)(int *, char ***, int, int *);
    int (*finalize)();
    int (*query_thread)(int *);
    int (*send)(const void *, int, Datatype, int, int, Comm);
    int (*recv)(void *, int, Datatype, int, int, Comm, Status *);
    int (*sendrecv)(const void *, int, Datatype, int, int, void *, int, Datatype, int, int, Comm, Status *);
    int (*isend)(const void *, int, Datatype, int, int, Comm, Request *);
    int (*irecv)(void *, int, Datatype, int, int, Comm, Request *);
    int (*wait)(Request *, Status *);
    int (*waitall)(int, Request *, Status *);
    int (*waitany)(int, Request *, int *, Status *);
    int (*waitsome)(int, Request *, int *, int *, Status *);
    int (*test)(Request *, int *, Status *);
    int (*testall)(int, Request *, int *, Status *);
    int (*testany)(int, Request *, int *, int *, Status *);
    int (*testsome)(int, Request *, int *, int *, Status *);
    int (*iprobe)(int, int, Comm, int *, Status *);
    int (*unpack)(const void *, int, int *, void *, int, Datatype, Comm);
    int (*pack)(const void *, int, Datatype, void *, int, int *, Comm);
    int (*pack_size)(int, Datatype, Comm, int *);
    int (*comm_rank)(Comm, int *);
    int (*comm_size)(Comm, int *);
    int (*comm_test_inter)(Comm, int *);
    int (*comm_get_errhandler)(Comm, Errhandler *);
    int (*errhandler_free)(Errhandler *);
    int (*type_size)(Datatype, int *);
    int (*type_get_extent)(Datatype, Address *, Address *);
    int (*type_get_true_extent)(Datatype, Address *, Address *);
};

extern Library library;

// What MPICH Monitoring's own library has besides; null with others.
extern const mpimon_overlap_library *monitoring;

// Fills in `library`; the name of a function that is missing, or null.
const char *find_library();

// Whether code at this address is the library's own, as where MPI-IO sends messages.
bool is_of_library(const void *code);

// Whether it is that of the library, of the C library or of this library itself.
bool is_of_system(const void *code);

// The function of this name that would be called if this library were not there; ends the process if there is none.
void *next_function(const char *name);

// The same, looked up once: `known` keeps it.
template <typename Function>
Function *next(Function **known, const char *name) {
    if (!*known)
        *known = reinterpret_cast<Function *>(next_function(name));
    return *known;
}

}  // namespace mpimon::overlap

#endif
