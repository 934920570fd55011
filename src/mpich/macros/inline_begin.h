/*
 * Between this header and inline_end.h, MPICH's inline functions are always inlined. A hook makes a function larger,
 * and the compiler would then leave out of line what it inlines without hooks: 11 instructions for a message that is
 * not even counted.
 */
#pragma push_macro("MPL_STATIC_INLINE_PREFIX")
#undef MPL_STATIC_INLINE_PREFIX
#define MPL_STATIC_INLINE_PREFIX static inline __attribute__((always_inline))
