# The library over profiles: what the tools show is computed here.
noinst_LIBRARIES += src/analysis/libanalysis.a

src_analysis_libanalysis_a_SOURCES = \
    src/analysis/advice/advisor.cc src/analysis/advice/advisor.h \
    src/analysis/advice/collective_facts.cc \
    src/analysis/advice/communicator_facts.cc \
    src/analysis/advice/facts.cc src/analysis/advice/facts.h \
    src/analysis/advice/file_facts.cc \
    src/analysis/advice/formula.cc src/analysis/advice/formula.h \
    src/analysis/advice/function_times.cc src/analysis/advice/function_times.h \
    src/analysis/advice/job_facts.cc \
    src/analysis/advice/library_facts.cc \
    src/analysis/advice/pair_facts.cc \
    src/analysis/advice/rank_facts.cc \
    src/analysis/advice/rule.cc src/analysis/advice/rule.h \
    src/analysis/advice/subjects.h \
    src/analysis/advice/table.h \
    src/analysis/comparison/comparison.cc src/analysis/comparison/comparison.h \
    src/analysis/comparison/judge.cc src/analysis/comparison/judge.h \
    src/analysis/comparison/measures.cc src/analysis/comparison/measures.h \
    src/analysis/comparison/pairs.cc src/analysis/comparison/pairs.h \
    src/analysis/comparison/pair_subjects.cc \
    src/analysis/comparison/positions.cc src/analysis/comparison/positions.h \
    src/analysis/comparison/source.cc src/analysis/comparison/source.h \
    src/analysis/comparison/student.cc src/analysis/comparison/student.h \
    src/analysis/comparison/subjects.cc src/analysis/comparison/subjects.h \
    src/analysis/failure.h \
    src/analysis/jobs/host_list.cc src/analysis/jobs/host_list.h \
    src/analysis/jobs/job_row.cc src/analysis/jobs/job_row.h \
    src/analysis/jobs/job_totals.cc src/analysis/jobs/job_totals.h \
    src/analysis/live/history.cc src/analysis/live/history.h \
    src/analysis/live/moment.cc src/analysis/live/moment.h \
    src/analysis/live/variables.cc src/analysis/live/variables.h \
    src/analysis/names/labels.cc src/analysis/names/labels.h \
    src/analysis/names/names.cc src/analysis/names/names.h \
    src/analysis/names/origins.cc src/analysis/names/origins.h \
    src/analysis/names/text.cc src/analysis/names/text.h \
    src/analysis/place/groups.cc src/analysis/place/groups.h \
    src/analysis/place/locality.cc src/analysis/place/locality.h \
    src/analysis/place/where.cc src/analysis/place/where.h \
    src/analysis/placement/search/annealing.cc src/analysis/placement/search/annealing.h \
    src/analysis/placement/search/descent.cc src/analysis/placement/search/descent.h \
    src/analysis/placement/search/exhaustive.cc src/analysis/placement/search/exhaustive.h \
    src/analysis/placement/search/grid.cc src/analysis/placement/search/grid.h \
    src/analysis/placement/machine.cc src/analysis/placement/machine.h \
    src/analysis/placement/metric.cc src/analysis/placement/metric.h \
    src/analysis/placement/search/multisection.cc src/analysis/placement/search/multisection.h \
    src/analysis/placement/search/placed_ranks.cc src/analysis/placement/search/placed_ranks.h \
    src/analysis/placement/placement.cc src/analysis/placement/placement.h \
    src/analysis/placement/proposal.cc src/analysis/placement/proposal.h \
    src/analysis/placement/search/random.h \
    src/analysis/placement/search/runs.cc src/analysis/placement/search/runs.h \
    src/analysis/placement/search/scotch_mapping.cc src/analysis/placement/search/scotch_mapping.h \
    src/analysis/placement/topology.cc src/analysis/placement/topology.h \
    src/analysis/placement/topology_spec.cc src/analysis/placement/topology_spec.h \
    src/analysis/placement/traffic_graph.cc src/analysis/placement/traffic_graph.h \
    src/analysis/placement/weights.cc src/analysis/placement/weights.h \
    src/analysis/summary/calls/breakdown.cc src/analysis/summary/calls/breakdown.h \
    src/analysis/summary/calls/collective_sizes.cc src/analysis/summary/calls/collective_sizes.h \
    src/analysis/summary/calls/collectives.cc src/analysis/summary/calls/collectives.h \
    src/analysis/summary/job/changes.cc src/analysis/summary/job/changes.h \
    src/analysis/summary/job/endings.cc src/analysis/summary/job/endings.h \
    src/analysis/summary/files.cc src/analysis/summary/files.h \
    src/analysis/summary/gauges.cc src/analysis/summary/gauges.h \
    src/analysis/summary/noncontiguous.cc src/analysis/summary/noncontiguous.h \
    src/analysis/summary/order.h \
    src/analysis/summary/calls/overlap_sites.cc src/analysis/summary/calls/overlap_sites.h \
    src/analysis/summary/job/participants.cc src/analysis/summary/job/participants.h \
    src/analysis/summary/job/plugins.cc src/analysis/summary/job/plugins.h \
    src/analysis/summary/ranks.cc src/analysis/summary/ranks.h \
    src/analysis/summary/summary.cc src/analysis/summary/summary.h \
    src/analysis/timeline/series.cc src/analysis/timeline/series.h \
    src/analysis/traffic/asked_calls.cc src/analysis/traffic/asked_calls.h \
    src/analysis/traffic/asked_flows.cc src/analysis/traffic/asked_flows.h \
    src/analysis/traffic/asked_volumes.cc src/analysis/traffic/asked_volumes.h \
    src/analysis/traffic/grid.cc src/analysis/traffic/grid.h \
    src/analysis/traffic/pair.cc src/analysis/traffic/pair.h \
    src/analysis/traffic/traffic.cc src/analysis/traffic/traffic.h \
    src/analysis/tuning/candidates.cc src/analysis/tuning/candidates.h \
    src/analysis/tuning/choice_tree.cc src/analysis/tuning/choice_tree.h \
    src/analysis/tuning/forms.cc src/analysis/tuning/forms.h \
    src/analysis/tuning/selection.cc src/analysis/tuning/selection.h \
    src/analysis/tuning/spread.cc src/analysis/tuning/spread.h \
    src/analysis/tuning/trials.cc src/analysis/tuning/trials.h \
    src/analysis/tuning/tuned_files.cc src/analysis/tuning/tuned_files.h \
    src/analysis/tuning/check.cc src/analysis/tuning/check.h \
    src/analysis/tuning/translate.cc src/analysis/tuning/translate.h \
    src/analysis/tuning/tuning_file.cc src/analysis/tuning/tuning_file.h \
    src/analysis/waiting/culprits.cc src/analysis/waiting/culprits.h \
    src/analysis/waiting/waiting.cc src/analysis/waiting/waiting.h
