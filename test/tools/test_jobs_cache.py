"""mpimon jobs: what it keeps of a listing for the next one. What changes is read again; and a cache is only a cache: what
becomes of it changes no listing."""

import os
import re
import shutil
import stat
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from pathlib import Path

import pytest

from support import succeed

DAYS = Path('many/2023/11')


def rows(listing):
    """The jobs' ids by their files."""
    return dict(line.split(',')[:2] for line in listing.splitlines()[1:])


@pytest.fixture
def listing(mpimon, work, monkeypatch):
    """listing(OPTION, ...): that of the jobs in the folder `many`, by a cache of the case."""
    monkeypatch.setenv('MPICH_MONITORING_CACHE', str(work / 'cache'))
    return lambda *options: mpimon('jobs', '--csv', *options, 'many')


# What changes.


@pytest.fixture
def hundred(listing, make_tree):
    """A tree of a hundred jobs, which are in the cache."""
    make_tree('many', 100)
    listing()


def put(profile, path, day):
    """Copies a profile there; it has changed on that day of November."""
    shutil.copy(profile, path)
    time = datetime(2023, 11, day).timestamp()
    os.utime(path, (time, time))


def test_new_gone_and_other_jobs(listing, hundred):
    put(DAYS / '14/ada/1000.mon', DAYS / '14/ada/new.mon', day=15)
    (DAYS / '14/dan/1003.mon').unlink()
    put('halo.mon', DAYS / '14/bob/1001.mon', day=15)
    said = listing()
    assert said == listing('--no-cache')
    jobs = rows(said)
    assert jobs['many/2023/11/14/ada/new.mon'] == '1000'
    assert 'many/2023/11/14/dan/1003.mon' not in jobs
    assert jobs['many/2023/11/14/bob/1001.mon'] == '4711'
    assert len(jobs) == 100


def test_another_job_of_as_many_bytes(listing, hundred):
    """As only the time tells."""
    old, new = DAYS / '14/bob/1005.mon', DAYS / '15/bob/1065.mon'
    assert old.stat().st_size == new.stat().st_size
    put(new, old, day=16)
    assert rows(listing())['many/2023/11/14/bob/1005.mon'] == '1065'


def test_what_changed_just_now_may_change_again_in_the_same_moment(listing, hundred):
    """Neither time nor size tells."""
    path = DAYS / '14/bob/1001.mon'
    shutil.copy('sample.mon', path)
    first = path.stat()
    before = listing()
    shutil.copy('merged.mon', path)
    os.utime(path, ns=(first.st_mtime_ns, first.st_mtime_ns))
    assert path.stat().st_size == first.st_size
    said = listing()
    assert said == listing('--no-cache')
    assert said != before


# What becomes of the cache of many jobs.


@pytest.fixture(scope='module')
def kept(build, many_jobs, tmp_path_factory):
    """The listing of those jobs, and the cache that it leaves, for all cases."""
    folder = tmp_path_factory.mktemp('kept')
    said = succeed(build / 'src/mpimon/mpimon', 'jobs', '--csv', 'many', cwd=many_jobs, env={'MPICH_MONITORING_CACHE': folder})
    (cache,) = folder.glob('jobs/*')
    return said, cache


@pytest.fixture
def expected(kept):
    return kept[0]


@pytest.fixture
def good(kept):
    """What a good cache has in it."""
    return kept[1].read_bytes()


@pytest.fixture
def cache(kept, work, many_jobs, monkeypatch):
    """The case's own cache, which has all jobs of the folder that is the current one now."""
    monkeypatch.chdir(many_jobs)
    (work / 'cache/jobs').mkdir(parents=True)
    return Path(shutil.copy(kept[1], work / 'cache/jobs'))


def is_empty(cache):
    os.truncate(cache, 0)


def is_cut_short(cache):
    os.truncate(cache, cache.stat().st_size // 2)


def has_another_byte(cache):
    content = bytearray(cache.read_bytes())
    content[len(content) // 2] ^= 255
    cache.write_bytes(content)


def is_of_another_version(cache):
    content, changed = re.subn(rb'\A(.*)of .* with', rb'\1of 99.0 with', cache.read_bytes())
    assert changed
    cache.write_bytes(content)


def is_missing(cache):
    cache.unlink()


def is_of_another_user(cache):
    """Though what is in it is good."""
    os.chown(cache, 65534, -1)


@pytest.mark.parametrize('spoil', [
    is_empty, is_cut_short, has_another_byte, is_of_another_version, is_missing,
    pytest.param(is_of_another_user, marks=pytest.mark.skipif(os.geteuid() != 0, reason='only root makes files of other users')),
], ids=lambda spoil: spoil.__name__)
def test_the_cache(listing, expected, good, cache, spoil):
    """The listing is the same; the cache is made anew, for its user alone, and nothing else is left beside it."""
    spoil(cache)
    found = {*os.listdir(cache.parent), cache.name}
    assert listing() == expected
    assert cache.read_bytes() == good
    status = cache.lstat()
    assert (stat.filemode(status.st_mode), status.st_uid) == ('-rw-------', os.geteuid())
    assert set(os.listdir(cache.parent)) == found


def is_a_link(cache):
    cache.rename(f'{cache}.elsewhere')
    cache.symlink_to(f'{cache}.elsewhere')


def is_a_folder(cache):
    cache.unlink()
    cache.mkdir()


@pytest.mark.parametrize('spoil', [is_a_link, is_a_folder], ids=lambda spoil: spoil.__name__)
def test_what_is_no_file_in_place_of_the_cache(listing, expected, cache, spoil):
    """The listing is the same, and nothing else is left beside it."""
    spoil(cache)
    found = set(os.listdir(cache.parent))
    assert listing() == expected
    assert set(os.listdir(cache.parent)) == found


@pytest.mark.parametrize('attempt', range(4))
def test_two_at_once_make_the_cache(listing, expected, good, cache, attempt):
    cache.unlink()
    with ThreadPoolExecutor(2) as both:
        assert list(both.map(lambda _: listing(), range(2))) == [expected, expected]
    assert cache.read_bytes() == good
    assert os.listdir(cache.parent) == [cache.name]


def test_no_cache_is_to_be_had(listing, expected, cache, work, monkeypatch):
    (work / 'file').touch()
    monkeypatch.setenv('MPICH_MONITORING_CACHE', str(work / 'file'))
    assert listing() == expected
