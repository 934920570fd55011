#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* of dl_iterate_phdr() */
#endif
#include <limits.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "program.h"

void mpimon_shorten(char *target, size_t room, const char *text) {
    static const char gap[] = "...";
    const size_t length = strlen(text), kept = room - sizeof gap; /* both have a closing zero */
    const size_t tail = kept / 3, head = kept - tail;
    if (length < room)
        memcpy(target, text, length + 1);
    else
        snprintf(target, room, "%.*s%s%s", (int)head, text, gap, text + length - tail);
}

static void write_word(FILE *line, const char *word) {
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_@%+=:,./-";
    if (*word && strspn(word, plain) == strlen(word)) {
        fputs(word, line);
        return;
    }
    fputc('\'', line);
    for (; *word; word++)
        fputs(*word == '\'' ? "'\\''" : (char[]){*word, '\0'}, line);
    fputc('\'', line);
}

/* Writes words, each of which ends with a zero, as one line. */
static void write_words(FILE *line, FILE *words) {
    char *word = NULL;
    size_t room = 0;
    for (int first = 1; getdelim(&word, &room, '\0', words) > 0; first = 0) {
        if (!first)
            fputc(' ', line);
        write_word(line, word);
    }
    free(word);
}

void mpimon_program_command(char *text, size_t room) {
    char *all = NULL;
    size_t size = 0;
    FILE *words = fopen("/proc/self/cmdline", "re");
    FILE *line = words ? open_memstream(&all, &size) : NULL;
    if (line)
        write_words(line, words);
    *text = '\0';
    if (line && fclose(line) == 0)
        mpimon_shorten(text, room, all);
    free(all);
    if (words)
        fclose(words);
}

void mpimon_program_folder(char *text, size_t room) {
    char folder[PATH_MAX];
    mpimon_shorten(text, room, getcwd(folder, sizeof folder) ? folder : "");
}

struct hexadecimal {
    char *text;
    size_t room;
};

static size_t padded(size_t size, size_t alignment) {
    return (size + alignment - 1) / alignment * alignment;
}

/* The build id among the notes of one segment of the program. */
static void read_notes(const char *notes, size_t size, size_t alignment, struct hexadecimal *to) {
    static const char owner[] = "GNU";
    for (size_t at = 0; at + sizeof(ElfW(Nhdr)) <= size;) {
        const ElfW(Nhdr) *note = (const void *)(notes + at);
        const char *name = (const char *)(note + 1);
        const size_t content = padded(sizeof *note + note->n_namesz, alignment);
        if (note->n_type == NT_GNU_BUILD_ID && note->n_namesz == sizeof owner &&
            memcmp(name, owner, sizeof owner) == 0) {
            const unsigned char *bytes = (const unsigned char *)(notes + at + content);
            for (size_t i = 0; i < note->n_descsz && 2 * i + 2 < to->room; i++)
                snprintf(to->text + 2 * i, 3, "%02x", bytes[i]);
        }
        at += content + padded(note->n_descsz, alignment);
    }
}

/* The first object is the program itself. */
static int read_object(struct dl_phdr_info *object, size_t size, void *to) {
    (void)size;
    for (size_t i = 0; i < object->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &object->dlpi_phdr[i];
        if (part->p_type == PT_NOTE)
            read_notes((const char *)object->dlpi_addr + part->p_vaddr, part->p_memsz, part->p_align == 8 ? 8 : 4, to);
    }
    return 1;
}

void mpimon_program_build_id(char *text, size_t room) {
    *text = '\0';
    dl_iterate_phdr(read_object, &(struct hexadecimal){text, room});
}
