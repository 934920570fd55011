"""What the scripts of maint/ share: where they may be, the steps that they say and time, and how maint/test counts."""

import os
import shutil
import signal
import subprocess
import time

import pytest

from support import TOP, refused, run, succeed

STEPS = f'. {TOP}/maint/install-steps.sh; '


def lines(text):
    return text.splitlines()


def script(commands, **options):
    """A script of steps, run to its end; what it has said."""
    return run('bash', '-c', STEPS + commands, **options)


# Where the scripts, and what they keep, may be.


def copy_lib(folder):
    folder.mkdir(parents=True)
    shutil.copy(TOP / 'maint' / 'lib.sh', folder)
    return folder


def test_a_path_with_blanks(scratch):
    copy_lib(scratch / 'a copy' / 'maint')
    refused(f'bash: {scratch}/a copy: configure takes no path with blanks, quotes or any of \\#$&; put this folder '
            'elsewhere', 'bash', '-c', '. "a copy/maint/lib.sh"')


def test_no_home(scratch):
    copy_lib(scratch / 'elsewhere' / 'maint')
    refused('bash: HOME is not set; set it, or MPICH_MONITORING_CACHE to a folder for what is kept between runs',
            'bash', '-c', '. elsewhere/maint/lib.sh',
            env={'HOME': None, 'XDG_CACHE_HOME': None, 'MPICH_MONITORING_CACHE': None})


def test_called_by_name(scratch):
    """A script that is called by its name alone, with a cache in the folder that it is called in."""
    maint = copy_lib(scratch / 'elsewhere' / 'maint')
    (maint / 'install').write_text('#!/bin/bash\n. "$(dirname "$0")/lib.sh"\none_at_a_time "$@"\necho "$*, $cache"\n')
    (maint / 'install').chmod(0o755)
    said = succeed('bash', 'install', 'a', 'b', cwd=maint,
                   env={'MPIMON_LOCKED': None, 'MPICH_MONITORING_CACHE': 'here'})
    assert said == f'a b, {maint}/here\n'


def test_no_temporary_folder(scratch):
    """Without a folder to work in, a suite in bash would work, and remove, where it was called."""
    refused(f"mktemp: failed to create directory via template '{scratch}/nowhere/tmp.XXXXXXXXXX': No such file or directory",
            'bash', '-c', f'. {TOP}/test/lib.sh; echo goes on >&2',
            env={'TMPDIR': scratch / 'nowhere', 'LC_ALL': 'C'})


# Steps.


def test_a_failure_shows_the_error(scratch):
    """Though the other half of a parallel build goes on to print."""
    (scratch / 'broken.c').write_text('int f(void) { return missing; }\n')
    done = script('build() { gcc -c broken.c || true; seq 100; false; }; start_steps test 1; '
                  'run_step Compile build || show_failure Compile "fix it"')
    said = lines(done.stdout)
    assert any(line.startswith('    broken.c:1:') and ' error: ' in line and 'missing' in line for line in said)
    assert '    100' in said and '    50' not in said


def test_many_failures(scratch):
    """Those that are more than is shown are left out, and the script goes on."""
    done = script('fails() { awk \'BEGIN { for (i = 1; i <= 20000; i++) print "FAIL  test " i; exit 1 }\'; }; '
                  'start_steps test 1; run_step Test fails || show_failure Test "fix it"; echo next')
    said = lines(done.stdout)
    assert '    FAIL  test 80' in said and '    FAIL  test 81' not in said
    assert 'What to do: fix it' in said and said[-1] == 'next'


SUITES = """
good() { echo "$1 passed, 0 failed"; }
bad() { echo "3 passed, 2 failed"; false; }
silent() { echo nothing; }
lying() { echo "7 passed, 0 failed"; false; }
close() { step_table | sed -E 's/[0-9]+m[0-9]+s/TIME/; s/ +/ /g'; step_totals; }
start_steps test 9
"""


def test_a_table_of_the_steps(scratch):
    """The last lines, with times that are no part of this."""
    done = script(SUITES + 'step One remedy true; suite Two good 4; suite Three bad; suite Four silent; suite Five lying; '
                           'begin_step Six; close')
    assert lines(done.stdout)[-8:] == [
        ' 1 One TIME', ' 2 Two TIME 4 passed, 0 failed', ' 3 Three TIME 3 passed, 2 failed',
        ' 4 Four TIME 0 passed, 1 failed', ' 5 Five TIME 7 passed, 1 failed', ' 6 Six cut off', ' all TIME', '14 5']


def test_a_suite_that_warns_after_its_totals(scratch):
    """As Python does where it cannot remove something when it ends."""
    warns = 'warns() { good 4; echo a warning; }; interrupted() { good 4; seq 20; false; }; '
    said = script(SUITES + warns + 'suite One warns; suite Two interrupted; close').stdout
    assert lines(said)[-4:] == [' 1 One TIME 4 passed, 0 failed', ' 2 Two TIME 0 passed, 1 failed', ' all TIME', '4 1']


def test_failures_in_short(scratch):
    """They stand at the end again: which tests failed, or what was said last."""
    failing = 'fails() { echo "FAIL  b: wrong"; echo "      why"; bad; }; '
    said = script(SUITES + failing + 'suite One fails; suite Two silent; suite Three good 1; cat "$log_dir/failures"').stdout
    assert lines(said)[-5:] == ['FAILED: One, in short:', '    FAIL  b: wrong', '', 'FAILED: Two, in short:', '    nothing']


