"""mpimon --help and --version."""

import re

import pytest

SUBCOMMANDS = ['report', 'matrix', 'export', 'diff', 'advise', 'html', 'jobs', 'place', 'recover', 'run', 'set', 'tune', 'vars']


@pytest.mark.parametrize('words', [[], *([subcommand] for subcommand in SUBCOMMANDS)], ids=['mpimon', *SUBCOMMANDS])
def test_help(mpimon, words):
    assert mpimon(*words, '--help')


def test_version(mpimon):
    assert re.search(r'^mpimon \(MPICH Monitoring\) [0-9]+\.[0-9]+', mpimon('--version'), re.MULTILINE)
