# Jobs of many ranks without MPI, for test/scale/run.
if TESTS_ENABLED

check_PROGRAMS += test/scale/simulate

test_scale_simulate_SOURCES = \
    test/scale/simulate.cc \
    test/scale/synthetic_job.cc test/scale/synthetic_job.h
test_scale_simulate_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/test/unit $(FMT_CFLAGS)
test_scale_simulate_LDADD = test/unit/libengine.a src/profile/libencode.a $(FMT_LIBS)

endif
