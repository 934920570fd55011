"""Wrong outputs: one clear line each."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest


@pytest.fixture
def kept(work):
    """kept.mon, which is a profile by two other names, too."""
    shutil.copy(work / 'sample.mon', work / 'kept.mon')
    (work / 'kept-link.mon').symlink_to('kept.mon')
    (work / 'kept-too.mon').hardlink_to(work / 'kept.mon')


@pytest.mark.parametrize('option', ['export --csv -o', 'matrix --svg', 'matrix --png'])
@pytest.mark.parametrize('name', ['kept.mon', './kept.mon', 'kept-link.mon', 'kept-too.mon'])
def test_the_profile_itself_is_refused_and_stays(mpimon, kept, option, name):
    words = option.split()
    mpimon.refuses(1, f'^mpimon {words[0]}: {re.escape(name)}: is what is read; name another file to write to$',
                   *words, name, 'kept.mon')
    assert Path('kept.mon').read_bytes() == Path('sample.mon').read_bytes()


@pytest.mark.parametrize('option', ['export --csv -o', 'matrix --png', 'matrix --svg'])
@pytest.mark.parametrize('path, reason', [
    ('nowhere/x', 'No such file or directory'),
    ('/dev/full', 'No space left on device'),
], ids=['nowhere', 'a full disk'])
def test_what_cannot_be_written(mpimon, option, path, reason):
    words = option.split()
    mpimon.refuses(1, f'^mpimon {words[0]}: {path}: {reason}', *words, path, 'sample.mon')


def test_standard_output_to_a_full_disk(mpimon):
    with open('/dev/full', 'wb') as full:
        done = subprocess.run([mpimon.command, 'report', 'sample.mon'], stdout=full, stderr=subprocess.PIPE, text=True,
                              check=False)
    assert done.returncode == 1
    assert re.search('^mpimon report: standard output: No space left on device', done.stderr, re.MULTILINE)
