// What this library tells the user.
#ifndef MPIMON_OVERLAP_SAY_H
#define MPIMON_OVERLAP_SAY_H

namespace mpimon::overlap {

// A line on standard error, without its end. It is written at once, since processes share that: from version 2.37 on
// the C library's own fprintf() writes pieces. Takes no memory. What is longer than 2 KiB is cut.
__attribute__((format(printf, 1, 2))) void say(const char *format, ...);

}  // namespace mpimon::overlap

#endif
