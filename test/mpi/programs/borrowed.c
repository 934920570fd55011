/* The entry of another user, asked for before MPI_Init, is the same after it. */
#include <pwd.h>
#include <string.h>

#include "program.h"

int main(int argc, char **argv) {
    struct passwd *other = getpwnam("daemon");
    start(&argc, &argv);
    REQUIRE(!other || strcmp(other->pw_name, "daemon") == 0);
    return finish();
}
