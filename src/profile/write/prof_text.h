/*
 * One process's counters as the text that Open MPI's monitoring writes (guide RR-9038, section 8.5.1), so that scripts
 * for it, such as profile2mat.pl and aggregate_profile.pl, go on working. Part of libmpi, called from C.
 *
 *   # POINT TO POINT
 *   E  rank  peer  N bytes  M msgs sent  sizes     user messages (p2p, part); with enable 1 all but one-sided ones
 *   I  rank  peer  N bytes  M msgs sent  sizes     the library's (coll, ctrl), with enable 2
 *   # OSC
 *   S  rank  peer  N bytes  M msgs sent            one-sided, written to the peer
 *   R  rank  peer  N bytes  M msgs sent            one-sided, read from the peer
 *   # COLLECTIVES
 *   C  rank  peer  N bytes  M msgs sent            what collective calls ask for with the peer, whatever the algorithm
 *   D  communicator name  procs: world ranks        the name is made of the origin where the program gave none
 *   O2A / A2O / A2A  rank  N bytes  M msgs sent    of the communicator above, by kind of operation
 *
 * Columns are separated by tabs. As in Open MPI, a process's messages to itself are left out, but not what it puts into
 * its own window or gets from there; and so are messages to other worlds.
 *
 * Differences, all in favour of what is known over what would be guessed:
 * - `sizes` (66 counts: empty messages, then one for each power of two) is given where the detail `sizes` was on for
 * all of the peer's messages, as it is with the outputs that are this text, or where the peer's own distribution
 * follows from the histograms of the process: a single peer, a single message, or all of one size class. Otherwise the
 * column is left out; scripts that read bytes and messages do not look at it.
 * - C lines, and the sizes of O2A, A2O and A2A, are those of asked.h: exact where they were kept peer by peer.
 */
#ifndef MPIMON_PROFILE_PROF_TEXT_H
#define MPIMON_PROFILE_PROF_TEXT_H

#ifdef __cplusplus
extern "C" {
#endif

/* Writes the text to `fd`, from its position on. Returns 0 or an errno value; EINVAL if this is no segment. */
int mpimon_write_prof(const void *segment, int fd);

/* Makes the file anew with the text, so that only the user may read it. Returns 0 or an errno value, and there is no
 * file then. */
int mpimon_make_prof_file(const void *segment, const char *path);

/* The same, under its name when it is whole; what has the name is replaced, not written to. */
int mpimon_write_prof_file(const void *segment, const char *path);

#ifdef __cplusplus
}
#endif

#endif
