# Tests of engine, profile and tools, without MPI: GoogleTest programs.
if TESTS_ENABLED

# Segments and profiles for all of them.
check_LIBRARIES = test/unit/libsegments.a test/unit/libengine.a
test_unit_libsegments_a_SOURCES = \
    test/unit/placed_job.cc \
    test/unit/sample_files.cc \
    test/unit/sample_job.cc \
    test/unit/segment_builder.cc test/unit/segment_builder.h \
    test/unit/waiting_job.cc
test_unit_libsegments_a_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/test/unit $(GTEST_CFLAGS)

# The engine as libmpi has it, compiled once for all programs.
test_unit_libengine_a_SOURCES = $(ENGINE_SOURCES)

UNIT_LIBS = test/unit/libsegments.a $(PROFILE_LIBS) $(GTEST_LIBS) $(FMT_LIBS)

check_PROGRAMS += test/unit/layout_test test/unit/profile_test
TESTS += test/unit/layout_test test/unit/profile_test

test_unit_layout_test_SOURCES = test/unit/layout_test.cc
test_unit_layout_test_CPPFLAGS = $(AM_CPPFLAGS) $(GTEST_CFLAGS)
test_unit_layout_test_LDADD = $(GTEST_LIBS)

test_unit_profile_test_SOURCES = \
    test/unit/asked_test.cc \
    test/unit/damage_test.cc \
    test/unit/decode_test.cc \
    test/unit/encode_damage_test.cc \
    test/unit/encode_test.cc test/unit/encoded.h \
    test/unit/prof_text_test.cc \
    test/unit/segment_file_test.cc \
    test/unit/timeline_profile_test.cc
test_unit_profile_test_CPPFLAGS = $(test_unit_libsegments_a_CPPFLAGS) $(FMT_CFLAGS)
test_unit_profile_test_LDADD = $(UNIT_LIBS)

check_PROGRAMS += test/unit/traffic_test
TESTS += test/unit/traffic_test

test_unit_traffic_test_SOURCES = test/unit/origins_test.cc test/unit/series_test.cc test/unit/traffic_test.cc \
    test/unit/waiting_test.cc
test_unit_traffic_test_CPPFLAGS = $(test_unit_libsegments_a_CPPFLAGS) $(FMT_CFLAGS)
test_unit_traffic_test_LDADD = src/analysis/libanalysis.a $(UNIT_LIBS)

check_PROGRAMS += test/unit/placement_test
TESTS += test/unit/placement_test

# With the patterns of test/place.
test_unit_placement_test_SOURCES = test/unit/placement_test.cc test/unit/grid_test.cc test/unit/topology_test.cc \
    test/place/graphs.cc test/place/graphs.h
test_unit_placement_test_CPPFLAGS = $(test_unit_libsegments_a_CPPFLAGS) -I$(top_srcdir)/test/place $(FMT_CFLAGS)
test_unit_placement_test_LDADD = src/analysis/libanalysis.a $(UNIT_LIBS) $(PLACEMENT_LIBS)
check_PROGRAMS += test/unit/advice_test
TESTS += test/unit/advice_test

test_unit_advice_test_SOURCES = test/unit/advice_test.cc
test_unit_advice_test_CPPFLAGS = $(AM_CPPFLAGS) $(GTEST_CFLAGS) $(FMT_CFLAGS) $(MUPARSER_CFLAGS) \
    -DRULES='"$(abs_top_srcdir)/src/analysis/advice/rules"' -DPAGE='"$(abs_top_srcdir)/docs/advise.md"'
test_unit_advice_test_LDADD = src/analysis/libanalysis.a $(PROFILE_LIBS) $(GTEST_LIBS) $(FMT_LIBS) $(ADVICE_LIBS)
check_PROGRAMS += test/unit/moment_test test/unit/history_test
TESTS += test/unit/moment_test test/unit/history_test

test_unit_moment_test_SOURCES = test/unit/moment_test.cc
test_unit_moment_test_CPPFLAGS = $(AM_CPPFLAGS) $(GTEST_CFLAGS) $(FMT_CFLAGS)
test_unit_moment_test_LDADD = src/analysis/libanalysis.a $(PROFILE_LIBS) $(GTEST_LIBS) $(FMT_LIBS)

