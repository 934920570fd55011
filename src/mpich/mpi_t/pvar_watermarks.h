/*
 * What a watermark handle needs: MPICH's tool interface page, section "Pvar Handles".
 */
#ifndef MPIMON_PVAR_WATERMARKS_H
#define MPIMON_PVAR_WATERMARKS_H

#include "../count/gauges/watermarks.h"

struct mpimon_pvar_watermark {
    struct mpimon_watermark watermark;
    int started, once_started;
};

/* Returns NULL without memory. */
MPIMON_HIDDEN struct mpimon_pvar_watermark *mpimon_pvar_watermark_make(long kind, int high);
MPIMON_HIDDEN void mpimon_pvar_watermark_free(struct mpimon_pvar_watermark *watermark);
/* Begins with the value at this moment, unless the watermark goes on after a stop. */
MPIMON_HIDDEN void mpimon_pvar_watermark_start(struct mpimon_pvar_watermark *watermark);
MPIMON_HIDDEN void mpimon_pvar_watermark_stop(struct mpimon_pvar_watermark *watermark);
/* Begins anew with the value at this moment; a stopped watermark becomes as if it had never been started. */
MPIMON_HIDDEN void mpimon_pvar_watermark_reset(struct mpimon_pvar_watermark *watermark);
/* Returns MPI_T_ERR_INVALID if it was never started. */
MPIMON_HIDDEN int mpimon_pvar_watermark_read(struct mpimon_pvar_watermark *watermark, uint64_t *value);

#endif
