# The counters; compiled by MPICH (src/mpich/Makefile.mk), and here by their tests.
noinst_HEADERS += \
    src/engine/clock.h \
    src/engine/count.h \
    src/engine/engine.h \
    src/engine/items/found_items.h \
    src/engine/layout.h \
    src/engine/layout/block.h \
    src/engine/layout/collectives.h \
    src/engine/layout/communicators.h \
    src/engine/layout/control.h \
    src/engine/layout/files.h \
    src/engine/layout/header.h \
    src/engine/layout/places.h \
    src/engine/layout/plugins.h \
    src/engine/layout/timeline.h \
    src/engine/layout/traffic.h \
    src/engine/layout/waits.h \
    src/engine/preserving_call.h \
    src/engine/process.h \
    src/engine/state.h \
    src/engine/storage/background_thread.h \
    src/engine/storage/file_copy.h \
    src/engine/storage/file_request.h \
    src/engine/storage/run_with_progress.h \
    src/engine/storage/segment.h \
    src/engine/storage/vote.h \
    src/engine/storage/whole_file.h \
    src/engine/storage/write_all.h \
    src/engine/tables/fnv.h \
    src/engine/tables/iterator.h \
    src/engine/tables/key_table.h \
    src/engine/tables/mixed.h \
    src/engine/timeline/resident_memory.h \
    src/engine/timeline/sample_store.h \
    src/engine/timeline/sampler.h \
    src/engine/timeline/sums.h \
    src/engine/timeline/timeline.h

ENGINE_SOURCES = \
    src/engine/clock.cc \
    src/engine/engine.cc \
    src/engine/items/asked.cc \
    src/engine/items/collective_sizes.cc \
    src/engine/items/contexts.cc \
    src/engine/items/files.cc \
    src/engine/items/noncontiguous.cc \
    src/engine/items/overlap_sites.cc \
    src/engine/items/places.cc \
    src/engine/items/plugins.cc \
    src/engine/items/sizes.cc \
    src/engine/items/trials.cc \
    src/engine/items/waits.cc \
    src/engine/storage/background_thread.cc \
    src/engine/storage/control.cc \
    src/engine/storage/file_copy.cc \
    src/engine/storage/file_request.cc \
    src/engine/storage/run_with_progress.cc \
    src/engine/storage/segment.cc \
    src/engine/storage/whole_file.cc \
    src/engine/tables/key_table.cc \
    src/engine/threads.cc \
    src/engine/timeline/resident_memory.cc \
    src/engine/timeline/sample_store.cc \
    src/engine/timeline/sampler.cc
