/*
 * Files that users name, as a whole.
 */
#ifndef MPIMON_ENGINE_WHOLE_FILE_H
#define MPIMON_ENGINE_WHOLE_FILE_H

#include <stddef.h>

#include "../count.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The content of the regular file, with a zero byte behind its *size bytes; the caller frees it. NULL, and what is
 * wrong in `fault`, if there is no such file, it has more than `most` bytes, or cannot be read. */
MPIMON_HIDDEN char *mpimon_whole_file(const char *path, size_t most, size_t *size, char *fault, size_t room);

#ifdef __cplusplus
}
#endif

#endif
