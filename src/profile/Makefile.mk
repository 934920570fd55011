# The profile file.
dist_pkgdata_DATA += src/profile/monitoring.proto
