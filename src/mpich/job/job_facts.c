/*
 * Which job it is, and what it runs.
 */
#include "mpidimpl.h"

#include "../../profile/format/batch.h"
#include "job_facts.h"
#include "program.h"

/* The library below MPICH is asked when the program runs: it need not be the one that MPICH was compiled with. */
static void network(char *text, size_t room) {
#if defined HAVE_CH4_NETMOD_UCX
    snprintf(text, room, "UCX %s", ucp_get_version_string());
#elif defined HAVE_CH4_NETMOD_OFI
    const int ignored = 0;
    const char *version = fi_tostr(&ignored, FI_TYPE_VERSION);
    snprintf(text, room, "libfabric %s", version ? version : "");
#else
    *text = '\0';
#endif
}

static void copy_text(char *target, size_t room, const char *text) {
    mpimon_shorten(target, room, text ? text : "");
}

void mpimon_job_facts(struct mpimon_job *job) {
    copy_text(job->step, sizeof job->step, mpimon_batch_step());
    copy_text(job->array_index, sizeof job->array_index, mpimon_batch_array_index());
    copy_text(job->account, sizeof job->account, mpimon_batch_account());
    copy_text(job->nodes, sizeof job->nodes, mpimon_batch_nodes());
    copy_text(job->launcher, sizeof job->launcher, mpimon_batch_launcher());
    network(job->network, sizeof job->network);
    mpimon_program_folder(job->folder, sizeof job->folder);
    mpimon_program_build_id(job->build_id, sizeof job->build_id);
    *job->command = '\0';
    if (MPIR_CVAR_MONITORING_COMMAND)
        mpimon_program_command(job->command, sizeof job->command);
}
