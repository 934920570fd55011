// What is known of an executable from runs before (MPIR_CVAR_OVERLAP_DATABASE): a text file of lines that are only ever
// added, so that many processes and jobs can share it.
#ifndef MPIMON_OVERLAP_DATABASE_H
#define MPIMON_OVERLAP_DATABASE_H

#include <cstdint>

namespace mpimon::overlap {

// What a call does in its chain; or that it is not worth being asynchronous.
enum class Role { kUnknown, kGoesOn, kEnds, kFast };

// Reads what the file knows of this executable. Says on standard error if the file is none of this kind.
void read_database(const char *path);

// The rank of this process in MPI_COMM_WORLD. Processes have different work, and what is right for one need not be for
// another.
std::uint64_t own_rank();

// Where code is in the executable or in one of its libraries, as a number that is the same in all runs.
std::uint64_t offset_in_program(const void *code);

// What is known of a call. Its key is the same in all runs and processes.
Role known_role(std::uint64_t key);

// Adds what was not known before. `role_of` gives the call with this number and its role; false where there is none.
void write_database(const char *path, bool (*role_of)(int number, std::uint64_t *key, Role *role));

}  // namespace mpimon::overlap

#endif
