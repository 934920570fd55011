"""mpimon run, with scripts in the place of launchers and programs: what it sets, says and passes on."""

import os
import re
import shutil
import signal
import subprocess
from pathlib import Path

import pytest

from mpimon import Mpimon
from support import succeed

JOB_IDS = ('SLURM_JOB_ID', 'PBS_JOBID', 'FLUX_JOB_ID', 'LSB_JOBID')


@pytest.fixture(autouse=True)
def environment(work, monkeypatch):
    """No batch system, no settings of the library, and commands of the working folder before others."""
    for name in list(os.environ):
        if name.startswith('MPIR_CVAR_') or name in (*JOB_IDS, 'LD_LIBRARY_PATH'):
            monkeypatch.delenv(name)
    monkeypatch.setenv('PATH', f'{work}:{os.environ["PATH"]}')


def script(path, *lines):
    """Makes a command of these lines."""
    Path(path).write_text('\n'.join(['#!/bin/bash', *lines, '']))
    Path(path).chmod(0o755)


@pytest.fixture(scope='module')
def there(build, tmp_path_factory):
    """An installation."""
    folder = tmp_path_factory.mktemp('there')
    (folder / 'bin').mkdir()
    (folder / 'lib/mpich-abi').mkdir(parents=True)
    shutil.copy(build / 'src/mpimon/mpimon', folder / 'bin')
    return folder


# Exit status and output


@pytest.fixture
def quietly(mpimon):
    """quietly(WORD, ...): how that command ends under mpimon run -q."""
    return lambda *command: mpimon.run('run', '-q', '--', *command)


def test_the_exit_status_and_standard_output_are_those_of_the_command(quietly):
    script('seven', 'echo to standard output', 'exit 7')
    done = quietly('./seven')
    assert (done.status, done.stdout) == (7, 'to standard output\n')


def test_that_a_job_that_fails_left_no_profile_is_said(quietly):
    script('seven', 'exit 7')
    assert 'mpimon run: no profile was written; a job that is killed keeps its counters with --segment-dir' in \
        quietly('./seven').stderr.splitlines()


def test_success(quietly):
    assert quietly('true').status == 0


def test_a_command_that_is_killed_ends_as_in_a_shell(quietly):
    script('killed', 'kill -KILL $$')
    assert quietly('./killed').status == 128 + signal.SIGKILL


def test_no_such_command(quietly):
    done = quietly('./missing')
    assert done.status == 127
    assert 'mpimon run: ./missing: No such file or directory' in done.stderr.splitlines()


def test_a_file_that_is_no_program(quietly):
    Path('no-program').touch()
    done = quietly('./no-program')
    assert done.status == 126
    assert 'mpimon run: ./no-program: Permission denied' in done.stderr.splitlines()


@pytest.mark.parametrize('pattern, words', [
    (r'^mpimon run: which command\?', []),
    ('^mpimon run: ', ['--output', 'paper', '--', 'true']),
], ids=['no command', 'an output that there is not'])
def test_refused(mpimon, pattern, words):
    mpimon.refuses(2, pattern, 'run', *words)


# Signals


