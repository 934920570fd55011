# The command-line tool: one file a subcommand, and a manual page each.
bin_PROGRAMS += src/mpimon/mpimon

src_mpimon_mpimon_SOURCES = \
    src/mpimon/asked_flows.cc src/mpimon/asked_flows.h \
    src/mpimon/breakdown.cc src/mpimon/breakdown.h \
    src/mpimon/class_option.h \
    src/mpimon/collective_summary.cc src/mpimon/collective_summary.h \
    src/mpimon/export.cc \
    src/mpimon/failure.h \
    src/mpimon/format.cc src/mpimon/format.h \
    src/mpimon/gauge_summary.cc src/mpimon/gauge_summary.h \
    src/mpimon/grid.cc src/mpimon/grid.h \
    src/mpimon/heatmap.h src/mpimon/heatmap_cairo.cc src/mpimon/heatmap_text.cc \
    src/mpimon/json_stream.cc src/mpimon/json_stream.h \
    src/mpimon/labels.cc src/mpimon/labels.h \
    src/mpimon/leftovers.cc src/mpimon/leftovers.h \
    src/mpimon/main.cc \
    src/mpimon/matrix.cc \
    src/mpimon/notes.cc src/mpimon/notes.h \
    src/mpimon/profile_json.cc src/mpimon/profile_json.h \
    src/mpimon/recover.cc \
    src/mpimon/recovered_profile.cc src/mpimon/recovered_profile.h \
    src/mpimon/replaced_file.cc src/mpimon/replaced_file.h \
    src/mpimon/report.cc \
    src/mpimon/report_by.cc src/mpimon/report_by.h \
    src/mpimon/report_json.cc src/mpimon/report_json.h \
    src/mpimon/report_text.cc src/mpimon/report_text.h \
    src/mpimon/subcommands.h \
    src/mpimon/summary.cc src/mpimon/summary.h \
    src/mpimon/table.cc src/mpimon/table.h \
    src/mpimon/terminal.cc src/mpimon/terminal.h \
    src/mpimon/traffic.cc src/mpimon/traffic.h \
    src/mpimon/vars.cc \
    src/mpimon/words.cc src/mpimon/words.h
src_mpimon_mpimon_CPPFLAGS = $(AM_CPPFLAGS) $(FMT_CFLAGS) $(JSON_CFLAGS) $(CLI11_CFLAGS) $(CAIRO_CFLAGS)
src_mpimon_mpimon_LDADD = $(PROFILE_LIBS) $(FMT_LIBS) $(CAIRO_LIBS)

dist_man1_MANS += \
    src/mpimon/man/mpimon.1 \
    src/mpimon/man/mpimon-export.1 \
    src/mpimon/man/mpimon-matrix.1 \
    src/mpimon/man/mpimon-recover.1 \
    src/mpimon/man/mpimon-report.1 \
    src/mpimon/man/mpimon-vars.1

# The variables' page is made by maint/extractcvars --docs.
dist_man7_MANS = src/mpimon/man/mpich-monitoring-variables.7
