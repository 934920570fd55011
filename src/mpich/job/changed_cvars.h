#ifndef MPIMON_CHANGED_CVARS_H
#define MPIMON_CHANGED_CVARS_H

/* Put every control variable that differs from its default into the segment. */
MPIMON_HIDDEN void mpimon_record_changed_cvars(void);

#endif
