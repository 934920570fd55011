#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../macros/hook_environment.h"
#include "settings.h"

static const struct {
    const char *word;
    int detail;
} details[] = {
    {"peers", MPIMON_DETAIL_PEERS},
    {"histograms", MPIMON_DETAIL_HISTOGRAMS},
    {"communicators", MPIMON_DETAIL_COMMUNICATORS},
    {"algorithms", MPIMON_DETAIL_ALGORITHMS},
    {"functions", MPIMON_DETAIL_FUNCTIONS},
    {"regions", MPIMON_DETAIL_REGIONS},
    {"receives", MPIMON_DETAIL_RECEIVES},
    {"gauges", MPIMON_DETAIL_GAUGES},
    {"sizes", MPIMON_DETAIL_SIZES},
    {"all", MPIMON_DETAIL_ALL},
};

static int detail_of(const char *word, size_t length) {
    for (size_t i = 0; i < sizeof details / sizeof *details; i++)
        if (strlen(details[i].word) == length && strncmp(details[i].word, word, length) == 0)
            return details[i].detail;
    return -1;
}

int mpimon_parse_detail(const char *text) {
    int sum = 0;
    for (const char *word = text; *word;) {
        size_t length = strcspn(word, ",");
        int detail = detail_of(word, length);
        if (detail < 0)
            return -1;
        sum |= detail;
        word += length + (word[length] == ',');
    }
    return sum;
}

/*
 * What replaces a letter of the pattern must not lead to another folder: it gets no slash, and no dot at the beginning
 * of a name or after another dot, so that none becomes "..".
 */
static char harmless(char letter, char before) {
    const int begins = before == '/' || before == '\0';
    const int is_odd = (unsigned char)letter < ' ' || letter == 0x7f;
    return letter == '/' || is_odd || (letter == '.' && (begins || before == '.')) ? '_' : letter;
}

/* Appends text; returns 0 or ENAMETOOLONG. */
static int append(char *name, size_t room, size_t *used, const char *text, int is_part) {
    for (; *text; text++) {
        if (*used + 1 >= room)
            return ENAMETOOLONG;
        name[*used] = is_part ? harmless(*text, *used ? name[*used - 1] : '\0') : *text;
        (*used)++;
    }
    name[*used] = '\0';
    return 0;
}

int mpimon_expand_filename(const char *pattern, const struct mpimon_filename_parts *parts, char *name, size_t room) {
    size_t used = 0;
    int error = append(name, room, &used, "", 0);
    for (; *pattern && !error; pattern++) {
        char letter[2] = {*pattern, '\0'};
        if (*pattern != '%') {
            error = append(name, room, &used, letter, 0);
            continue;
        }
        switch (*++pattern) {
            case 'e':
                error = append(name, room, &used, parts->executable, 1);
                break;
            case 'j':
                error = append(name, room, &used, parts->job, 1);
                break;
            case 'h':
                error = append(name, room, &used, parts->host, 1);
                break;
            case 'u':
                error = append(name, room, &used, parts->user, 1);
                break;
            case 'd':
                error = append(name, room, &used, parts->date, 1);
                break;
            case '%':
                error = append(name, room, &used, "%", 0);
                break;
            default:
                return EINVAL;
        }
    }
    return error;
}

/* The first of the variables that is set and not empty. */
static const char *first_set(const char *const *names) {
    for (; *names; names++) {
        const char *value = getenv(*names);
        if (value && *value)
            return value;
    }
    return NULL;
}

const char *mpimon_batch_job(void) {
    static const char *const names[] = {"SLURM_JOB_ID", "PBS_JOBID", "FLUX_JOB_ID", "LSB_JOBID", NULL};
    return first_set(names);
}

/* A control variable from the environment, by MPICH's rules: of three prefixes the last one that is set counts. */
static const char *environment(const char *name) {
    static const char *const prefixes[] = {"MPIR_CVAR_", "MPIR_PARAM_", "MPICH_"};
    char variable[96];
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
        snprintf(variable, sizeof variable, "%s%s", prefixes[i], name);
        const char *value = getenv(variable);
        if (value)
            return value;
    }
    return NULL;
}

static int is_enable(const char *value) {
    return strlen(value) == 1 && strchr("012", *value);
}

static int is_output(const char *value) {
    static const char *const outputs[] = {"none", "stdout", "stderr", "file", "prof"};
    for (size_t i = 0; i < sizeof outputs / sizeof *outputs; i++)
        if (strcmp(value, outputs[i]) == 0)
            return 1;
    return 0;
}

static int is_filename(const char *value) {
    static const struct mpimon_filename_parts parts = {"", "", "", "", ""};
    char name[4096];
    return *value && mpimon_expand_filename(value, &parts, name, sizeof name) == 0;
}

static int is_detail(const char *value) {
    return mpimon_parse_detail(value) >= 0;
}

/* Of all processes that see the same wrong value, rank 0 says it; the launchers tell the rank before MPI knows it. */
static int speaks_for_all(void) {
    static const char *const names[] = {"PMI_RANK", "PMIX_RANK", "SLURM_PROCID", "FLUX_TASK_RANK", NULL};
    const char *rank = first_set(names);
    return !rank || strcmp(rank, "0") == 0;
}

void mpimon_check_environment(void) {
    static const struct {
        const char *name;
        int (*is_valid)(const char *);
        const char *allowed;
    } settings[] = {
        {"MONITORING_ENABLE", is_enable, "0, 1 or 2"},
        {"MONITORING_OUTPUT", is_output, "none, stdout, stderr, file or prof"},
        {"MONITORING_FILENAME", is_filename, "a file name with %e, %j, %h, %u, %d and %% as the only patterns"},
        {"MONITORING_DETAIL", is_detail,
         "a list, with commas, of peers, histograms, communicators, algorithms, functions, regions, receives, gauges, "
         "sizes or all"},
    };
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        const char *value = environment(settings[i].name);
        if (!value || settings[i].is_valid(value))
            continue;
        if (speaks_for_all())
            fprintf(stderr, "mpich-monitoring: MPIR_CVAR_%s=\"%s\" is not valid; allowed: %s\n", settings[i].name,
                    value, settings[i].allowed);
        exit(EXIT_FAILURE);
    }
}
