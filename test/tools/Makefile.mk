# The command as users call it. What it is to show is beside each subcommand, in src/mpimon/commands.
if TESTS_ENABLED

TOOLS_TESTS = \
    test/tools/advise.test \
    test/tools/completion.test \
    test/tools/diff.test \
    test/tools/earlier.test \
    test/tools/export.test \
    test/tools/html.test \
    test/tools/jobs.test \
    test/tools/matrix.test \
    test/tools/place.test \
    test/tools/recover.test \
    test/tools/report.test \
    test/tools/run.test \
    test/tools/tune.test \
    test/tools/vars.test \
    test/tools/wrong.test

check_PROGRAMS += test/tools/make_profile test/tools/make_tree
TESTS += $(TOOLS_TESTS)
EXTRA_DIST += $(TOOLS_TESTS) test/tools/lib.sh test/tools/newer.mon test/tools/variables.json \
    test/tools/earlier/sample-0.1.mon test/tools/earlier/sized-0.1.mon test/tools/earlier/mpmd-0.1.mon

test_tools_make_profile_SOURCES = test/tools/make_profile.cc test/unit/tuning_files.cc test/unit/tuning_files.h \
    test/tools/jobs/corners.cc test/tools/jobs/grids.cc test/tools/jobs/jobs.h test/tools/jobs/recorded.cc \
    test/tools/jobs/trials.cc test/tools/jobs/variants.cc
test_tools_make_profile_CPPFLAGS = $(test_unit_libsegments_a_CPPFLAGS) $(JSON_CFLAGS)
test_tools_make_profile_LDADD = src/analysis/libanalysis.a src/tuning/libtuning.a $(UNIT_LIBS)

test_tools_make_tree_SOURCES = test/tools/make_tree.cc
test_tools_make_tree_CPPFLAGS = $(test_unit_libsegments_a_CPPFLAGS) $(FMT_CFLAGS)
test_tools_make_tree_LDADD = $(UNIT_LIBS)

# Where the scripts find what was built.
AM_TESTS_ENVIRONMENT = \
    MPIMON='$(abs_top_builddir)/src/mpimon/mpimon'; export MPIMON; \
    MAKE_PROFILE='$(abs_top_builddir)/test/tools/make_profile'; export MAKE_PROFILE; \
    MAKE_TREE='$(abs_top_builddir)/test/tools/make_tree'; export MAKE_TREE; \
    MPIMON_SOURCE='$(abs_top_srcdir)'; export MPIMON_SOURCE;

endif
