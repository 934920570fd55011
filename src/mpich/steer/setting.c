/*
 * Control variables by their names, and values as text.
 */
#include "mpidimpl.h"

#include <errno.h>
#include <stdlib.h>

#include "../count/settings.h"
#include "setting.h"

struct choice {
    int value;
    const char *name;
};

/* The words that a variable may have for its values. To MPI_T these variables are numbers. */
static const struct {
    const char *variable;
    const struct choice *choices;
    size_t count;
} words[] = {
#define MPIMON_CVAR_ENUM(cvar, normal, ...) \
    {#cvar, (const struct choice[]){__VA_ARGS__}, sizeof((const struct choice[]){__VA_ARGS__}) / sizeof(struct choice)},
#define MPIMON_CVAR_INT(cvar, normal)
#define MPIMON_CVAR_DOUBLE(cvar, normal)
#define MPIMON_CVAR_STRING(cvar, normal)
#define MPIMON_CVAR_RANGE(cvar, lowest, highest)
#include "../mpi_t/cvar_defaults.h"
};

static const cvar_table_entry_t *find(const char *name) {
    name2index_hash_t *found;
    HASH_FIND_STR(cvar_hash, name, found);
    return found ? (const cvar_table_entry_t *)utarray_eltptr(cvar_table, found->idx) : NULL;
}

static const char *why_fixed(const cvar_table_entry_t *variable) {
    if (variable->scope == MPI_T_SCOPE_CONSTANT)
        return "its scope is MPI_T_SCOPE_CONSTANT: it never changes";
    if (variable->scope == MPI_T_SCOPE_READONLY)
        return "its scope is MPI_T_SCOPE_READONLY: nobody may write it";
    if (variable->bind != MPI_T_BIND_NO_OBJECT || !variable->addr)
        return "it is a variable of each of the program's objects, not of the process";
    return NULL;
}

static int read_word(const struct choice *choices, size_t count, const char *text, int *value, char *reason,
                     size_t room) {
    for (size_t i = 0; i < count; i++)
        if (strcmp(choices[i].name, text) == 0) {
            *value = choices[i].value;
            return 0;
        }
    size_t used = (size_t)snprintf(reason, room, "it is one of");
    for (size_t i = 0; i < count && used < room; i++)
        used += (size_t)snprintf(reason + used, room - used, "%s %s", i > 0 ? "," : "", choices[i].name);
    return 1;
}

/* Reads a number, after which comes `end`; returns where that is, or NULL. */
static const char *read_number(const char *text, char end, int *value) {
    char *behind;
    errno = 0;
    const long number = strtol(text, &behind, 10);
    *value = (int)number;
    return behind != text && *behind == end && errno == 0 && number == *value ? behind : NULL;
}

static int read_numbers(const cvar_table_entry_t *variable, const char *text, int *numbers, char *reason, size_t room) {
    if (variable->count == 1 && read_number(text, '\0', &numbers[0]))
        return 0;
    const char *colon = variable->count == 2 ? read_number(text, ':', &numbers[0]) : NULL;
    if (colon && read_number(colon + 1, '\0', &numbers[1]))
        return 0;
    snprintf(reason, room, "it is %s", variable->count == 2 ? "a range of numbers, such as 1:4" : "a whole number");
    return 1;
}

static int read_real(const char *text, double *value, char *reason, size_t room) {
    char *behind;
    *value = strtod(text, &behind);
    if (behind != text && *behind == '\0')
        return 0;
    snprintf(reason, room, "it is a number");
    return 1;
}

static int read_text(const cvar_table_entry_t *variable, const char *text, struct mpimon_setting *setting, char *reason,
                     size_t room) {
    const size_t longest = MPL_MIN((size_t)variable->count, sizeof setting->value.text) - 1;
    snprintf(setting->value.text, sizeof setting->value.text, "%s", text);
    if (strlen(text) <= longest)
        return 0;
    snprintf(reason, room, "a text of %zu bytes, and it has room for %zu", strlen(text), longest);
    return 1;
}

static int read_value(const char *text, struct mpimon_setting *setting, char *reason, size_t room) {
    const cvar_table_entry_t *variable = setting->variable;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(words[i].variable, variable->name) == 0)
            return read_word(words[i].choices, words[i].count, text, &setting->value.numbers[0], reason, room);
    if (variable->datatype == MPI_INT)
        return read_numbers(variable, text, setting->value.numbers, reason, room);
    if (variable->datatype == MPI_DOUBLE)
        return read_real(text, &setting->value.real, reason, room);
    if (variable->datatype == MPI_CHAR)
        return read_text(variable, text, setting, reason, room);
    snprintf(reason, room, "it is of a type that nothing can be read as");
    return 1;
}

