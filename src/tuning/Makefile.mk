# What MPICH's series know of collective tuning files; in libmpi, too (src/mpich/Makefile.mk), so without exceptions.
noinst_LIBRARIES += src/tuning/libtuning.a

src_tuning_libtuning_a_SOURCES = \
    src/tuning/check.cc src/tuning/check.h \
    src/tuning/collectives.cc src/tuning/collectives.h \
    src/tuning/conditions.cc src/tuning/conditions.h \
    src/tuning/names.h \
    src/tuning/seen_texts.h \
    src/tuning/series.h \
    src/tuning/text.h
src_tuning_libtuning_a_CXXFLAGS = $(AM_CXXFLAGS) -fno-exceptions -fno-rtti
