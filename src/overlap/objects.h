// The files that the program's code is from: the executable and its libraries.
#ifndef MPIMON_OVERLAP_OBJECTS_H
#define MPIMON_OVERLAP_OBJECTS_H

#include <cstdint>

namespace mpimon::overlap {

struct Object {
    char path[256];     // empty: not known
    char build_id[41];  // in hexadecimal digits; empty where it has none
    std::uintptr_t base;
};

// The object that has this code; null: the executable.
void find_object(const void *code, Object *object);

// Whether code at this address is of MPICH, or of UCX or libfabric below it.
bool is_of_transport(const void *code);

}  // namespace mpimon::overlap

#endif
