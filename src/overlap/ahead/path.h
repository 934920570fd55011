// The path of the program from a call to its next one, or to where it touches what is under way.
#ifndef MPIMON_OVERLAP_PATH_H
#define MPIMON_OVERLAP_PATH_H

#include "ahead.h"
#include "entry.h"
#include "private_memory.h"
#include "read.h"
#include "under_way.h"

namespace mpimon::overlap {

// What the program's path depended on, and what it accessed. Where that is as it was, the program takes the same path
// again, which is seen in a tenth of the time that it takes to go through its instructions, or less.
class Path {
  public:
    // It begins here; what was known of another one is forgotten.
    void begin(const Entry &entry);

    // It reads memory as it was before, or accesses some.
    void add_read(std::uintptr_t address, unsigned bytes, std::uint64_t bits);
    void add_access(const Range &range);

    // It has led to the next call, or to this access to what is under way.
    void end_at_call();
    void end_at_touch(const Range &range, bool write);

    // What it leads to if the program takes it again and leaves what is under way until then; else kUnknown.
    Ahead leads_to(const Entry &entry, const UnderWay &under_way, PrivateMemory *memory) const;

  private:
    static constexpr int kMostReads = 64;
    static constexpr int kMostAreas = 8;
    static constexpr std::uintptr_t kNear = 256;  // bytes between accesses that are taken together

    bool is_taken_from(const Entry &entry, const UnderWay &under_way, PrivateMemory *memory) const;

    Ahead end_;  // kUnknown: the path is not known
    bool is_too_long_;
    Range touched_;  // where that is its end
    bool is_written_;
    Entry entry_;
    unsigned code_age_;
    int read_count_, area_count_;
    Read reads_[kMostReads];
    Range areas_[kMostAreas];
};

}  // namespace mpimon::overlap

#endif
