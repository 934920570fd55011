"""mpimon jobs: a tree of a few profiles, good and bad ones, in each format and to a file; folders that may not be listed;
wrong arguments. See test_jobs_many.py, too, and test_jobs_cache.py."""

import os
import re
import shutil
from pathlib import Path

import pytest

from mpimon import Mpimon, golden

COMPLAINTS = golden('jobs', 'complaints.txt')
LONG_AGO = 1.7e9


@pytest.fixture(autouse=True)
def cache(work, monkeypatch):
    monkeypatch.setenv('MPICH_MONITORING_CACHE', str(work / 'cache'))
    return work / 'cache/jobs'


@pytest.fixture
def few(work):
    """Jobs of all kinds; some files are damaged, one is no profile, and a link leads out of the tree."""
    folder = work / 'few'
    for path in ('2023/11/sample.mon', '2023/11/merged.mon', 'other/halo.mon', 'other/names.mon', 'alone.mon', 'mpmd.mon'):
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(Path(path).name, folder / path)
    (folder / 'cut.mon').write_bytes((work / 'sample.mon').read_bytes()[:-16])  # without its last record
    (folder / 'text.mon').write_text('no profile\n')
    (folder / 'empty.mon').touch()
    for profile in folder.rglob('*.mon'):  # the cache keeps only what has not changed just now
        os.utime(profile, (LONG_AGO, LONG_AGO))
    shutil.copy('sample.mon', folder / 'sample.txt')
    (folder / 'link.mon').symlink_to('../large.mon')
    return folder


@pytest.fixture
def listed(mpimon, few):
    """listed(OPTION, ...): the listing of those jobs; what is wrong with the files is told beside it."""
    def run(*options):
        done = mpimon.run('jobs', *options, 'few')
        assert (done.status, done.stderr) == (0, COMPLAINTS)
        return done.stdout
    return run


LISTED = {
    'jobs.txt': ['--width', '200'],
    'jobs-80.txt': ['--width', '80', '--sort', 'bytes', '--top', '4'],
    'jobs-by-user.txt': ['--by', 'user'],
    'jobs.json': ['--json'],
    'jobs.csv': ['--csv', '--sort', 'bytes'],
    'jobs-by-executable.csv': ['--csv', '--by', 'executable'],
    'jobs.prom': ['--openmetrics'],
}


@pytest.mark.parametrize('expected, options', LISTED.items(), ids=LISTED)
def test_lists(listed, expected, options):
    assert listed(*options) == golden('jobs', expected)


def test_lists_the_same_from_the_cache(listed, cache):
    listed('--width', '200')
    assert list(cache.iterdir())
    assert listed('--width', '200') == golden('jobs', 'jobs.txt')


@pytest.mark.parametrize('by', ['user', 'executable'])
def test_prometheus_reads_it(listed, by):
    """Both parsers of its own library read the same."""
    pytest.importorskip('prometheus_client', reason="install Debian's package python3-prometheus-client")
    from prometheus_client import parser as prometheus
    from prometheus_client.openmetrics import parser as openmetrics
    text = listed('--openmetrics', '--by', by)
    old, new = ([(sample.name, sample.labels, sample.value)
                 for family in parser.text_string_to_metric_families(text) for sample in family.samples]
                for parser in (prometheus, openmetrics))
    assert old == new
    assert len(old) >= 19


def test_a_file_by_its_name(mpimon):
    shutil.copy('sample.mon', 'one.mon')
    assert re.search('^one.mon,4711,.*$', mpimon('jobs', '--csv', 'one.mon'), re.MULTILINE)


def test_a_link_by_its_name(mpimon, few):
    assert len(mpimon('jobs', '--csv', 'few/link.mon').splitlines()) == 2


def test_no_job(mpimon):
    Path('none').mkdir()
    assert mpimon('jobs', 'none') == 'No job\n'


# To a file: whole or not at all, and readable for the one who collects it.


@pytest.fixture
def umask():
    """That of this process, which stays as it is."""
    mask = os.umask(0)
    os.umask(mask)
    return mask


def test_to_a_file(listed, umask):
    """Another one takes its place, and nothing is left beside it."""
    Path('jobs.prom').write_text('old\n')
    os.link('jobs.prom', 'held.prom')
    assert listed('--openmetrics', '-o', 'jobs.prom') == ''
    assert Path('jobs.prom').read_bytes() == golden('jobs', 'jobs.prom').encode()
    assert Path('held.prom').read_text() == 'old\n'
    assert Path('jobs.prom').stat().st_mode & 0o7777 == 0o666 & ~umask
    assert [path.name for path in Path().glob('jobs.prom*')] == ['jobs.prom']