/* MPI_Init makes the cells of shared memory. Of a message that is longer and is taken to fit, the rest is lost. */
static int is_beyond_cells(const struct mpimon_setting *setting, char *reason, size_t room) {
    static int size; /* of the cells: what the variable was before anybody has set it */
    if (strcmp(setting->variable->name, "MPIR_CVAR_CH4_SHM_POSIX_IQUEUE_CELL_SIZE") != 0)
        return 0;
    if (size == 0)
        size = *(const int *)setting->variable->addr;
    if (setting->value.numbers[0] <= size)
        return 0;
    snprintf(reason, room, "cells were made with %d bytes, and stay so", size);
    return 1;
}

int mpimon_setting_read(const char *name, const char *value, struct mpimon_setting *setting, char *reason,
                        size_t room) {
    setting->variable = find(name);
    if (!setting->variable) {
        snprintf(reason, room, "there is no such control variable");
        return 1;
    }
    const char *fixed = why_fixed(setting->variable);
    if (fixed) {
        snprintf(reason, room, "%s", fixed);
        return 1;
    }
    const char *allowed = mpimon_allowed_instead(name, value);
    if (allowed) {
        snprintf(reason, room, "it is %s", allowed);
        return 1;
    }
    return read_value(value, setting, reason, room) || is_beyond_cells(setting, reason, room);
}

const char *mpimon_setting_word(const char *name, int number) {
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(words[i].variable, name) == 0 && number >= 0 && (size_t)number < words[i].count)
            return words[i].choices[number].name;
    return NULL;
}

union value {
    int numbers[2];
    double real;
    char text[MPIR_CVAR_MAX_STRLEN];
};

/* The variable of this name, with its value; NULL if there is none, or it is not of the whole process. */
static const cvar_table_entry_t *value_of(const char *name, union value *value) {
    const cvar_table_entry_t *variable = find(name);
    if (!variable || variable->bind != MPI_T_BIND_NO_OBJECT || !variable->addr)
        return NULL;
    MPIR_T_cvar_handle_t handle = {
        .addr = variable->addr, .count = variable->count, .datatype = variable->datatype, .scope = variable->scope};
    if (variable->datatype == MPI_CHAR && (size_t)variable->count > sizeof value->text)
        return NULL;
    mpimon_cvar_refresh(&handle);
    return MPIR_T_cvar_read_impl(&handle, value) == MPI_SUCCESS ? variable : NULL;
}

/* The word that a number stands for; NULL if the variable has none. */
static const char *word_of(const char *name, int number) {
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        for (size_t word = 0; strcmp(words[i].variable, name) == 0 && word < words[i].count; word++)
            if (words[i].choices[word].value == number)
                return words[i].choices[word].name;
    return NULL;
}

int mpimon_setting_text(const char *name, char *text, size_t room) {
    union value value;
    const cvar_table_entry_t *variable = value_of(name, &value);
    if (!variable)
        return 1;
    const char *word = variable->datatype == MPI_INT ? word_of(name, value.numbers[0]) : NULL;
    if (word)
        snprintf(text, room, "%s", word);
    else if (variable->datatype == MPI_INT)
        snprintf(text, room, variable->count == 2 ? "%d:%d" : "%d", value.numbers[0], value.numbers[1]);
    else if (variable->datatype == MPI_DOUBLE)
        snprintf(text, room, "%.17g", value.real);
    else if (variable->datatype == MPI_CHAR)
        snprintf(text, room, "%s", value.text);
    else
        return 1;
    return 0;
}

int mpimon_setting_numbers(const char *name, double *values, int room) {
    union value value;
    const cvar_table_entry_t *variable = value_of(name, &value);
    if (!variable || (variable->datatype != MPI_INT && variable->datatype != MPI_DOUBLE))
        return -1;
    for (int i = 0; i < variable->count && i < room; i++)
        values[i] = variable->datatype == MPI_INT ? value.numbers[i] : value.real;
    return variable->count;
}

/* Of those that must be equal everywhere, these switch what each process counts for itself. */
int mpimon_setting_may_differ(const struct mpimon_setting *setting) {
    static const char *const own[] = {"MPIR_CVAR_MONITORING_ENABLE", "MPIR_CVAR_MONITORING_DETAIL",
                                      "MPIR_CVAR_MONITORING_INTERVAL"};
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        if (strcmp(setting->variable->name, own[i]) == 0)
            return 1;
    return setting->variable->scope == MPI_T_SCOPE_LOCAL;
}

void mpimon_setting_apply(const struct mpimon_setting *setting) {
    const cvar_table_entry_t *variable = setting->variable;
    MPIR_T_cvar_handle_t handle = {
        .addr = variable->addr, .count = variable->count, .datatype = variable->datatype, .scope = variable->scope};
    mpimon_cvar_write(&handle, &setting->value);
}
