/* A library that handles SIGALRM from its constructor on. The program finds `when_alarmed`, and says what is done then.
 */
#include <signal.h>

void (*when_alarmed)(int);

static void handle(int number) {
    if (when_alarmed)
        when_alarmed(number);
}

__attribute__((constructor)) static void begin_to_handle(void) {
    signal(SIGALRM, handle);
}
