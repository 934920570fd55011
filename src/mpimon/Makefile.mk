# The command-line tool: a folder a subcommand, with its manual page and what its tests expect it to show.
bin_PROGRAMS += src/mpimon/mpimon
noinst_LIBRARIES += src/mpimon/libmpimon.a

# All but main(), which fuzzers have under another name.
src_mpimon_libmpimon_a_SOURCES = \
    src/mpimon/commands/advise/advice_output.cc src/mpimon/commands/advise/advice_output.h \
    src/mpimon/commands/advise/advise.cc \
    src/mpimon/commands/advise/rule_files.cc src/mpimon/commands/advise/rule_files.h \
    src/mpimon/commands/child.cc src/mpimon/commands/child.h \
    src/mpimon/commands/class_option.h \
    src/mpimon/commands/diff/diff.cc \
    src/mpimon/commands/diff/diff_json.cc \
    src/mpimon/commands/diff/diff_text.cc src/mpimon/commands/diff/diff_text.h \
    src/mpimon/commands/export/caliper.cc src/mpimon/commands/export/formats.h \
    src/mpimon/commands/export/columns.cc src/mpimon/commands/export/columns.h \
    src/mpimon/commands/export/csv.cc src/mpimon/commands/export/csv.h \
    src/mpimon/commands/export/csv_job.cc \
    src/mpimon/commands/export/csv_timeline.cc src/mpimon/commands/export/csv_timeline.h \
    src/mpimon/commands/export/csv_waiting.cc \
    src/mpimon/commands/export/export.cc \
    src/mpimon/commands/export/perfetto.cc \
    src/mpimon/commands/export/traffic_columns.cc src/mpimon/commands/export/traffic_columns.h \
    src/mpimon/commands/export/wall_time.h \
    src/mpimon/commands/html/html.cc \
    src/mpimon/commands/html/page_data.cc src/mpimon/commands/html/page_data.h \
    src/mpimon/commands/html/page_file.cc src/mpimon/commands/html/page_file.h \
    src/mpimon/commands/html/pair_columns.cc src/mpimon/commands/html/pair_columns.h \
    src/mpimon/commands/jobs/filters.cc src/mpimon/commands/jobs/filters.h \
    src/mpimon/commands/jobs/job_cache.cc src/mpimon/commands/jobs/job_cache.h \
    src/mpimon/commands/jobs/jobs.cc \
    src/mpimon/commands/jobs/jobs_data.cc src/mpimon/commands/jobs/jobs_output.h \
    src/mpimon/commands/jobs/jobs_openmetrics.cc \
    src/mpimon/commands/jobs/jobs_text.cc \
    src/mpimon/commands/jobs/listing.cc src/mpimon/commands/jobs/listing.h \
    src/mpimon/commands/jobs/profile_tree.cc src/mpimon/commands/jobs/profile_tree.h \
    src/mpimon/commands/jobs/ranges.cc src/mpimon/commands/jobs/ranges.h \
    src/mpimon/commands/matrix/matrix.cc \
    src/mpimon/commands/place/launch_files.cc src/mpimon/commands/place/launch_files.h \
    src/mpimon/commands/place/measure.cc src/mpimon/commands/place/measure.h \
    src/mpimon/commands/place/place.cc \
    src/mpimon/commands/place/place_report.cc src/mpimon/commands/place/place_report.h \
    src/mpimon/commands/place/placed_run.cc src/mpimon/commands/place/placed_run.h \
    src/mpimon/commands/place/question.h \
    src/mpimon/commands/place/topology_argument.cc src/mpimon/commands/place/topology_argument.h \
    src/mpimon/commands/place/verify.cc src/mpimon/commands/place/verify.h \
    src/mpimon/render/diagnostics.cc src/mpimon/render/diagnostics.h \
    src/mpimon/commands/installed_file.h \
    src/mpimon/commands/profile_file.cc src/mpimon/commands/profile_file.h \
    src/mpimon/commands/whole_file.cc src/mpimon/commands/whole_file.h \
    src/mpimon/commands/recover/recover.cc \
    src/mpimon/commands/report/advice_section.cc \
    src/mpimon/commands/report/job_section.cc \
    src/mpimon/commands/report/files_section.cc \
    src/mpimon/commands/report/library_sections.cc \
    src/mpimon/commands/report/place_sections.cc \
    src/mpimon/commands/report/plugins_section.cc \
    src/mpimon/commands/report/report.cc \
    src/mpimon/commands/report/report_by.cc src/mpimon/commands/report/report_by.h \
    src/mpimon/commands/report/report_json.cc src/mpimon/commands/report/report_json.h \
    src/mpimon/commands/report/report_overlap.cc src/mpimon/commands/report/report_overlap.h \
    src/mpimon/commands/report/report_pair.cc src/mpimon/commands/report/report_pair.h \
    src/mpimon/commands/report/report_text.cc src/mpimon/commands/report/report_text.h \
    src/mpimon/commands/report/report_timeline.cc src/mpimon/commands/report/report_timeline.h \
    src/mpimon/commands/report/source_lines.cc src/mpimon/commands/report/source_lines.h \
    src/mpimon/commands/report/traffic_sections.cc \
    src/mpimon/commands/report/waiting_sections.cc \
    src/mpimon/commands/run/elf_file.cc src/mpimon/commands/run/elf_file.h \
    src/mpimon/commands/run/job_summary.cc src/mpimon/commands/run/job_summary.h \
    src/mpimon/commands/run/launch_line.cc src/mpimon/commands/run/launch_line.h \
    src/mpimon/commands/run/new_profiles.cc src/mpimon/commands/run/new_profiles.h \
    src/mpimon/commands/run/run.cc \
    src/mpimon/commands/run/which_mpi.cc src/mpimon/commands/run/which_mpi.h \
    src/mpimon/commands/set/change_request.cc src/mpimon/commands/set/change_request.h \
    src/mpimon/commands/set/control_block.cc src/mpimon/commands/set/control_block.h \
    src/mpimon/commands/set/outcome.cc src/mpimon/commands/set/outcome.h \
    src/mpimon/commands/set/rank_list.cc src/mpimon/commands/set/rank_list.h \
    src/mpimon/commands/set/set.cc \
    src/mpimon/commands/shell_word.h \
    src/mpimon/commands/subcommands.h \
    src/mpimon/commands/tune/check/check_file.cc src/mpimon/commands/tune/check/check_file.h \
    src/mpimon/commands/tune/check/installation.cc src/mpimon/commands/tune/check/installation.h \
    src/mpimon/commands/tune/check/tune_output.h \
    src/mpimon/commands/tune/checked_results.cc src/mpimon/commands/tune/checked_results.h \
    src/mpimon/commands/tune/nonblocking.cc src/mpimon/commands/tune/nonblocking.h \
    src/mpimon/commands/tune/offline.cc src/mpimon/commands/tune/offline.h \
    src/mpimon/commands/tune/runs/runs.cc src/mpimon/commands/tune/runs/runs.h \
    src/mpimon/commands/tune/runs/sweep.cc src/mpimon/commands/tune/runs/sweep.h \
    src/mpimon/commands/tune/tried.cc src/mpimon/commands/tune/tried.h \
    src/mpimon/commands/tune/tune.cc \
    src/mpimon/commands/tune/tune_report.cc src/mpimon/commands/tune/tune_report.h \
    src/mpimon/commands/tune/tuned_job.cc src/mpimon/commands/tune/tuned_job.h \
    src/mpimon/commands/tune/written_files.cc src/mpimon/commands/tune/written_files.h \
    src/mpimon/commands/vars/hooks.cc src/mpimon/commands/vars/hooks.h \
    src/mpimon/commands/vars/variables_file.cc src/mpimon/commands/vars/variables_file.h \
    src/mpimon/commands/vars/vars.cc \
    src/mpimon/commands/watch/interactive.cc src/mpimon/commands/watch/interactive.h \
    src/mpimon/commands/watch/job_metrics.cc src/mpimon/commands/watch/job_metrics.h \
    src/mpimon/commands/watch/nodes/launcher.cc src/mpimon/commands/watch/nodes/launcher.h \
    src/mpimon/commands/watch/nodes/node_change.cc src/mpimon/commands/watch/nodes/node_change.h \
    src/mpimon/commands/watch/nodes/node_process.cc src/mpimon/commands/watch/nodes/node_process.h \
    src/mpimon/commands/watch/nodes/node_stream.cc src/mpimon/commands/watch/nodes/node_stream.h \
    src/mpimon/commands/watch/nodes/nodes_job.cc src/mpimon/commands/watch/nodes/nodes_job.h \
    src/mpimon/commands/watch/nodes/sighting_json.cc src/mpimon/commands/watch/nodes/sighting_json.h \
    src/mpimon/commands/watch/resident_memory.cc src/mpimon/commands/watch/resident_memory.h \
    src/mpimon/commands/watch/served_job.h \
    src/mpimon/commands/watch/sighting.cc src/mpimon/commands/watch/sighting.h \
    src/mpimon/commands/watch/screen.cc src/mpimon/commands/watch/screen.h \
    src/mpimon/commands/watch/watch.cc \
    src/mpimon/commands/watch/watch_json.cc src/mpimon/commands/watch/watch_json.h \
    src/mpimon/commands/watch/watch_rows.cc src/mpimon/commands/watch/watch_rows.h \
    src/mpimon/commands/watch/watch_view.cc src/mpimon/commands/watch/watch_view.h \
    src/mpimon/commands/watch/watched.h \
    src/mpimon/commands/watch/watched_job.cc src/mpimon/commands/watch/watched_job.h \
    src/mpimon/commands/watch/web/address.cc src/mpimon/commands/watch/web/address.h \
    src/mpimon/commands/watch/web/guard.cc src/mpimon/commands/watch/web/guard.h \
    src/mpimon/commands/watch/web/server.h \
    src/mpimon/commands/watch/web/watch_web.h \
    src/mpimon/completion/completion.cc src/mpimon/completion/completion.h \
    src/mpimon/failure.h \
    src/mpimon/recover/live_profile.cc src/mpimon/recover/live_profile.h \
    src/mpimon/recover/orphaned_segments.cc src/mpimon/recover/orphaned_segments.h \
    src/mpimon/recover/recovered_profile.cc src/mpimon/recover/recovered_profile.h \
    src/mpimon/recover/replaced_file.cc src/mpimon/recover/replaced_file.h \
    src/mpimon/recover/running_job.cc src/mpimon/recover/running_job.h \
    src/mpimon/recover/segment_records.cc src/mpimon/recover/segment_records.h \
    src/mpimon/render/base64.cc src/mpimon/render/base64.h \
    src/mpimon/render/json/files_json.cc src/mpimon/render/json/files_json.h \
    src/mpimon/render/format.cc src/mpimon/render/format.h \
    src/mpimon/render/heatmap.h src/mpimon/render/heatmap_text.cc \
    src/mpimon/render/histogram.cc src/mpimon/render/histogram.h \
    src/mpimon/render/json/job_facts_json.cc src/mpimon/render/json/job_facts_json.h \
    src/mpimon/render/json/json_stream.cc src/mpimon/render/json/json_stream.h \
    src/mpimon/render/openmetrics.cc src/mpimon/render/openmetrics.h \
    src/mpimon/render/page.cc src/mpimon/render/page.h \
    src/mpimon/render/pager.cc src/mpimon/render/pager.h \
    src/mpimon/render/picture/canvas.h src/mpimon/render/picture/canvas_png.cc \
    src/mpimon/render/picture/canvas_svg.cc src/mpimon/render/picture/heatmap_picture.cc \
    src/mpimon/render/profile_openmetrics.cc src/mpimon/render/profile_openmetrics.h \
    src/mpimon/render/json/places_json.cc src/mpimon/render/json/places_json.h \
    src/mpimon/render/json/plugins_json.cc src/mpimon/render/json/plugins_json.h \
    src/mpimon/render/json/profile_json.cc src/mpimon/render/json/profile_json.h \
    src/mpimon/render/sparkline.cc src/mpimon/render/sparkline.h \
    src/mpimon/render/replace_file.cc src/mpimon/render/replace_file.h \
    src/mpimon/render/table.cc src/mpimon/render/table.h \
    src/mpimon/render/terminal.cc src/mpimon/render/terminal.h \
    src/mpimon/render/json/timeline_json.cc src/mpimon/render/json/timeline_json.h \
    src/mpimon/render/json/waiting_json.cc src/mpimon/render/json/waiting_json.h