test_unit_history_test_SOURCES = test/unit/history_test.cc
test_unit_history_test_CPPFLAGS = $(AM_CPPFLAGS) $(GTEST_CFLAGS) $(FMT_CFLAGS)
test_unit_history_test_LDADD = src/analysis/libanalysis.a $(PROFILE_LIBS) $(GTEST_LIBS) $(FMT_LIBS)

check_PROGRAMS += test/unit/policies_test
TESTS += test/unit/policies_test

test_unit_policies_test_SOURCES = test/unit/chooser_test.cc test/unit/samples_test.cc test/unit/setting_library.h \
    test/unit/trials_test.cc \
    src/policies/chooser.cc src/policies/samples.cc src/policies/trials.cc
test_unit_policies_test_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/include $(GTEST_CFLAGS)
test_unit_policies_test_LDADD = $(GTEST_LIBS)

check_PROGRAMS += test/unit/comparison_test test/unit/tuning_test test/unit/tuning_forms_test test/unit/tuning_selection_test test/unit/tuning_changes_test
TESTS += test/unit/comparison_test test/unit/tuning_test test/unit/tuning_forms_test test/unit/tuning_selection_test test/unit/tuning_changes_test

test_unit_comparison_test_SOURCES = test/unit/comparison_test.cc
test_unit_comparison_test_CPPFLAGS = $(test_unit_libsegments_a_CPPFLAGS) $(FMT_CFLAGS)
test_unit_comparison_test_LDADD = src/analysis/libanalysis.a $(UNIT_LIBS)

test_unit_tuning_test_SOURCES = test/unit/tuning_test.cc test/unit/tuning_files.cc test/unit/tuning_files.h
test_unit_tuning_test_CPPFLAGS = $(AM_CPPFLAGS) $(GTEST_CFLAGS) $(FMT_CFLAGS) $(JSON_CFLAGS)
test_unit_tuning_test_LDADD = $(ANALYSIS_LIBS) $(GTEST_LIBS) $(FMT_LIBS)

test_unit_tuning_selection_test_SOURCES = test/unit/tuning_selection_test.cc test/unit/tuning_files.cc test/unit/tuning_files.h
test_unit_tuning_selection_test_CPPFLAGS = $(test_unit_tuning_test_CPPFLAGS)
test_unit_tuning_selection_test_LDADD = $(test_unit_tuning_test_LDADD)

test_unit_tuning_forms_test_SOURCES = test/unit/tuning_forms_test.cc test/unit/tuning_files.cc test/unit/tuning_files.h
test_unit_tuning_forms_test_CPPFLAGS = $(test_unit_tuning_test_CPPFLAGS)
test_unit_tuning_forms_test_LDADD = $(test_unit_tuning_test_LDADD)

test_unit_tuning_changes_test_SOURCES = test/unit/tuning_changes_test.cc test/unit/tuning_files.cc test/unit/tuning_files.h
test_unit_tuning_changes_test_CPPFLAGS = $(test_unit_tuning_test_CPPFLAGS)
test_unit_tuning_changes_test_LDADD = $(test_unit_tuning_test_LDADD)

check_PROGRAMS += test/unit/format_test
TESTS += test/unit/format_test

test_unit_format_test_SOURCES = test/unit/format_test.cc
test_unit_format_test_CPPFLAGS = $(AM_CPPFLAGS) $(GTEST_CFLAGS) $(FMT_CFLAGS)
test_unit_format_test_LDADD = $(ANALYSIS_LIBS) $(GTEST_LIBS) $(FMT_LIBS)

check_PROGRAMS += test/unit/jobs_test
TESTS += test/unit/jobs_test

test_unit_jobs_test_SOURCES = test/unit/jobs_test.cc
test_unit_jobs_test_CPPFLAGS = $(test_unit_libsegments_a_CPPFLAGS) $(FMT_CFLAGS)
test_unit_jobs_test_LDADD = src/mpimon/libmpimon.a src/analysis/libanalysis.a $(UNIT_LIBS)

