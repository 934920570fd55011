# What programs include to name their regions.
dist_include_HEADERS = \
    src/regions/mpich_monitoring.f90 \
    src/regions/mpich_monitoring.h
