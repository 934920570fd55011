"""maint/test, in a project whose builds and suites do nothing: which steps it has, what each counts, and what they sum to."""

import os
import re
import shutil

import pytest

from support import TOP, run

SUITES = ('style', 'scale', 'place', 'aarch64', 'sanitizers', 'fuzz', 'web', 'python', 'scripts', 'patches', 'install', 'mpi', 'slurm',
          'bench')

CONFIGURE = """
touch config.status
mkdir -p test
cat >Makefile <<'END'
check:
\techo '<testsuite tests="100"/>' >test/a.xml; echo ':test-result: PASS' >test/a.trs
all install mpich-source mpich-configure mpich-build tools:
\ttrue
END
"""

BUILD = ['Get MPICH', 'Configure the tools', 'Patch MPICH', 'Configure MPICH for ch4:{0}, compile the tools',
         'Compile MPICH for ch4:{0}', 'Compile what is left', 'Install in {1}/install/{0}']
QUICK = ['Install missing Debian packages', 'Style', 'Unit tests', *BUILD, 'MPI tests, ch4:{0}']
MPICH_LANE = {'Build stock MPICH', *BUILD, 'Installation, ch4:{0}', "MPICH's own tests, ch4:ucx",
              "MPICH's own tests of spawning, ch4:ofi", 'Instruction budget'}
OTHER_LANE = {'Bad input to the scripts', 'Patches', 'Unit tests under sanitizers', 'Fuzzing', 'Jobs of many ranks',
              "Placements beside Scotch's", 'Pages in a browser', 'Python package', 'Unit tests on aarch64'}


def script(path, *lines):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text('\n'.join(['#!/bin/sh', *lines, '']))
    path.chmod(0o755)


@pytest.fixture
def project(scratch):
    """Each suite passes one case, and says how it was called."""
    copy = scratch / 'project'
    shutil.copytree(TOP / 'maint', copy / 'maint')
    (copy / 'maint/packages').write_text('build bash\n')
    for path in (*(copy / 'test' / name / 'run' for name in SUITES), copy / 'maint/mpich-tests'):
        script(path, f'echo "${{0#{copy}/}} $*" >>{scratch}/calls', 'echo 1 passed, 0 failed')
    script(copy / 'maint/build-mpich', f'mkdir -p {scratch}/cache/build/stock')
    script(copy / 'autogen.sh')
    (copy / 'configure.ac').touch()
    script(copy / 'configure', CONFIGURE)
    (scratch / 'cache/trees/mpich-4.0.2').mkdir(parents=True)
    return copy


def run_all(project, *options):
    """Its status, the steps of its table as (title, counts), and its last line."""
    done = run(project / 'maint/test', *options, env={'MPIMON_LOCKED': 'yes'})
    *said, last = done.stdout.splitlines()
    table = [re.fullmatch(r' *(\d+)  (.*?) +\d+m\d\ds *(.*)', line) for line in said]
    return done.status, [(found[2], found[3]) for found in table if found], last


def test_quick(project, scratch):
    status, steps, last = run_all(project, '--quick')
    assert [title for title, _ in steps] == [title.format('ucx', scratch / 'cache') for title in QUICK]
    assert [counts for _, counts in steps if counts] == [
        '1 passed, 0 failed', '100 passed, 0 failed', '1 passed, 0 failed']
    assert (scratch / 'calls').read_text().splitlines() == [
        'test/style/run ', f'test/mpi/run --prefix {scratch}/cache/install/ucx --subjects traffic,collectives,mpit,settings']
    assert (status, last) == (0, '102 passed, 0 failed')


