// Text that is longer than the terminal, page by page.
#ifndef MPIMON_RENDER_PAGER_H
#define MPIMON_RENDER_PAGER_H

#include <string_view>

namespace mpimon {

// False where standard output is no terminal.
bool is_longer_than_terminal(std::string_view text);

// Shows it by the command that PAGER names, or less. False if there is none, or PAGER is empty or `cat`: then nothing
// was shown.
bool show_by_pager(std::string_view text);

}  // namespace mpimon

#endif
