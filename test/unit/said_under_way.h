// What tests of looking ahead say is under way, and whose memory is whose.
#ifndef MPIMON_TEST_SAID_UNDER_WAY_H
#define MPIMON_TEST_SAID_UNDER_WAY_H

#include "overlap/memory/pages.h"

namespace mpimon::overlap {

// What nothing may touch, or nothing may write to.
extern Range open_receive, open_send;
// What other processes have, too.
extern Range of_others;

}  // namespace mpimon::overlap

#endif
