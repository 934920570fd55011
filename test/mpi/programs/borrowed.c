/* The entry of another user, asked for before MPI_Init, is the same after it. */
#include <pwd.h>
#include <string.h>

#include "program.h"

int main(int argc, char **argv) {
    const struct passwd *other = getpwuid(1);
    char name[256] = "";
    snprintf(name, sizeof name, "%s", other ? other->pw_name : "");
    start(&argc, &argv);
    REQUIRE(!other || strcmp(other->pw_name, name) == 0);
    return finish();
}
