/*
 * What the environment tells of the job that a process is a part of: by Slurm, PBS, LSF or Flux, and by the launcher.
 * Each is a text of the environment or a constant, and NULL where there is none. Part of libmpi, called from C.
 */
#ifndef MPIMON_PROFILE_BATCH_H
#define MPIMON_PROFILE_BATCH_H

#ifdef __cplusplus
extern "C" {
#endif

/* The first of these environment variables that is set and not empty, or NULL; the last name is NULL. */
const char *mpimon_first_set(const char *const *names);

/* The batch job's id. */
const char *mpimon_batch_job(void);

const char *mpimon_batch_step(void);
const char *mpimon_batch_array_index(void);
const char *mpimon_batch_account(void);

/* As the batch system lists them. */
const char *mpimon_batch_nodes(void);

/* What started the processes: "hydra", which is MPICH's mpiexec, "srun", "flux" and the like. */
const char *mpimon_batch_launcher(void);

#ifdef __cplusplus
}
#endif

#endif
