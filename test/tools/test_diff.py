"""mpimon diff: exact outputs for known changes, exit codes, noise, one message in a large job, bad input."""

import json
import re
import resource
import subprocess

import pytest

from mpimon import NEWER, SLOWER, golden

SAME, DIFFERENT = 0, 1


@pytest.fixture
def diff(mpimon):
    """diff(STATUS, ARGUMENT, ...): the output of one that ends with this status and says nothing on standard error."""
    def run(status, *arguments, **options):
        done = mpimon.run('diff', *arguments, **options)
        assert (done.status, done.stderr) == (status, '')
        return done.stdout
    return run


def tables(output):
    """Those of an output in JSON, by what they are of."""
    return {table['of']: table for table in json.loads(output)['tables']}


SHOWN = {
    'diff.txt': ['sample.mon', 'changed.mon'],
    'diff.json': ['--json', 'sample.mon', 'changed.mon'],
    'diff-pair.txt': ['--of', 'pair,function', 'changed.mon', 'sample.mon'],
}


@pytest.mark.parametrize('expected, words', SHOWN.items(), ids=SHOWN)
def test_one_message_more_and_twice_the_time(diff, expected, words):
    """The message is of rank 3 to rank 0."""
    assert diff(DIFFERENT, *words) == golden('diff', expected)


def test_narrow(diff):
    said = diff(DIFFERENT, '--width', '60', 'sample.mon', 'changed.mon')
    assert said == golden('diff', 'diff-60.txt')
    assert max(len(line) for line in said.splitlines()) <= 60


def test_the_same(diff):
    assert 'No difference' in diff(SAME, 'sample.mon', 'sample.mon').splitlines()


def test_times_alone_are_shown_and_not_judged(diff):
    assert re.search('^  MPI_Send +time ', diff(SAME, 'sample.mon', 'again.mon'), re.MULTILINE)


def test_standard_input(diff):
    """From a pipe, in which nobody can seek."""
    with subprocess.Popen(['cat', 'sample.mon'], stdout=subprocess.PIPE) as sample:
        diff(SAME, '-', 'sample.mon', stdin=sample.stdout)


# Waits, files and sizes. Waits differ by chance, and are judged only with a threshold or several runs.


@pytest.fixture
def detailed_changed(make_profile, work):
    make_profile('detailed-changed', work / 'detailed-changed.mon')


def test_waits_files_and_sizes(diff, detailed_changed):
    assert diff(DIFFERENT, '--threshold', '0', 'detailed.mon', 'detailed-changed.mon') == \
        golden('diff', 'diff-detailed.txt')


def test_waits_by_chance_are_shown_and_not_judged(diff, detailed_changed):
    assert re.search(r'^     0    1  late sender  waits .* \+1 ',
                     diff(SAME, '--of', 'wait,waiting', 'detailed.mon', 'detailed-changed.mon'), re.MULTILINE)


def test_waits_in_several_runs_are_judged(diff, detailed_changed):
    """Who waits is a number."""
    said = diff(DIFFERENT, '--of', 'waiting', '--json',
                '--a', 'detailed.mon', 'detailed.mon', '--b', 'detailed-changed.mon', 'detailed-changed.mon')
    assert 0 in [row['rank'] for row in tables(said)['waiting']['rows']]


def test_what_was_not_recorded_is_left_out(diff):
    said = diff(SAME, '--of', 'wait,file,pair-size', 'sample.mon', 'detailed.mon').splitlines()
    for detail in ('waits', 'files', 'sizes'):
        assert f'  left out  {detail}, which sample.mon did not record' in said


# Thresholds: 13 messages of 46 in the class, 1 of 13 in the pair; times grow by a quarter.


def test_what_cannot_be_written_is_no_difference(mpimon):
    with open('/dev/full', 'wb') as full:
        done = subprocess.run([mpimon.command, 'diff', 'sample.mon', 'changed.mon'], stdout=full, stderr=subprocess.PIPE, text=True)
    assert done.returncode == 2 and 'No space left' in done.stderr


def test_below_the_threshold(diff):
    assert 'No difference by more than 50 %' in diff(SAME, '--threshold', '50', 'sample.mon', 'changed.mon').splitlines()


def test_above_the_threshold(diff):
    diff(DIFFERENT, '--threshold', '7', 'sample.mon', 'changed.mon')


def test_a_class_that_did_not_change(diff):
    diff(SAME, '--class', 'rma', '--of', 'class,pair,size', 'sample.mon', 'changed.mon')


