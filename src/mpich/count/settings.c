#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../profile/format/batch.h"
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
    {"timeline", MPIMON_DETAIL_TIMELINE},
    {"files", MPIMON_DETAIL_FILES},
    {"waits", MPIMON_DETAIL_WAITS},
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

int mpimon_interval_is_valid(long interval) {
    return interval >= 10 && interval <= 3600000;
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

static const char *or_none(const char *text) {
    return text && *text ? text : "none";
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
            case 't':
                error = append(name, room, &used, parts->time, 1);
                break;
            case 's':
                error = append(name, room, &used, or_none(parts->step), 1);
                break;
            case 'a':
                error = append(name, room, &used, or_none(parts->array_index), 1);
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

int mpimon_opted_out(void) {
    const char *value = getenv("MPICH_MONITORING");
    return value && strcmp(value, "off") == 0;
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

static int is_command(const char *value) {
    return strlen(value) == 1 && strchr("01", *value);
}

static int is_output(const char *value) {
    static const char *const outputs[] = {"none", "stdout", "stderr", "file", "prof"};
    for (size_t i = 0; i < sizeof outputs / sizeof *outputs; i++)
        if (strcmp(value, outputs[i]) == 0)
            return 1;
    return 0;
}

static int is_filename(const char *value) {
    static const struct mpimon_filename_parts parts = {"", "", "", "", "", "", "", ""};
    char name[4096];
    return *value && mpimon_expand_filename(value, &parts, name, sizeof name) == 0;
}

static int is_detail(const char *value) {
    return mpimon_parse_detail(value) >= 0;
}

static int is_reorder(const char *value) {
    return strcmp(value, "none") == 0 || strcmp(value, "topology") == 0 || strcmp(value, "counts") == 0 ||
           strchr(value, '/') != NULL;
}

static int is_interval(const char *value) {
    char *end;
    return isdigit((unsigned char)*value) && mpimon_interval_is_valid(strtol(value, &end, 10)) && *end == '\0';
}

static int is_share(const char *value) {
    char *end;
    const long share = isdigit((unsigned char)*value) ? strtol(value, &end, 10) : 0;
    return share >= 1 && share <= 100 && *end == '\0';
}

/* Of all processes that see the same wrong value, rank 0 says it; the launchers tell the rank before MPI knows it. */
static int speaks_for_all(void) {
    static const char *const names[] = {"PMI_RANK", "PMIX_RANK", "SLURM_PROCID", "FLUX_TASK_RANK", NULL};
    const char *rank = mpimon_first_set(names);
    return !rank || strcmp(rank, "0") == 0;
}

static const struct {
    const char *name;
    int (*is_valid)(const char *);
    const char *allowed;
} settings[] = {
    {"MONITORING_ENABLE", is_enable, "0, 1 or 2"},
    {"MONITORING_OUTPUT", is_output, "none, stdout, stderr, file or prof"},
    {"MONITORING_FILENAME", is_filename, "a file name with %e, %j, %s, %a, %h, %u, %d, %t and %% as the only patterns"},
    {"MONITORING_DETAIL", is_detail,
     "a list, with commas, of peers, histograms, communicators, algorithms, functions, regions, receives, gauges, "
     "sizes, waits, timeline, files or all"},
    {"MONITORING_COMMAND", is_command, "0 or 1"},
    {"MONITORING_REORDER", is_reorder, "none, topology, counts, or the name of a file with a slash in it"},
    {"MONITORING_EXPLORE_SHARE", is_share, "1 to 100 (percent)"},
    {"MONITORING_PLUGINS_SHARE", is_share, "1 to 100 (percent)"},
    {"MONITORING_INTERVAL", is_interval, "10 to 3600000 (milliseconds)"},
};

void mpimon_check_environment(void) {
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

const char *mpimon_allowed_instead(const char *variable, const char *value) {
    static const char prefix[] = "MPIR_CVAR_";
    if (strncmp(variable, prefix, strlen(prefix)) != 0)
        return NULL;
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++)
        if (strcmp(variable + strlen(prefix), settings[i].name) == 0 && !settings[i].is_valid(value))
            return settings[i].allowed;
    return NULL;
}
