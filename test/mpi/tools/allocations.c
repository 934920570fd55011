/*
 * Preloaded: counts what the calling thread asks of the allocator, mappings of memory included. The program finds
 * allocations_of_this_thread() by dlsym.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <malloc.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t number, size_t size);
void *__libc_realloc(void *memory, size_t size);
void *__libc_memalign(size_t alignment, size_t size);
void __libc_free(void *memory);

static __attribute__((tls_model("initial-exec"))) __thread unsigned long calls;

unsigned long allocations_of_this_thread(void) {
    return calls;
}

void *malloc(size_t size) {
    calls++;
    return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
    calls++;
    return __libc_calloc(number, size);
}

void *realloc(void *memory, size_t size) {
    calls++;
    return __libc_realloc(memory, size);
}

void free(void *memory) {
    calls++;
    __libc_free(memory);
}

void *memalign(size_t alignment, size_t size) {
    calls++;
    return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    return memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
    *memory = memalign(alignment, size);
    return *memory ? 0 : ENOMEM;
}

void *mmap(void *address, size_t length, int protection, int flags, int file, off_t offset) {
    calls++;
    return (void *)syscall(SYS_mmap, address, length, protection, flags, file, offset);
}