@pytest.mark.parametrize('name', ['HUP', 'TERM', 'USR1', 'USR2', 'INT', 'QUIT', 'ALRM', 'CONT'])
def test_the_command_gets_the_signal(mpimon, name):
    """Whoever runs the tests may ignore it, as nohup does: it is given back. The command ends by itself after a minute."""
    script('waits', 'trap "echo $1; exit 9" "$1"', 'echo ready', 'for _ in {1..600}; do sleep 0.1; done')
    with subprocess.Popen(['env', f'--default-signal={name}', mpimon.command, 'run', '--', './waits', name],
                          stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout.readline() == 'ready\n'
        running.send_signal(signal.Signals[f'SIG{name}'])
        assert running.stdout.read() == f'{name}\n'
    assert running.returncode == 9


# Variables


def variables(mpimon, *options, **settings):
    """Those of the library and of the dynamic linker that a command is given, in alphabetical order."""
    shown = mpimon.run('run', *options, '--', 'printenv', '--null', env=settings).stdout.split('\0')
    return sorted(variable for variable in shown if variable.startswith(('MPIR_CVAR_MONITORING', 'LD_LIB')))


def test_options_set_variables(mpimon):
    """Paths are absolute, since the job may change to another folder."""
    assert variables(mpimon, '--detail', 'all', '-o', 'a/%e.mon', '--segment-dir', 'seg') == [
        'MPIR_CVAR_MONITORING_DETAIL=all',
        'MPIR_CVAR_MONITORING_ENABLE=2',
        f'MPIR_CVAR_MONITORING_FILENAME={Path.cwd()}/a/%e.mon',
        'MPIR_CVAR_MONITORING_OUTPUT=file',
        f'MPIR_CVAR_MONITORING_SEGMENT_DIR={Path.cwd()}/seg',
    ]


def test_variables_of_the_environment_stay_and_the_job_id_is_filled_in(mpimon):
    assert variables(mpimon, MPIR_CVAR_MONITORING_ENABLE=1, MPIR_CVAR_MONITORING_FILENAME='/b/%j.mon', SLURM_JOB_ID=4711) == [
        'MPIR_CVAR_MONITORING_ENABLE=1',
        'MPIR_CVAR_MONITORING_FILENAME=/b/4711.mon',
        'MPIR_CVAR_MONITORING_OUTPUT=file',
    ]


def test_a_profile_without_a_job_id_is_named_by_the_process(mpimon):
    with subprocess.Popen([mpimon.command, 'run', '--', 'printenv', 'MPIR_CVAR_MONITORING_FILENAME'],
                          stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout.read() == f'{Path.cwd()}/%e.{running.pid}.mon\n'


def test_the_libraries_of_the_installation_come_first(mpimon, there):
    assert f'LD_LIBRARY_PATH={there}/lib/mpich-abi:{there}/lib:/before' in \
        variables(Mpimon(there / 'bin/mpimon'), LD_LIBRARY_PATH='/before')


# Programs of other MPIs


MADE_FOR = {
    'of_open_mpi': 'libmpi.so.40',
    'of_mpich': 'libmpich.so.12',
    'of_cray': 'libmpi_cray.so.12',
    'of_this_one': 'libmpi.so.0',
    'of_another': 'libmpifort.so.0',
}


@pytest.fixture(scope='module')
def programs(there, tmp_path_factory):
    """A folder of programs that ask for these libraries, and of launchers that start nothing; the installation has one of the
    libraries."""
    folder = tmp_path_factory.mktemp('programs')
    (folder / 'main.c').write_text('int main(void) { return 0; }\n')
    (folder / 'mpi.c').write_text('int MPI_Init(void) { return 0; }\n')
    for program, library in MADE_FOR.items():
        succeed('gcc', '-shared', '-fPIC', f'-Wl,-soname,{library}', 'mpi.c', '-o', library, cwd=folder)
        succeed('gcc', 'main.c', '-o', program, '-Wl,--no-as-needed', f'./{library}', cwd=folder)
    succeed('gcc', 'main.c', '-o', 'plain', cwd=folder)
    succeed('gcc', '-static', 'main.c', '-o', 'static', cwd=folder)
    shutil.copy(folder / 'libmpi.so.0', there / 'lib')
    for launcher in ('mpiexec', 'srun'):
        script(folder / launcher, 'exit 0')
    script(folder / 'script', 'exit 0')
    return folder


@pytest.fixture
def remarks(mpimon, there, programs, monkeypatch):
    """remarks(WORD, ...): what the installation says of that command, which ends well; a line each."""
    monkeypatch.chdir(programs)
    monkeypatch.setenv('PATH', f'{programs}:{os.environ["PATH"]}')
    installed = Mpimon(there / 'bin/mpimon')

    def run(*command):
        done = installed.run('run', '--output', 'none', '--', *command)
        assert done.status == 0
        return done.stderr.splitlines()
    return run


REMARKED = {
    'of Open MPI': (['of_open_mpi'], 'mpiexec -n 2 ./of_open_mpi'),
    'of MPICH': ([], 'mpiexec -np 2 -genv A B -genv C=D -ppn 2 ./of_mpich'),
    'of another MPI': (['of_cray'], 'mpiexec -n 2 ./of_cray'),
    'of no version of the ABI': (['of_another'], 'mpiexec -n 1 ./of_this_one : -n 1 ./of_another'),
    'linked statically': (['static'], 'srun -n2 --mpi=pmi2 --label ./static'),
    'without MPI': (['plain'], 'srun -n 2 --ntasks-per-node 1 ./plain'),
    'of several': (['of_open_mpi', 'plain'], 'mpiexec -n 1 ./of_open_mpi : -n 2 ./of_mpich : -n 1 ./plain x'),
    'started by another': (['plain'], 'mpiexec -n 2 env A=B ./plain'),
    'without a launcher': (['static'], './static'),
    'that is a script': ([], 'mpiexec -n 2 ./script'),
}


@pytest.mark.parametrize('expected, command', REMARKED.values(), ids=REMARKED)
def test_programs_that_count_nothing_are_named(remarks, expected, command):
    """And no others."""
    assert [re.sub('^mpimon run: [^ ]*/([a-z_]+) .*', r'\1', line) for line in remarks(*command.split())] == expected


@pytest.mark.parametrize('program, reason', [
    ('of_open_mpi', 'is made for Open MPI (libmpi.so.40)'),
    ('plain', 'asks for no MPI library itself (libc.so.6)'),
])
def test_why_a_program_counts_nothing_is_said(remarks, program, reason):
    (remark,) = remarks('mpiexec', '-n', '2', f'./{program}')
    assert reason in remark


# The profile that a job leaves


@pytest.fixture
def job(mpimon):
    """job(OPTION, ..., suffix=''): a job of the program `solver` whose profile has this suffix to its name. The lines that are
    said of it leave out that this build is no installation."""
    script('mpiexec', 'name=${MPIR_CVAR_MONITORING_FILENAME//%e/solver}', 'cp sample.mon "${name%.mon}$1.mon"')

    def run(*options, suffix=''):
        done = mpimon.run('run', *options, '--', 'mpiexec', suffix)
        assert (done.status, done.stdout) == (0, '')
        return [line for line in done.stderr.splitlines() if 'mpich-abi' not in line]
    return run


def test_the_profile_is_summed_up(job):
    profile = f'{Path.cwd()}/solver-x.mon'
    assert job('-o', '%e-x.mon') == [
        f'mpimon run: profile {profile}',
        'mpimon run:   4 ranks on 2 hosts, 12.5 s, 0.0 % of it in MPI',
        'mpimon run:   62 messages between ranks, 28.5 KiB: 15.8 % p2p, 21.1 % coll, 56.2 % rma, 7.0 % part',
        f'mpimon run:   the most from rank 0 to rank 1, 13.0 KiB; mpimon report {profile} tells more',
    ]


def test_only_a_new_profile_is_told(job):
    job('-o', '%e-x.mon')
    assert [line for line in job('-o', '%e-x.mon', suffix='.2') if 'profile /' in line] == \
        [f'mpimon run: profile {Path.cwd()}/solver-x.2.mon']


def test_quiet_says_nothing_of_what_is_well(job):
    assert job('-q', '-o', '%e-y.mon') == []
    assert Path('solver-y.mon').exists()


def test_nodes_are_told_where_the_profile_has_them(mpimon):
    script('mpiexec', 'cp placed.mon "${MPIR_CVAR_MONITORING_FILENAME//%e/solver}"')
    done = mpimon.run('run', '-o', '%e-z.mon', '--', 'mpiexec')
    assert 'mpimon run:   4 ranks on 2 nodes, 12.5 s, 0.0 % of it in MPI' in done.stderr.splitlines()


# What killed processes leave


def test_older_segments_are_not_of_this_job(mpimon, make_profile, work):
    (work / 'older').mkdir()
    make_profile('segments', work / 'older')
    script('mpiexec', 'mkdir -p left', 'cp older/* left', 'exit 3')
    assert mpimon.run('run', '--segment-dir', 'left', '--', 'mpiexec').status == 3
    assert not list(work.glob('*recovered*.mon'))
