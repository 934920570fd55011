/* Ends what inline_begin.h began. */
#pragma pop_macro("MPL_STATIC_INLINE_PREFIX")
