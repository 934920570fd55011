"""mpimon report: exact outputs for a known job, what terminals get, damage, a large job."""

import json
import re
import resource
import subprocess
from pathlib import Path

import pytest

from mpimon import SLOWER, golden


@pytest.fixture
def lines(mpimon):
    """lines(ARGUMENT, ...): of that report."""
    return lambda *arguments, **options: mpimon('report', *arguments, **options).splitlines()


@pytest.fixture
def sections(mpimon):
    """sections(FIRST, AFTER, ARGUMENT, ...): of that report what there is from the heading FIRST to before the line AFTER."""
    def between(first, after, *arguments):
        found = re.search(rf'^{first}.*?(?=^{after})', mpimon('report', *arguments), re.M | re.S)
        return found[0] if found else ''
    return between


@pytest.fixture
def first_row(sections):
    """first_row(HEADING, ARGUMENT, ...): the first two words of the first row of that table."""
    return lambda heading, *arguments: sections(heading, '$', *arguments).splitlines()[2].split()[:2]


# Outputs


@pytest.mark.parametrize('expected, arguments', [
    ('report.txt', 'sample.mon'),
    ('report.json', '--json sample.mon'),
    ('report-p2p.txt', '--class p2p --top 2 sample.mon'),
    ('report-merged.txt', 'merged.mon'),
    ('report.txt', '--class p2p,coll,rma,part,ctrl,io merged.mon'),
    ('report-all.txt', '--all corners.mon'),
    ('report-made.txt', '--all origins.mon'),
    # More kinds and communicators than rows, and what the library does for itself.
    ('report-corners.txt', '--top 14 corners.mon'),
])
def test_the_report(mpimon, expected, arguments):
    mpimon.shows(expected, 'report', *arguments.split())


@pytest.mark.parametrize('expected, arguments', [
    ('report-pair.txt', '--pair 0,1 sized.mon'),
    ('report-pair.json', '--pair 3,0 --json sized.mon'),
    ('report-pair-self.txt', '--pair 0,0 sized.mon'),
    ('report-pair-part.txt', '--pair 1,2 --class p2p sized.mon'),
    ('report-pair-none.txt', '--pair 2,3 sample.mon'),
])
def test_a_pair(mpimon, expected, arguments):
    mpimon.shows(expected, 'report', *arguments.split())


@pytest.mark.parametrize('expected, arguments', [
    ('report-by-function.txt', 'function sample.mon'),
    ('report-by-function-top.txt', 'function --top 1 --class p2p sample.mon'),
    ('report-by-function-waiting.txt', 'function waiting.mon'),
    ('report-by-region.txt', 'region sample.mon'),
    ('report-by-region.json', 'region --json sample.mon'),
    ('report-by-region-waiting.txt', 'region waiting.mon'),
    ('report-by-communicator.txt', 'communicator sample.mon'),
    ('report-by-algorithm.txt', 'algorithm sample.mon'),
    ('report-by-path.txt', 'path sample.mon'),
    ('report-by-overlap.txt', 'overlap overlapped.mon'),
    ('report-by-overlap.json', 'overlap --json overlapped.mon'),
])
def test_the_report_by(mpimon, expected, arguments):
    mpimon.shows(expected, 'report', '--by', *arguments.split())


def test_classes_and_options_go_before_the_file_or_after_it(mpimon):
    assert mpimon('report', '--top', '2', '--class', 'p2p', 'sample.mon') == mpimon(
        'report', '--class', 'p2p', 'sample.mon', '--top', '2')


@pytest.mark.parametrize('what', ['function', 'region'])
def test_by_what_was_not_recorded_is_refused(mpimon, what):
    mpimon.refuses(1, f'^mpimon report: {what}s were not recorded; run the job with .*,{what}s$',
                   'report', '--by', what, 'halo.mon')