def test_ascii_in_the_c_locale(diff):
    assert re.fullmatch('[\x01-\x7f]*', diff(DIFFERENT, 'sample.mon', 'changed.mon', env={'LC_ALL': 'C'}))


# Several runs. Calls that are the same in all of them have no noise; times are 1 % apart in A, and a quarter longer in B.


def test_several_runs_differ_in_calls(diff):
    said = diff(DIFFERENT, '--of', 'function', '--json', '--a', 'sample.mon', 'again.mon', 'sample.mon',
                '--b', 'changed.mon', 'changed.mon')
    assert 'calls' in [number['measure'] for row in tables(said)['function']['rows'] for number in row['numbers']]


def test_several_runs_of_the_same(diff):
    diff(SAME, '--of', 'function', '--a', 'sample.mon', 'again.mon', '--b', 'again.mon', 'sample.mon')


def test_jobs_of_other_sizes_and_details(diff):
    """What not all have recorded is left out; numbers are per rank."""
    said = diff(DIFFERENT, 'sample.mon', 'halo.mon')
    assert '  left out  functions, which halo.mon did not record' in said.splitlines()
    assert re.search('^  compared  numbers per rank, and no pairs', said, re.MULTILINE)


# One message in 304 million, of 300,000 pairs.


def test_one_message_in_a_large_job_is_found_in_time(diff, make_profile, work):
    make_profile('large-changed', work / 'large-changed.mon')
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    said = diff(DIFFERENT, '--json', 'large.mon', 'large-changed.mon')
    assert resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before < 4 * SLOWER
    pairs = tables(said)['pair']
    assert pairs['differing'] == 1
    assert [(row['from'], row['to'], row['numbers'][0]['change']) for row in pairs['rows']] == [(7777, 7877, 1)]


def test_a_large_job_and_the_same(diff):
    diff(SAME, 'large.mon', 'large.mon')


REFUSED = {
    'empty': ('^mpimon diff: empty.mon: empty', ['sample.mon', 'empty.mon']),
    'missing': ('^mpimon diff: missing.mon: No such file', ['missing.mon', 'sample.mon']),
    'of another format': ('^mpimon diff: .*newer.mon: written in format 2', ['sample.mon', NEWER]),
    'damaged': ('^mpimon diff: cut.mon: damaged or incomplete: at byte [0-9]+: .*; --partial takes', ['sample.mon', 'cut.mon']),
    'of other programs': ('sample.mon and halo.mon .*one job$', ['--a', 'sample.mon', 'halo.mon', '--b', 'sample.mon']),
    'one profile': ('^mpimon diff: give two profiles', ['sample.mon']),
    'one side': ('^mpimon diff: --a and --b go together', ['--a', 'sample.mon', 'changed.mon']),
    'both ways': ('not both', ['sample.mon', '--a', 'sample.mon', '--b', 'sample.mon']),
    'bad table': ("^mpimon diff: --of: 'pears' is not one of run, class, path", ['--of', 'pears', 'sample.mon', 'sample.mon']),
    'bad place': ("^mpimon diff: --by: 'node' is not one of rank, host", ['--by', 'node', 'sample.mon', 'sample.mon']),
    'bad threshold': ('^mpimon diff: --threshold', ['--threshold', 'much', 'sample.mon', 'sample.mon']),
    'standard input twice': ('standard input', ['-', '-']),
    'pairs of other sizes': ('--of pair: pairs of jobs of different sizes have no like', ['--of', 'pair', 'sample.mon', 'halo.mon']),
    'a table that none has': ('--of function: the profiles have not recorded it', ['--of', 'function', 'halo.mon', 'halo.mon']),
}


@pytest.fixture
def damaged(work):
    """empty.mon, and cut.mon, which ends too early."""
    (work / 'empty.mon').touch()
    (work / 'cut.mon').write_bytes((work / 'sample.mon').read_bytes()[:1500])


@pytest.mark.parametrize('pattern, words', REFUSED.values(), ids=REFUSED)
def test_refused(mpimon, damaged, pattern, words):
    mpimon.refuses(2, pattern, 'diff', *words)


def test_what_is_left_of_a_damaged_profile(mpimon, damaged):
    done = mpimon.run('diff', '--partial', 'sample.mon', 'cut.mon')
    assert done.status == DIFFERENT
    assert re.search('^mpimon diff: cut.mon: at byte', done.stderr, re.MULTILINE)