check_PROGRAMS += test/unit/replaced_file_test test/unit/web_guard_test test/unit/nodes_test
TESTS += test/unit/replaced_file_test test/unit/web_guard_test test/unit/nodes_test

test_unit_replaced_file_test_SOURCES = test/unit/replaced_file_test.cc
test_unit_replaced_file_test_CPPFLAGS = $(AM_CPPFLAGS) $(GTEST_CFLAGS) $(FMT_CFLAGS)
test_unit_replaced_file_test_LDADD = src/mpimon/libmpimon.a $(GTEST_LIBS) $(FMT_LIBS)

test_unit_web_guard_test_SOURCES = test/unit/web_guard_test.cc
test_unit_web_guard_test_CPPFLAGS = $(AM_CPPFLAGS) $(GTEST_CFLAGS) $(FMT_CFLAGS)
test_unit_web_guard_test_LDADD = src/mpimon/libmpimon.a $(GTEST_LIBS) $(FMT_LIBS)

test_unit_nodes_test_SOURCES = test/unit/nodes_test.cc
test_unit_nodes_test_CPPFLAGS = $(AM_CPPFLAGS) $(GTEST_CFLAGS) $(FMT_CFLAGS) $(JSON_CFLAGS)
test_unit_nodes_test_LDADD = src/mpimon/libmpimon.a src/analysis/libanalysis.a $(PROFILE_LIBS) $(GTEST_LIBS) $(FMT_LIBS)

check_PROGRAMS += test/unit/new_name_test
TESTS += test/unit/new_name_test

test_unit_new_name_test_SOURCES = test/unit/new_name_test.cc
test_unit_new_name_test_CPPFLAGS = $(AM_CPPFLAGS) $(GTEST_CFLAGS)
test_unit_new_name_test_LDADD = $(PROFILE_LIBS) $(GTEST_LIBS)

check_PROGRAMS += test/unit/run_with_progress_test test/unit/contexts_test test/unit/control_test test/unit/engine_test test/unit/file_copy_test \
    test/unit/file_request_test test/unit/live_test test/unit/segment_test test/unit/settings_test test/unit/sizes_test \
    test/unit/unwind_test
TESTS += test/unit/run_with_progress_test test/unit/contexts_test test/unit/control_test test/unit/engine_test test/unit/file_copy_test \
    test/unit/file_request_test test/unit/live_test test/unit/segment_test test/unit/settings_test test/unit/sizes_test \
    test/unit/unwind_test

test_unit_run_with_progress_test_SOURCES = test/unit/run_with_progress_test.cc
test_unit_run_with_progress_test_CPPFLAGS = $(AM_CPPFLAGS) $(GTEST_CFLAGS)
test_unit_run_with_progress_test_LDADD = test/unit/libengine.a $(GTEST_LIBS)

test_unit_control_test_SOURCES = test/unit/control_test.cc
test_unit_control_test_CPPFLAGS = $(AM_CPPFLAGS) $(GTEST_CFLAGS)
test_unit_control_test_LDADD = test/unit/libengine.a $(GTEST_LIBS)

test_unit_engine_test_SOURCES = test/unit/engine_test.cc test/unit/keys_test.cc
test_unit_engine_test_CPPFLAGS = $(AM_CPPFLAGS) $(GTEST_CFLAGS)
test_unit_engine_test_LDADD = test/unit/libengine.a $(GTEST_LIBS)

test_unit_file_copy_test_SOURCES = test/unit/file_copy_test.cc
test_unit_file_copy_test_CPPFLAGS = $(AM_CPPFLAGS) $(GTEST_CFLAGS)
test_unit_file_copy_test_LDADD = test/unit/libengine.a $(GTEST_LIBS)

test_unit_file_request_test_SOURCES = test/unit/file_request_test.cc
test_unit_file_request_test_CPPFLAGS = $(AM_CPPFLAGS) $(GTEST_CFLAGS)
test_unit_file_request_test_LDADD = test/unit/libengine.a $(GTEST_LIBS)

