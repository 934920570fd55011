/*
 * The choices that are tried, from the file of MPIR_CVAR_MONITORING_EXPLORE.
 */
#include "mpidimpl.h"

#include "candidates.h"

#include <json.h>
#include <stdio.h>
#include <stdlib.h>

#include "../../engine/storage/whole_file.h"
#include "../../engine/tables/fnv.h"
#include "mpir_csel.h"

void *MPII_Create_container(struct json_object *object);

enum { MOST_BYTES = 1 << 24 };

/* NULL if the object has none of that name. */
static void *tree_of(struct json_object *object, const char *name, void *(*choice)(struct json_object *)) {
    void *tree = NULL;
    struct json_object *member = NULL;
    if (json_object_object_get_ex(object, name, &member))
        MPIR_Csel_create_from_buf(json_object_to_json_string(member), choice, &tree);
    return tree;
}

/* Whether the object is a candidate; if so, it is added. */
static int add(struct json_object *object, void *(*device_choice)(struct json_object *),
               struct mpimon_candidates *candidates) {
    struct json_object *name = NULL;
    if (!json_object_object_get_ex(object, "name", &name))
        return 0;
    struct mpimon_candidate *added = &candidates->list[candidates->count];
    snprintf(added->name, sizeof added->name, "%s", json_object_get_string(name));
    added->device = tree_of(object, "ch4", device_choice);
    added->mpir = tree_of(object, "mpir", MPII_Create_container);
    candidates->count += added->device || added->mpir;
    return added->device || added->mpir;
}

static int add_all(struct json_object *array, void *(*device_choice)(struct json_object *),
                   struct mpimon_candidates *candidates) {
    const size_t count = json_object_is_type(array, json_type_array) ? (size_t)json_object_array_length(array) : 0;
    candidates->list = calloc(count + 1, sizeof *candidates->list);
    size_t added = 0;
    while (candidates->list && added < count &&
           add(json_object_array_get_idx(array, (int)added), device_choice, candidates))
        added++;
    return count > 0 && added == count;
}

int mpimon_candidates_read(const char *path, void *(*device_choice)(struct json_object *),
                           struct mpimon_candidates *candidates, char *fault, size_t room) {
    size_t size = 0;
    *candidates = (struct mpimon_candidates){NULL, 0, 0};
    char *content = mpimon_whole_file(path, MOST_BYTES, &size, fault, room);
    if (!content)
        return 1;
    candidates->hash = mpimon_fnv_text(MPIMON_FNV_START, content, size);
    struct json_object *array = json_tokener_parse(content);
    free(content);
    const int is_whole = array && add_all(array, device_choice, candidates);
    json_object_put(array);
    if (is_whole)
        return 0;
    snprintf(fault, room, "no list of candidates; mpimon tune makes one");
    mpimon_candidates_free(candidates);
    return 1;
}

void mpimon_candidates_free(struct mpimon_candidates *candidates) {
    for (int i = 0; i < candidates->count; i++) {
        if (candidates->list[i].device)
            MPIR_Csel_free(candidates->list[i].device);
        if (candidates->list[i].mpir)
            MPIR_Csel_free(candidates->list[i].mpir);
    }
    free(candidates->list);
    *candidates = (struct mpimon_candidates){NULL, 0, 0};
}
