"""mpimon recover: segments that jobs left. See test/tools/make_profile.cc for which these are."""

import os
import shutil
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from mpimon import golden

JOB = 'mpimon.0123456789abcdef'
PROFILE = 'solver.4711.recovered-0123456789abcdef.mon'

# A race that is lost at times is an error: what fails by one is not run again.
once = pytest.mark.flaky(reruns=0)


@pytest.fixture
def left(work, make_profile):
    """The folder in which jobs left their segments."""
    folder = work / 'left'
    folder.mkdir()
    make_profile('segments', folder)
    return folder


@pytest.fixture
def recovered(mpimon, left):
    """What was recovered of the job is in PROFILE."""
    mpimon('recover', 'left')


@pytest.fixture
def nodes(work, left):
    """The same job on two nodes: its rank 0 left a segment in `near`, and its ranks 1 and 2 in `far`."""
    for name, ranks in (('near', '0'), ('far', '12')):
        (work / name).mkdir()
        for segment in left.glob(f'{JOB}.[{ranks}].*.segment'):
            shutil.copy(segment, work / name)


@pytest.fixture
def traffic(mpimon):
    """traffic(PROFILE): what the profile has of it as CSV, though it is incomplete."""
    return lambda profile: mpimon.run('export', '--csv', profile).stdout


@pytest.fixture
def leaves_alone(mpimon, nodes):
    """leaves_alone(NAME, REASON): no profile is made of that name, and one line says why."""
    def recover(name, reason):
        done = mpimon.run('recover', '--wait', '1', '-o', name, 'near')
        assert done.status == 1
        assert '  no profile' in done.stdout.splitlines()
        assert done.stderr == f'mpimon recover: {name}{reason}\n'
    return recover


# All of a job at once


def test_what_jobs_left_is_told_and_stays(mpimon, left):
    mpimon.shows('recover.txt', 'recover', 'left')
    assert len(list(left.iterdir())) == 10


def test_what_jobs_left_is_told_in_json(mpimon, recovered):
    mpimon.shows('recover.json', 'recover', '--json', 'left')


def test_the_traffic_of_all_but_the_missing_rank_is_recovered(traffic, recovered):
    def not_of_rank_3(text):
        return [line for line in text.splitlines() if '3' not in line.split(',')[:2]]
    assert not_of_rank_3(traffic(PROFILE)) == not_of_rank_3(golden('export', 'traffic.csv'))


def test_that_a_rank_is_missing_is_said(mpimon, recovered):
    assert "only 3 of the job's 4 processes are in it" in mpimon.run('export', '--csv', PROFILE).stderr


def test_a_profile_that_was_recovered_is_for_its_user_alone(recovered):
    assert Path(PROFILE).stat().st_mode & 0o7777 == 0o600


def test_the_imbalance_is_without_the_missing_rank(mpimon, recovered):
    """(13,288 + 7,244 + 3,248 bytes) / 3"""
    assert '  imbalance: the busiest sender, rank 0, sent 13.0 KiB: 1.68 times the mean of 7.74 KiB' in mpimon(
        'report', PROFILE).splitlines()


# Each node by itself


@pytest.mark.parametrize('order', [('near', 'far'), ('far', 'near')], ids=' then '.join)
def test_nodes_one_after_the_other_make_one_profile(mpimon, traffic, recovered, nodes, order):
    """It also has what rank 0 alone tells of the job; the first line of a report may name the file."""
    for node in order:
        mpimon('recover', '-o', 'both.mon', '--clean', node)
    assert traffic('both.mon') == traffic(PROFILE)
    assert mpimon('report', 'both.mon').splitlines()[1:] == mpimon('report', PROFILE).splitlines()[1:]
    assert not list(Path('near').iterdir()) + list(Path('far').iterdir())


@once
@pytest.mark.parametrize('attempt', range(10))
def test_nodes_at_once_make_one_profile(mpimon, traffic, recovered, nodes, attempt):
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(lambda node: mpimon('recover', '-o', 'both.mon', node), ('near', 'far')))
    assert traffic('both.mon') == traffic(PROFILE)


@once
@pytest.mark.parametrize('gone', ['1', '[12]'], ids=['some', 'all'])
def test_two_may_clean_one_folder(mpimon, nodes, gone):
    """While one waits, the other has written the profile, and has removed some of the segments, or all."""
    mpimon('recover', '-o', 'by-another.mon', 'far')
    part = Path('both.mon.part')
    part.touch()
    with ThreadPoolExecutor(1) as pool:
        cleaning = pool.submit(mpimon, 'recover', '--clean', '-o', 'both.mon', 'far')
        time.sleep(1)
        shutil.copy('by-another.mon', 'both.mon')
        for segment in Path('far').glob(f'mpimon.*.{gone}.*.segment'):
            segment.unlink()
        part.unlink()
    assert '  profile: both.mon' in cleaning.result().splitlines()
    assert not list(Path('far').iterdir()) and not part.exists()
    by_another, both = (mpimon.run('export', '--csv', profile) for profile in ('by-another.mon', 'both.mon'))
    assert both._replace(stderr=both.stderr.replace('both', 'by-another')) == by_another