def test_by_region_where_none_was_entered(mpimon):
    """Though all details were recorded."""
    assert re.search(r'^  \(no region\)', mpimon('report', '--by', 'region', 'large.mon'), re.M)


def test_by_communicator_tells_the_librarys_own(lines):
    assert "  and 1 of the library's own; --all shows them" in lines('--by', 'communicator', 'corners.mon')


# Sent and received. Of `alone` nobody received what rank 0 sent to 1, and nobody sent what it received: of 1 and 2 one class,
# of 3 two. Rank 0 has sent 10 x 100 and 3 x 4096 bytes, and read 4096 of rank 1; of the others nothing is known.


def test_a_pair_differs_once_where_classes_are_merged(mpimon):
    assert re.search('^  all +11 +20 .* differ for 4 pairs$', mpimon('report', 'alone.mon'), re.M)


def test_a_pair_differs_in_each_class(mpimon):
    shown = mpimon('report', '--class', 'p2p,coll', 'alone.mon')
    assert re.findall('differ for . pairs?$', shown, re.M) == ['differ for 2 pairs', 'differ for 3 pairs']


def test_the_imbalance_is_among_those_of_whom_something_is_known(lines):
    assert '  imbalance: the busiest sender, rank 0, sent 13.0 KiB: 1.53 times the mean of 8.49 KiB' in lines('alone.mon')


def test_what_was_cancelled_or_left_counts_as_accounted_for(lines):
    assert '  p2p      52        49    4.59 KiB        4.43 KiB  3 cancelled or never received' in lines('undelivered.mon')


def test_what_nobody_received_is_shown_too(mpimon):
    assert re.search('^  p2p +128,000 +0 ', mpimon('report', '--class', 'p2p', 'halo.mon'), re.M)


# Noncontiguous messages: 5 of rank 0's and 3 of rank 1's, of 150 blocks in all, and one of a collective's.


def test_noncontiguous_messages(sections):
    assert sections('Noncontiguous messages', 'Sent and received', 'detailed.mon') == golden('report', 'report-noncontiguous.txt')


def test_noncontiguous_messages_of_a_class(sections):
    shown = sections('Noncontiguous messages', '$', '--class', 'coll', 'detailed.mon')
    assert ' coll ' in shown and ' p2p ' not in shown


def test_noncontiguous_messages_in_json(mpimon):
    rows = json.loads(mpimon('report', '--json', 'detailed.mon'))['noncontiguous']
    assert [(row['context']['function'], row['class'], row['messages'], row['bytes'], row['blocks']) for row in rows] == [
        ('MPI_Send', 'p2p', 8, 800, 150), (None, 'coll', 1, 64, 2)]


def test_nothing_is_said_of_noncontiguous_messages_where_there_are_none(sections):
    assert sections('Noncontiguous', '$', '--all', 'sample.mon') == ''


# Kinds of collectives, and what is explained of a host


def test_the_largest_kind_is_shown_first(sections):
    """Rank 0 broadcasts 100 x i bytes over the i-th of twelve, so the last one leads; Gatherv moves 10."""
    kinds = sections('Kinds of collectives', '$', '--top', '1', 'corners.mon').splitlines()
    assert re.search('0x1b.* 1.17 KiB$', kinds[2])


def test_a_kind_that_is_estimated_is_marked(mpimon):
    assert re.search('^  MPI_COMM_WORLD +2 +all-to-one +1 +≈ 10 B$', mpimon('report', '--top', '14', 'corners.mon'), re.M)


def test_how_many_rows_are_not_shown_is_said(mpimon):
    shown = mpimon('report', '--top', '2', 'corners.mon')
    assert re.findall('^  and [0-9]+ more', shown, re.M) == ['  and 11 more', '  and 1 more']


def test_net_is_explained_on_one_host(mpimon):
    assert re.search('^  path net is no network here', mpimon('report', 'corners.mon'), re.M)


