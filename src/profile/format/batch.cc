#include "profile/format/batch.h"

#include <stdlib.h>
#include <string.h>

namespace {

// Slurm has numbers for what are no steps of srun.
const char *step_name(const char *number) {
    constexpr struct {
        const char *number, *name;
    } kOthers[] = {{"4294967290", "interactive"}, {"4294967291", "batch"}, {"4294967292", "extern"}};
    for (const auto &other : kOthers)
        if (strcmp(number, other.number) == 0)
            return other.name;
    return number;
}

}  // namespace

const char *mpimon_first_set(const char *const *names) {
    for (; *names != nullptr; ++names) {
        const char *value = getenv(*names);
        if (value != nullptr && *value != '\0')
            return value;
    }
    return nullptr;
}

const char *mpimon_batch_job(void) {
    static const char *const names[] = {"SLURM_JOB_ID", "PBS_JOBID", "FLUX_JOB_ID", "LSB_JOBID", nullptr};
    return mpimon_first_set(names);
}

const char *mpimon_batch_step(void) {
    static const char *const names[] = {"SLURM_STEP_ID", nullptr};
    const char *number = mpimon_first_set(names);
    return number != nullptr ? step_name(number) : nullptr;
}

const char *mpimon_batch_array_index(void) {
    static const char *const names[] = {"SLURM_ARRAY_TASK_ID", "PBS_ARRAY_INDEX", "PBS_ARRAYID", "LSB_JOBINDEX",
                                        nullptr};
    const char *index = mpimon_first_set(names);
    // LSF has 0 in jobs that are no array.
    const bool is_none = index != nullptr && index == getenv("LSB_JOBINDEX") && strcmp(index, "0") == 0;
    return is_none ? nullptr : index;
}

const char *mpimon_batch_account(void) {
    static const char *const names[] = {"SLURM_JOB_ACCOUNT", "PBS_ACCOUNT", "LSB_PROJECT_NAME", nullptr};
    return mpimon_first_set(names);
}

const char *mpimon_batch_nodes(void) {
    static const char *const names[] = {"SLURM_STEP_NODELIST", "SLURM_JOB_NODELIST", "LSB_MCPU_HOSTS", nullptr};
    return mpimon_first_set(names);
}

// The processes that mpiexec starts have the environment that it was called in, so what only it sets comes first.
const char *mpimon_batch_launcher(void) {
    constexpr struct {
        const char *variable, *name;
    } kLaunchers[] = {{"MPI_LOCALNRANKS", "hydra"},    {"PALS_RANKID", "pals"},   {"FLUX_TASK_RANK", "flux"},
                      {"JSM_NAMESPACE_RANK", "jsrun"}, {"SLURM_STEP_ID", "srun"}, {"PMIX_RANK", "pmix"}};
    for (const auto &launcher : kLaunchers)
        if (getenv(launcher.variable) != nullptr)
            return launcher.name;
    return nullptr;
}
