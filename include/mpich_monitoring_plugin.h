/*
 * Plugins of MPICH Monitoring: shared objects that a job loads by MPIR_CVAR_MONITORING_PLUGINS. They are told what
 * happens in their process, read and set variables, and add advice to the profile. docs/plugins.md says how.
 *
 * A plugin exports one symbol, `mpich_monitoring_plugin`. Its functions are called by one thread at a time, within
 * functions of MPI that the program calls, so they call none themselves; what they take of the time is measured.
 */
#ifndef MPICH_MONITORING_PLUGIN_H
#define MPICH_MONITORING_PLUGIN_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What this header describes. A later library loads plugins of all earlier numbers; an earlier one refuses later ones.
 */
#define MPIMON_PLUGIN_ABI 2

/* How a collective call returns: when it is done; before; or, of a persistent one, when it was started. */
enum mpimon_plugin_mode { MPIMON_PLUGIN_BLOCKING, MPIMON_PLUGIN_NONBLOCKING, MPIMON_PLUGIN_PERSISTENT };

/* The program's collective call has returned. */
struct mpimon_plugin_collective {
    const char *operation; /* such as "Allreduce" */
    const char *algorithm; /* MPICH's function; "" if none was chosen, since nothing was to be exchanged */
    uint32_t communicator; /* the number of one that was created */
    uint32_t members;      /* of its group; of an inter-communicator, of the remote one */
    uint32_t mode;         /* enum mpimon_plugin_mode */
    uint32_t is_root;
    uint64_t bytes; /* what this process contributes */
    uint64_t size;  /* what MPICH chooses an algorithm by */
    uint64_t ns;    /* of a blocking call; else 0 */
};

struct mpimon_plugin_communicator {
    uint32_t number;  /* communicators that a program makes again and again share one, at last */
    uint32_t members; /* of its group */
    uint32_t remote;  /* of an inter-communicator, members of the remote group; else 0 */
    uint32_t rank;    /* of this process in it */
    const char *name; /* that it has now */
};

/* A control variable that this plugin set for all ranks has its value from now on, in all of them; or it has not. */
struct mpimon_plugin_change {
    const char *variable, *value;
    const char *refused; /* why it has not; NULL if it has */
};

/* What a plugin may call from within its functions. */
struct mpimon_plugin_library {
    uint32_t abi, size;   /* of the library, and of this structure */
    uint32_t rank, ranks; /* of this process in MPI_COMM_WORLD, and how many there are */
    const char *mpich_version, *project_version;

    /*
     * The values of a variable of MPI_T, by its name: a performance variable, one that is bound to a communicator being
     * that of MPI_COMM_WORLD, or a control variable that is a number. At most `room` of them are stored. Watermarks,
     * and MPICH's own performance variables, count from when they are read for the first time, at most 32 of them, and
     * not with MPI_THREAD_MULTIPLE. Returns how many it has; -1 if there is none such, or nothing to be read now.
     */
    int (*read)(const char *variable, double *values, int room);

    /* The value of a control variable as text, as `set` takes it, or of a performance variable that is a text. Returns
     * 0, or -1 if there is none such. */
    int (*read_text)(const char *variable, char *text, size_t room);

    /* The word of this number, from 0 on, of a control variable whose values are words; NULL if there is none. */
    const char *(*word)(const char *variable, int number);

    /*
     * Set a control variable, by the rules of mpimon set. Returns MPIMON_PLUGIN_SET where it has the value now;
     * MPIMON_PLUGIN_ASKED where it must be equal in all ranks: it changes in all of them within one of the next
     * blocking collective calls over MPI_COMM_WORLD, and `changed` is called then, or tells why not. One such change
     * may be under way at a time in all ranks; one rank is enough to ask for it. Else MPIMON_PLUGIN_REFUSED, with why
     * in `reason`, which may be NULL.
     */
    int (*set)(const char *variable, const char *value, char *reason, size_t room);

    /* Add advice to the profile, cut after 511 bytes; at most 16 of a plugin in each process are kept. */
    void (*advise)(const char *text);

    /* This instance of the plugin has done its work: it sets nothing more, and nothing of it is called any more but
     * `finalize`. Events that no plugin wants to know cost nothing. */
    void (*retire)(void);

    /*
     * Give memory of library buffers that nothing uses back to the system: pages of this process's shared-memory cells
     * that hold no message, but for `floor` bytes of them. They come back as they are needed. Returns how many bytes
     * were in memory until now; 0 with MPI_THREAD_MULTIPLE. New in ABI 2.
     */
    uint64_t (*free_buffers)(uint64_t floor);
};
enum { MPIMON_PLUGIN_SET, MPIMON_PLUGIN_ASKED, MPIMON_PLUGIN_REFUSED };

/* The plugin sets variables that must be equal in all ranks; without this flag, it cannot. */
#define MPIMON_PLUGIN_SETS_ALL 1U

/*
 * What a plugin is. Functions may be NULL, and get what `init` has left in *own; each is called for what happened since
 * the plugin was loaded, within MPI_Init.
 */
struct mpimon_plugin {
    uint32_t abi; /* MPIMON_PLUGIN_ABI */
    uint32_t flags;
    const char *name, *version;

    /* Begin, with what follows the plugin's file in the variable. Where it returns not 0, nothing else is called. */
    int (*init)(const struct mpimon_plugin_library *library, const char *arguments, void **own);
    /* MPIR_CVAR_MONITORING_INTERVAL has passed `number` times, by now: while MPICH makes progress, or after a
     * collective call. Nothing calls it while the program computes; numbers are left out then. */
    void (*sample)(void *own, uint64_t number);
    void (*communicator_created)(void *own, const struct mpimon_plugin_communicator *communicator);
    void (*communicator_freed)(void *own, const struct mpimon_plugin_communicator *communicator);
    void (*collective_finished)(void *own, const struct mpimon_plugin_collective *call);
    /* Detail `regions`: the calling thread has entered a region, or left it. */
    void (*region_entered)(void *own, const char *name);
    void (*region_left)(void *own, const char *name);
    void (*changed)(void *own, const struct mpimon_plugin_change *change);
    /* MPI_Finalize: the last call. */
    void (*finalize)(void *own);
};

/* The symbol that the plugin defines. */
extern
#if defined __GNUC__
    __attribute__((visibility("default")))
#endif
    const struct mpimon_plugin mpich_monitoring_plugin;

#ifdef __cplusplus
}
#endif

#endif
