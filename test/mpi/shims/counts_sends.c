/*
 * Preloaded: says how many messages this process hands to UCX within MPI_Finalize: "sent in MPI_Finalize: N".
 */
#include <dlfcn.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>

static atomic_int within, sent;

int PMPI_Finalize(void) {
    int (*finalize)(void) = (int (*)(void))dlsym(RTLD_NEXT, "PMPI_Finalize");
    within = 1;
    const int result = finalize();
    fprintf(stderr, "sent in MPI_Finalize: %d\n", sent);
    return result;
}

void *ucp_tag_send_nbx(void *peer, const void *data, size_t count, uint64_t tag, const void *more) {
    static void *(*send)(void *, const void *, size_t, uint64_t, const void *);
    if (!send)
        send = (void *(*)(void *, const void *, size_t, uint64_t, const void *))dlsym(RTLD_NEXT, "ucp_tag_send_nbx");
    sent += within;
    return send(peer, data, count, tag, more);
}