src_analysis_libanalysis_a_CPPFLAGS = $(AM_CPPFLAGS) $(FMT_CFLAGS) $(HWLOC_CFLAGS) $(JSON_CFLAGS) $(MUPARSER_CFLAGS)

# In the order of their dependence.
ANALYSIS_LIBS = src/analysis/libanalysis.a src/tuning/libtuning.a $(PROFILE_LIBS)
# What a placement needs besides, and advice, which asks for one and has formulas.
PLACEMENT_LIBS = $(HWLOC_LIBS) $(SCOTCH_LIBS)
ADVICE_LIBS = $(PLACEMENT_LIBS) $(MUPARSER_LIBS)

# The rules of mpimon advise.
rulesdir = $(pkgdatadir)/rules
dist_rules_DATA = \
    src/analysis/advice/rules/barriers-before-collectives.json \
    src/analysis/advice/rules/blocking-large-sends.json \
    src/analysis/advice/rules/busiest-pair.json \
    src/analysis/advice/rules/busiest-rank.json \
    src/analysis/advice/rules/cells-never-used.json \
    src/analysis/advice/rules/communicators-in-a-loop.json \
    src/analysis/advice/rules/communicators-never-freed.json \
    src/analysis/advice/rules/datatypes-in-a-loop.json \
    src/analysis/advice/rules/eager-threshold.json \
    src/analysis/advice/rules/fences-around-tiny-puts.json \
    src/analysis/advice/rules/hand-made-alltoall.json \
    src/analysis/advice/rules/hand-made-broadcast.json \
    src/analysis/advice/rules/independent-io.json \
    src/analysis/advice/rules/ip-within-a-node.json \
    src/analysis/advice/rules/late-in-collectives.json \
    src/analysis/advice/rules/late-receiver.json \
    src/analysis/advice/rules/late-sender.json \
    src/analysis/advice/rules/locks-around-tiny-operations.json \
    src/analysis/advice/rules/noncontiguous-messages.json \
    src/analysis/advice/rules/opens-in-a-loop.json \
    src/analysis/advice/rules/placement.json \
    src/analysis/advice/rules/polling.json \
    src/analysis/advice/rules/ranks-in-turn.json \
    src/analysis/advice/rules/requests-left.json \
    src/analysis/advice/rules/small-reductions.json \
    src/analysis/advice/rules/sync-after-each-write.json \
    src/analysis/advice/rules/synchronous-sends.json \
    src/analysis/advice/rules/tiny-io.json \
    src/analysis/advice/rules/tiny-messages.json \
    src/analysis/advice/rules/unexpected-messages.json \
    src/analysis/advice/rules/unreceived-messages.json \
    src/analysis/advice/rules/windows-in-a-loop.json
