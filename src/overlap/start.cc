#include "start.h"

#include <fcntl.h>
#include <pthread.h>
#include <sys/stat.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "chains/records.h"
#include "counters.h"
#include "database.h"
#include "flight/flight.h"
#include "flight/helper.h"
#include "library.h"
#include "memory/keys.h"
#include "memory/program_data.h"
#include "say.h"
#include "signals/handlers.h"
#include "signals/section.h"
#include "signals/system_call.h"
#include "sites.h"
#include "threads/threads.h"

namespace mpimon::overlap {

namespace {

Settings chosen;
char wrong[kMessageBytes];  // what is wrong with the environment
bool is_read;
bool wanted;
bool on;
int asked_level = kThreadSingle;
bool level_is_ours;
int threads_of_library;

// The folder that has one entry for each thread. To look at it by its descriptor takes a quarter of the time; the
// program may have closed that, and have got its number for something else.
constexpr const char *kThreads = "/proc/self/task";
int threads_folder = -1;
struct stat threads_found;

void open_threads() {
    const long opened = system_call(SYS_open, kThreads, O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (!is_error(opened) && !is_error(system_call(SYS_fstat, opened, &threads_found)))
        threads_folder = static_cast<int>(opened);
}

bool look_by_descriptor(struct stat *status) {
    return threads_folder >= 0 && !is_error(system_call(SYS_fstat, threads_folder, status)) &&
           status->st_dev == threads_found.st_dev && status->st_ino == threads_found.st_ino;
}

int thread_count() {
    struct stat status;
    if (!look_by_descriptor(&status) && is_error(system_call(SYS_stat, kThreads, &status)))
        return 0;
    return static_cast<int>(status.st_nlink) - 2;  // itself, and the one above it
}

// Nobody looks after these.
int unknown_threads() {
    return thread_count() - other_threads();
}

// What no process's environment tells is told by the first.
bool is_first_process() {
    const char *rank = std::getenv("PMI_RANK");
    return !rank || std::strcmp(rank, "0") == 0;
}

[[noreturn]] void refuse(const char *message) {
    if (is_first_process())
        say("%s", message);
    std::exit(1);
}

void stay_off(const char *why) {
    if (is_first_process())
        say("MPIR_CVAR_OVERLAP: calls stay synchronous: %s", why);
}

void turn_on(int threads_before, int level) {
    if (level < kThreadMultiple)
        return stay_off("this MPI library has no MPI_THREAD_MULTIPLE");
    if (threads_before < 1)
        return stay_off("/proc is not mounted");
    on_program_thread = true;
    open_threads();
    if (!install_handlers())
        return stay_off(
            "this kernel has no Syscall User Dispatch (Linux 5.11 and later have it), or a container forbids it");
    if (!start_helper(end_completed_for_others)) {
        remove_handlers();
        return stay_off("no thread can be made");
    }
    threads_of_library = unknown_threads() - threads_before;
    on = true;
    if (*chosen.database)
        read_database(chosen.database);
}

void turn_off() {
    complete_all();
    publish_sites();
    on = false;
    leave_threads_alone();
    stop_helper();
    remove_handlers();
    if (look_by_descriptor(&threads_found))
        system_call(SYS_close, threads_folder);
    threads_folder = -1;
    if (*chosen.database)
        write_database(chosen.database, role_of_record);
    int rank;
    {
        const Section section;
        library.comm_rank(kCommWorld, &rank);
    }
    if (chosen.debug_all || rank == chosen.debug_rank) {
        show_counters(rank);
        show_sites(rank);
    }
}

int initialize(int *argc, char ***argv, int required, int *provided) {
    const char *missing = find_library();
    if (missing)
        next_function(missing);
    if (*wrong)
        refuse(wrong);
    if (!wanted)
        return library.init_thread(argc, argv, required, provided);
    const int threads_before = unknown_threads();
    int level = kThreadSingle;
    begin_to_make_own_threads();
    const int result = library.init_thread(argc, argv, kThreadMultiple, &level);
    if (result == kSuccess) {
        asked_level = required < level ? required : level;
        level_is_ours = true;
        *provided = asked_level;
        turn_on(threads_before, level);
    }
    end_to_make_own_threads();
    if (!on)
        leave_threads_alone();
    return result;
}

// Programs that this one starts get no overlap by being preloaded.
void leave_environment() {
    const char *loaded = std::getenv("LD_PRELOAD");
    const char *own = loaded ? std::strstr(loaded, "libmpimon_overlap.so") : nullptr;
    if (!own)
        return;
    // The entry goes, from the separator before it, or else to the one after it.
    const char *begin = own;
    while (begin > loaded && begin[-1] != ':' && begin[-1] != ' ')
        begin--;
    const char *end = own + std::strcspn(own, ": ");
    if (begin > loaded)
        begin--;
    else if (*end)
        end++;
    char others[4096];
    const int length = std::snprintf(others, sizeof others, "%.*s%s", static_cast<int>(begin - loaded), loaded, end);
    if (length == 0)
        unsetenv("LD_PRELOAD");
    else if (length < static_cast<int>(sizeof others))
        setenv("LD_PRELOAD", others, 1);
}

// A library may make threads before this one is initialized.
__attribute__((constructor)) void read_environment() {
    if (is_read)
        return;
    is_read = true;
    wanted = read_settings(&chosen, wrong) && chosen.mode != Mode::kOff;
    leave_environment();
    if (!wanted)
        return;
    add_program_data();
    reserve_keys();
    pthread_atfork(begin_fork, end_fork, end_fork_in_child);  // before the C library takes the heap's locks
}

}  // namespace

bool is_wanted() {
    return wanted;
}

bool is_wanted_early() {
    read_environment();
    return wanted;
}

bool is_on() {
    return on && on_program_thread;
}

// From when it was looked on, while pages are away, no thread comes that is not seen: the kernel stops the system call.
// And while messages are under way in open memory, the program does nothing but calls.
// Where threads may call MPI at the same time, a message may come only if another thread sends first: so none waits.
bool has_threads() {
    return have_others_called() || (asked_level == kThreadMultiple && other_threads() > 0) ||
           (!is_anything_protected() && !is_anything_open() && unknown_threads() != threads_of_library + 1);
}

const Settings &settings() {
    return chosen;
}

// The helper is a thread of its own in MPI; the program need not know.
MPIMON_EXPORT int MPI_Init(int *argc, char ***argv) {
    int provided;
    return initialize(argc, argv, kThreadSingle, &provided);
}

MPIMON_EXPORT int MPI_Init_thread(int *argc, char ***argv, int required, int *provided) {
    return initialize(argc, argv, required, provided);
}

MPIMON_EXPORT int MPI_Query_thread(int *provided) {
    if (!level_is_ours) {
        find_library();
        return library.query_thread(provided);
    }
    complete_all();
    *provided = asked_level;
    return kSuccess;
}

MPIMON_EXPORT int MPI_Finalize() {
    if (!library.finalize)
        find_library();
    if (is_on())
        turn_off();
    return library.finalize();
}

MPIMON_ALSO(MPI_Init) int PMPI_Init(int *, char ***);
MPIMON_ALSO(MPI_Init_thread) int PMPI_Init_thread(int *, char ***, int, int *);
MPIMON_ALSO(MPI_Query_thread) int PMPI_Query_thread(int *);
MPIMON_ALSO(MPI_Finalize) int PMPI_Finalize();

}  // namespace mpimon::overlap
