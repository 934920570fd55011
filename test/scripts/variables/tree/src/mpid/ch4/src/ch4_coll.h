#define DEVICE(comm) MPIMON_HOOK_ALGORITHM_COMPOSITION(Device_alpha, comm)
