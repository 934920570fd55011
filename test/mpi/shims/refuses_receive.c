/* Preloaded: UCX has no memory for a receive of 4711 bytes. */
#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>

enum { REFUSED = 4711, UCS_ERR_NO_MEMORY = -4 };

void *ucp_tag_recv_nbx(void *worker, void *buffer, size_t count, uint64_t tag, uint64_t mask, const void *param) {
    __typeof__(&ucp_tag_recv_nbx) next = (__typeof__(next))dlsym(RTLD_NEXT, "ucp_tag_recv_nbx");
    return count == REFUSED ? (void *)(intptr_t)UCS_ERR_NO_MEMORY : next(worker, buffer, count, tag, mask, param);
}