@pytest.mark.parametrize('profile', ['sample.mon', 'placed.mon'], ids=['two hosts', 'places'])
def test_net_is_a_network_on(mpimon, profile):
    assert 'is no network' not in mpimon('report', profile)


def test_where_places_are_known_they_say_what_net_is(mpimon):
    assert re.search("^  path net is MPICH's network module.*: Localities and Transports", mpimon('report', 'placed.mon'), re.M)
    assert 'path net is' not in mpimon('report', '--class', 'part', 'placed.mon')


# Places: 0 -> 1 shares a cache; 1 -> 2 and 2 -> 0 a node; 2 -> 3 and all of 3 go to another node.


@pytest.mark.parametrize('expected, arguments', [
    ('report-placed.txt', 'placed.mon'),
    ('report-placed.json', '--json placed.mon'),
])
def test_places(mpimon, expected, arguments):
    mpimon.shows(expected, 'report', *arguments.split())


def test_what_ranks_were_bound_to_where_all_is_asked_for(sections):
    shown = sections('Places', '$', '--all', 'placed.mon')
    assert [line.split() for line in shown.splitlines()[1:]] == [
        ['rank', 'node', 'package', 'NUMA', 'node', 'L3', 'core', 'processors'],
        ['0', 'n1', '0', '0', '0', '0', '0'],
        ['1', 'n1', '0', '0', '0', '2', '4'],
        ['2', 'n1', '1', '1', '1', '4', '8'],
        ['3', 'n2', '–', '–', '–', '–', '0-15']]
    assert sections('Places', '$', '--all', '--top', '3', 'placed.mon').splitlines()[-1] == '  and 1 more; --top shows them'
    assert sections('Places', '$', 'placed.mon') == sections('Places', '$', '--all', 'sample.mon') == ''


def test_how_communicators_were_made_is_shown_where_all_is_asked_for(sections):
    head = sections('Communicators', '$', 'origins.mon').splitlines()[1]
    assert head.split() == ['communicator', 'size', 'messages', 'bytes', 'share', 'of', 'bytes']


# What calls of MPI-IO did: rank 0 wrote 8 x 64 KiB, each of the others 4 x 64 KiB; all read 10 x 1 KiB.


@pytest.mark.parametrize('expected, arguments', [
    ('report-files.txt', 'files.mon'),
    ('report-files.json', '--json files.mon'),
])
def test_files(mpimon, expected, arguments):
    mpimon.shows(expected, 'report', *arguments.split())


def test_no_more_files_are_shown_than_asked_for(sections):
    assert '  and 2 more; --top shows them' in sections('Files', r'\Z', '--top', '1', 'files.mon').splitlines()


def test_every_file_is_shown_where_all_are_asked_for(sections):
    text = golden('report', 'report-files.txt')
    assert sections('Files', r'\Z', '--top', '1', '--all', 'files.mon') == text[text.index('\nFiles') + 1:]


# Waits and sizes of collectives, worked out from test/unit/waiting_job.cc. All waited 35.5 µs of the 4 x 22.7 that they
# were in MPI_Send. Of what 1 waited for 0 in Bcast, 1 µs is 3's; what 0 waited for 3 in Allreduce is all 2's.


@pytest.mark.parametrize('expected, of_class', [('report-waiting.txt', []), ('report-waiting-p2p.txt', ['--class', 'p2p'])],
                         ids=['all', 'p2p'])
def test_waits(sections, expected, of_class):
    assert sections('Waiting', 'Collectives', *of_class, 'waiting.mon') == golden('report', expected)


def test_waits_in_json(mpimon):
    waiting = json.loads(mpimon('report', '--json', 'waiting.mon'))['waiting']

    def nanoseconds(row, field='seconds'):
        return round(1e9 * row[field])
    assert (waiting['waits'], nanoseconds(waiting), nanoseconds(waiting, 'mpi_seconds')) == (13, 35500, 90800)
    assert {name: [nanoseconds(row) for row in waiting[name]] for name in ('kinds', 'culprits', 'top_pairs')} == {
        'kinds': [12000, 12000, 6000, 4500, 1000],
        'culprits': [18000, 12000, 3000, 2000, 500],
        'top_pairs': [12000, 10000, 4000, 4000, 3000, 1000, 1000, 500],
    }


