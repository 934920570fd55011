/*
 * Such a line is, in one:
 *
 *     #                 lane[1]:  4:cma/memory.0 md[3]               -> md[3]/cma/sysdev[255] rma_bw#0
 *
 * The number of the lane and of its resource, transport and device with the number of the path, both sides' memory
 * domains, and what the lane is for.
 */
#include "ucx_lanes.h"

#include <ctype.h>
#include <string.h>

/* Each of these moves on behind what it reads, or gives up: NULL, which the others pass on. */

static const char *word(const char *at, const char *expected) {
    const size_t length = strlen(expected);
    return at && strncmp(at, expected, length) == 0 ? at + length : NULL;
}

static const char *blanks(const char *at) {
    return at ? at + strspn(at, " ") : NULL;
}

static const char *number(const char *at) {
    return at && isdigit((unsigned char)*at) ? at + strspn(at, "0123456789") : NULL;
}

/* A number in brackets, after this word. */
static const char *numbered(const char *at, const char *expected) {
    return word(number(word(word(at, expected), "[")), "]");
}

/* "cma/memory.0": copies it without the number of the path. */
static const char *resource(const char *at, char transport[MPIMON_NAME]) {
    if (!at)
        return NULL;
    const size_t length = strcspn(at, " ");
    size_t name = length;
    while (name > 0 && isdigit((unsigned char)at[name - 1]))
        name--;
    if (name == length || name < 2 || at[name - 1] != '.' || name > MPIMON_NAME)
        return NULL;
    memcpy(transport, at, name - 1);
    transport[name - 1] = '\0';
    const char *slash = strchr(transport, '/');
    return slash && slash != transport && slash[1] ? at + length : NULL;
}

/* Whether one of the purposes is to carry messages. */
static int carries(const char *purposes) {
    static const char *const others[] = {"wireup", "keepalive"};
    int found = 0;
    for (const char *at = blanks(purposes); *at && *at != '\n'; at = blanks(at)) {
        const size_t length = strcspn(at, " \n");
        int is_other = 0;
        for (size_t i = 0; i < sizeof others / sizeof *others; i++)
            is_other = is_other || strncmp(at, others[i], strlen(others[i])) == 0;
        found = found || !is_other;
        at += length;
    }
    return found;
}

int mpimon_ucx_lane(const char *line, char transport[MPIMON_NAME]) {
    const char *at = numbered(blanks(word(line, "#")), "lane");
    at = resource(word(number(blanks(word(at, ":"))), ":"), transport);
    at = numbered(blanks(at), "md");
    at = word(blanks(at), "-> ");
    at = word(numbered(at, "md"), "/");
    at = at ? strchr(at, '/') : NULL;
    at = numbered(word(at, "/"), "sysdev");
    return at != NULL && carries(at);
}
