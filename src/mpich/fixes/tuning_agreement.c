#include "mpidimpl.h"

#include <stdlib.h>

#include "tuning_agreement.h"

/* Values are short, and launchers want neither spaces nor equals signs in them: so texts go in pieces, two digits for
 * each character. */
enum { PIECE = 256, NAME_ROOM = 48, VALUE_ROOM = 2 * PIECE + 1 };

static void name_piece(char *name, int number, int piece) {
    snprintf(name, NAME_ROOM, "mpimon-tuning-%d-%d", number, piece);
}

/* The first piece, with the number 0, has how long the text is: it is there when the others are. */
static int publish_length(int number, size_t length) {
    char name[NAME_ROOM], value[VALUE_ROOM];
    name_piece(name, number, 0);
    snprintf(value, sizeof value, "%zu", length);
    return MPIR_pmi_kvs_put(name, value) == MPI_SUCCESS;
}

int mpimon_tuning_publish(int number, const char *text) {
    char name[NAME_ROOM], value[VALUE_ROOM];
    const size_t length = strlen(text);
    int published = 1;
    for (size_t done = 0; published && done < length; done += PIECE) {
        for (size_t i = 0; i < PIECE && done + i < length; i++)
            snprintf(value + 2 * i, 3, "%02x", (unsigned char)text[done + i]);
        name_piece(name, number, (int)(done / PIECE) + 1);
        published = MPIR_pmi_kvs_put(name, value) == MPI_SUCCESS;
    }
    return published && publish_length(number, length);
}

static int fetch_piece(int number, int piece, char *text, size_t length) {
    char name[NAME_ROOM], value[VALUE_ROOM] = "";
    name_piece(name, number, piece);
    if (MPIR_pmi_kvs_get(0, name, value, sizeof value) != MPI_SUCCESS || strlen(value) != 2 * length)
        return 0;
    for (size_t i = 0; i < length; i++) {
        const char digits[] = {value[2 * i], value[2 * i + 1], '\0'};
        text[i] = (char)strtoul(digits, NULL, 16);
    }
    return 1;
}

char *mpimon_tuning_fetch(int number) {
    char name[NAME_ROOM], value[VALUE_ROOM] = "";
    name_piece(name, number, 0);
    if (MPIR_pmi_kvs_get(0, name, value, sizeof value) != MPI_SUCCESS)
        return NULL;
    const size_t length = strtoul(value, NULL, 10);
    char *text = calloc(length + 1, 1);
    int fetched = text != NULL;
    for (size_t done = 0; fetched && done < length; done += PIECE)
        fetched = fetch_piece(number, (int)(done / PIECE) + 1, text + done, MPL_MIN((size_t)PIECE, length - done));
    if (fetched)
        return text;
    free(text);
    return NULL;
}
