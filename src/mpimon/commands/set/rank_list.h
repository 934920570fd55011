// Ranks as the user writes them.
#ifndef MPIMON_COMMANDS_RANK_LIST_H
#define MPIMON_COMMANDS_RANK_LIST_H

#include <cstdint>
#include <string>
#include <vector>

namespace mpimon {

// "0,4-7": each rank once, in their order. Throws WrongArgument if it is no such list.
std::vector<uint32_t> read_ranks(const std::string &text);

}  // namespace mpimon

#endif