test_unit_segment_test_SOURCES = test/unit/segment_test.cc
test_unit_segment_test_CPPFLAGS = $(AM_CPPFLAGS) $(GTEST_CFLAGS)
test_unit_segment_test_LDADD = test/unit/libengine.a $(GTEST_LIBS)

test_unit_contexts_test_SOURCES = test/unit/contexts_test.cc src/mpich/count/calls/functions.c
test_unit_contexts_test_CPPFLAGS = $(AM_CPPFLAGS) $(GTEST_CFLAGS)
test_unit_contexts_test_LDADD = test/unit/libengine.a src/profile/libencode.a $(GTEST_LIBS)

test_unit_unwind_test_SOURCES = test/unit/unwind_test.cc src/mpich/count/calls/functions.c
test_unit_unwind_test_CPPFLAGS = $(AM_CPPFLAGS) $(GTEST_CFLAGS)
test_unit_unwind_test_LDADD = test/unit/libengine.a $(GTEST_LIBS)

test_unit_live_test_SOURCES = test/unit/live_test.cc src/mpich/count/calls/functions.c
test_unit_live_test_CPPFLAGS = $(AM_CPPFLAGS) $(GTEST_CFLAGS)
test_unit_live_test_LDADD = test/unit/libengine.a src/profile/libencode.a $(GTEST_LIBS)

test_unit_sizes_test_SOURCES = test/unit/sizes_test.cc
test_unit_sizes_test_CPPFLAGS = $(AM_CPPFLAGS) $(GTEST_CFLAGS)
test_unit_sizes_test_LDADD = test/unit/libengine.a $(GTEST_LIBS)

check_PROGRAMS += test/unit/noncontiguous_test
TESTS += test/unit/noncontiguous_test

test_unit_noncontiguous_test_SOURCES = test/unit/noncontiguous_test.cc
test_unit_noncontiguous_test_CPPFLAGS = $(AM_CPPFLAGS) $(GTEST_CFLAGS)
test_unit_noncontiguous_test_LDADD = test/unit/libengine.a $(GTEST_LIBS)

check_PROGRAMS += test/unit/places_test
TESTS += test/unit/places_test

test_unit_places_test_SOURCES = \
    test/unit/asking_test.cc \
    test/unit/locality_test.cc \
    test/unit/places_test.cc \
    src/mpich/job/place/batch_node.c src/mpich/job/place/batch_node.h \
    src/mpich/job/place/processors.c src/mpich/job/place/processors.h \
    src/mpich/job/place/ucx_lanes.c src/mpich/job/place/ucx_lanes.h
test_unit_places_test_CPPFLAGS = $(test_unit_libsegments_a_CPPFLAGS) $(FMT_CFLAGS)
test_unit_places_test_LDADD = test/unit/libengine.a src/analysis/libanalysis.a $(UNIT_LIBS)
check_PROGRAMS += test/unit/timeline_test
TESTS += test/unit/timeline_test

test_unit_timeline_test_SOURCES = test/unit/timeline_test.cc test/unit/sample_store_test.cc
test_unit_timeline_test_CPPFLAGS = $(AM_CPPFLAGS) $(GTEST_CFLAGS)
test_unit_timeline_test_LDADD = test/unit/libengine.a $(GTEST_LIBS)
check_PROGRAMS += test/unit/files_test
TESTS += test/unit/files_test

test_unit_files_test_SOURCES = test/unit/files_test.cc test/unit/encoded.h
test_unit_files_test_CPPFLAGS = $(test_unit_libsegments_a_CPPFLAGS) $(FMT_CFLAGS)
test_unit_files_test_LDADD = test/unit/libengine.a $(UNIT_LIBS)
check_PROGRAMS += test/unit/waits_test
TESTS += test/unit/waits_test

test_unit_waits_test_SOURCES = test/unit/waits_test.cc
test_unit_waits_test_CPPFLAGS = $(AM_CPPFLAGS) $(GTEST_CFLAGS)
test_unit_waits_test_LDADD = test/unit/libengine.a $(GTEST_LIBS)