def test_all(project, scratch):
    status, steps, last = run_all(project)
    assert len(steps) == 36
    titles = [title for title, _ in steps]
    assert titles[:4] == ['Install missing Debian packages', 'Style', 'Unit tests', 'Get MPICH']
    lanes = {title.format(device, scratch / 'cache') for device in ('ucx', 'ofi') for title in MPICH_LANE | OTHER_LANE}
    assert set(titles[4:33]) == lanes
    assert titles[33:] == ['MPI tests, ch4:ucx', 'MPI tests, ch4:ofi', 'Under Slurm, ch4:ucx']
    assert (status, last) == (0, f'{100 + 18} passed, 0 failed')
    calls = [line.split()[0] for line in (scratch / 'calls').read_text().splitlines()]
    assert sorted(set(calls)) == sorted(['maint/mpich-tests', *(f'test/{name}/run' for name in SUITES)])
    assert len(calls) == 18


def test_a_suite_that_fails(project):
    """The other suites run, and the sum says so."""
    script(project / 'test/patches/run', 'echo FAIL  one', 'echo 3 passed, 2 failed', 'exit 1')
    status, steps, last = run_all(project)
    assert dict(steps)['Patches'] == '3 passed, 2 failed'
    assert len(steps) == 36
    assert (status, last) == (1, f'{100 + 17 + 3} passed, 2 failed')


def test_a_build_that_fails(project, scratch):
    """What needs it does not run; what runs beside it goes on to its end."""
    script(project / 'maint/build-mpich', 'exit 1')
    status, steps, last = run_all(project)
    titles = {title for title, _ in steps}
    assert dict(steps)['Build stock MPICH'] == '0 passed, 1 failed'
    assert OTHER_LANE <= titles
    assert 'MPI tests, ch4:ucx' not in titles
    assert (status, last) == (1, f'{100 + 2 + 8} passed, 1 failed')


def test_a_time_that_is_over(project, scratch):
    """Tests that would begin after it are left out, and nothing else; it says which, and fails nothing."""
    script(scratch / 'bin/date', f'[ -e {scratch}/late ] && echo 5000 || echo 1000')
    script(project / 'test/mpi/run', 'echo "skip  one: no time is left"', 'echo "skip  two: no time is left"',
           'echo 5 passed, 0 failed', f'touch {scratch}/late')
    done = run(project / 'maint/test', '--minutes', '60', env={'MPIMON_LOCKED': 'yes', 'PATH': f'{scratch}/bin:{os.environ["PATH"]}'})
    said = done.stdout.splitlines()
    for what in ('2 cases of MPI tests, ch4:ucx', 'MPI tests, ch4:ofi', 'Under Slurm, ch4:ucx'):
        assert f'Skipped: {what}; no time was left' in said
    assert (done.status, said[-1]) == (0, f'{100 + 15 + 5} passed, 0 failed')


def test_a_time_that_is_over_early(project, scratch):
    """Suites of both lanes; one that had begun has left out all of its cases."""
    script(scratch / 'bin/date', f'[ -e {scratch}/late ] && echo 5000 || echo 1000')
    script(project / 'test/install/run', f'touch {scratch}/late', 'echo "skip  one: no time is left"', 'echo 0 passed, 0 failed',
           'exit 5')
    done = run(project / 'maint/test', '--minutes', '60', env={'MPIMON_LOCKED': 'yes', 'PATH': f'{scratch}/bin:{os.environ["PATH"]}'})
    said = done.stdout.splitlines()
    for what in ('1 cases of Installation, ch4:ucx', 'Installation, ch4:ofi', "MPICH's own tests, ch4:ucx", 'MPI tests, ch4:ucx'):
        assert f'Skipped: {what}; no time was left' in said
    assert done.status == 0 and said[-1].endswith(' 0 failed')


def test_a_suite_that_breaks_off_when_time_is_over(project):
    """It has said nothing of how many passed, so it is a failure."""
    script(project / 'test/patches/run', 'echo "skip  one: no time is left"', 'exit 1')
    status, steps, _ = run_all(project)
    assert (status, dict(steps)['Patches']) == (1, '0 passed, 1 failed')


@pytest.mark.parametrize('options', [['--minutes'], ['--minutes', '0'], ['--minutes', 'soon'], ['--slowly']])
def test_wrong_options(project, options):
    done = run(project / 'maint/test', *options, env={'MPIMON_LOCKED': 'yes'})
    assert done.status != 0
    assert options[-1] in done.stderr
