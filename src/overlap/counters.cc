#include "counters.h"

#include <cinttypes>
#include <cstdio>

#include "say.h"

namespace mpimon::overlap {

std::uint64_t counters[MPIMON_OVERLAP_COUNTERS];

namespace {

const char *const kNames[MPIMON_OVERLAP_COUNTERS] = {"sends",
                                                     "receives",
                                                     "faults",
                                                     "system calls",
                                                     "bytes copied",
                                                     "pages moved",
                                                     "in chains",
                                                     "in open memory",
                                                     "chains",
                                                     "broken",
                                                     "waits saved",
                                                     "wakeups",
                                                     "sleeps",
#define MPIMON_OVERLAP_TEXT(reason, text) text,
                                                     MPIMON_OVERLAP_WHY(MPIMON_OVERLAP_TEXT)
#undef MPIMON_OVERLAP_TEXT
};

// A piece of a line, as far as there is room.
class Line {
  public:
    void add(const char *separator, int counter) {
        const int room = static_cast<int>(sizeof text_) - length_;
        const int added =
            std::snprintf(text_ + length_, room, "%s%" PRIu64 " %s", separator, counters[counter], kNames[counter]);
        length_ += added < room ? added : room - 1;
    }
    const char *text() const { return text_; }

  private:
    char text_[1024] = "";
    int length_ = 0;
};

}  // namespace

void show_counters(int rank) {
    Line asynchronous, synchronous;
    for (int i = 0; i < MPIMON_OVERLAP_FIRST_REASON; i++)
        asynchronous.add(i ? ", " : " ", i);
    for (int i = MPIMON_OVERLAP_FIRST_REASON; i < MPIMON_OVERLAP_COUNTERS; i++)
        if (counters[i])
            synchronous.add(*synchronous.text() ? ", " : " ", i);
    say("overlap of rank %d:%s; synchronous:%s", rank, asynchronous.text(),
        *synchronous.text() ? synchronous.text() : " none");
}

}  // namespace mpimon::overlap
