# What programs include to name their regions.
dist_include_HEADERS = \
    include/mpich_monitoring.f90 \
    include/mpich_monitoring.h
