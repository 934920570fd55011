// The table of transfers under way, for the parts of flight/ alone.
#ifndef MPIMON_OVERLAP_TRANSFERS_H
#define MPIMON_OVERLAP_TRANSFERS_H

#include "../calls/status.h"
#include "../messages/footprint.h"
#include "../mpich_abi.h"
#include "../signals/section.h"
#include "../sites.h"
#include "pieces.h"

namespace mpimon::overlap {

constexpr Group kNoGroup = 0;  // of a copied send: no page waits for it

struct Transfer {
    Request request;
    Group group;
    void *copy;         // of what is sent; null: it is sent from where it is
    std::size_t bytes;  // of the copy, or of the message that is received
    Token token;
    Footprint footprint;  // of a receive, or of an open send
    bool is_open;
    bool is_send;  // and open
    Call call;
    std::int64_t started;
    bool is_told;  // the helper is, when there is something to do for it
};

// A transfer is under way from now on. The caller has a section, as for the next three.
void add(const Transfer &transfer, Comm comm, int peer);

Group new_group();
void rename_transfers(Group group, Group name);

// Forgets transfers that are complete, and brings home the pages of groups without any left.
void end_complete_transfers();

// Waits for all of a group. The caller has no section.
void complete_group(Group group);

// The group of a piece that matches, or none.
template <typename Matches>
Group find_group(Matches matches) {
    const PagesHeld held;
    for (int i = 0; i < piece_count(); i++)
        if (matches(piece(i)))
            return piece(i).group;
    return kNoGroup;
}

}  // namespace mpimon::overlap

#endif
