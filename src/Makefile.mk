# What MPICH compiles, as src/util/monitoring/Makefile.mk in its tree.
#
# The engine is C++17 but must not make libmpi need a C++ run-time library: no exceptions, no RTTI, no guards of local
# statics. As a convenience library of its own it leaves libmpi linked by the C compiler.

# MPICH 4.2 alone does not look there.
AM_CPPFLAGS += -I$(top_srcdir)/src/util

mpi_core_sources += \
    src/util/monitoring/hooks/agreement.c \
    src/util/monitoring/hooks/changed_cvars.c \
    src/util/monitoring/hooks/collective_calls.c \
    src/util/monitoring/hooks/collectives.c \
    src/util/monitoring/hooks/communicators.c \
    src/util/monitoring/hooks/freed.c \
    src/util/monitoring/hooks/functions.c \
    src/util/monitoring/hooks/gauges.c \
    src/util/monitoring/hooks/levels.c \
    src/util/monitoring/hooks/lifetime.c \
    src/util/monitoring/hooks/mends.c \
    src/util/monitoring/hooks/messages.c \
    src/util/monitoring/hooks/output.c \
    src/util/monitoring/hooks/regions.c \
    src/util/monitoring/hooks/segment_file.c \
    src/util/monitoring/hooks/settings.c \
    src/util/monitoring/hooks/unreceived.c \
    src/util/monitoring/hooks/world.c \
    src/util/monitoring/hooks/write_prof.c \
    src/util/monitoring/hooks/write_profile.c \
    src/util/monitoring/hooks/write_signals.c \
    src/util/monitoring/mpit/bindings.c \
    src/util/monitoring/mpit/control.c \
    src/util/monitoring/mpit/lock.c \
    src/util/monitoring/mpit/pvar_contexts.c \
    src/util/monitoring/mpit/pvar_counters.c \
    src/util/monitoring/mpit/pvar_gauges.c \
    src/util/monitoring/mpit/pvar_handles.c \
    src/util/monitoring/mpit/pvar_openmpi.c \
    src/util/monitoring/mpit/pvar_table.c \
    src/util/monitoring/mpit/watch.c

noinst_LTLIBRARIES += lib/libmpimon_engine.la
pmpi_convenience_libs += lib/libmpimon_engine.la

lib_libmpimon_engine_la_SOURCES = \
    src/util/monitoring/engine/background_thread.cc \
    src/util/monitoring/engine/call_aside.cc \
    src/util/monitoring/engine/clock.cc \
    src/util/monitoring/engine/contexts.cc \
    src/util/monitoring/engine/engine.cc \
    src/util/monitoring/engine/file_copy.cc \
    src/util/monitoring/engine/file_request.cc \
    src/util/monitoring/engine/key_table.cc \
    src/util/monitoring/engine/segment.cc \
    src/util/monitoring/engine/threads.cc \
    src/util/monitoring/profile/crc32c.cc \
    src/util/monitoring/profile/encode.cc \
    src/util/monitoring/profile/encode_contexts.cc \
    src/util/monitoring/profile/new_name.cc \
    src/util/monitoring/profile/operations.cc \
    src/util/monitoring/profile/prof_text.cc \
    src/util/monitoring/profile/profile_file.cc \
    src/util/monitoring/profile/segment_view.cc \
    src/util/monitoring/profile/utf8.cc \
    src/util/monitoring/profile/wire.cc

lib_libmpimon_engine_la_CPPFLAGS = -I$(top_srcdir)/src/util/monitoring
lib_libmpimon_engine_la_CXXFLAGS = -std=c++17 -O2 -fno-exceptions -fno-rtti -fno-threadsafe-statics \
    -fvisibility=hidden -Wall -Wextra -Wpedantic $(AM_CXXFLAGS)
