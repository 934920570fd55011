#include "mpidimpl.h"

#include "../../../engine/clock.h"
#include "../../../engine/tables/iterator.h"
#include "transports.h"
#include "ucx_lanes.h"

/* It takes some 10 us a peer, and the last of all processes is waited for. */
enum { MOST_PEERS = 4096, MOST_TRANSPORTS = 32 };
#define MOST_NS (INT64_C(100) * 1000 * 1000)

/* The transports to one peer, each once. */
struct transports {
    char names[MOST_TRANSPORTS][MPIMON_NAME];
    int count;
};

static void add_transport(struct transports *transports, const char *name) {
    for (int i = 0; i < transports->count; i++)
        if (strcmp(transports->names[i], name) == 0)
            return;
    if (transports->count < MOST_TRANSPORTS)
        snprintf(transports->names[transports->count++], MPIMON_NAME, "%s", name);
}

#if defined(HAVE_CH4_NETMOD_UCX) && !defined(HAVE_CH4_NETMOD_OFI)

#include <ucp/api/ucp.h>

static ucp_ep_h endpoint_of(uint32_t peer) {
    return MPIMON_AV(peer)->netmod.ucx.dest[0][0];
}

#if UCP_API_VERSION >= UCP_VERSION(1, 14)

static void ask(uint32_t peer, struct transports *transports) {
    ucp_transport_entry_t entries[MOST_TRANSPORTS];
    ucp_ep_attr_t attributes = {.field_mask = UCP_EP_ATTR_FIELD_TRANSPORTS,
                                .transports = {entries, MOST_TRANSPORTS, sizeof *entries}};
    char name[MPIMON_NAME];
    ucp_ep_h endpoint = endpoint_of(peer);
    if (!endpoint || ucp_ep_query(endpoint, &attributes) != UCS_OK)
        return;
    for (unsigned i = 0; i < attributes.transports.num_entries; i++) {
        snprintf(name, sizeof name, "%s/%s", entries[i].transport_name, entries[i].device_name);
        if (*entries[i].device_name) /* else it manages connections */
            add_transport(transports, name);
    }
}

#else /* these versions only print it */

static void read_lanes(FILE *file, struct transports *transports) {
    char *line = NULL, name[MPIMON_NAME];
    size_t room = 0;
    while (getline(&line, &room, file) > 0)
        if (mpimon_ucx_lane(line, name))
            add_transport(transports, name);
    free(line);
}

static void ask(uint32_t peer, struct transports *transports) {
    char *text = NULL;
    size_t size = 0;
    ucp_ep_h endpoint = endpoint_of(peer);
    FILE *file = endpoint ? open_memstream(&text, &size) : NULL;
    if (!file)
        return;
    ucp_ep_print_info(endpoint, file);
    if (fclose(file) == 0 && size > 0) {
        file = fmemopen(text, size, "r");
        if (file) {
            read_lanes(file, transports);
            fclose(file);
        }
    }
    free(text);
}

#endif

#elif defined(HAVE_CH4_NETMOD_OFI) && !defined(HAVE_CH4_NETMOD_UCX)

/* libfabric reaches all peers alike, by each of the network cards that MPICH has chosen. */
static void ask(uint32_t peer, struct transports *transports) {
    char name[MPIMON_NAME];
    for (int i = 0; i < MPIDI_OFI_global.num_nics; i++) {
        const struct fi_info *provider = MPIDI_OFI_global.prov_use[i];
        if (!provider || !provider->fabric_attr || !provider->fabric_attr->prov_name)
            continue;
        const char *domain = provider->domain_attr && provider->domain_attr->name ? provider->domain_attr->name : "";
        snprintf(name, sizeof name, "%s%s%s", provider->fabric_attr->prov_name, *domain ? "/" : "", domain);
        add_transport(transports, name);
    }
}

#else

static void ask(uint32_t peer, struct transports *transports) {}

#endif

static int is_asked_for(const struct mpimon_flow *flow) {
    const int own = flow->direction == MPIMON_SENT ||
                    (flow->direction == MPIMON_RECEIVED && flow->traffic_class == MPIMON_CLASS_RMA);
    return own && flow->path == MPIMON_PATH_NET && flow->peer < (uint32_t)MPIR_Process.size &&
           mpimon_read(&flow->messages) > 0;
}

static int compare_peers(const void *left, const void *right) {
    const uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
    return (a > b) - (a < b);
}

/* Returns how many there are in `peers`, which is to be freed by free(): each may be in it several times, sorted. */
static size_t list_peers(const struct mpimon_header *segment, uint32_t **peers) {
    size_t count = 0, filled = 0;
    struct mpimon_cursor cursor = {0, 0};
    for (const struct mpimon_flow *flow; (flow = mpimon_next_item(segment, MPIMON_BLOCK_FLOWS, &cursor));)
        count += (size_t)is_asked_for(flow);
    *peers = count ? (uint32_t *)malloc(count * sizeof **peers) : NULL;
    cursor = (struct mpimon_cursor){0, 0};
    for (const struct mpimon_flow *flow;
         *peers && filled < count && (flow = mpimon_next_item(segment, MPIMON_BLOCK_FLOWS, &cursor));)
        if (is_asked_for(flow))
            (*peers)[filled++] = flow->peer;
    if (filled)
        qsort(*peers, filled, sizeof **peers, compare_peers);
    return filled;
}

void mpimon_transports_record(void) {
    const struct mpimon_header *segment = mpimon_segment();
    struct mpimon_cursor cursor = {0, 0};
    if (!segment || mpimon_next_item(segment, MPIMON_BLOCK_TRANSPORTS, &cursor))
        return;
    const int64_t start = mpimon_clock_ns();
    uint32_t *peers;
    const size_t count = list_peers(segment, &peers);
    int asked = 0;
    for (size_t i = 0; i < count && asked < MOST_PEERS && mpimon_clock_ns() - start < MOST_NS; i++) {
        struct transports transports = {.count = 0};
        if (i > 0 && peers[i] == peers[i - 1])
            continue;
        asked++;
        ask(peers[i], &transports);
        for (int j = 0; j < transports.count; j++)
            mpimon_transport_add(peers[i], transports.names[j]);
    }
    free(peers);
}
