# The command-line tool: a folder a subcommand, with its manual page and what its tests expect it to show.
bin_PROGRAMS += src/mpimon/mpimon
noinst_LIBRARIES += src/mpimon/libmpimon.a

# All but main(), which fuzzers have under another name.
src_mpimon_libmpimon_a_SOURCES = \
    src/mpimon/commands/class_option.h \
    src/mpimon/commands/export/export.cc \
    src/mpimon/commands/matrix/matrix.cc \
    src/mpimon/render/diagnostics.cc src/mpimon/render/diagnostics.h \
    src/mpimon/commands/profile_file.cc src/mpimon/commands/profile_file.h \
    src/mpimon/commands/recover/recover.cc \
    src/mpimon/commands/report/library_sections.cc \
    src/mpimon/commands/report/report.cc \
    src/mpimon/commands/report/report_by.cc src/mpimon/commands/report/report_by.h \
    src/mpimon/commands/report/report_json.cc src/mpimon/commands/report/report_json.h \
    src/mpimon/commands/report/report_pair.cc src/mpimon/commands/report/report_pair.h \
    src/mpimon/commands/report/report_text.cc src/mpimon/commands/report/report_text.h \
    src/mpimon/commands/report/traffic_sections.cc \
    src/mpimon/commands/subcommands.h \
    src/mpimon/commands/vars/hooks.cc src/mpimon/commands/vars/hooks.h \
    src/mpimon/commands/vars/installed_file.h \
    src/mpimon/commands/vars/vars.cc \
    src/mpimon/failure.h \
    src/mpimon/recover/orphaned_segments.cc src/mpimon/recover/orphaned_segments.h \
    src/mpimon/recover/recovered_profile.cc src/mpimon/recover/recovered_profile.h \
    src/mpimon/recover/replaced_file.cc src/mpimon/recover/replaced_file.h \
    src/mpimon/render/format.cc src/mpimon/render/format.h \
    src/mpimon/render/heatmap.h src/mpimon/render/heatmap_text.cc \
    src/mpimon/render/histogram.cc src/mpimon/render/histogram.h \
    src/mpimon/render/json_stream.cc src/mpimon/render/json_stream.h \
    src/mpimon/render/page.cc src/mpimon/render/page.h \
    src/mpimon/render/picture/canvas.h src/mpimon/render/picture/canvas_png.cc \
    src/mpimon/render/picture/canvas_svg.cc src/mpimon/render/picture/heatmap_picture.cc \
    src/mpimon/render/profile_json.cc src/mpimon/render/profile_json.h \
    src/mpimon/render/table.cc src/mpimon/render/table.h \
    src/mpimon/render/terminal.cc src/mpimon/render/terminal.h
src_mpimon_libmpimon_a_CPPFLAGS = $(AM_CPPFLAGS) $(FMT_CFLAGS) $(JSON_CFLAGS) $(CLI11_CFLAGS) $(CAIRO_CFLAGS)

src_mpimon_mpimon_SOURCES = src/mpimon/main.cc
src_mpimon_mpimon_CPPFLAGS = $(src_mpimon_libmpimon_a_CPPFLAGS)
src_mpimon_mpimon_LDADD = src/mpimon/libmpimon.a $(ANALYSIS_LIBS) $(FMT_LIBS) $(CAIRO_LIBS)

dist_man1_MANS += \
    src/mpimon/mpimon.1 \
    src/mpimon/commands/export/mpimon-export.1 \
    src/mpimon/commands/matrix/mpimon-matrix.1 \
    src/mpimon/commands/recover/mpimon-recover.1 \
    src/mpimon/commands/report/mpimon-report.1 \
    src/mpimon/commands/vars/mpimon-vars.1

# The variables' page is made by maint/extractcvars --docs.
dist_man7_MANS = src/mpimon/commands/vars/mpich-monitoring-variables.7
