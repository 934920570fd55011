/*
 * Overlap needs its library ahead of all others, since it takes the place of functions of the heap and of the system.
 * So a program that is to have it starts once more, with that library loaded first, before anything of the program has
 * run.
 */
#include "mpidimpl.h"

#include <dlfcn.h>
#include <libgen.h>
#include <link.h>
#include <sys/auxv.h>

#include "connection.h"

#define LIBRARY "libmpimon_overlap.so"

static void say(const char *why, const char *of) {
    fprintf(stderr, "MPIR_CVAR_OVERLAP: calls stay synchronous: %s%s\n", why, of);
}

/* The program itself does not know symbols of a library that it loads as it runs. */
static int is_loaded_with_program(void) {
    void *program = dlopen(NULL, RTLD_LAZY);
    return program && dlsym(program, "MPI_Init") != NULL;
}

/* The library beside libmpi; 0 where there is none. */
static int find_library(char *path, size_t room) {
    Dl_info own;
    if (!dladdr((void *)(uintptr_t)find_library, &own))
        return 0;
    char libmpi[PATH_MAX];
    if (!realpath(own.dli_fname, libmpi))
        return 0;
    snprintf(path, room, "%s/" LIBRARY, dirname(libmpi));
    return access(path, R_OK) == 0;
}

/* Where an interpreter, such as the dynamic linker, was started with the program's name, it would be started without.
 */
static int find_program(char *path, size_t room) {
    const ssize_t length = readlink("/proc/self/exe", path, room - 1);
    path[length < 0 ? 0 : length] = 0;
    return length > 0 && getauxval(AT_BASE) != 0;
}

static void start_again(char **arguments, const char *library) {
    char program[PATH_MAX], loaded[2 * PATH_MAX];
    const char *others = getenv("LD_PRELOAD");
    if (others && strstr(others, library)) {
        say("the system does not load ", library);
        return;
    }
    if (!find_program(program, sizeof program)) {
        say("/proc/self/exe is not the program", "");
        return;
    }
    /* It stands behind the user's: tools of the profiling interface call it, and another heap stays the program's. */
    snprintf(loaded, sizeof loaded, "%s%s%s", others ? others : "", others ? ":" : "", library);
    setenv("LD_PRELOAD", loaded, 1);
    setenv("UCX_MEM_EVENTS", "n", 1); /* UCX would keep registered what is moved */
    execv(program, arguments);
    say("the program cannot be started again: ", strerror(errno));
    others ? setenv("LD_PRELOAD", others, 1) : unsetenv("LD_PRELOAD");
}

int mpimon_overlap_is_set(void) {
    const char *mode = getenv("MPIR_CVAR_OVERLAP");
    return mode && *mode && strcmp(mode, "off") != 0;
}

static __attribute__((constructor)) void start_with_overlap(int count, char **arguments) {
    char library[PATH_MAX];
    (void)count;
    if (mpimon_overlap_is_connected() || !mpimon_overlap_is_set())
        return;
    if (getauxval(AT_SECURE))
        say("the program has rights that its user does not have", "");
    else if (!is_loaded_with_program())
        say("MPI was loaded by the running program; preload " LIBRARY, "");
    else if (!find_library(library, sizeof library))
        say("there is no " LIBRARY " beside libmpi.so", "");
    else
        start_again(arguments, library);
}
