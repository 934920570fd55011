/* UTF-8 (RFC 3629), for text that comes from others. */
#ifndef MPIMON_PROFILE_UTF8_H
#define MPIMON_PROFILE_UTF8_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Returns the bytes of the character that begins at `chars` (of which `size` > 0 can be read), or 0 if there is none.
 */
size_t mpimon_utf8_length(const char *chars, size_t size);

#ifdef __cplusplus
}
#endif

#endif
