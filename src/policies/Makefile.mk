# Plugins that are installed with the library, which finds them here by their names. They use what any plugin may, and need no
# library but the C library, not even that of a sanitizer: where fuzzers are made, they are not.
if !FUZZERS_ENABLED
policiesdir = $(libdir)/mpich-monitoring
policies_PROGRAMS = src/policies/algorithms.so src/policies/buffers.so src/policies/small-allreduces.so

POLICIES_CXXFLAGS = $(AM_CXXFLAGS) -I$(top_srcdir)/include -fPIC -fno-exceptions -fno-rtti -fvisibility=hidden
POLICIES_LINK = $(CC) $(CFLAGS) -shared -Wl,-z,defs -o $@
CHOOSER_SOURCES = \
    src/policies/arguments.h \
    src/policies/chooser.cc src/policies/chooser.h \
    src/policies/chooser_plugin.cc \
    src/policies/memory.cc src/policies/memory.h \
    src/policies/samples.cc src/policies/samples.h \
    src/policies/trials.cc src/policies/trials.h

src_policies_algorithms_so_CXXFLAGS = $(POLICIES_CXXFLAGS)
src_policies_algorithms_so_LINK = $(POLICIES_LINK)
src_policies_algorithms_so_SOURCES = src/policies/algorithms.cc $(CHOOSER_SOURCES)

src_policies_buffers_so_CXXFLAGS = $(POLICIES_CXXFLAGS)
src_policies_buffers_so_LINK = $(POLICIES_LINK)
src_policies_buffers_so_SOURCES = src/policies/arguments.h src/policies/buffers.cc src/policies/buffers.h src/policies/memory.cc \
    src/policies/memory.h

src_policies_small_allreduces_so_CXXFLAGS = $(POLICIES_CXXFLAGS)
src_policies_small_allreduces_so_LINK = $(POLICIES_LINK)
src_policies_small_allreduces_so_SOURCES = src/policies/small_allreduces.cc $(CHOOSER_SOURCES)
endif