if WITH_HDF5
src_mpimon_libmpimon_a_SOURCES += src/mpimon/commands/export/hdf5.cc \
    src/mpimon/commands/export/hdf5_table.cc src/mpimon/commands/export/hdf5_table.h
else
src_mpimon_libmpimon_a_SOURCES += src/mpimon/commands/export/without_hdf5.cc
endif
if WITH_OTF2
src_mpimon_libmpimon_a_SOURCES += src/mpimon/commands/export/otf2.cc
else
src_mpimon_libmpimon_a_SOURCES += src/mpimon/commands/export/without_otf2.cc
endif
if WITH_HTTPLIB
src_mpimon_libmpimon_a_SOURCES += \
    src/mpimon/commands/watch/web/answers.cc src/mpimon/commands/watch/web/answers.h \
    src/mpimon/commands/watch/web/server.cc \
    src/mpimon/commands/watch/web/snapshots.h \
    src/mpimon/commands/watch/web/watch_web.cc
else
src_mpimon_libmpimon_a_SOURCES += src/mpimon/commands/watch/web/without_web.cc
endif
src_mpimon_libmpimon_a_CPPFLAGS = $(AM_CPPFLAGS) $(FMT_CFLAGS) $(HDF5_CFLAGS) $(OTF2_CFLAGS) $(JSON_CFLAGS) $(CLI11_CFLAGS) $(CAIRO_CFLAGS) $(CURSES_CFLAGS) \
    $(MUPARSER_CFLAGS) $(DW_CFLAGS) $(ZLIB_CFLAGS) $(HTTPLIB_CFLAGS)

