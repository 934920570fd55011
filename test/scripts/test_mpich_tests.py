"""What maint/mpich-tests makes of a test suite of its own, which mpichtests/configure writes, and of wrong use."""

import os
import re
import shutil
import subprocess
import time

import pytest

from support import TOP, refused, run

MPICH_TESTS = TOP / 'maint' / 'mpich-tests'

REFUSED = {
    'no installation': (['--ours', 'empty'], '{scratch}/empty is no MPICH installation: no bin/mpichversion'),
    'another device': (
        ['--ours', 'others'], '{scratch}/theirs is ch4:ofi, {scratch}/others ch4:ucx; compare the same device'),
    'an installation that says nothing': (
        ['--ours', 'speechless'],
        '{scratch}/speechless/bin/mpichversion names no device; install MPICH there anew'),
    'no shared library': (
        ['--ours', 'static'], '{scratch}/static has no lib/libmpi.so; install MPICH there with shared libraries'),
    'no such configuration': (
        ['--ours', 'ours', '--configurations', 'on,fast'],
        '--configurations on,fast: a list of off, on, all, paging, chaining and auto, with stock or without'),
    'a tree without tests': (
        ['--ours', 'ours', '--tree', 'empty'],
        'empty has no test/mpi/configure; maint/get-mpich gets a tree that does'),
    'nowhere to write': (
        ['--ours', 'ours', '--table', 'nowhere/table.md'], '--table nowhere/table.md: nowhere is no folder'),
    'a folder to write': (
        ['--ours', 'ours', '--table', 'empty'], '--table empty: this is a folder; name a file'),
}


def script(path, *lines):
    path.write_text('\n'.join(['#!/bin/sh', *lines, '']))
    path.chmod(0o755)


def install(prefix, device):
    """An installation that runs the one program that it is given, and says where it is."""
    for folder in ('bin', 'lib', 'include'):
        (prefix / folder).mkdir(parents=True)
    (prefix / 'lib/libmpi.so').write_text(f'{prefix}\n')
    (prefix / 'include/mpi.h').write_text('int mpi;\n')
    script(prefix / 'bin/mpichversion', f'echo "MPICH Device: {device}"')
    script(prefix / 'bin/mpiexec', f'echo "$3" >>{prefix}/calls', f'PREFIX={prefix} exec "$3"')
    script(prefix / 'bin/mpicc')


class Suite:
    """The test suite, and installations of stock MPICH and of ours."""

    def __init__(self, folder):
        self.folder = folder
        self.stock, self.ours = folder / 'theirs', folder / 'ours'
        install(self.stock, 'ch4:ofi')
        install(self.ours, 'ch4:ofi')
        shutil.copytree(TOP / 'test/scripts/mpichtests', folder / 'suite/test/mpi')
        self.command = [MPICH_TESTS, '--tree', 'suite']

    def run(self, *options, configurations='stock,off', **more):
        done = run(*self.command, '--stock', self.stock, '--ours', self.ours, '--configurations', configurations, '--jobs',
                   '2', *options, **more)
        return done.status, done.stdout.splitlines()

    @property
    def calls(self):
        """How often each of both was asked to run a program."""
        return [len((prefix / 'calls').read_text().splitlines()) for prefix in (self.stock, self.ours)]


@pytest.fixture
def suite(scratch):
    return Suite(scratch)


def change(prefix):
    with open(prefix / 'lib/libmpi.so', 'a', encoding='utf-8') as library:
        library.write('more\n')


def has(lines, pattern):
    return any(re.fullmatch(pattern, line) for line in lines)


@pytest.mark.parametrize('arguments, message', REFUSED.values(), ids=REFUSED)
def test_refused(suite, scratch, arguments, message):
    (scratch / 'empty').mkdir()
    install(scratch / 'others', 'ch4:ucx')
    install(scratch / 'speechless', 'ch4:ofi')
    script(scratch / 'speechless/bin/mpichversion')
    install(scratch / 'static', 'ch4:ofi')
    (scratch / 'static/lib/libmpi.so').unlink()
    refused('maint/mpich-tests: ' + message.format(scratch=scratch), *suite.command, '--stock', 'theirs', *arguments)


def test_no_jobs(suite):
    done = run(*suite.command, '--ours', 'ours', '--jobs', '0')
    assert done.status != 0
    assert done.stderr.endswith('error: argument --jobs: 0 is less than 1\n')


def test_stock_without_an_installation(suite):
    refused('maint/mpich-tests: --configurations stock: --stock names no installation of it', *suite.command, '--ours',
            'ours', '--configurations', 'stock,off')


