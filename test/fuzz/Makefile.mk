# Fuzzers, made by `make fuzzers` after ./configure --enable-fuzzers and run by test/fuzz/run.
if FUZZERS_ENABLED

FUZZERS = \
    test/fuzz/mpimon_fuzzer \
    test/fuzz/profile_fuzzer \
    test/fuzz/recover_fuzzer \
    test/fuzz/segment_fuzzer \
    test/fuzz/tune_fuzzer \
    test/fuzz/vars_fuzzer \
    test/fuzz/watch_fuzzer
EXTRA_PROGRAMS = $(FUZZERS) test/fuzz/make_seeds

fuzzers: $(EXTRA_PROGRAMS)

# The command's main() under another name.
EXTRA_LIBRARIES = test/fuzz/libmpimon.a
test_fuzz_libmpimon_a_SOURCES = $(src_mpimon_mpimon_SOURCES) test/fuzz/mpimon_runs.cc test/fuzz/mpimon_runs.h
test_fuzz_libmpimon_a_CPPFLAGS = $(src_mpimon_mpimon_CPPFLAGS) -Dmain=mpimon_main

PROFILE_MUTATOR = test/fuzz/profile_mutator.cc test/fuzz/profile_mutator.h

test_fuzz_mpimon_fuzzer_SOURCES = test/fuzz/mpimon_fuzzer.cc $(PROFILE_MUTATOR)
test_fuzz_mpimon_fuzzer_CPPFLAGS = $(AM_CPPFLAGS) -DPREFIX='"$(abs_top_builddir)/prefix"'
test_fuzz_mpimon_fuzzer_LDFLAGS = $(AM_LDFLAGS) -fsanitize=fuzzer
test_fuzz_mpimon_fuzzer_LDADD = test/fuzz/libmpimon.a $(src_mpimon_mpimon_LDADD)

test_fuzz_profile_fuzzer_SOURCES = test/fuzz/profile_fuzzer.cc $(PROFILE_MUTATOR)
test_fuzz_profile_fuzzer_LDFLAGS = $(AM_LDFLAGS) -fsanitize=fuzzer
test_fuzz_profile_fuzzer_LDADD = $(PROFILE_LIBS) $(FMT_LIBS)

test_fuzz_recover_fuzzer_SOURCES = test/fuzz/recover_fuzzer.cc
test_fuzz_recover_fuzzer_LDFLAGS = $(AM_LDFLAGS) -fsanitize=fuzzer
test_fuzz_recover_fuzzer_LDADD = test/fuzz/libmpimon.a $(src_mpimon_mpimon_LDADD)

test_fuzz_segment_fuzzer_SOURCES = test/fuzz/segment_fuzzer.cc
test_fuzz_segment_fuzzer_LDFLAGS = $(AM_LDFLAGS) -fsanitize=fuzzer
test_fuzz_segment_fuzzer_LDADD = $(PROFILE_LIBS) $(FMT_LIBS)

test_fuzz_tune_fuzzer_SOURCES = test/fuzz/tune_fuzzer.cc
test_fuzz_tune_fuzzer_LDFLAGS = $(AM_LDFLAGS) -fsanitize=fuzzer
test_fuzz_tune_fuzzer_LDADD = test/fuzz/libmpimon.a $(src_mpimon_mpimon_LDADD)

test_fuzz_vars_fuzzer_SOURCES = test/fuzz/vars_fuzzer.cc
test_fuzz_vars_fuzzer_LDFLAGS = $(AM_LDFLAGS) -fsanitize=fuzzer
test_fuzz_vars_fuzzer_LDADD = test/fuzz/libmpimon.a $(src_mpimon_mpimon_LDADD)

test_fuzz_watch_fuzzer_SOURCES = test/fuzz/watch_fuzzer.cc
test_fuzz_watch_fuzzer_LDFLAGS = $(AM_LDFLAGS) -fsanitize=fuzzer
test_fuzz_watch_fuzzer_LDADD = test/fuzz/libmpimon.a $(src_mpimon_mpimon_LDADD)

test_fuzz_make_seeds_SOURCES = test/fuzz/make_seeds.cc test/unit/tuning_files.cc test/unit/tuning_files.h
test_fuzz_make_seeds_CPPFLAGS = $(test_unit_libsegments_a_CPPFLAGS) $(JSON_CFLAGS)
test_fuzz_make_seeds_LDADD = src/analysis/libanalysis.a src/tuning/libtuning.a $(UNIT_LIBS)

endif
