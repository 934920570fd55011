# What MPICH compiles, as src/util/monitoring/mpich/Makefile.mk in its tree.
#
# The engine is C++17 but must not make libmpi need a C++ run-time library: no exceptions, no RTTI, no guards of local
# statics. As a convenience library of its own it leaves libmpi linked by the C compiler.

# MPICH 4.2 alone does not look there.
AM_CPPFLAGS += -I$(top_srcdir)/src/util

mpi_core_sources += \
    src/util/monitoring/mpich/count/asked.c \
    src/util/monitoring/mpich/count/collective_calls.c \
    src/util/monitoring/mpich/count/collectives.c \
    src/util/monitoring/mpich/count/communicators.c \
    src/util/monitoring/mpich/count/flows.c \
    src/util/monitoring/mpich/count/freed.c \
    src/util/monitoring/mpich/count/functions.c \
    src/util/monitoring/mpich/count/gauges.c \
    src/util/monitoring/mpich/count/messages.c \
    src/util/monitoring/mpich/count/origins.c \
    src/util/monitoring/mpich/count/regions.c \
    src/util/monitoring/mpich/count/settings.c \
    src/util/monitoring/mpich/count/watermarks.c \
    src/util/monitoring/mpich/fixes/fixes.c \
    src/util/monitoring/mpich/fixes/mpi_t_lock.c \
    src/util/monitoring/mpich/job/agreement.c \
    src/util/monitoring/mpich/job/changed_cvars.c \
    src/util/monitoring/mpich/job/lifetime.c \
    src/util/monitoring/mpich/job/output.c \
    src/util/monitoring/mpich/job/segment_file.c \
    src/util/monitoring/mpich/job/unreceived.c \
    src/util/monitoring/mpich/job/world.c \
    src/util/monitoring/mpich/job/write_prof.c \
    src/util/monitoring/mpich/job/write_profile.c \
    src/util/monitoring/mpich/mpi_t/bindings.c \
    src/util/monitoring/mpich/mpi_t/control.c \
    src/util/monitoring/mpich/mpi_t/pvar_contexts.c \
    src/util/monitoring/mpich/mpi_t/pvar_counters.c \
    src/util/monitoring/mpich/mpi_t/pvar_gauges.c \
    src/util/monitoring/mpich/mpi_t/pvar_handles.c \
    src/util/monitoring/mpich/mpi_t/pvar_openmpi.c \
    src/util/monitoring/mpich/mpi_t/pvar_table.c \
    src/util/monitoring/mpich/mpi_t/pvar_watermarks.c

noinst_LTLIBRARIES += lib/libmpimon_engine.la
pmpi_convenience_libs += lib/libmpimon_engine.la

lib_libmpimon_engine_la_SOURCES = \
    src/util/monitoring/engine/asked.cc \
    src/util/monitoring/engine/run_with_progress.cc \
    src/util/monitoring/engine/clock.cc \
    src/util/monitoring/engine/contexts.cc \
    src/util/monitoring/engine/engine.cc \
    src/util/monitoring/engine/key_table.cc \
    src/util/monitoring/engine/sizes.cc \
    src/util/monitoring/engine/storage/background_thread.cc \
    src/util/monitoring/engine/storage/file_copy.cc \
    src/util/monitoring/engine/storage/file_request.cc \
    src/util/monitoring/engine/storage/segment.cc \
    src/util/monitoring/engine/threads.cc \
    src/util/monitoring/profile/format/crc32c.cc \
    src/util/monitoring/profile/format/operations.cc \
    src/util/monitoring/profile/format/utf8.cc \
    src/util/monitoring/profile/write/asked.cc \
    src/util/monitoring/profile/write/encode.cc \
    src/util/monitoring/profile/write/encode_contexts.cc \
    src/util/monitoring/profile/write/encode_sizes.cc \
    src/util/monitoring/profile/write/new_name.cc \
    src/util/monitoring/profile/write/prof_text.cc \
    src/util/monitoring/profile/write/profile_file.cc \
    src/util/monitoring/profile/write/segment_view.cc \
    src/util/monitoring/profile/write/wire.cc \
    src/util/monitoring/profile/write/write_signals.cc

lib_libmpimon_engine_la_CPPFLAGS = -I$(top_srcdir)/src/util/monitoring
lib_libmpimon_engine_la_CXXFLAGS = -std=c++17 -O2 -fno-exceptions -fno-rtti -fno-threadsafe-statics \
    -fvisibility=hidden -Wall -Wextra -Wpedantic $(AM_CXXFLAGS)
