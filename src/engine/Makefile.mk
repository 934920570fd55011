# The counters; compiled by MPICH, and here by their tests.
noinst_HEADERS += src/engine/layout.h
