/*
 * What plugins may call. None of it waits for a tool that holds MPI_T's lock, since that may wait for a lock of MPICH's
 * that the plugin's thread holds.
 */
#include "mpidimpl.h"

#include "../count/gauges/gauges.h"
#include "../mpi_t/pvar_kept.h"
#include "../mpi_t/pvar_now.h"
#include "meetings.h"

enum { MOST_ADVICE = 16 };

static int read_values(const char *variable, double *values, int room) {
    if (!mpimon_plugin_now || !mpimon_mpi_t_try_lock())
        return -1;
    int count = mpimon_pvar_now(variable, values, room);
    if (count < 0)
        count = mpimon_setting_numbers(variable, values, room);
    mpimon_mpi_t_unlock();
    return count < 0 && !MPIR_IS_THREADED ? mpimon_pvar_kept(variable, values, room) : count;
}

static int read_text(const char *variable, char *text, size_t room) {
    if (!mpimon_plugin_now || !mpimon_mpi_t_try_lock())
        return -1;
    const int error = mpimon_setting_text(variable, text, room);
    mpimon_mpi_t_unlock();
    if (error && !MPIR_IS_THREADED)
        return mpimon_pvar_kept_text(variable, text, room);
    return error ? -1 : 0;
}

/* What the variable is before the plugin sets it for the first time. */
static void remember(struct mpimon_loaded *loaded, const char *variable) {
    struct mpimon_undo *undo = &loaded->undo[loaded->undo_count];
    for (int i = 0; i < loaded->undo_count; i++)
        if (strcmp(loaded->undo[i].name, variable) == 0)
            return;
    if (loaded->undo_count == MPIMON_UNDOABLE || mpimon_setting_text(variable, undo->before, sizeof undo->before))
        return;
    snprintf(undo->name, sizeof undo->name, "%s", variable);
    loaded->undo_count++;
}

static void set_here(const struct mpimon_setting *setting, struct mpimon_request *request, uint32_t plugin) {
    request->uid = (uint32_t)geteuid();
    request->pid = (uint32_t)getpid();
    request->plugin = plugin + 1;
    mpimon_setting_apply(setting);
    mpimon_change_log(request, 0);
}

/* Sets the variable for the plugin that runs now. The caller holds MPI_T's lock. */
static int set_locked(const char *variable, const char *value, char *reason, size_t room) {
    struct mpimon_request request = {.number = 0};
    struct mpimon_setting setting;
    snprintf(request.name, sizeof request.name, "%s", variable);
    snprintf(request.value, sizeof request.value, "%s", value);
    if (mpimon_setting_read(variable, value, &setting, reason, room))
        return MPIMON_PLUGIN_REFUSED;
    remember(mpimon_plugin_now, variable);
    if (!mpimon_setting_may_differ(&setting)) {
        const char *refused = mpimon_meeting_ask(mpimon_plugin_now, variable, value);
        snprintf(reason, room, "%s", refused ? refused : "");
        return refused ? MPIMON_PLUGIN_REFUSED : MPIMON_PLUGIN_ASKED;
    }
    set_here(&setting, &request, mpimon_plugin_now->index);
    return MPIMON_PLUGIN_SET;
}

/* Returns whether it is a variable that processes may differ in; then it has its value again. */
static int set_back(const struct mpimon_undo *undo, uint32_t plugin) {
    struct mpimon_request request = {.number = 0};
    struct mpimon_setting setting;
    char reason[2 * MPIMON_TEXT];
    memcpy(request.name, undo->name, sizeof request.name);
    memcpy(request.value, undo->before, sizeof request.value);
    if (mpimon_setting_read(undo->name, undo->before, &setting, reason, sizeof reason) ||
        !mpimon_setting_may_differ(&setting))
        return 0;
    set_here(&setting, &request, plugin);
    return 1;
}

void mpimon_plugin_undo(struct mpimon_loaded *loaded) {
    int left = 0;
    if (!mpimon_mpi_t_try_lock())
        return;
    for (int i = 0; i < loaded->undo_count; i++)
        if (!set_back(&loaded->undo[i], loaded->index))
            loaded->undo[left++] = loaded->undo[i];
    loaded->undo_count = left;
    mpimon_mpi_t_unlock();
}

static int set(const char *variable, const char *value, char *reason, size_t room) {
    char own[2 * MPIMON_TEXT];
    int answer = MPIMON_PLUGIN_REFUSED;
    snprintf(own, sizeof own, "a tool uses MPI_T just now; try again");
    if (mpimon_plugin_now && mpimon_mpi_t_try_lock()) {
        answer = set_locked(variable, value, own, sizeof own);
        mpimon_mpi_t_unlock();
    }
    if (reason && room > 0)
        snprintf(reason, room, "%s", answer == MPIMON_PLUGIN_REFUSED ? own : "");
    return answer;
}

static void advise(const char *text) {
    if (mpimon_plugin_now && *text && mpimon_plugin_now->advice++ < MOST_ADVICE)
        mpimon_advice_add(mpimon_plugin_now->index, text);
}

static void retire(void) {
    if (!mpimon_plugin_now)
        return;
    mpimon_plugin_now->is_retired = 1;
    mpimon_plugin_now->sets_all = 0;
    mpimon_plugins_plug();
}

static uint64_t free_buffers(uint64_t floor) {
    return mpimon_plugin_now && !MPIR_IS_THREADED ? mpimon_cells_give_back(floor) : 0;
}

struct mpimon_plugin_library mpimon_plugin_library = {
    .abi = MPIMON_PLUGIN_ABI,
    .size = sizeof(struct mpimon_plugin_library),
    .mpich_version = MPICH_VERSION,
    .read = read_values,
    .read_text = read_text,
    .word = mpimon_setting_word,
    .set = set,
    .advise = advise,
    .retire = retire,
    .free_buffers = free_buffers,
};

void mpimon_plugin_library_fill(void) {
    mpimon_plugin_library.rank = (uint32_t)MPIR_Process.rank;
    mpimon_plugin_library.ranks = (uint32_t)MPIR_Process.size;
    mpimon_plugin_library.project_version = mpimon_segment()->project_version;
}