def test_a_segment_less_than_before_takes_nothing_from_the_profile(mpimon, left, traffic, recovered):
    """--clean leaves the segments of those alone that may run."""
    before = traffic(PROFILE)
    may_run = {segment.name for segment in left.glob('mpimon.0000000000000003.*')}
    next(left.glob(f'{JOB}.1.*.segment')).unlink()
    mpimon.shows('recover-kept.txt', 'recover', '--clean', 'left')
    assert traffic(PROFILE) == before
    assert {segment.name for segment in left.iterdir()} == may_run


# What is there by the name of the profile


def test_a_profile_of_another_job_is_left_alone(leaves_alone):
    shutil.copy('halo.mon', 'other.mon')
    leaves_alone('other.mon', ': is there, and is no profile of this job; remove it, or name another file by -o')
    assert Path('other.mon').read_bytes() == Path('halo.mon').read_bytes()


def test_a_fifo_is_left_alone(leaves_alone):
    os.mkfifo('fifo')
    leaves_alone('fifo', ': is there, and no regular file; remove it, or name another file by -o')
    assert Path('fifo').is_fifo() and not Path('fifo.part').exists()


def test_a_link_is_left_alone(mpimon, leaves_alone):
    """Even one to a profile of this job."""
    mpimon('recover', '-o', 'both.mon', 'far')
    Path('link.mon').symlink_to('both.mon')
    leaves_alone('link.mon', ': is there, and no regular file; remove it, or name another file by -o')
    assert Path('link.mon').is_symlink()


@pytest.mark.skipif(os.getuid() != 0, reason='not root, who alone may give files away')
def test_a_profile_of_another_user_is_left_alone(mpimon, leaves_alone):
    mpimon('recover', '-o', 'another.mon', 'far')
    os.chown('another.mon', 65534, -1)
    leaves_alone('another.mon', ': belongs to another user; remove it, or name another file by -o')


def test_what_was_cut_off_is_left_alone(leaves_alone):
    Path('late.mon.part').touch()
    leaves_alone('late.mon', '.part: is there: another mpimon writes it, or one was cut off; if none does, remove it')
    assert Path('late.mon.part').exists() and not Path('late.mon').exists()


def test_an_empty_file_is_replaced(mpimon, traffic, nodes):
    Path('new.mon').touch()
    mpimon('recover', '-o', 'new.mon', 'near')
    assert traffic('new.mon')


# What cannot be recovered


@pytest.fixture
def contradicting(left):
    """Of rank 1 alone there are two segments."""
    segment = next(left.glob(f'{JOB}.1.*.segment')).read_bytes()
    for path in left.iterdir():
        path.unlink()
    for name in ('copy', 'again'):
        (left / f'mpimon.{name}.segment').write_bytes(segment)


@pytest.fixture
def empty(work):
    """A folder that is empty."""
    folder = work / 'left'
    folder.mkdir()
    return folder


def test_two_jobs_to_one_file_are_refused(mpimon, recovered):
    mpimon.refuses(1, '^mpimon recover: left: 2 jobs to recover, and -o names one file', 'recover', '-o', 'one.mon', 'left')


def test_segments_that_contradict_each_other_are_told(mpimon, contradicting):
    done = mpimon.run('recover', 'left')
    assert done.status == 1
    assert any(line.startswith('mpimon recover: left/mpimon.again.segment and left/mpimon.copy.segment cannot be of one job')
               for line in done.stderr.splitlines())


def test_no_job_to_a_file_is_refused(mpimon, contradicting):
    mpimon.refuses(1, '^mpimon recover: left: no job to recover', 'recover', '-o', 'one.mon', 'left')


def test_text_is_refused(mpimon, empty):
    (empty / 'mpimon.text.segment').write_text('no segment\n')
    mpimon.refuses(1, '^mpimon recover: left/mpimon.text.segment: not a segment', 'recover', 'left')


def test_a_folder_without_segments_is_refused(mpimon, empty):
    mpimon.refuses(1, '^mpimon recover: left: no segments; ', 'recover', 'left')


def test_a_folder_without_segments_is_clean(mpimon, empty):
    mpimon('recover', '-o', 'one.mon', '--clean', 'left')
    assert not Path('one.mon').exists()


def test_a_missing_folder_is_refused(mpimon):
    mpimon.refuses(1, '^mpimon recover: missing: No such file or directory', 'recover', 'missing')
