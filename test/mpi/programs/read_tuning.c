/*
 * Hands many tuning files to the library's own reader, which it does not export: read_tuning DISTANCE FILE, where the
 * distance is that from MPI_Init to the reader among the library's symbols. FILE has for each of them a line with its
 * level and length, and the text. Prints a line for each: `taken`, or what is wrong with it.
 */
#define _GNU_SOURCE
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

typedef char *reader(const char *path, int level, char *fault, size_t room);

static void fail(const char *what) {
    fprintf(stderr, "read_tuning: %s\n", what);
    exit(EXIT_FAILURE);
}

static void read_one(reader *read_json, int level, FILE *file, size_t length) {
    static int place = -1;
    char path[64], fault[2048] = "", *text = malloc(length + 1);
    if (place < 0)
        place = memfd_create("tuning", MFD_CLOEXEC);
    if (!text || fread(text, 1, length, file) != length || ftruncate(place, 0) != 0 ||
        pwrite(place, text, length, 0) != (ssize_t)length)
        fail("a file cannot be copied");
    snprintf(path, sizeof path, "/proc/self/fd/%d", place);
    char *json = read_json(path, level, fault, sizeof fault);
    for (char *c = fault; *c; c++)
        if (*c == '\n')
            *c = ' ';
    printf("%s\n", json ? "taken" : fault);
    free(json);
    free(text);
}

int main(int argc, char **argv) {
    FILE *file = argc == 3 ? fopen(argv[2], "r") : NULL;
    int level;
    size_t length;
    if (!file)
        fail("no file");
    reader *read_json = (reader *)((uintptr_t)MPI_Init + (uintptr_t)strtoll(argv[1], NULL, 10));
    while (fscanf(file, "%d %zu", &level, &length) == 2 && fgetc(file) == '\n')
        read_one(read_json, level, file, length);
    fclose(file);
    return 0;
}