def test_findings(suite):
    """What differs, fails with both, is flaky or does not compile. Three attempts of what fails, two of what passes at
    the second one."""
    status, said = suite.run()
    for pattern in ('FAIL  off: good/worse 2: failed, and passes with stock MPICH', ' +two processes missing',
                    'note  good/bad 2 arg=-x: stock failed, off failed',
                    'note  good/inner/second 4: stock flaky, off flaky',
                    'note  good/broken 2: stock not compiled, off not compiled',
                    'note  good/late 2: stock timed out, off timed out',
                    r'\| stock \| 3 \| 1 \| 1 \| 1 \| 2 \| 1 \| 0 \|', r'\| off \| 2 \| 1 \| 2 \| 1 \| 2 \| 1 \| 0 \|'):
        assert has(said, pattern), pattern
    assert said[-1] == '8 passed, 1 failed'
    assert status == 1
    assert suite.calls == [11, 13]


def test_what_has_a_result_is_not_done_again(suite):
    suite.run()
    assert suite.run()[1][-1] == '8 passed, 1 failed'
    assert suite.calls == [11, 13]


def test_a_time_that_is_over(suite):
    """What has no result yet is left out."""
    suite.run('--only', 'second')
    calls = suite.calls
    said = suite.run(env={'MPIMON_TEST_END': '1'})[1]
    assert sum(has([line], 'skip  good/.*: no time is left') for line in said) == 8
    assert said[-1] == '1 passed, 0 failed' and suite.calls == calls


def test_a_changed_library_is_tested_again(suite):
    """The other one is not. What is flaky passes at the first attempt now."""
    suite.run()
    change(suite.ours)
    assert suite.run()[1][-1] == '8 passed, 1 failed'
    assert suite.calls == [11, 13 + 12]


def test_stock_runs_only_what_ours_does_not_pass(suite):
    """What fails with both has three attempts with stock, what fails with ours alone has one, and nothing else is run."""
    suite.run()
    change(suite.ours)
    suite.run()
    change(suite.stock)
    said = suite.run(configurations='off')[1]
    assert has(said, r'\| stock \| 1 \| 0 \| 1 \| 1 \| 2 \| 1 \| 3 \|')
    assert said[-1] == '8 passed, 1 failed'
    assert suite.calls == [11 + 3 + 1 + 3, 25]


def test_no_more_attempts_of_what_is_slow_with_stock(suite):
    """It has one with each."""
    suite.run('--only', 'late', configurations='off')
    assert suite.calls == [1, 1]


def test_without_stock_all_has_to_pass(suite):
    """What stock does not pass either, fails, too, and what does not compile."""
    done = run(*suite.command, '--ours', 'ours', '--configurations', 'off')
    said = done.stdout.splitlines()
    assert 'FAIL  off: good/broken 2: not compiled' in said
    assert 'FAIL  off: good/bad 2 arg=-x: failed' in said
    assert said[-1] == '3 passed, 6 failed'
    assert done.status == 1


@pytest.mark.parametrize('variables, folder', [
    ({'MPICH_MONITORING_CACHE': 'relative'}, 'relative/mpich-tests'),
    ({'MPICH_MONITORING_CACHE': None, 'XDG_CACHE_HOME': 'relative'}, 'relative/mpich-monitoring/mpich-tests')])
def test_a_relative_cache_folder(suite, scratch, variables, folder):
    """The programs run elsewhere than it was called."""
    assert suite.run(env=variables)[1][-1] == '8 passed, 1 failed'
    assert (scratch / folder).is_dir()


@pytest.mark.parametrize('configurations', ['stock,off', 'off'])
def test_nothing_works(suite, configurations):
    """Where nothing works, nothing differs."""
    for prefix in (suite.stock, suite.ours):
        script(prefix / 'bin/mpiexec', 'exit 1')
    said = suite.run(configurations=configurations)[1]
    assert has(said, 'FAIL  stock: passes none of the 9 entries, .*')
    assert said[-1] == '0 passed, 9 failed'


def within_20_seconds(happens):
    end = time.monotonic() + 20
    while not happens():
        assert time.monotonic() < end
        time.sleep(0.05)


def runs(process):
    """One that nobody waits for is a zombie, which has no program."""
    return os.path.exists(f'/proc/{process}/exe')


def test_ended_it_leaves_no_test_behind(suite, scratch):
    """And has no result of it."""
    slow = scratch / 'slow'
    slow.touch()
    job = subprocess.Popen([*suite.command, '--stock', 'theirs', '--ours', 'ours', '--configurations', 'stock,off',
                            '--only', 'slow'], env={**os.environ, 'SLOW': str(slow)}, stdout=subprocess.DEVNULL)
    within_20_seconds(lambda: slow.read_text().endswith('\n'))
    job.terminate()
    assert job.wait(timeout=20) != 0
    within_20_seconds(lambda: not any(map(runs, slow.read_text().split())))
    assert suite.run()[1][-1] == '8 passed, 1 failed'


def test_a_program_that_passes_without_a_profile(suite):
    status, said = suite.run('--only', 'always', configurations='all')
    assert status == 1
    assert 'FAIL  all: good/always 2: the profile is wrong' in said
    assert has(said, ' *leaves no profile')
