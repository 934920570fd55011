# The library over profiles: what the tools show is computed here.
noinst_LIBRARIES += src/analysis/libanalysis.a

src_analysis_libanalysis_a_SOURCES = \
    src/analysis/failure.h \
    src/analysis/names/labels.cc src/analysis/names/labels.h \
    src/analysis/names/names.cc src/analysis/names/names.h \
    src/analysis/names/origins.cc src/analysis/names/origins.h \
    src/analysis/names/text.cc src/analysis/names/text.h \
    src/analysis/summary/breakdown.cc src/analysis/summary/breakdown.h \
    src/analysis/summary/collectives.cc src/analysis/summary/collectives.h \
    src/analysis/summary/gauges.cc src/analysis/summary/gauges.h \
    src/analysis/summary/order.h \
    src/analysis/summary/participants.cc src/analysis/summary/participants.h \
    src/analysis/summary/ranks.cc src/analysis/summary/ranks.h \
    src/analysis/summary/summary.cc src/analysis/summary/summary.h \
    src/analysis/traffic/asked_flows.cc src/analysis/traffic/asked_flows.h \
    src/analysis/traffic/grid.cc src/analysis/traffic/grid.h \
    src/analysis/traffic/pair.cc src/analysis/traffic/pair.h \
    src/analysis/traffic/traffic.cc src/analysis/traffic/traffic.h
src_analysis_libanalysis_a_CPPFLAGS = $(AM_CPPFLAGS) $(FMT_CFLAGS)

# In the order of their dependence.
ANALYSIS_LIBS = src/analysis/libanalysis.a $(PROFILE_LIBS)
