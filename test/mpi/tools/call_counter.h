/* What the tools that count calls share: the functions they look at, and the file that they leave. */
#ifndef MPIMON_TEST_MPI_CALL_COUNTER_H
#define MPIMON_TEST_MPI_CALL_COUNTER_H

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum counted { COUNTED_SEND, COUNTED_ISEND, COUNTED_ALLREDUCE, COUNTED_PUT, COUNTED_PVAR_READ, COUNTED };

static const char *const counted_names[COUNTED] = {"MPI_Send", "MPI_Isend", "MPI_Allreduce", "MPI_Put",
                                                   "MPI_T_pvar_read"};
static struct { long long calls, bytes; } counted[COUNTED];

static inline void counted_call(enum counted function, long long bytes) {
    counted[function].calls++;
    counted[function].bytes += bytes;
}

static inline void counted_data(enum counted function, long long number, MPI_Datatype type) {
    int bytes;
    PMPI_Type_size(type, &bytes);
    counted_call(function, number * bytes);
}

/* $TOOL_FOLDER/TOOL.RANK.csv: a row `function,calls,bytes` each. No MPI function is called for it. */
static inline void write_counted(const char *tool) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s.%s.csv", getenv("TOOL_FOLDER"), tool, getenv("PMI_RANK"));
    FILE *file = fopen(path, "w");
    if (!file) {
        perror(path);
        exit(5);
    }
    for (int i = 0; i < COUNTED; i++) {
        fprintf(file, "%s,%lld,%lld\n", counted_names[i], counted[i].calls, counted[i].bytes);
    }
    fclose(file);
}

#endif