def test_to_a_device(listed):
    """It is one still."""
    assert listed('--csv', '-o', '/dev/null') == ''
    assert Path('/dev/null').is_char_device()


def test_to_a_full_disk(mpimon):
    mpimon.refuses(1, '^mpimon jobs: /dev/full: No space left on device', 'jobs', '--csv', '-o', '/dev/full', 'halo.mon')


def test_to_no_folder(mpimon):
    Path('none').mkdir()
    mpimon.refuses(1, '^mpimon jobs: none/here/x: No such file or directory', 'jobs', '--csv', '-o', 'none/here/x', 'halo.mon')


# Folders that may not be listed.

as_root = pytest.mark.skipif(os.geteuid() != 0, reason='only root makes files of other users')


@pytest.fixture
def site(work, scratch):
    """A folder that all may enter, with a tree as a site has it: the day may be written to by everybody and listed by nobody,
    a user's folder is for that user, and one is closed."""
    scratch.chmod(0o755)
    day = scratch / 'tree/2023/11/14'
    for profile, path in (('sample', day / 'nobody/own.mon'), ('halo', day / 'ada/hers.mon'),
                          ('halo', scratch / 'tree/2023/closed/halo.mon')):
        path.parent.mkdir(parents=True)
        shutil.copy(work / f'{profile}.mon', path)
    for path in (day / 'nobody', day / 'nobody/own.mon'):
        shutil.chown(path, 'nobody')
    for path in day.rglob('*.mon'):
        path.chmod(0o600)
    for folder in (scratch / 'tree/2023/closed', day / 'nobody', day / 'ada'):
        folder.chmod(0o700)
    day.chmod(0o1733)


@pytest.fixture
def of_nobody(mpimon, site, scratch, monkeypatch):
    """The command of the user nobody, who may not look into the folder where it was built, and has no cache."""
    monkeypatch.setenv('MPICH_MONITORING_CACHE', '/nonexistent')
    return Mpimon(shutil.copy(mpimon.command, scratch),
                  'setpriv', '--reuid=nobody', '--regid=nogroup', '--clear-groups')


@as_root
def test_a_user_has_the_own_jobs(of_nobody):
    """And is told of the folder that is closed."""
    done = of_nobody.run('jobs', '--csv', 'tree')
    assert [line.split(',')[0] for line in done.stdout.splitlines()[1:]] == ['tree/2023/11/14/nobody/own.mon']
    assert done.stderr == 'mpimon jobs: tree/2023/closed: Permission denied\n'


@as_root
def test_a_user_lists_the_day_itself(of_nobody):
    done = of_nobody.run('jobs', '--csv', 'tree/2023/11/14')
    assert done.stdout.splitlines()[-1].split(',')[1] == '4711'


@as_root
def test_a_closed_folder_itself(of_nobody):
    of_nobody.refuses(1, '^mpimon jobs: tree/2023/closed: Permission denied', 'jobs', 'tree/2023/closed')


@as_root
def test_root_sees_all(mpimon, site):
    assert len(mpimon('jobs', '--csv', 'tree').splitlines()) == 4


REFUSED = {
    'no folder': (2, '^mpimon jobs: DIR is required', []),
    'a folder that is none': (1, '^mpimon jobs: missing: No such file or directory', ['missing']),
    'no range': (2, "^mpimon jobs: --ranks: 'many' is no range such as 4..16, 4.., ..16 or 4", ['--ranks', 'many', 'few']),
    'the wrong unit': (2, "^mpimon jobs: --duration: '4KiB' is no range such as 30s..2h", ['--duration', '4KiB', 'few']),
    'no time': (2, "^mpimon jobs: --since: 'monday' is no time such as 2026-11-24", ['--since', 'monday', 'few']),
    'no share': (2, "^mpimon jobs: --share: 'half' is not WHAT=RANGE, such as coll=50%.., with one of mpi, p2p",
                 ['--share', 'half', 'few']),
    'the share of nothing': (2, "^mpimon jobs: --share: 'mail=5..' is not WHAT", ['--share', 'mail=5..', 'few']),
    'no order': (2, '^mpimon jobs: --sort: ', ['--sort', 'size', 'few']),
    'two formats': (2, '^mpimon jobs: ', ['--csv', '--json', 'few']),
    'a table to a file': (2, '^mpimon jobs: -o: a table goes to the terminal; add --csv', ['-o', 'out', 'few']),
}


@pytest.mark.parametrize('status, pattern, words', REFUSED.values(), ids=REFUSED)
def test_refused(mpimon, few, status, pattern, words):
    mpimon.refuses(status, pattern, 'jobs', *words)
