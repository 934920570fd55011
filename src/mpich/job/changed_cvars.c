/*
 * Control variables whose values differ from their defaults, however they were set.
 */
#include "mpidimpl.h"

#include "changed_cvars.h"

struct choice {
    int value;
    const char *name;
};

static void note_int(const char *name, int value) {
    char text[24];
    snprintf(text, sizeof text, "%d", value);
    mpimon_cvar_add(name, text);
}

static void note_double(const char *name, double value) {
    char text[32];
    snprintf(text, sizeof text, "%g", value);
    mpimon_cvar_add(name, text);
}

static void note_range(const char *name, MPIR_T_cvar_range_value_t value) {
    char text[48];
    snprintf(text, sizeof text, "%d:%d", value.low, value.high);
    mpimon_cvar_add(name, text);
}

static void note_choice(const char *name, int value, const struct choice *choices, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (choices[i].value == value)
            mpimon_cvar_add(name, choices[i].name);
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
        mpimon_cvar_add(#cvar, cvar ? cvar : "");
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
