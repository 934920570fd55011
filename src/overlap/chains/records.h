// What is known of each call of the program's.
#ifndef MPIMON_OVERLAP_RECORDS_H
#define MPIMON_OVERLAP_RECORDS_H

#include <cstdint>

#include "../ahead/look_ahead.h"
#include "../database.h"
#include "../memory/pages.h"
#include "../messages/message.h"
#include "../sites.h"
#include "../times.h"
#include "sequence.h"
#include "signature.h"
#include "turns.h"

namespace mpimon::overlap {

// Counts in a row begin anew when something else happens.
struct Record {
    bool is_used;
    std::uint64_t last_use;  // 0: never
    Signature signature;
    std::uint64_t key;  // in the database
    Messages messages;
    std::uint64_t described;  // the age of what is known of handles when they were
    Checked checked;
    Range received;
    Record *next;      // which call came after it
    int followed;      // how often in a row
    int ended;         // how often in a row the program touched the messages at once
    int look_after;    // once in so many of these times it is looked whether it still does
    int went_on;       // how often in a row the next call came before it touched any
    int saved_little;  // how often in a row not waiting for them until it did saved little
    int at_once;       // how often in a row the program had nothing to compute before it called or touched something
    Ahead ahead;       // what the program was seen to come to after it
    int unknown;       // how often in a row that could not be told
    int touches;       // how often in a row it was an access to what is under way
    Path path;         // to the next call
    Times times;
    Turns<1, 5> turns;   // whether the program gains by not waiting where that saves little
    bool is_waited_for;  // since it does not, or in this turn
};

// The call's record, a new one where it has none. Never null. `guess` may be it, or null.
Record *find_record(const Signature &signature, Record *guess);

// What it does in its chain, if that is certain: as far as was seen ahead, else as it always did.
Role role_of(const Record &record);

// Whether such calls take less than overlap would cost while they are synchronous. Where a function of the program
// exchanges messages with one process of its node and with one beyond the network, the calls of one site are not alike;
// but where such a call was made too seldom yet, all calls of its site tell.
bool is_fast(const Record *record, const Site &site);

// What the record says that write_database() keeps: the role of the call in its chain, or that it is fast.
bool role_of_record(int number, std::uint64_t *key, Role *role);

}  // namespace mpimon::overlap

#endif
