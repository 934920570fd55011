/* What spatch's parser cannot know about MPICH's own macros. Used by maint/patch-mpich, never compiled. */
#define MPL_STATIC_INLINE_PREFIX static inline
#define MPL_STATIC_INLINE_SUFFIX
#define MPIR_FUNC_ENTER
#define MPIR_FUNC_EXIT
#define MPIR_FUNC_TERSE_ENTER
#define MPIR_FUNC_TERSE_EXIT
#define ATTRIBUTE(x)
#define ROMIO_CONST const
#define HPMP_IO_END(call, file, datatype, count) ;
