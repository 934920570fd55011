// The path of the program from a call to its next one.
#ifndef MPIMON_OVERLAP_PATH_H
#define MPIMON_OVERLAP_PATH_H

#include "entry.h"
#include "private_memory.h"
#include "under_way.h"

namespace mpimon::overlap {

// What the program's path to its next call depended on, and what it accessed. Where that is as it was, the program
// takes the same path again, which is seen in a tenth of the time that it takes to go through its instructions.
class Path {
  public:
    // It begins here; what was known of another one is forgotten.
    void begin(const Entry &entry);

    // It reads memory as it was before, or accesses some.
    void add_read(std::uintptr_t address, unsigned bytes, std::uint64_t bits);
    void add_access(const Range &range);

    // It has led to the next call.
    void end();

    // Whether the program takes it again, and leaves what is under way.
    bool is_taken_from(const Entry &entry, const UnderWay &under_way, PrivateMemory *memory) const;

  private:
    struct Read {
        std::uintptr_t address;
        std::uint64_t bits;
        unsigned bytes;
    };
    static constexpr int kMostReads = 64;
    static constexpr int kMostAreas = 8;
    static constexpr std::uintptr_t kNear = 256;  // bytes between accesses that are taken together

    bool is_known_;
    bool is_too_long_;
    Entry entry_;
    unsigned code_age_;
    int read_count_, area_count_;
    Read reads_[kMostReads];
    Range areas_[kMostAreas];
};

}  // namespace mpimon::overlap

#endif