def test_times_of_the_steps(scratch):
    said = lines(script('start_steps test 1; step Sleep remedy sleep 2; step_table').stdout)
    number, title, took = said[-2].split()
    assert (number, title) == ('1', 'Sleep')
    assert '0m02s' <= took < '0m30s'


def test_two_lanes(scratch):
    """Both run at once, and every case is counted once."""
    meets = 'meets() { touch "$1"; for i in $(seq 200); do [ ! -e "$2" ] || { good 1; return; }; sleep 0.1; done; false; }; '
    done = script(SUITES + meets + 'a() { suite A meets a b; suite C good 2; }; b() { suite B meets b a; }; '
                                   'at_once a b; suite D good 5; step_totals')
    assert lines(done.stdout)[-1] == '9 0'


def test_a_step_that_fails_in_a_lane(scratch):
    """The other lane goes on to its end, and the script ends then."""
    done = script(SUITES + 'a() { step A remedy false; suite B good 1; }; b() { sleep 1; suite C good 2; }; '
                           'trap step_totals EXIT; at_once a b; suite D good 5')
    assert lines(done.stdout)[-1] == '2 1'
    assert done.status == 1


# Unit tests by `make check`, as automake writes what has come of each program.


MAKEFILE = """
check: test/first.log test/second.log
test/first.log:
\techo begun >$@; echo ':test-result: PASS' >test/first.trs
\techo '<testsuites><testsuite tests="3" failures="0"/></testsuites>' >test/first.xml
"""

CUT_OFF = {
    'all run': ("""echo ':test-result: PASS' >test/second.trs; echo '<testsuites tests="5"><testsuite tests="3" disabled="1"/>"""
                """<testsuite tests="3" skipped="1" /></testsuites>' >test/second.xml""", '7 passed, 0 failed'),
    'one case fails': ("""echo ':test-result: FAIL' >test/second.trs; """
                       """echo '<testsuites><testsuite tests="4" failures="1"/></testsuites>' >test/second.xml; false""",
                       '6 passed, 1 failed'),
    'one cannot be prepared': ("""echo ':test-result: FAIL' >test/second.trs; """
                               """echo '<testsuite tests="4" errors="1" failures="0"/>' >test/second.xml; false""",
                               '6 passed, 1 failed'),
    'make is ended before the second program': ('kill -TERM $$PPID', '3 passed, 1 failed'),
    'the second program does not compile': ('false', '3 passed, 1 failed'),
    'the second program is ended': ("echo begun >test/second.log; echo ':test-result: FAIL' >test/second.trs; false",
                                    '3 passed, 1 failed'),
    'make is ended in the second program': ('echo begun >test/second.log; false', '3 passed, 1 failed'),
    'the second program leaves early': (
        "echo begun >test/second.log; echo ':test-result: PASS' >test/second.trs", '3 passed, 1 failed'),
    'the second program is ended as it writes its cases': (
        """echo ':test-result: FAIL' >test/second.trs; echo '<testsuites><testsuite tests="4"' >test/second.xml; false""",
        '3 passed, 1 failed'),
    'the second program fails after its cases': (
        """echo ':test-result: FAIL' >test/second.trs; echo '<testsuite tests="4"/>' >test/second.xml; false""",
        '7 passed, 1 failed'),
}


@pytest.mark.parametrize('recipe, totals', CUT_OFF.values(), ids=CUT_OFF)
def test_unit_tests(scratch, recipe, totals):
    (scratch / 'test').mkdir()
    for name, content in (('trs', ':test-result: PASS\n'), ('xml', '<testsuite tests="9"/>')):  # of the run before
        (scratch / f'test/second.{name}').write_text(content)
    (scratch / 'Makefile').write_text(f'{MAKEFILE}test/second.log: test/first.log\n\t{recipe}\n')
    done = script(f'. {TOP}/maint/check-steps.sh; unit_tests "$PWD" check')
    assert lines(done.stdout)[-1] == totals
    assert (done.status == 0) == totals.endswith(' 0 failed')


# maint/test


@pytest.fixture
def cut_off(scratch):
    """A copy of maint/ whose first suite does not end within the test."""
    shutil.copytree(TOP / 'maint', scratch / 'copy' / 'maint')
    (scratch / 'copy/maint/packages').write_text('build bash\n')
    suite = scratch / 'copy/test/style/run'
    suite.parent.mkdir(parents=True)
    suite.write_text(f'#!/bin/bash\ntouch {scratch}/started\nsleep 300\n')
    suite.chmod(0o755)
    return scratch / 'copy/maint/test'


def default_signals():
    """As a shell starts a command, though who runs the tests ignores SIGHUP, as nohup does."""
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


@pytest.mark.parametrize('options', [[], ['--quick']], ids=['all', 'quick'])
@pytest.mark.parametrize('name', ['SIGTERM', 'SIGHUP'])
def test_ended_by(cut_off, scratch, name, options):
    """What ends it in the middle of a suite is a failure, not a shorter run."""
    job = subprocess.Popen([cut_off, *options], env={**os.environ, 'MPIMON_LOCKED': 'yes'}, stdin=subprocess.DEVNULL,
                           stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding='utf-8', start_new_session=True,
                           preexec_fn=default_signals)
    end = time.monotonic() + 20
    while not (scratch / 'started').exists() and time.monotonic() < end:
        time.sleep(0.05)
    os.killpg(job.pid, getattr(signal, name))
    said = lines(job.communicate(timeout=20)[0])
    assert [line.split() for line in said if 'Style' in line][-1] == ['2', 'Style', 'cut', 'off']
    assert said[-1] == '0 passed, 1 failed'
    assert job.returncode != 0
