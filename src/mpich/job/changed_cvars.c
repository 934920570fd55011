/*
 * Control variables whose values differ from their defaults, however they were set.
 */
#include "mpidimpl.h"

#include "changed_cvars.h"

#include <stdlib.h>
#include <string.h>

struct choice {
    int value;
    const char *name;
};

/* From 5.0 on MPICH itself sets these when it knows how to talk to the launcher, which is no change of the user's. */
static int is_set_by_mpich(const char *name) {
    static const char *const names[] = {"MPIR_CVAR_PMI_VERSION", "MPIR_CVAR_PMI_DISABLE_GROUP"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(name, names[i]) == 0)
            return !getenv(name);
    return 0;
}

static void note(const char *name, const char *value) {
    if (!is_set_by_mpich(name))
        mpimon_cvar_add(name, value);
}

static void note_int(const char *name, int value) {
    char text[24];
    snprintf(text, sizeof text, "%d", value);
    note(name, text);
}

static void note_double(const char *name, double value) {
    char text[32];
    snprintf(text, sizeof text, "%g", value);
    note(name, text);
}

static void note_range(const char *name, MPIR_T_cvar_range_value_t value) {
    char text[48];
    snprintf(text, sizeof text, "%d:%d", value.low, value.high);
    note(name, text);
}

static void note_choice(const char *name, int value, const struct choice *choices, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (choices[i].value == value)
            note(name, choices[i].name);
}

/* Each line of the list is one comparison. */
#define MPIMON_CVAR_INT(cvar, normal) \
    if (cvar != (normal))             \
        note_int(#cvar, cvar);
#define MPIMON_CVAR_DOUBLE(cvar, normal) \
    if (cvar != (normal))                \
        note_double(#cvar, cvar);
#define MPIMON_CVAR_STRING(cvar, normal)       \
    if (strcmp(cvar ? cvar : "", normal) != 0) \
        note(#cvar, cvar ? cvar : "");
#define MPIMON_CVAR_RANGE(cvar, lowest, highest)        \
    if (cvar.low != (lowest) || cvar.high != (highest)) \
        note_range(#cvar, cvar);
#define MPIMON_CVAR_ENUM(cvar, normal, ...)                                  \
    if (cvar != (int)(normal)) {                                             \
        static const struct choice choices[] = {__VA_ARGS__};                \
        note_choice(#cvar, cvar, choices, sizeof choices / sizeof *choices); \
    }

void mpimon_record_changed_cvars(void) {
#include "../mpi_t/cvar_defaults.h"
}