src_mpimon_mpimon_SOURCES = src/mpimon/main.cc
src_mpimon_mpimon_CPPFLAGS = $(src_mpimon_libmpimon_a_CPPFLAGS)
src_mpimon_mpimon_LDADD = src/mpimon/libmpimon.a $(ANALYSIS_LIBS) $(FMT_LIBS) $(CAIRO_LIBS) $(CURSES_LIBS) \
    $(ADVICE_LIBS) $(DW_LIBS) $(ZLIB_LIBS) $(HDF5_LIBS) $(OTF2_LIBS) $(HTTPLIB_LIBS)

# Where bash-completion and zsh look for them.
bashcompletiondir = $(datadir)/bash-completion/completions
zshcompletiondir = $(datadir)/zsh/site-functions
dist_bashcompletion_DATA = src/mpimon/completion/mpimon
dist_zshcompletion_DATA = src/mpimon/completion/_mpimon

# What --offline of mpimon tune compiles and runs.
tuningdir = $(pkgdatadir)/tuning
dist_tuning_DATA = src/mpimon/commands/tune/runs/check_results.c src/mpimon/commands/tune/runs/plan.h \
    src/mpimon/commands/tune/runs/sweep.c

# What --measure of mpimon place compiles and runs.
placedir = $(pkgdatadir)/place
dist_place_DATA = src/mpimon/commands/place/pingpong.c

dist_man1_MANS += \
    src/mpimon/mpimon.1 \
    src/mpimon/commands/advise/mpimon-advise.1 \
    src/mpimon/commands/diff/mpimon-diff.1 \
    src/mpimon/commands/export/mpimon-export.1 \
    src/mpimon/commands/html/mpimon-html.1 \
    src/mpimon/commands/jobs/mpimon-jobs.1 \
    src/mpimon/commands/matrix/mpimon-matrix.1 \
    src/mpimon/commands/place/mpimon-place.1 \
    src/mpimon/commands/recover/mpimon-recover.1 \
    src/mpimon/commands/report/mpimon-report.1 \
    src/mpimon/commands/run/mpimon-run.1 \
    src/mpimon/commands/set/mpimon-set.1 \
    src/mpimon/commands/tune/mpimon-tune.1 \
    src/mpimon/commands/vars/mpimon-vars.1 \
    src/mpimon/commands/watch/mpimon-watch.1

# The variables' page is made by maint/extractcvars --docs.
dist_man7_MANS = src/mpimon/commands/vars/mpich-monitoring-variables.7
