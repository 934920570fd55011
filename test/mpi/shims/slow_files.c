/*
 * Preloaded: a file system that takes its time. What makes, writes, renames or removes files with SLOW_FOLDER in their
 * path waits for SLOW_SECONDS first, but for the process's first SLOW_AFTER times; of a descriptor, the path of its
 * file counts.
 */
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static void wait_for_path(const char *path) {
    static int times;
    const char *folder = getenv("SLOW_FOLDER"), *seconds = getenv("SLOW_SECONDS"), *after = getenv("SLOW_AFTER");
    if (folder && seconds && strstr(path, folder) &&
        __atomic_add_fetch(&times, 1, __ATOMIC_RELAXED) > (after ? atoi(after) : 0))
        usleep((useconds_t)(1e6 * atof(seconds)));
}

static void wait_for_file(int file) {
    char link[64], path[PATH_MAX + 1] = "";
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    if (readlink(link, path, sizeof path - 1) > 0)
        wait_for_path(path);
}

/* The C library's own function. */
#define NEXT(function) ((__typeof__(&function))dlsym(RTLD_NEXT, #function))

int open(const char *path, int flags, ...) {
    va_list list;
    va_start(list, flags);
    mode_t mode = flags & O_CREAT ? va_arg(list, mode_t) : 0;
    va_end(list);
    wait_for_path(path);
    return NEXT(open)(path, flags, mode);
}

int open64(const char *path, int flags, ...) {
    va_list list;
    va_start(list, flags);
    mode_t mode = flags & O_CREAT ? va_arg(list, mode_t) : 0;
    va_end(list);
    wait_for_path(path);
    return NEXT(open64)(path, flags, mode);
}

#define ON_FILE(result, function, parameters, ...) \
    result function parameters {                   \
        wait_for_file(file);                       \
        return NEXT(function)(__VA_ARGS__);        \
    }
ON_FILE(ssize_t, write, (int file, const void *data, size_t size), file, data, size)
ON_FILE(ssize_t, pwrite, (int file, const void *data, size_t size, off_t offset), file, data, size, offset)
ON_FILE(ssize_t, pwrite64, (int file, const void *data, size_t size, off64_t offset), file, data, size, offset)
ON_FILE(int, fallocate, (int file, int mode, off_t start, off_t size), file, mode, start, size)
ON_FILE(int, posix_fallocate, (int file, off_t start, off_t size), file, start, size)
ON_FILE(int, posix_fallocate64, (int file, off64_t start, off64_t size), file, start, size)
ON_FILE(int, ftruncate, (int file, off_t size), file, size)
ON_FILE(int, fsync, (int file), file)
ON_FILE(int, fdatasync, (int file), file)

int rename(const char *from, const char *to) {
    wait_for_path(to);
    return NEXT(rename)(from, to);
}

int unlink(const char *path) {
    wait_for_path(path);
    return NEXT(unlink)(path);
}
