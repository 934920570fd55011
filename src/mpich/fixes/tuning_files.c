#include "mpidimpl.h"

#include <stdlib.h>

#include "mpir_csel.h"
#include "tuning_agreement.h"
#include "tuning_files.h"
#include "tuning_json.h"

static struct tuning_file {
    const char *variable;
    const char *const *path; /* the variable's value */
    enum mpimon_tuning_level level;
    char *json; /* what all processes take; NULL: what is built in */
    /* The tree that it is to become, when the processes have agreed. */
    mpimon_create_container *create;
    void **root;
} files[] = {
#define TUNING_FILE(variable, level) \
    { #variable, &variable, level, NULL, NULL, NULL }
    TUNING_FILE(MPIR_CVAR_COLL_SELECTION_TUNING_JSON_FILE, MPIMON_TUNING_MPIR),
    TUNING_FILE(MPIR_CVAR_CH4_COLL_SELECTION_TUNING_JSON_FILE, MPIMON_TUNING_CH4),
    TUNING_FILE(MPIR_CVAR_CH4_POSIX_COLL_SELECTION_TUNING_JSON_FILE, MPIMON_TUNING_POSIX),
#if MPICH_NUMVERSION >= 40300000
    TUNING_FILE(MPIR_CVAR_CH4_COLL_SELECTION_TUNING_JSON_FILE_GPU, MPIMON_TUNING_CH4),
    TUNING_FILE(MPIR_CVAR_CH4_POSIX_COLL_SELECTION_TUNING_JSON_FILE_GPU, MPIMON_TUNING_POSIX),
#endif
#undef TUNING_FILE
};
enum { FILES = sizeof files / sizeof *files };

/* Both stay as they are once they are set: MPI may begin again, and what was read counts for all of its runs. */
static int is_read, is_agreed;

static int is_named(const struct tuning_file *file) {
    return *file->path && (*file->path)[0] != '\0';
}

static void warn(const struct tuning_file *file, const char *fault) {
    static const char *const levels[] = {"mpir", "ch4", "posix"};
    fprintf(stderr,
            "mpich-monitoring: %s=%s: %s; MPICH chooses as without this file (mpimon tune --check FILE --mpich %d.%d "
            "--level %s says more)\n",
            file->variable, *file->path, fault, MPICH_NUMVERSION / 10000000, MPICH_NUMVERSION / 1000000 % 10,
            levels[file->level]);
}

/* As MPI_Init ends before the processes can talk, the first one reads for all, and says what is wrong. */
void mpimon_tuning_read(void) {
    char fault[2048];
    if (is_read || MPIR_Process.rank != 0)
        return;
    is_read = 1;
    for (int i = 0; i < FILES; i++) {
        if (!is_named(&files[i]))
            continue;
        files[i].json = mpimon_tuning_json(*files[i].path, files[i].level, fault, sizeof fault);
        if (files[i].json && MPIR_Process.size > 1 && !mpimon_tuning_publish(i, files[i].json)) {
            free(files[i].json);
            files[i].json = NULL;
            snprintf(fault, sizeof fault, "the launcher did not hand it to all processes");
        }
        if (!files[i].json)
            warn(&files[i], fault);
    }
}

static struct tuning_file *file_of(const char *variable) {
    int i = 0;
    while (i + 1 < FILES && strcmp(files[i].variable, variable) != 0)
        i++;
    return &files[i];
}

int mpimon_tuning_file(const char *variable, const char *builtin, mpimon_create_container *create, void **root) {
    struct tuning_file *file = file_of(variable);
    if (!is_agreed) {
        file->create = create;
        file->root = root;
    }
    return MPIR_Csel_create_from_buf(is_agreed && file->json ? file->json : builtin, create, root);
}

/*
 * Whether what the first process has published is there for this one. Up to 4.3 processes have exchanged their
 * addresses before they make a communicator. In 5.0 they meet nowhere before that; so all meet here as they make the
 * world's, whether files are named or not, since only the first process knows that. With sessions a process may make
 * its own communicator before, and until there is one of the world all choose as without files.
 */
static int is_published(int of_world) {
#if MPICH_NUMVERSION >= 50000000
    if (of_world && MPIR_Process.size > 1)
        MPIR_pmi_barrier();
    return of_world;
#else
    (void)of_world;
    return 1;
#endif
}

/* Where communicators of sessions were made before, they choose by the nodes of the tree that was: so it stays. */
static void replace_tree(const struct tuning_file *file) {
#if MPICH_NUMVERSION < 50000000
    MPIR_Csel_free(*file->root);
#endif
    MPIR_Csel_create_from_buf(file->json, file->create, file->root);
}

void mpimon_tuning_agreed(int of_world) {
    if (is_agreed || !is_published(of_world))
        return;
    is_agreed = 1;
    for (int i = 0; i < FILES; i++) {
        struct tuning_file *file = &files[i];
        if (is_named(file) && MPIR_Process.rank != 0)
            file->json = mpimon_tuning_fetch(i);
        if (file->json && file->root)
            replace_tree(file);
    }
}
