# The command as users call it, by pytest. What it is to show is beside each subcommand, in src/mpimon/commands.
TEST_EXTENSIONS = .py
PY_LOG_COMPILER = $(top_srcdir)/test/tools/run
AM_PY_LOG_FLAGS = --build '$(abs_top_builddir)'

if TESTS_ENABLED

TOOLS_TESTS = \
    test/tools/test_advise.py \
    test/tools/test_completion.py \
    test/tools/test_diff.py \
    test/tools/test_earlier.py \
    test/tools/test_export.py \
    test/tools/test_help.py \
    test/tools/test_html.py \
    test/tools/test_jobs.py \
    test/tools/test_jobs_cache.py \
    test/tools/test_jobs_many.py \
    test/tools/test_matrix.py \
    test/tools/test_place.py \
    test/tools/test_recover.py \
    test/tools/test_report.py \
    test/tools/test_run.py \
    test/tools/test_tune.py \
    test/tools/test_vars.py \
    test/tools/test_wrong_arguments.py \
    test/tools/test_wrong_files.py \
    test/tools/test_wrong_outputs.py

check_PROGRAMS += test/tools/make_profile test/tools/make_tree
TESTS += $(TOOLS_TESTS)
EXTRA_DIST += $(TOOLS_TESTS) test/tools/newer.mon test/tools/variables.json \
    test/tools/earlier/sample-0.1.mon test/tools/earlier/sized-0.1.mon test/tools/earlier/mpmd-0.1.mon

test_tools_make_profile_SOURCES = test/tools/make_profile.cc test/unit/tuning_files.cc test/unit/tuning_files.h \
    test/tools/jobs/corners.cc test/tools/jobs/grids.cc test/tools/jobs/jobs.h test/tools/jobs/origins.cc \
    test/tools/jobs/recorded.cc test/tools/jobs/trials.cc test/tools/jobs/variants.cc
test_tools_make_profile_CPPFLAGS = $(test_unit_libsegments_a_CPPFLAGS) $(JSON_CFLAGS)
test_tools_make_profile_LDADD = src/analysis/libanalysis.a src/tuning/libtuning.a $(UNIT_LIBS)

test_tools_make_tree_SOURCES = test/tools/make_tree.cc
test_tools_make_tree_CPPFLAGS = $(test_unit_libsegments_a_CPPFLAGS) $(FMT_CFLAGS)
test_tools_make_tree_LDADD = $(UNIT_LIBS)

# Where a program finds the sources, and writes its cases to, beside its log; for maint/count-cases.
AM_TESTS_ENVIRONMENT = \
    MPIMON_SOURCE='$(abs_top_srcdir)'; export MPIMON_SOURCE; \
    CASES_FILE='$(abs_top_builddir)/$(@:.log=.xml)'; export CASES_FILE; \
    GTEST_OUTPUT="xml:$$CASES_FILE"; export GTEST_OUTPUT;

endif
