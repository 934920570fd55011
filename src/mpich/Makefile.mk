# What MPICH compiles, as src/util/monitoring/mpich/Makefile.mk in its tree.
#
# The engine is C++17 but must not make libmpi need a C++ run-time library: no exceptions, no RTTI, no guards of local
# statics. As a convenience library of its own it leaves libmpi linked by the C compiler.

# MPICH 4.2 alone does not look there.
AM_CPPFLAGS += -I$(top_srcdir)/src/util

mpi_core_sources += \
    src/util/monitoring/mpich/count/calls/functions.c \
    src/util/monitoring/mpich/count/calls/io.c \
    src/util/monitoring/mpich/count/calls/regions.c \
    src/util/monitoring/mpich/count/calls/waits.c \
    src/util/monitoring/mpich/count/collectives/collective_calls.c \
    src/util/monitoring/mpich/count/collectives/collectives.c \
    src/util/monitoring/mpich/count/collectives/trials.c \
    src/util/monitoring/mpich/count/communicators/asked.c \
    src/util/monitoring/mpich/count/communicators/communicators.c \
    src/util/monitoring/mpich/count/communicators/freed.c \
    src/util/monitoring/mpich/count/communicators/origins.c \
    src/util/monitoring/mpich/count/equal_settings.c \
    src/util/monitoring/mpich/count/gauges/free_cells.c \
    src/util/monitoring/mpich/count/gauges/gauges.c \
    src/util/monitoring/mpich/count/gauges/watermarks.c \
    src/util/monitoring/mpich/count/messages/flows.c \
    src/util/monitoring/mpich/count/messages/messages.c \
    src/util/monitoring/mpich/count/nodes.c \
    src/util/monitoring/mpich/count/settings.c \
    src/util/monitoring/mpich/count/switching.c \
    src/util/monitoring/mpich/count/timeline.c \
    src/util/monitoring/mpich/explore/candidates.c \
    src/util/monitoring/mpich/explore/explore.c \
    src/util/monitoring/mpich/fixes/fixes.c \
    src/util/monitoring/mpich/fixes/mpi_t_lock.c \
    src/util/monitoring/mpich/fixes/node_words.c \
    src/util/monitoring/mpich/fixes/tuning_agreement.c \
    src/util/monitoring/mpich/fixes/tuning_files.c \
    src/util/monitoring/mpich/fixes/tuning_json.c \
    src/util/monitoring/mpich/job/agreement.c \
    src/util/monitoring/mpich/job/changed_cvars.c \
    src/util/monitoring/mpich/job/job_facts.c \
    src/util/monitoring/mpich/job/lifetime.c \
    src/util/monitoring/mpich/job/output.c \
    src/util/monitoring/mpich/job/place/batch_node.c \
    src/util/monitoring/mpich/job/place/hardware.c \
    src/util/monitoring/mpich/job/place/place.c \
    src/util/monitoring/mpich/job/place/processors.c \
    src/util/monitoring/mpich/job/place/transports.c \
    src/util/monitoring/mpich/job/place/ucx_lanes.c \
    src/util/monitoring/mpich/job/program.c \
    src/util/monitoring/mpich/job/segment_file.c \
    src/util/monitoring/mpich/job/unreceived.c \
    src/util/monitoring/mpich/job/world.c \
    src/util/monitoring/mpich/job/world_any.c \
    src/util/monitoring/mpich/job/write_prof.c \
    src/util/monitoring/mpich/job/write_profile.c \
    src/util/monitoring/mpich/mpi_t/bindings.c \
    src/util/monitoring/mpich/mpi_t/control.c \
    src/util/monitoring/mpich/mpi_t/pvar_contexts.c \
    src/util/monitoring/mpich/mpi_t/pvar_counters.c \
    src/util/monitoring/mpich/mpi_t/pvar_files.c \
    src/util/monitoring/mpich/mpi_t/pvar_gauges.c \
    src/util/monitoring/mpich/mpi_t/pvar_handles.c \
    src/util/monitoring/mpich/mpi_t/pvar_kept.c \
    src/util/monitoring/mpich/mpi_t/pvar_now.c \
    src/util/monitoring/mpich/mpi_t/pvar_openmpi.c \
    src/util/monitoring/mpich/mpi_t/pvar_overlap.c \
    src/util/monitoring/mpich/mpi_t/pvar_places.c \
    src/util/monitoring/mpich/mpi_t/pvar_table.c \
    src/util/monitoring/mpich/mpi_t/pvar_waits.c \
    src/util/monitoring/mpich/mpi_t/pvar_watermarks.c \
    src/util/monitoring/mpich/overlap/connection.c \
    src/util/monitoring/mpich/overlap/start_again.c \
    src/util/monitoring/mpich/overlap/wakeup.c \
    src/util/monitoring/mpich/overlap/wakeup_ofi.c \
    src/util/monitoring/mpich/overlap/wakeup_ucx.c \
    src/util/monitoring/mpich/plugins/events.c \
    src/util/monitoring/mpich/plugins/library.c \
    src/util/monitoring/mpich/plugins/load.c \
    src/util/monitoring/mpich/plugins/meetings.c \
    src/util/monitoring/mpich/reorder/counts.c \
    src/util/monitoring/mpich/reorder/dist_graph.c \
    src/util/monitoring/mpich/reorder/grid_blocks.c \
    src/util/monitoring/mpich/reorder/own_traffic.c \
    src/util/monitoring/mpich/reorder/rank_file.c \
    src/util/monitoring/mpich/reorder/reorder.c \
    src/util/monitoring/mpich/reorder/traffic_order.c \
    src/util/monitoring/mpich/steer/agreement.c \
    src/util/monitoring/mpich/steer/setting.c \
    src/util/monitoring/mpich/steer/steer.c

