"""Profiles for the Python package, and the mpimon that reads them."""

import sys
from pathlib import Path

import pytest

from support import TOP, Samples

sys.path.insert(0, str(TOP / 'python'))


def pytest_addoption(parser):
    parser.addoption('--build', help='python: a folder in which `make check` was run')


@pytest.fixture(scope='session')
def samples(pytestconfig, tmp_path_factory):
    return Samples(Path(pytestconfig.option.build).resolve(), tmp_path_factory.mktemp('profiles'))


@pytest.fixture(autouse=True)
def mpimon(samples, monkeypatch):
    monkeypatch.setenv('MPIMON', str(samples.command))
