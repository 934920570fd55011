#include "mpidimpl.h"

#include "../../engine/tables/fnv.h"
#include "../count/equal_settings.h"
#include "meetings.h"

/* Calls from one meeting to the next: twice as many if nobody has asked. */
enum { FIRST_DISTANCE = 16, LAST_DISTANCE = 256 };
static uint64_t distance;

/* What is asked for, in words of 8 bytes, each of which is the same in all ranks that ask, or 0. */
union question {
    struct {
        uint32_t uid, pid;
        uint64_t plugin; /* as in struct mpimon_request */
        char name[MPIMON_NAME], value[MPIMON_TEXT];
    } text;
    uint64_t words[(16 + MPIMON_NAME + MPIMON_TEXT) / sizeof(uint64_t)];
};
static union question asked;
static int is_asked, is_open;

/* A hash is never 0, and is positive also as a signed number, as which some MPICH compare them. */
enum { HASH_BITS = 62 };
static const uint64_t all_bits = (UINT64_C(1) << HASH_BITS) - 1;
static uint64_t hash_of(const union question *question) {
    uint64_t hash = mpimon_fnv_text(MPIMON_FNV_START, question->text.name, sizeof question->text.name);
    hash = mpimon_fnv_text(mpimon_fnv_byte(hash, '='), question->text.value, sizeof question->text.value);
    return (hash & all_bits) | 1;
}

static int highest(MPIR_Comm *world, uint64_t *words, int count) {
    return MPIR_Allreduce_impl(MPI_IN_PLACE, words, count, MPIMON_UINT64, MPI_MAX, world, MPIMON_COLL_ATTRIBUTE);
}

static int may_ask(void) {
    int any = 0;
    for (int i = 0; i < mpimon_loaded_count; i++)
        any |= mpimon_loaded[i].plugin ? mpimon_loaded[i].sets_all : mpimon_loaded[i].undo_count > 0;
    return any;
}

/* Tells the instances of the plugin, in the ranks where there are any, what became of it. */
static void tell(const union question *question, const char *refused) {
    const struct mpimon_plugin_change change = {question->text.name, question->text.value, refused};
    for (int i = 0; i < mpimon_loaded_count; i++)
        if (mpimon_loaded[i].index + 1 == question->text.plugin)
            mpimon_plugin_tell(&mpimon_loaded[i], MPIMON_EVENT_CHANGED, &change);
}

/* Those that ask want the same. */
static void answer(MPIR_Comm *world) {
    union question question = asked;
    struct mpimon_setting setting;
    char reason[MPIMON_TEXT];
    if (highest(world, question.words, (int)(sizeof question.words / sizeof *question.words)))
        return;
    struct mpimon_request request = {
        .uid = question.text.uid, .pid = question.text.pid, .plugin = (uint32_t)question.text.plugin};
    memcpy(request.name, question.text.name, sizeof request.name);
    memcpy(request.value, question.text.value, sizeof request.value);
    const int is_ready = mpimon_setting_read(request.name, request.value, &setting, reason, sizeof reason) == 0;
    const char *refused = mpimon_agreement_change(world, &request, &setting, is_ready);
    is_asked = 0;
    memset(&asked, 0, sizeof asked);
    tell(&question, refused);
}

static void refuse_own(void) {
    const union question question = asked;
    if (!is_asked)
        return;
    is_asked = 0;
    memset(&asked, 0, sizeof asked);
    tell(&question, "ranks ask for different changes");
}

static void ask(const struct mpimon_loaded *loaded, const char *name, const char *value) {
    asked.text.uid = (uint32_t)geteuid();
    asked.text.pid = (uint32_t)getpid();
    asked.text.plugin = loaded->index + 1;
    snprintf(asked.text.name, sizeof asked.text.name, "%s", name);
    snprintf(asked.text.value, sizeof asked.text.value, "%s", value);
    is_asked = 1;
}

/* The next of what a plugin that was stopped has left. */
static void ask_for_undo(void) {
    for (int i = 0; i < mpimon_loaded_count && !is_asked; i++) {
        struct mpimon_loaded *loaded = &mpimon_loaded[i];
        if (loaded->plugin || loaded->undo_count == 0)
            continue;
        const struct mpimon_undo *undo = &loaded->undo[--loaded->undo_count];
        ask(loaded, undo->name, undo->before);
    }
}

static void meet(MPIR_Comm *world, uint64_t call) {
    const uint64_t may = (uint64_t)may_ask();
    if (!is_asked)
        ask_for_undo();
    const uint64_t hash = is_asked ? hash_of(&asked) : 0;
    uint64_t values[] = {may, hash, is_asked ? all_bits - hash : 0};
    if (highest(world, values, 3) || (!values[0] && !values[1])) {
        mpimon_agreement_meet(0, NULL);
        return;
    }
    if (values[1] && values[1] == all_bits - values[2])
        answer(world);
    else if (values[1])
        refuse_own();
    distance = values[1] ? FIRST_DISTANCE : MPL_MIN(2 * distance, LAST_DISTANCE);
    mpimon_agreement_meet(call + distance, meet);
}

/* Without a rank that does not come, meetings would become a part of the program's own calls. */
static struct mpimon_equal_setting loading = {
    .name = "plugins", .does = "loads plugins", .variables = "MPIR_CVAR_MONITORING_PLUGINS and _ENABLE"};

static void meet_first(MPIR_Comm *world, uint64_t call) {
    mpimon_equal_require(&loading);
    meet(world, call);
}

void mpimon_meetings_start(void) {
    mpimon_equal_say(&loading, "1");
    distance = FIRST_DISTANCE / 2;
    is_asked = 0;
    is_open = 1;
    memset(&asked, 0, sizeof asked);
    mpimon_steered |= MPIMON_STEERED_BY_PLUGINS;
    mpimon_agreement_meet(1, meet_first);
}

void mpimon_meetings_stop(void) {
    is_open = 0;
}

const char *mpimon_meeting_ask(const struct mpimon_loaded *loaded, const char *name, const char *value) {
    if (!is_open)
        return "MPI_Finalize has begun";
    if (!loaded->sets_all)
        return "it must be equal in all ranks, and the plugin does not say that it sets such";
    if (is_asked)
        return "another change is under way";
    ask(loaded, name, value);
    return NULL;
}
