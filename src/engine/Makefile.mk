# The counters; compiled by MPICH (src/Makefile.mk), and here by their tests.
noinst_HEADERS += \
    src/engine/count.h \
    src/engine/engine.h \
    src/engine/flow_table.h \
    src/engine/layout.h \
    src/engine/segment.h

ENGINE_SOURCES = \
    src/engine/engine.cc \
    src/engine/flow_table.cc \
    src/engine/segment.cc
