#ifndef MPIMON_PLUGINS_H
#define MPIMON_PLUGINS_H

/* Load the plugins of MPIR_CVAR_MONITORING_PLUGINS, while this process counts, or tell why not. */
MPIMON_HIDDEN void mpimon_plugins_start(void);

/* MPI_Finalize begins: nothing more is set. */
MPIMON_HIDDEN void mpimon_plugins_close(void);

/* Tell the plugins that it ends, and forget them. Their items are in the segment. */
MPIMON_HIDDEN void mpimon_plugins_finish(void);

#endif
