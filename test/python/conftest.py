"""Profiles for the Python package, and the mpimon that reads them."""

import sys
from pathlib import Path

import pytest

from support import TOP, succeed

sys.path.insert(0, str(TOP / 'python'))


def pytest_addoption(parser):
    parser.addoption('--build', help='python: a folder in which `make check` was run')


class Samples:
    """Profiles by what make_profile calls them, and what mpimon says of them."""

    def __init__(self, build, folder):
        self.build, self.folder = build, folder
        self.mpimon = build / 'src/mpimon/mpimon'

    def profile(self, kind):
        path = self.folder / f'{kind}.mon'
        if not path.exists():
            succeed(self.build / 'test/tools/make_profile', kind, path)
        return path

    def export(self, kind, *options):
        return succeed(self.mpimon, 'export', *options, self.profile(kind))


@pytest.fixture(scope='session')
def samples(pytestconfig, tmp_path_factory):
    return Samples(Path(pytestconfig.option.build).resolve(), tmp_path_factory.mktemp('profiles'))


@pytest.fixture(autouse=True)
def mpimon(samples, monkeypatch):
    monkeypatch.setenv('MPIMON', str(samples.mpimon))
