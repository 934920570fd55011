#include "mpidimpl.h"

#include <ctype.h>
#include <json.h>
#include <stdlib.h>

#include "../../engine/storage/whole_file.h"
#include "tuning_json.h"

enum { MOST_BYTES = 16 * 1024 * 1024 };

/* 40 for 4.0. */
static const uint32_t series = MPICH_NUMVERSION / 1000000;

struct fault {
    char *text;
    size_t room;
};

static void *fail(const struct fault *fault, const char *text) {
    snprintf(fault->text, fault->room, "%s", text);
    return NULL;
}

static int line_at(const char *text, size_t offset) {
    int line = 1;
    for (size_t i = 0; i < offset && text[i]; i++)
        line += text[i] == '\n';
    return line;
}

static struct json_object *parse(const char *text, const struct fault *fault) {
    struct json_tokener *tokener = json_tokener_new();
    if (!tokener)
        return fail(fault, strerror(ENOMEM));
    json_tokener_set_flags(tokener, JSON_TOKENER_STRICT);
    struct json_object *json = json_tokener_parse_ex(tokener, text, (int)strlen(text) + 1);
    const enum json_tokener_error error = json_tokener_get_error(tokener);
    if (error != json_tokener_success)
        snprintf(fault->text, fault->room, "line %d: no JSON (%s)", line_at(text, json_tokener_get_parse_end(tokener)),
                 json_tokener_error_desc(error));
    else if (!json_object_is_type(json, json_type_object))
        fail(fault, "no JSON object");
    if (error != json_tokener_success || !json_object_is_type(json, json_type_object)) {
        json_object_put(json);
        json = NULL;
    }
    json_tokener_free(tokener);
    return json;
}

static void remove_spaces(char *text) {
    char *kept = text;
    for (; *text; text++)
        if (!isspace((unsigned char)*text))
            *kept++ = *text;
    *kept = '\0';
}

static void release(const struct mpimon_tuning_key *key) {
    while (key) {
        const struct mpimon_tuning_key *next = key->next;
        release(key->first);
        free((char *)(uintptr_t)key->text);
        free((void *)(uintptr_t)key);
        key = next;
    }
}

/* The object's keys, in their order; *complete becomes 0 without memory. */
static struct mpimon_tuning_key *keys_of(struct json_object *json, int *complete) {
    struct mpimon_tuning_key *first = NULL, *last = NULL;
    json_object_object_foreach(json, text, value) {
        struct mpimon_tuning_key *key = calloc(1, sizeof *key);
        char *copy = strdup(text);
        if (!key || !copy) {
            free(key);
            free(copy);
            *complete = 0;
            break;
        }
        remove_spaces(copy);
        key->text = copy;
        key->is_object = json_object_is_type(value, json_type_object);
        key->first = key->is_object ? keys_of(value, complete) : NULL;
        if (last)
            last->next = key;
        else
            first = key;
        last = key;
    }
    return first;
}

struct found {
    const struct fault *fault;
    int is_sound;
};

static void take_first(void *context, const struct mpimon_tuning_problem *problem) {
    struct found *found = context;
    if (!problem->is_error || !found->is_sound)
        return;
    found->is_sound = 0;
    snprintf(found->fault->text, found->fault->room, "%s%s%s", problem->where, problem->where[0] ? ": " : "",
             problem->text);
}

static int is_sound(struct json_object *json, enum mpimon_tuning_level level, const struct fault *fault) {
    int complete = 1;
    struct mpimon_tuning_key *keys = keys_of(json, &complete);
    const struct mpimon_tuning_key root = {"", 0, 1, keys, NULL};
    struct found found = {fault, complete};
    if (complete)
        mpimon_tuning_check(&root, series, level, take_first, &found);
    else
        fail(fault, strerror(ENOMEM));
    release(keys);
    return found.is_sound;
}

char *mpimon_tuning_json(const char *path, enum mpimon_tuning_level level, char *text, size_t room) {
    const struct fault fault = {text, room};
    size_t size = 0;
    char *content = mpimon_whole_file(path, MOST_BYTES, &size, text, room), *plain = NULL;
    struct json_object *json = content ? parse(content, &fault) : NULL;
    if (json && is_sound(json, level, &fault)) {
        plain = strdup(json_object_to_json_string_ext(json, JSON_C_TO_STRING_PLAIN));
        if (plain)
            remove_spaces(plain);
        else
            fail(&fault, strerror(ENOMEM));
    }
    json_object_put(json);
    free(content);
    return plain;
}
