# What programs include to name their regions, and plugins to be one.
dist_include_HEADERS = \
    include/mpich_monitoring.f90 \
    include/mpich_monitoring.h \
    include/mpich_monitoring_plugin.h
