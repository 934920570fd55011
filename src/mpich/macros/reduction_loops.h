/*
 * For MPICH's reduction operations: their loops are so short that one which lies across two cache lines can take twice
 * as long (MPI_SUM of doubles did), and hooks move MPICH's code. So each begins at half a line.
 */
#if defined __GNUC__ && !defined __clang__
#pragma GCC optimize("align-loops=32")
#endif
