/*
 * The texts of output `prof`, PREFIX.RANK.prof: one for each process that has chosen it. They get their names together:
 * where any of them is another run's, all of this one have the same number, PREFIX.2.RANK.prof. RANK is that in the
 * world also of processes that end alone.
 */
#include "mpidimpl.h"

#include <errno.h>
#include <unistd.h>

#include "../../profile/write/new_name.h"
#include "../../profile/write/prof_text.h"
#include "output.h"
#include "segment_file.h"
#include "world.h"

/* What the first process tells the others. */
struct set {
    int number; /* of the run; 1 is not in the names */
    int error;  /* not 0 if there is no prefix */
    char prefix[MPIMON_PATH_ROOM];
};

enum { ROOM = MPIMON_PATH_ROOM + 64 };

struct own {
    int is_writer, is_first;
    int error; /* of writing the text */
    char temporary[ROOM], path[ROOM];
};

static int give_name(const struct mpimon_header *segment, const struct set *set, struct own *own) {
    char number[16] = "";
    if (set->number > 1)
        snprintf(number, sizeof number, ".%d", set->number);
    snprintf(own->path, sizeof own->path, "%s%s.%u.prof", set->prefix, number, segment->world_rank);
    return mpimon_name_file(own->temporary, own->path);
}

/* The first process looks for a number that is free for itself; the others follow. Returns the worst error of all. */
static int give_names(const struct mpimon_header *segment, struct set *set, struct own *own, int root) {
    int error = own->error;
    if (!error && own->is_first)
        while ((error = give_name(segment, set, own)) == EEXIST)
            set->number++;
    mpimon_world_bcast(&set->number, sizeof set->number, root);
    if (!error && own->is_writer && !own->is_first)
        error = give_name(segment, set, own);
    return mpimon_world_max(error);
}

/* Undoes give_name(), where another run has this number after all, though not for the first process. */
static void take_name_back(const struct own *own) {
    if (own->is_writer && !own->error && access(own->temporary, F_OK) != 0)
        rename(own->path, own->temporary);
}

static void say(const struct set *set, int error) {
    if (error)
        fprintf(stderr, "mpich-monitoring: cannot write %s.*.prof: %s; some or all are missing%s\n", set->prefix,
                strerror(error), mpimon_segment_remedy());
    else if (set->number > 1)
        fprintf(stderr, "mpich-monitoring: %s.*.prof are of another run; those of this one are %s.%d.*.prof\n",
                set->prefix, set->prefix, set->number);
}

static void name_set(const struct mpimon_header *segment, struct set *set) {
    mpimon_name_output(segment, set->prefix, sizeof set->prefix);
    size_t length = strlen(set->prefix);
    if (length > 4 && strcmp(set->prefix + length - 4, ".mon") == 0)
        set->prefix[length - 4] = '\0';
    set->error = *set->prefix ? 0 : ENAMETOOLONG;
}

int mpimon_write_prof_files(const struct mpimon_header *segment, const struct mpimon_output *output) {
    const int root = output->facts.first_prof;
    struct own own = {.is_writer = output->chosen == MPIR_CVAR_MONITORING_OUTPUT_prof,
                      .is_first = mpimon_world_rank() == root};
    struct set set = {.number = 1};
    if (own.is_first)
        name_set(segment, &set);
    mpimon_world_bcast_text(&set, offsetof(struct set, prefix), sizeof set, root);
    int error = set.error;
    snprintf(own.temporary, sizeof own.temporary, "%s.%u.%016llx.part", set.prefix, segment->world_rank,
             (unsigned long long)segment->job_key);
    if (!error && own.is_writer)
        own.error = mpimon_make_prof_file(segment, own.temporary);
    while (!error && (error = give_names(segment, &set, &own, root)) == EEXIST) {
        take_name_back(&own);
        set.number++;
        error = 0;
    }
    if (own.is_writer)
        unlink(own.temporary);
    if (own.is_first)
        say(&set, error);
    return error;
}
