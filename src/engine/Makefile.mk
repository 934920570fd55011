# The counters; compiled by MPICH (src/mpich/Makefile.mk), and here by their tests.
noinst_HEADERS += \
    src/engine/clock.h \
    src/engine/count.h \
    src/engine/engine.h \
    src/engine/fnv.h \
    src/engine/iterator.h \
    src/engine/key_table.h \
    src/engine/layout.h \
    src/engine/preserving_call.h \
    src/engine/process.h \
    src/engine/run_with_progress.h \
    src/engine/state.h \
    src/engine/storage/background_thread.h \
    src/engine/storage/file_copy.h \
    src/engine/storage/file_request.h \
    src/engine/storage/segment.h \
    src/engine/storage/write_all.h

ENGINE_SOURCES = \
    src/engine/asked.cc \
    src/engine/clock.cc \
    src/engine/contexts.cc \
    src/engine/engine.cc \
    src/engine/key_table.cc \
    src/engine/run_with_progress.cc \
    src/engine/sizes.cc \
    src/engine/storage/background_thread.cc \
    src/engine/storage/file_copy.cc \
    src/engine/storage/file_request.cc \
    src/engine/storage/segment.cc \
    src/engine/threads.cc
