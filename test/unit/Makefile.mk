# Tests of engine, profile and tools, without MPI: GoogleTest programs.
if TESTS_ENABLED

# Segments and profiles for all of them.
check_LIBRARIES = test/unit/libsegments.a
test_unit_libsegments_a_SOURCES = \
    test/unit/sample_job.cc \
    test/unit/segment_builder.cc test/unit/segment_builder.h
test_unit_libsegments_a_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/test/unit $(GTEST_CFLAGS)

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
    test/unit/segment_file_test.cc
test_unit_profile_test_CPPFLAGS = $(test_unit_libsegments_a_CPPFLAGS) $(FMT_CFLAGS)
test_unit_profile_test_LDADD = $(UNIT_LIBS)

check_PROGRAMS += test/unit/traffic_test
TESTS += test/unit/traffic_test

test_unit_traffic_test_SOURCES = test/unit/origins_test.cc test/unit/traffic_test.cc
test_unit_traffic_test_CPPFLAGS = $(test_unit_libsegments_a_CPPFLAGS) $(FMT_CFLAGS)
test_unit_traffic_test_LDADD = src/analysis/libanalysis.a $(UNIT_LIBS)

check_PROGRAMS += test/unit/format_test
TESTS += test/unit/format_test

test_unit_format_test_SOURCES = test/unit/format_test.cc
test_unit_format_test_CPPFLAGS = $(AM_CPPFLAGS) $(GTEST_CFLAGS) $(FMT_CFLAGS)
test_unit_format_test_LDADD = $(ANALYSIS_LIBS) $(GTEST_LIBS) $(FMT_LIBS)

check_PROGRAMS += test/unit/replaced_file_test
TESTS += test/unit/replaced_file_test

test_unit_replaced_file_test_SOURCES = test/unit/replaced_file_test.cc
test_unit_replaced_file_test_CPPFLAGS = $(AM_CPPFLAGS) $(GTEST_CFLAGS) $(FMT_CFLAGS)
test_unit_replaced_file_test_LDADD = src/mpimon/libmpimon.a $(GTEST_LIBS) $(FMT_LIBS)

check_PROGRAMS += test/unit/new_name_test
TESTS += test/unit/new_name_test

test_unit_new_name_test_SOURCES = test/unit/new_name_test.cc
test_unit_new_name_test_CPPFLAGS = $(AM_CPPFLAGS) $(GTEST_CFLAGS)
test_unit_new_name_test_LDADD = $(PROFILE_LIBS) $(GTEST_LIBS)

check_PROGRAMS += test/unit/run_with_progress_test test/unit/contexts_test test/unit/engine_test test/unit/file_copy_test \
    test/unit/file_request_test test/unit/live_test test/unit/segment_test test/unit/settings_test test/unit/sizes_test \
    test/unit/unwind_test
TESTS += test/unit/run_with_progress_test test/unit/contexts_test test/unit/engine_test test/unit/file_copy_test \
    test/unit/file_request_test test/unit/live_test test/unit/segment_test test/unit/settings_test test/unit/sizes_test \
    test/unit/unwind_test

test_unit_run_with_progress_test_SOURCES = test/unit/run_with_progress_test.cc $(ENGINE_SOURCES)
test_unit_run_with_progress_test_CPPFLAGS = $(AM_CPPFLAGS) $(GTEST_CFLAGS)
test_unit_run_with_progress_test_LDADD = $(GTEST_LIBS)

test_unit_engine_test_SOURCES = test/unit/engine_test.cc test/unit/keys_test.cc $(ENGINE_SOURCES)
test_unit_engine_test_CPPFLAGS = $(AM_CPPFLAGS) $(GTEST_CFLAGS)
test_unit_engine_test_LDADD = $(GTEST_LIBS)

test_unit_file_copy_test_SOURCES = test/unit/file_copy_test.cc $(ENGINE_SOURCES)
test_unit_file_copy_test_CPPFLAGS = $(AM_CPPFLAGS) $(GTEST_CFLAGS)
test_unit_file_copy_test_LDADD = $(GTEST_LIBS)

test_unit_file_request_test_SOURCES = test/unit/file_request_test.cc $(ENGINE_SOURCES)
test_unit_file_request_test_CPPFLAGS = $(AM_CPPFLAGS) $(GTEST_CFLAGS)
test_unit_file_request_test_LDADD = $(GTEST_LIBS)

test_unit_segment_test_SOURCES = test/unit/segment_test.cc $(ENGINE_SOURCES)
test_unit_segment_test_CPPFLAGS = $(AM_CPPFLAGS) $(GTEST_CFLAGS)
test_unit_segment_test_LDADD = $(GTEST_LIBS)

test_unit_contexts_test_SOURCES = test/unit/contexts_test.cc src/mpich/count/functions.c $(ENGINE_SOURCES)
test_unit_contexts_test_CPPFLAGS = $(AM_CPPFLAGS) $(GTEST_CFLAGS)
test_unit_contexts_test_LDADD = src/profile/libencode.a $(GTEST_LIBS)

test_unit_unwind_test_SOURCES = test/unit/unwind_test.cc src/mpich/count/functions.c $(ENGINE_SOURCES)
test_unit_unwind_test_CPPFLAGS = $(AM_CPPFLAGS) $(GTEST_CFLAGS)
test_unit_unwind_test_LDADD = $(GTEST_LIBS)

test_unit_live_test_SOURCES = test/unit/live_test.cc src/mpich/count/functions.c $(ENGINE_SOURCES)
test_unit_live_test_CPPFLAGS = $(AM_CPPFLAGS) $(GTEST_CFLAGS)
test_unit_live_test_LDADD = src/profile/libencode.a $(GTEST_LIBS)

test_unit_sizes_test_SOURCES = test/unit/sizes_test.cc $(ENGINE_SOURCES)
test_unit_sizes_test_CPPFLAGS = $(AM_CPPFLAGS) $(GTEST_CFLAGS)
test_unit_sizes_test_LDADD = $(GTEST_LIBS)

test_unit_settings_test_SOURCES = test/unit/settings_test.cc src/mpich/count/settings.c
test_unit_settings_test_CPPFLAGS = $(AM_CPPFLAGS) $(GTEST_CFLAGS)
test_unit_settings_test_LDADD = $(GTEST_LIBS)

endif
