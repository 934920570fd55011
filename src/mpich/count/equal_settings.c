#include "mpidimpl.h"

#include "equal_settings.h"

/* In a large job a rank looks for the words of so many after it: the last one of those that agree finds out for all. */
enum { LOOKED_FOR = 64, NAME_ROOM = 48 };

/* Hydra's proxy ends when it answers a rank that has ended, and with it goes what it has not read of the ranks' lines:
 * so a rank gives it time to read before it ends. */
enum { LAUNCHER_READS_US = 250000 };

static void name_word(char *name, const struct mpimon_equal_setting *setting, int rank) {
    snprintf(name, NAME_ROOM, "mpimon-%s-%d", setting->name, rank);
}

void mpimon_equal_say(struct mpimon_equal_setting *setting, const char *value) {
    char name[NAME_ROOM];
    snprintf(setting->value, sizeof setting->value, "%s", value);
    setting->is_checked = 0;
    name_word(name, setting, MPIR_Process.rank);
    if (MPIR_Process.size > 1)
        MPIR_pmi_kvs_put(name, setting->value);
}

/* The next rank that has not said the same; -1 where all have. */
static int find_other(const struct mpimon_equal_setting *setting) {
    for (int i = 1; i < MPIR_Process.size && i <= LOOKED_FOR; i++) {
        const int rank = (MPIR_Process.rank + i) % MPIR_Process.size;
        char name[NAME_ROOM], value[sizeof setting->value] = "";
        name_word(name, setting, rank);
        if (MPIR_pmi_kvs_get(rank, name, value, sizeof value) != MPI_SUCCESS || strcmp(value, setting->value) != 0)
            return rank;
    }
    return -1;
}

void mpimon_equal_require(struct mpimon_equal_setting *setting) {
    if (setting->is_checked || !*setting->value)
        return;
    setting->is_checked = 1;
    const int other = find_other(setting);
    if (other < 0)
        return;
    fprintf(stderr, "mpich-monitoring: rank %d %s and rank %d does not; set %s in all ranks, and alike, or in none\n",
            MPIR_Process.rank, setting->does, other, setting->variables);
    fflush(stderr);
    usleep(LAUNCHER_READS_US);
    MPID_Abort(NULL, MPI_ERR_OTHER, 1, "settings of monitoring differ between ranks");
}
