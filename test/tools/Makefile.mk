# The command as users call it. What it is to show is beside each subcommand, in src/mpimon/commands.
if TESTS_ENABLED

TOOLS_TESTS = \
    test/tools/export.test \
    test/tools/matrix.test \
    test/tools/recover.test \
    test/tools/report.test \
    test/tools/vars.test \
    test/tools/wrong.test

check_PROGRAMS += test/tools/make_profile
TESTS += $(TOOLS_TESTS)
EXTRA_DIST += $(TOOLS_TESTS) test/tools/lib.sh test/tools/newer.mon test/tools/variables.json

test_tools_make_profile_SOURCES = test/tools/make_profile.cc
test_tools_make_profile_CPPFLAGS = $(test_unit_libsegments_a_CPPFLAGS)
test_tools_make_profile_LDADD = $(UNIT_LIBS)

# Where the scripts find what was built.
AM_TESTS_ENVIRONMENT = \
    MPIMON='$(abs_top_builddir)/src/mpimon/mpimon'; export MPIMON; \
    MAKE_PROFILE='$(abs_top_builddir)/test/tools/make_profile'; export MAKE_PROFILE; \
    MPIMON_SOURCE='$(abs_top_srcdir)'; export MPIMON_SOURCE;

endif
