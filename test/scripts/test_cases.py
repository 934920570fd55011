"""What the suites in Python say and count, however a case ends; and which tests of the MPI suite run at once."""

import re
import shutil

import pytest

from support import TOP, run

ENDS = """
import os
import pytest

@pytest.fixture
def never_ready():
    raise OSError('no fixture')

@pytest.fixture
def left_behind():
    yield
    raise OSError('left behind')

def test_passes(): pass
def test_fails(): assert not 1, 'why'
def test_compares(): assert 1 == 2
def test_raises(): {}['key']
def test_skips(): pytest.skip('not here')
def test_without_its_fixture(never_ready): pass
def test_fails_at_last(left_behind): pass
"""

ALONE = """
import os
import time
import pytest

pytestmark = pytest.mark.alone

@pytest.mark.parametrize('number', [1, 2])
def test_one(number, pytestconfig):
    scratch = pytestconfig.option.scratch
    os.mkdir(scratch / 'alone')
    time.sleep(0.5)
    assert not list(scratch.glob('running *'))
    os.rmdir(scratch / 'alone')
"""

TOGETHER = """
import time
import pytest

@pytest.mark.parametrize('number', [1, 2, 3, 4])
def test_others(number, pytestconfig):
    scratch, end = pytestconfig.option.scratch, time.monotonic() + 20
    (scratch / f'running {number}').touch()
    (scratch / f'together {number}').touch()
    while len(list(scratch.glob('together *'))) < 2:
        assert time.monotonic() < end, 'the other one does not come'
        time.sleep(0.01)
    (scratch / f'running {number}').unlink()
"""


@pytest.fixture
def said(scratch):
    """What a suite of these modules says, without times, and its status. It has what the MPI tests have in common."""
    def run_suite(*options, **modules):
        suite = scratch / 'test/mpi/suite'
        suite.mkdir(parents=True)
        for name in ('conftest.py', 'support.py', 'pytest.ini', *(f'mpi/suite/{name}.py' for name in (
                '__init__', 'conftest', 'harness'))):
            shutil.copy(TOP / 'test' / name, scratch / 'test' / name)
        for name, text in modules.items():
            (suite / f'test_{name}.py').write_text(text)
        done = run('/usr/bin/python3', '-B', '-m', 'pytest', '--cases', f'--scratch={scratch}', *options, suite)
        lines = [line for line in done.stdout.splitlines() if not line.startswith('      ')]
        return [re.sub(r' \(\d+\.\d s\)$', '', line) for line in lines], done.status
    return run_suite


def test_each_case_counts_once(said):
    assert said(fake=ENDS) == ([
        'ok    fake passes',
        'again fake fails: why',
        'again fake fails: why',
        'FAIL  fake fails: why',
        'again fake compares: assert 1 == 2',
        'again fake compares: assert 1 == 2',
        'FAIL  fake compares: assert 1 == 2',
        "again fake raises: KeyError: 'key'",
        "again fake raises: KeyError: 'key'",
        "FAIL  fake raises: KeyError: 'key'",
        'skip  fake skips: not here',
        'again fake without its fixture: OSError: no fixture',
        'again fake without its fixture: OSError: no fixture',
        'FAIL  fake without its fixture: OSError: no fixture',
        'again fake fails at last: OSError: left behind',
        'again fake fails at last: OSError: left behind',
        'FAIL  fake fails at last: OSError: left behind',
        '10 run again',
        '1 skipped',
        '1 passed, 5 failed'], 1)


def test_one_that_passes_when_it_runs_again(said, scratch):
    """It counts as passed, and is named."""
    flaky = f'import pathlib\ndef test_flaky():\n    path = pathlib.Path({str(scratch)!r}, "ran")\n' \
        '    ran = path.exists()\n    path.touch()\n    assert ran, "the first time"\n'
    assert said(fake=flaky) == (['again fake flaky: the first time', 'ok    fake flaky', '1 run again', '1 passed, 0 failed'], 0)


def test_nothing_but_skipped(said):
    assert said('--only', 'skips', fake=ENDS) == (['skip  fake skips: not here', '1 skipped', '0 passed, 0 failed'], 5)


@pytest.mark.parametrize('end, lines, ended', [
    ('1', ['skip  fake one: no time is left', '1 skipped', '0 passed, 0 failed'], 5),
    ('9999999999', ['ok    fake one', '1 passed, 0 failed'], 0)])
def test_a_time_that_is_over(said, monkeypatch, end, lines, ended):
    monkeypatch.setenv('MPIMON_TEST_END', end)
    assert said(fake='def test_one(): pass\n') == (lines, ended)


def test_a_module_that_cannot_be_read(said):
    lines, status = said(fake=ENDS, wrong='import nothing_of_this_name')
    assert (lines[-1], status) == ('0 passed, 1 failed', 2)


def test_a_process_that_crashes(said):
    lines, status = said('--numprocesses=2', fake='import os\ndef test_crash(): os._exit(3)\ndef test_other(): pass\n')
    failed, once, twice, passed = sorted(lines[:4])
    for line, word in ((once, 'again'), (twice, 'again'), (failed, 'FAIL ')):
        assert re.fullmatch(f"{word} fake crash: worker 'gw.' crashed while running 'mpi/suite/test_fake.py::test_crash'", line)
    assert passed == 'ok    fake other'
    assert (lines[4:], status) == (['2 run again', '1 passed, 1 failed'], 1)


def test_two_at_once_and_others_alone(said):
    """Two meet where there are two processes; those marked as alone run by themselves."""
    lines, status = said('--numprocesses=2', alone=ALONE, together=TOGETHER)
    assert sorted(lines) == ['6 passed, 0 failed', 'ok    alone one number=1', 'ok    alone one number=2',
                             *(f'ok    together others number={number}' for number in (1, 2, 3, 4))]
    assert status == 0
