"""mpimon as users call it, in a folder with a profile of each kind. The expected outputs are worked out from
test/unit/sample_job.cc and test/tools/jobs."""

import shutil
from pathlib import Path

import pytest

from mpimon import Mpimon
from support import succeed

pytest.register_assert_rewrite('mpimon')

KINDS = ('sample', 'changed', 'again', 'placed', 'timed', 'batch', 'merged', 'alone', 'undelivered', 'sized', 'detailed', 'waiting',
         'corners', 'corners-long', 'mpmd', 'halo', 'names', 'files', 'large', 'origins', 'overlapped', 'pairs', 'pairs-one-host')


def pytest_addoption(parser):
    parser.addoption('--build', help='tools: a folder in which `make check` makes its programs')


@pytest.fixture(scope='session')
def build(pytestconfig):
    return Path(pytestconfig.option.build).resolve()


@pytest.fixture(scope='session')
def make_profile(build):
    """make_profile(KIND, PATH): writes it; see test/tools/make_profile.cc."""
    return lambda kind, path: succeed(build / 'test/tools/make_profile', kind, path)


@pytest.fixture(scope='session')
def make_tree(build):
    """make_tree(FOLDER, COUNT): writes the profiles of so many jobs; see test/tools/make_tree.cc."""
    return lambda folder, count: succeed(build / 'test/tools/make_tree', folder, count)


@pytest.fixture(scope='session')
def many_jobs(make_tree, tmp_path_factory):
    """A folder with 10,000 jobs below `many`, for all cases: nothing is written to it."""
    folder = tmp_path_factory.mktemp('many_jobs')
    make_tree(folder / 'many', 10000)
    return folder


@pytest.fixture(scope='session')
def profiles(make_profile, tmp_path_factory):
    """A folder with KIND.mon of each kind, for all cases: nothing is written to it."""
    folder = tmp_path_factory.mktemp('profiles')
    for kind in KINDS:
        make_profile(kind, folder / f'{kind}.mon')
    return folder


@pytest.fixture
def work(profiles, scratch):
    """The current folder: the case's own copy of the profiles, but for the large one, which takes long to copy."""
    for profile in profiles.iterdir():
        if profile.name == 'large.mon':
            (scratch / profile.name).symlink_to(profile)
        else:
            shutil.copy(profile, scratch)
    return scratch


@pytest.fixture
def mpimon(build, work, monkeypatch):
    """The command, in that folder; see mpimon.py."""
    for name in ('NO_COLOR', 'LC_ALL', 'LC_CTYPE'):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv('LANG', 'C.UTF-8')
    monkeypatch.setenv('PAGER', 'cat')
    return Mpimon(build / 'src/mpimon/mpimon')
