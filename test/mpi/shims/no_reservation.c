/* The process with rank $NO_RESERVATION_RANK gets no memory that is only reserved: the engine's segment. */
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

typedef void *map_function(void *, size_t, int, int, int, off_t);

static int is_refused(int flags) {
    const char *rank = getenv("PMI_RANK"), *refused = getenv("NO_RESERVATION_RANK");
    return (flags & MAP_NORESERVE) && (flags & MAP_ANONYMOUS) && rank && refused && strcmp(rank, refused) == 0;
}

void *mmap(void *address, size_t length, int protection, int flags, int file, off_t offset) {
    static map_function *next;
    if (!next)
        next = (map_function *)dlsym(RTLD_NEXT, "mmap");
    if (is_refused(flags)) {
        errno = ENOMEM;
        return MAP_FAILED;
    }
    return next(address, length, protection, flags, file, offset);
}

/* The same, where offsets have 64 bits anyway. */
void *mmap64(void *address, size_t length, int protection, int flags, int file, off_t offset) {
    return mmap(address, length, protection, flags, file, offset);
}
