"""mpimon jobs: a tree of 10,000 profiles. What is expected follows from the head of make_tree.cc."""

import csv
import re
import resource

import pytest

from mpimon import SLOWER


@pytest.fixture(scope='module')
def cache(tmp_path_factory):
    """For all cases: the first one that lists the jobs fills it."""
    return tmp_path_factory.mktemp('cache')


@pytest.fixture
def many(mpimon, many_jobs, cache, monkeypatch):
    """many(OPTION, ...): the listing of the jobs."""
    monkeypatch.chdir(many_jobs)
    monkeypatch.setenv('MPICH_MONITORING_CACHE', str(cache))
    return lambda *options: mpimon('jobs', *options, 'many')


@pytest.fixture
def timed(many):
    """timed(OPTION, ...): the listing, and the seconds of the processors that it took, however busy these are."""
    def run(*options):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        said = many(*options)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return said, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return run


def test_in_time_and_the_same_from_the_cache_in_less(timed, many, tmp_path, monkeypatch):
    monkeypatch.setenv('MPICH_MONITORING_CACHE', str(tmp_path / 'empty'))
    said, took = timed('--csv')
    assert took <= 10 * SLOWER
    assert len(said.splitlines()) == 10001
    again, took = timed('--csv')
    assert took <= 1 * SLOWER
    assert again == said
    assert many('--csv', '--no-cache') == said


def test_a_job(many):
    assert ('many/2023/11/14/dan/1003.mon,1003,,,,dan,/opt/app/ocean,n[07-08],2023-11-14 22:43:20 UTC,63.000000,8,2,0,0,'
            '104,322400,,80,320000,24,2400,0,0,0,0,0,0,0,0') in many('--csv').splitlines()


def test_sums(many):
    rows = list(csv.DictReader(many('--csv').splitlines()))
    assert [sum(int(row[column]) for row in rows)
            for column in ('p2p_messages', 'p2p_bytes', 'coll_messages', 'coll_bytes')] == \
        [800000, 4400000000, 160000, 16000000]


@pytest.mark.parametrize('count, options', [
    (2500, '--user ada'),
    (5000, '--user ada,b*'),
    (2500, '--account phys*'),
    (3334, '--executable ocean'),
    (3333, '--executable /opt/*/atmosphere'),
    (0, '--executable /opt/*/solver'),
    (500, '--node n02'),
    (1000, '--node n0[12],n03'),
    (0, '--node n2'),
    (1440, '--since 2023-11-20 --until 2023-11-29'),
    (1, '--since 2023-11-14T22:13:20 --until 2023-11-14T22:13:21'),
    (0, '--since 1h'),
    (10000, '--ranks 8 --hosts 2..'),
    (0, '--ranks ..7'),
    (1000, '--duration 100s..109s'),
    (2000, '--messages 112..'),
    (1000, '--bytes ..80000B'),
    (5000, '--bytes 0.4M..'),
    (2000, '--share coll=0..0%'),
    (2000, '--share coll=0.7..'),
    (0, '--share mpi=0..'),
    (100, '--incomplete'),
    (23, '--incomplete --user ada,cyd --executable ocean --until 2023-12-31 --top 25'),
])
def test_so_many_are_chosen(many, count, options):
    assert len(many('--csv', *options.split()).splitlines()) == 1 + count


@pytest.mark.parametrize('job, options', [
    ('1099', ['--sort', 'duration']),
    ('1000', ['--sort', 'duration', '--reverse']),
    ('10999', []),
], ids=['the longest', 'the shortest', 'the latest'])
def test_the_first_is(many, job, options):
    assert many('--csv', *options, '--top', '1').splitlines()[-1].split(',')[1] == job


def test_an_array(many):
    assert re.search('^many/2023/11/14/cyd/1002.mon,1002,0,2,physics,cyd,', many('--csv'), re.MULTILINE)


def test_an_array_for_people(many):
    assert re.search(r'^  10998\[9998\]\.0  cyd ', many(), re.MULTILINE)


def test_that_some_are_not_shown(many):
    assert '  and 9980 more; --top shows them' in many().splitlines()


@pytest.fixture
def jobs_by(many):
    """jobs_by(WHAT): the first two columns of each line."""
    return lambda what: [line.split(',')[:2] for line in many('--csv', '--by', what).splitlines()]


def test_by_account(jobs_by):
    assert jobs_by('account') == [['account', 'jobs'], ['', '7500'], ['physics', '2500']]


def test_by_day(jobs_by):
    assert jobs_by('day')[2] == ['2024-01-22', '144']


def test_by_month(jobs_by):
    assert jobs_by('month')[-1] == ['2023-11', '2315']