@pytest.mark.parametrize('option', ['--collective-sizes', '--all'])
def test_sizes_of_collectives(sections, option):
    assert sections('Sizes of collectives', 'Kinds', option, 'waiting.mon') == golden('report', 'report-collective-sizes.txt')


def test_sizes_of_collectives_are_shown_where_asked_for_alone(sections):
    assert sections('Sizes of collectives', 'Kinds', 'waiting.mon') == ''


# Two programs, of which rank 2 does not record receives, and rank 3 counts nothing.


def test_several_programs(mpimon):
    mpimon.shows('report-mpmd.txt', 'report', 'mpmd.mon')


def test_which_job_it_was(mpimon):
    assert mpimon('report', 'batch.mon').split('\n\n')[0] + '\n' == golden('report', 'report-batch.txt')


def test_the_imbalance_of_several_programs_is_among_those_that_counted(lines):
    """(1,500 + 0 + 200 bytes) / 3; but rank 3, of whom rank 0 received 5 messages, is no sender."""
    assert '  imbalance: the busiest sender, rank 0, sent 1.46 KiB: 2.65 times the mean of 567 B' in lines('mpmd.mon')


def test_what_both_programs_counted_is_equal_and_the_rest_stands_apart(mpimon, lines):
    """0 to 1 and 2 to 1; what went to 2 and 3, and came from 3, has one count: 3 + 2 and none that was sent."""
    assert re.search('^  p2p +14 +14 .* equal for every pair$', mpimon('report', 'mpmd.mon'), re.M)
    assert '  apart from that, 5 messages, 500 B, which one of the two ranks was not to count' in lines('mpmd.mon')


# Time. Rank 0 sends 10,000 bytes in the second second, both 40,000 and 100,000 around the fifth; rank 2 knows only all.


@pytest.mark.parametrize('expected, arguments', [
    ('report-timeline.txt', '--timeline --top 3'),
    ('report-timeline-60.txt', '--timeline --width 60'),
    ('report-timeline-rma.txt', '--timeline --class rma'),
    ('report-timeline.json', '--timeline --json --top 2'),
    ('report-timed.txt', ''),
])
def test_the_report_over_time(mpimon, expected, arguments):
    mpimon.shows(expected, 'report', *arguments.split(), 'timed.mon')


def test_the_report_over_time_in_ascii(mpimon):
    mpimon.shows('report-timeline-ascii.txt', 'report', '--timeline', '--top', '3', 'timed.mon', env={'LC_ALL': 'C'})


# Order


@pytest.mark.parametrize('table, sort, first', [
    ('Ranks', [], ['0', 'node0']),
    ('Ranks', ['--sort', 'messages'], ['3', 'node1']),  # which sends 13 + 2 + 4
    ('Top pairs', ['--sort', 'bytes'], ['0', '1']),
    ('Top pairs', ['--sort', 'messages'], ['3', '0']),
    ('Collectives', ['--sort', 'time'], ['Bcast', 'MPIR_Bcast_intra_smp']),
], ids=['ranks by bytes', 'ranks by messages', 'pairs by bytes', 'pairs by messages', 'collectives by time'])
def test_order_of(first_row, table, sort, first):
    assert first_row(table, *sort, 'sample.mon') == first


def test_order_of_regions_by_time(lines):
    assert lines('--by', 'region', '--sort', 'time', 'sample.mon')[2].startswith('  solve   ')


# What the terminal has room and characters for


@pytest.mark.parametrize('columns', [60, 80])
@pytest.mark.parametrize('arguments', ['sample.mon', 'corners.mon', 'halo.mon', 'large.mon', '--by algorithm sample.mon'])
def test_no_line_is_wider_than_the_terminal(mpimon, arguments, columns):
    assert not re.search(rf'^.{{{columns + 1}}}', mpimon('report', '--width', columns, *arguments.split()), re.M)