noinst_LTLIBRARIES += lib/libmpimon_engine.la
pmpi_convenience_libs += lib/libmpimon_engine.la

lib_libmpimon_engine_la_SOURCES = \
    src/util/monitoring/engine/clock.cc \
    src/util/monitoring/engine/engine.cc \
    src/util/monitoring/engine/items/asked.cc \
    src/util/monitoring/engine/items/collective_sizes.cc \
    src/util/monitoring/engine/items/contexts.cc \
    src/util/monitoring/engine/items/files.cc \
    src/util/monitoring/engine/items/noncontiguous.cc \
    src/util/monitoring/engine/items/overlap_sites.cc \
    src/util/monitoring/engine/items/places.cc \
    src/util/monitoring/engine/items/plugins.cc \
    src/util/monitoring/engine/items/sizes.cc \
    src/util/monitoring/engine/items/trials.cc \
    src/util/monitoring/engine/items/waits.cc \
    src/util/monitoring/engine/storage/background_thread.cc \
    src/util/monitoring/engine/storage/control.cc \
    src/util/monitoring/engine/storage/file_copy.cc \
    src/util/monitoring/engine/storage/file_request.cc \
    src/util/monitoring/engine/storage/run_with_progress.cc \
    src/util/monitoring/engine/storage/segment.cc \
    src/util/monitoring/engine/storage/whole_file.cc \
    src/util/monitoring/engine/tables/key_table.cc \
    src/util/monitoring/engine/threads.cc \
    src/util/monitoring/engine/timeline/resident_memory.cc \
    src/util/monitoring/engine/timeline/sample_store.cc \
    src/util/monitoring/engine/timeline/sampler.cc \
    src/util/monitoring/profile/format/batch.cc \
    src/util/monitoring/profile/format/crc32c.cc \
    src/util/monitoring/profile/format/operations.cc \
    src/util/monitoring/profile/format/utf8.cc \
    src/util/monitoring/profile/write/asked.cc \
    src/util/monitoring/profile/write/encode/encode.cc \
    src/util/monitoring/profile/write/encode/encode_contexts.cc \
    src/util/monitoring/profile/write/encode/encode_files.cc \
    src/util/monitoring/profile/write/encode/encode_job.cc \
    src/util/monitoring/profile/write/encode/encode_overlap.cc \
    src/util/monitoring/profile/write/encode/encode_places.cc \
    src/util/monitoring/profile/write/encode/encode_plugins.cc \
    src/util/monitoring/profile/write/encode/encode_sizes.cc \
    src/util/monitoring/profile/write/encode/encode_timeline.cc \
    src/util/monitoring/profile/write/encode/encode_waits.cc \
    src/util/monitoring/profile/write/encode/wire.cc \
    src/util/monitoring/profile/write/new_name.cc \
    src/util/monitoring/profile/write/prof_text.cc \
    src/util/monitoring/profile/write/profile_file.cc \
    src/util/monitoring/profile/write/segment_view.cc \
    src/util/monitoring/profile/write/write_signals.cc \
    src/util/monitoring/tuning/check.cc \
    src/util/monitoring/tuning/collectives.cc \
    src/util/monitoring/tuning/conditions.cc

lib_libmpimon_engine_la_CPPFLAGS = -I$(top_srcdir)/src/util/monitoring
lib_libmpimon_engine_la_CXXFLAGS = -std=c++17 -O2 -fno-exceptions -fno-rtti -fno-threadsafe-statics \
    -fvisibility=hidden -Wall -Wextra -Wpedantic $(AM_CXXFLAGS)

# A loop that lies across two windows of 32 bytes may take a third longer, and the hooks move all code: the loops of
# reductions begin with a window, if the compiler can do that, so that none is slower here than in a stock MPICH. Make does
# not know that an object depends on its flags.
MPIMON_ALIGNED_LOOPS = $(shell $(CC) -falign-loops=32 -E -x c /dev/null >/dev/null 2>&1 && echo -falign-loops=32)
src/mpi/coll/op/%.lo: CFLAGS += $(MPIMON_ALIGNED_LOOPS)
$(patsubst %.c,src/mpi/coll/op/lib_lib@MPILIBNAME@_la-%.lo,$(notdir $(wildcard $(srcdir)/src/mpi/coll/op/*.c))): \
    $(srcdir)/src/util/monitoring/mpich/Makefile.mk
