#ifndef MPIMON_SETTING_H
#define MPIMON_SETTING_H

/* A control variable, and a value that it may have. */
struct mpimon_setting {
    const cvar_table_entry_t *variable;
    union {
        int numbers[2]; /* the second one only of a range */
        double real;
        char text[MPIMON_TEXT];
    } value;
};

/* Find the variable and read the value. Returns 0; else 1, with why not in `reason`. */
MPIMON_HIDDEN int mpimon_setting_read(const char *name, const char *value, struct mpimon_setting *setting, char *reason,
                                      size_t room);

/* The value of a control variable, as mpimon_setting_read() takes it. Returns 0 or 1. The caller holds MPI_T's lock. */
MPIMON_HIDDEN int mpimon_setting_text(const char *name, char *text, size_t room);

/* Stores at most `room` values of one that is numbers; returns how many it has, or -1. The caller holds MPI_T's
 * lock. */
MPIMON_HIDDEN int mpimon_setting_numbers(const char *name, double *values, int room);

/* The word of this number, of a control variable whose values are words; NULL if there is none. */
MPIMON_HIDDEN const char *mpimon_setting_word(const char *name, int number);

/* Whether processes may differ in it, if only for a moment: nobody waits for ever for another because of it. */
MPIMON_HIDDEN int mpimon_setting_may_differ(const struct mpimon_setting *setting);

/* Give the variable its value. The caller holds MPI_T's lock. */
MPIMON_HIDDEN void mpimon_setting_apply(const struct mpimon_setting *setting);

#endif