def test_the_report_in_60_columns(mpimon):
    mpimon.shows('report-60.txt', 'report', '--width', '60', 'sample.mon')


@pytest.mark.parametrize('arguments', [
    'report sample.mon', 'report corners.mon', 'report --all --top 14 sample.mon', 'report --all --top 14 corners.mon',
    'report --by function sample.mon', 'matrix --width 60 sample.mon', 'matrix --width 60 corners.mon',
])
def test_the_c_locale_gets_ascii_alone(mpimon, arguments):
    shown = mpimon(*arguments.split(), env={'LC_ALL': 'C'})
    assert shown and shown.isascii() and '\0' not in shown


def test_bars_in_the_c_locale(lines):
    assert '         64 - 127 B ################################             46  83.6 %' in lines(
        'sample.mon', env={'LC_ALL': 'C'})


def test_lc_all_goes_before_lang(mpimon):
    assert mpimon('report', 'sample.mon', env={'LC_ALL': 'C.UTF-8', 'LANG': 'C'}) == mpimon('report', 'sample.mon')


def test_colour_on_a_terminal(mpimon):
    assert '\033[' in mpimon.on_terminal('report', 'sample.mon')


def test_no_colour_where_none_is_wanted(mpimon):
    assert '\033[' not in mpimon.on_terminal('report', 'sample.mon', NO_COLOR='1')


# Standard input


def test_standard_input(mpimon):
    with open('sample.mon', 'rb') as file:
        assert mpimon('report', '-', stdin=file) == mpimon('report', 'sample.mon')


def test_a_pipe(mpimon):
    with subprocess.Popen(['cat', 'sample.mon'], stdout=subprocess.PIPE) as source:
        assert mpimon('report', '--json', '-', stdin=source.stdout) == mpimon('report', '--json', 'sample.mon')


# Damage: said at the top, and the rest is read


@pytest.fixture
def cut(work):
    """A profile that is cut short."""
    Path('cut.mon').write_bytes(Path('sample.mon').read_bytes()[:1500])


def test_damage_is_said_first_and_the_rest_is_read(mpimon, cut):
    shown = mpimon('report', 'cut.mon')
    assert shown.startswith('DAMAGED OR INCOMPLETE: cut.mon')
    assert re.search('^  at byte [0-9]+: [0-9]+ bytes cannot be read: a record of [0-9]+ bytes is cut short', shown, re.M)
    assert 'MPI_COMM_WORLD' in shown


def test_damage_is_said_first_by_function_too(mpimon, cut):
    assert mpimon('report', '--by', 'function', 'cut.mon').startswith('DAMAGED OR INCOMPLETE: cut.mon')


def test_export_says_damage(mpimon, cut):
    assert 'cut short' in mpimon.run('export', '--csv', 'cut.mon').stderr


def test_of_much_damage_not_all_is_listed_and_each_subcommand_says_the_same(mpimon):
    Path('repeated.mon').write_bytes(40 * Path('sample.mon').read_bytes())
    listed = re.findall('^  (.*)', mpimon('report', 'repeated.mon').split('\n\n')[0], re.M)
    assert re.fullmatch('and [1-9][0-9]* more', listed[-1])
    for subcommand, *options in (['export', '--csv'], ['matrix']):
        said = mpimon.run(subcommand, *options, 'repeated.mon').stderr.splitlines()
        assert [line.removeprefix(f'mpimon {subcommand}: repeated.mon: ') for line in said] == listed


def test_a_large_job_is_reported_within_a_second(lines):
    """Of the processor, not of the clock: the machine may be busy."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    assert any(line.startswith('  ranks     10000 on 100 hosts') for line in lines('large.mon'))
    assert resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before < SLOWER
