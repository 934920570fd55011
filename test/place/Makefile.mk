# Placements beside those of Scotch alone, for test/place/run.
if TESTS_ENABLED

check_PROGRAMS += test/place/benchmark
EXTRA_DIST += test/place/run

test_place_benchmark_SOURCES = test/place/benchmark.cc test/place/graphs.cc test/place/graphs.h
test_place_benchmark_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/test/place $(FMT_CFLAGS)
test_place_benchmark_LDADD = $(ANALYSIS_LIBS) $(FMT_LIBS) $(PLACEMENT_LIBS)

endif
