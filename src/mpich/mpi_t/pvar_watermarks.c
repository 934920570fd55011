#include "mpidimpl.h"

#include "pvar_watermarks.h"

struct mpimon_pvar_watermark *mpimon_pvar_watermark_make(long kind, int high) {
    struct mpimon_pvar_watermark *watermark = calloc(1, sizeof *watermark);
    if (watermark) {
        watermark->watermark.kind = (enum mpimon_gauge_kind)kind;
        watermark->watermark.high = high;
    }
    return watermark;
}

void mpimon_pvar_watermark_free(struct mpimon_pvar_watermark *watermark) {
    if (watermark && watermark->started)
        mpimon_pvar_watermark_stop(watermark);
    free(watermark);
}

void mpimon_pvar_watermark_start(struct mpimon_pvar_watermark *watermark) {
    if (!watermark->once_started)
        mpimon_watermark_reset(&watermark->watermark);
    mpimon_watermark_start(&watermark->watermark);
    watermark->started = watermark->once_started = 1;
}

void mpimon_pvar_watermark_stop(struct mpimon_pvar_watermark *watermark) {
    mpimon_watermark_stop(&watermark->watermark);
    watermark->started = 0;
}

void mpimon_pvar_watermark_reset(struct mpimon_pvar_watermark *watermark) {
    if (watermark->started)
        mpimon_watermark_reset(&watermark->watermark);
    else
        watermark->once_started = 0;
}

int mpimon_pvar_watermark_read(struct mpimon_pvar_watermark *watermark, uint64_t *value) {
    if (!watermark->once_started)
        return MPI_T_ERR_INVALID;
    *value = watermark->started ? mpimon_watermark_read(&watermark->watermark) : watermark->watermark.value;
    return MPI_SUCCESS;
}
