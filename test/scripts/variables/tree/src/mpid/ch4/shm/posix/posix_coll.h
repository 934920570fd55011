#define SHARED(comm)                         \
    MPIMON_HOOK_ALGORITHM_SHM(Shared, comm); \
    MPIMON_HOOK_ALGORITHM_FALLBACK();
