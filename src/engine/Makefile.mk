# The counters; compiled by MPICH (src/Makefile.mk), and here by their tests.
noinst_HEADERS += \
    src/engine/background_thread.h \
    src/engine/call_aside.h \
    src/engine/clock.h \
    src/engine/count.h \
    src/engine/engine.h \
    src/engine/file_copy.h \
    src/engine/file_request.h \
    src/engine/fnv.h \
    src/engine/key_table.h \
    src/engine/layout.h \
    src/engine/process.h \
    src/engine/segment.h \
    src/engine/state.h \
    src/engine/write_all.h

ENGINE_SOURCES = \
    src/engine/asked.cc \
    src/engine/background_thread.cc \
    src/engine/call_aside.cc \
    src/engine/clock.cc \
    src/engine/contexts.cc \
    src/engine/engine.cc \
    src/engine/file_copy.cc \
    src/engine/file_request.cc \
    src/engine/key_table.cc \
    src/engine/segment.cc \
    src/engine/threads.cc
