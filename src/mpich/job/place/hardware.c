/*
 * hwloc's own XML has all that it knows, devices and caches of each core included, which for one node of many
 * processors may be a megabyte. This has what placing ranks needs.
 */
#include "mpidimpl.h"

#include "hardware.h"

#ifdef HAVE_HWLOC

#include <hwloc.h>

#include "../../../engine/tables/fnv.h"

static hwloc_bitmap_t to_bitmap(hwloc_topology_t topology, const struct mpimon_processors *processors) {
    hwloc_bitmap_t set = hwloc_bitmap_alloc();
    for (int i = 0; set && i < processors->count; i++)
        if (processors->allowed[i])
            hwloc_bitmap_set(set, (unsigned)i);
    if (set)
        hwloc_bitmap_and(set, set, hwloc_topology_get_topology_cpuset(topology));
    return set;
}

/* The object of this type that has all processors of the set. */
static uint32_t index_of(hwloc_topology_t topology, hwloc_const_bitmap_t set, hwloc_obj_type_t type) {
    hwloc_obj_t object = NULL;
    while ((object = hwloc_get_next_obj_by_type(topology, type, object)))
        if (hwloc_bitmap_isincluded(set, object->cpuset))
            return object->logical_index;
    return MPIMON_NONE;
}

void mpimon_hardware_bind(void *topology, const struct mpimon_processors *processors, struct mpimon_place *place) {
    place->bound = 0;
    hwloc_bitmap_t set = topology ? to_bitmap(topology, processors) : NULL;
    if (set && !hwloc_bitmap_iszero(set)) {
        char seen[1024];
        hwloc_bitmap_snprintf(seen, sizeof seen, hwloc_topology_get_topology_cpuset(topology));
        const uint64_t hash = mpimon_fnv_text(MPIMON_FNV_START, seen, sizeof seen);
        place->bound = 1;
        place->package = index_of(topology, set, HWLOC_OBJ_PACKAGE);
        place->numa_node = index_of(topology, set, HWLOC_OBJ_NUMANODE);
        place->l3 = index_of(topology, set, HWLOC_OBJ_L3CACHE);
        place->core = index_of(topology, set, HWLOC_OBJ_CORE);
        place->seen = (uint32_t)(hash ^ hash >> 32);
    }
    hwloc_bitmap_free(set);
}

static void put_set(FILE *file, const char *name, hwloc_const_bitmap_t set) {
    char *text = NULL;
    if (hwloc_bitmap_asprintf(&text, set) >= 0)
        fprintf(file, " %s=\"%s\"", name, text);
    free(text);
}

/* hwloc wants each set twice: as it is, and with what may not be used; and of the whole, what may be. */
static void put_sets(FILE *file, const struct hwloc_obj *object) {
    put_set(file, "cpuset", object->cpuset);
    put_set(file, "complete_cpuset", object->cpuset);
    put_set(file, "nodeset", object->nodeset);
    put_set(file, "complete_nodeset", object->nodeset);
    if (!object->parent) {
        put_set(file, "allowed_cpuset", object->cpuset);
        put_set(file, "allowed_nodeset", object->nodeset);
    }
}

static int is_described(hwloc_obj_type_t type) {
    return type == HWLOC_OBJ_MACHINE || type == HWLOC_OBJ_PACKAGE || type == HWLOC_OBJ_NUMANODE ||
           type == HWLOC_OBJ_L3CACHE || type == HWLOC_OBJ_CORE || type == HWLOC_OBJ_PU;
}

/* Nodes of the same kind have almost the same memory. */
static unsigned long long round_to_gib(unsigned long long bytes) {
    return (bytes + (1ULL << 29)) >> 30 << 30;
}

static void put_attributes(FILE *file, const struct hwloc_obj *object) {
    if (object->os_index != HWLOC_UNKNOWN_INDEX)
        fprintf(file, " os_index=\"%u\"", object->os_index);
    put_sets(file, object);
    if (object->type == HWLOC_OBJ_NUMANODE)
        fprintf(file, " local_memory=\"%llu\"", round_to_gib(object->attr->numanode.local_memory));
    if (object->type == HWLOC_OBJ_L3CACHE)
        fprintf(file, " cache_size=\"%llu\" depth=\"3\" cache_linesize=\"%u\" cache_type=\"%d\"",
                (unsigned long long)object->attr->cache.size, object->attr->cache.linesize,
                (int)object->attr->cache.type);
}

/* An object and those in it; NUMA nodes are a kind of children of their own. */
static void put_object(FILE *file, const struct hwloc_obj *object) {
    const int described = is_described(object->type);
    if (described) {
        fprintf(file, "<object type=\"%s\"", hwloc_obj_type_string(object->type));
        put_attributes(file, object);
        fprintf(file, ">\n");
    }
    for (const struct hwloc_obj *child = object->memory_first_child; child; child = child->next_sibling)
        put_object(file, child);
    for (const struct hwloc_obj *child = object->first_child; child; child = child->next_sibling)
        put_object(file, child);
    if (described)
        fprintf(file, "</object>\n");
}

char *mpimon_hardware_describe(void *topology) {
    char *text = NULL;
    size_t size = 0;
    FILE *file = topology ? open_memstream(&text, &size) : NULL;
    if (!file)
        return NULL;
    fprintf(file,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE topology SYSTEM \"hwloc2.dtd\">\n"
            "<topology version=\"2.0\">\n");
    put_object(file, hwloc_get_root_obj(topology));
    fprintf(file, "</topology>\n");
    const int failed = ferror(file);
    if (fclose(file) || failed) {
        free(text);
        return NULL;
    }
    return text;
}

#else

void mpimon_hardware_bind(void *topology, const struct mpimon_processors *processors, struct mpimon_place *place) {
    place->bound = 0;
}

char *mpimon_hardware_describe(void *topology) {
    return NULL;
}

#endif