test_unit_settings_test_SOURCES = test/unit/settings_test.cc src/mpich/count/settings.c
test_unit_settings_test_CPPFLAGS = $(AM_CPPFLAGS) $(GTEST_CFLAGS)
test_unit_settings_test_LDADD = src/profile/libencode.a $(GTEST_LIBS)

check_PROGRAMS += test/unit/reorder_test
TESTS += test/unit/reorder_test

test_unit_reorder_test_SOURCES = test/unit/reorder_test.cc test/unit/traffic_order_test.cc src/mpich/reorder/grid_blocks.c \
    src/mpich/reorder/rank_file.c src/mpich/reorder/traffic_order.c
test_unit_reorder_test_CPPFLAGS = $(AM_CPPFLAGS) $(GTEST_CFLAGS)
test_unit_reorder_test_LDADD = $(GTEST_LIBS)

check_PROGRAMS += test/unit/job_facts_test
TESTS += test/unit/job_facts_test

test_unit_job_facts_test_SOURCES = test/unit/job_facts_test.cc src/mpich/job/program.c
test_unit_job_facts_test_CPPFLAGS = $(test_unit_libsegments_a_CPPFLAGS) $(FMT_CFLAGS)
test_unit_job_facts_test_LDADD = $(UNIT_LIBS)

if OVERLAP_ENABLED
check_PROGRAMS += test/unit/instruction_test
TESTS += test/unit/instruction_test
check_PROGRAMS += test/unit/machine_test
TESTS += test/unit/machine_test
check_PROGRAMS += test/unit/footprint_test
TESTS += test/unit/footprint_test
endif

test_unit_instruction_test_SOURCES = test/unit/instruction_test.cc test/unit/run_natively.S \
    src/overlap/ahead/instruction.cc src/overlap/ahead/vector_instruction.cc src/overlap/ahead/vex_instruction.cc
test_unit_instruction_test_CPPFLAGS = $(AM_CPPFLAGS) $(GTEST_CFLAGS)
test_unit_instruction_test_LDADD = $(GTEST_LIBS)

test_unit_machine_test_SOURCES = test/unit/machine_test.cc test/unit/path_test.cc test/unit/run_natively.S \
    test/unit/said_under_way.cc test/unit/said_under_way.h \
    src/overlap/ahead/instruction.cc src/overlap/ahead/known_code.cc src/overlap/ahead/machine.cc src/overlap/ahead/path.cc \
    src/overlap/ahead/read.cc src/overlap/ahead/read_memory.S src/overlap/ahead/under_way.cc \
    src/overlap/ahead/vector_instruction.cc src/overlap/ahead/vex_instruction.cc
test_unit_machine_test_CPPFLAGS = $(AM_CPPFLAGS) $(GTEST_CFLAGS)
test_unit_machine_test_LDADD = $(GTEST_LIBS)

test_unit_footprint_test_SOURCES = test/unit/footprint_test.cc src/overlap/messages/footprint.cc \
    src/overlap/signals/system_call.S
test_unit_footprint_test_CPPFLAGS = $(AM_CPPFLAGS) $(GTEST_CFLAGS)
test_unit_footprint_test_LDADD = $(GTEST_LIBS)

check_PROGRAMS += test/unit/turns_test
TESTS += test/unit/turns_test
test_unit_turns_test_SOURCES = test/unit/turns_test.cc
test_unit_turns_test_CPPFLAGS = $(AM_CPPFLAGS) $(GTEST_CFLAGS)
test_unit_turns_test_LDADD = $(GTEST_LIBS)

check_PROGRAMS += test/unit/sequence_test
TESTS += test/unit/sequence_test
test_unit_sequence_test_SOURCES = test/unit/sequence_test.cc
test_unit_sequence_test_CPPFLAGS = $(AM_CPPFLAGS) $(GTEST_CFLAGS)
test_unit_sequence_test_LDADD = $(GTEST_LIBS)

check_PROGRAMS += test/unit/times_test
TESTS += test/unit/times_test
test_unit_times_test_SOURCES = test/unit/times_test.cc
test_unit_times_test_CPPFLAGS = $(AM_CPPFLAGS) $(GTEST_CFLAGS)
test_unit_times_test_LDADD = $(GTEST_LIBS)

endif
