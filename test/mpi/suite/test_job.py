"""Which job a profile is of, and `mpimon run`, which starts jobs."""

import os
import re
import shutil
import subprocess
import time
from pathlib import Path

import pytest

from .harness import Job, Profile, clean_environment, run
from .test_applications import NETPIPE
from .test_recovery import DoomedJob, recover, the_job

EXIT_WITHOUT_FINALIZE = ('exit', 'return')
ABORT_STATUS = 3  # of ends_badly


def build_id(program):
    notes = run(['readelf', '-n', program]).stdout
    return re.search(r'Build ID: ([0-9a-f]+)', notes)[1]


def without_batch(job):
    """The job as it is outside of any batch system, wherever the tests run."""
    for name in list(job.env):
        if name.startswith(('SLURM_', 'PBS_', 'LSB_', 'FLUX_')):
            del job.env[name]
    return job


def test_which_job(installation):
    before = time.time_ns()
    job = without_batch(Job(installation, installation.build('hello', wrapped=False), 2, ['a', 'two words'], raw=True))
    facts = job.succeed().profile().json['job']
    program = str(job.command[3])
    assert facts['launcher'] == 'hydra'
    assert facts['command'] == f"{program} a 'two words'"
    assert facts['folder'] == str(job.folder)
    assert facts['build_id'] == build_id(program)
    library = r'UCX \d+\.\d+\.\d+' if 'ucx' in installation.device else r'libfabric \d+\.\d+\.\d+.*'
    assert re.fullmatch(library, facts['network'])
    assert before < facts['start_time_ns'] <= facts['end_time_ns'] < time.time_ns()
    assert facts['ending'] == 'complete'
    assert not {'step', 'array_index', 'account', 'nodes'} & set(facts)
    assert facts['executables'] == [{'executable': 'hello.plain', 'build_id': facts['build_id'], 'folder': facts['folder'],
                                     'command': facts['command'], 'ranks': [[0, 1]]}]


def test_the_command_may_be_left_out(installation):
    job = Job(installation, 'hello', 2, ['secret'], settings={'MONITORING_COMMAND': 0}).succeed()
    profile = job.profile()
    assert 'command' not in profile.json['job']
    assert b'secret' not in profile.path.read_bytes()


def test_a_long_command_is_shortened_in_its_middle(installation):
    job = Job(installation, 'hello', 1, ['x' * 5000, 'last']).succeed()
    command = job.profile().json['job']['command']
    assert len(command) == 1023
    assert command.startswith(f'{job.command[3]} xxx') and command.endswith('xxx last') and command.count('...') == 1


def test_facts_of_a_batch_system(installation):
    """By the environment; and in the file's name."""
    job = without_batch(Job(installation, 'hello', 2, settings={'MONITORING_FILENAME': '%j.%s.%a.%t.mon'}))
    job.env.update({'SLURM_JOB_ID': '4711', 'SLURM_STEP_ID': '7', 'SLURM_ARRAY_TASK_ID': '12', 'SLURM_JOB_ACCOUNT': 'climate',
                    'SLURM_STEP_NODELIST': 'n[1-2]', 'HYDRA_BOOTSTRAP': 'fork', 'HYDRA_RMK': 'user', 'HYDRA_LAUNCHER': 'fork'})
    job.succeed()
    facts = job.profile().json['job']
    assert [facts[name] for name in ('job_id', 'step', 'array_index', 'account', 'nodes', 'launcher')] == [
        '4711', '7', '12', 'climate', 'n[1-2]', 'hydra']
    start = time.strftime('%Y%m%dT%H%M%S', time.localtime(facts['start_time_ns'] // 10**9))
    assert re.fullmatch(rf'4711\.7\.12\.{start[:8]}T\d{{6}}\.mon', job.profiles()[0].name)


def test_several_programs_of_one_job(installation):
    programs = [installation.build('hello', wrapped=False)]
    programs.append(Path(shutil.copy(programs[0], programs[0].with_name('goodbye'))))
    job = Job(installation, programs[0], 1, [':', '-n', 2, programs[1], 10], raw=True).succeed()
    profile = job.profile()
    assert [(entry['executable'], entry['build_id'], entry['command'], entry['ranks'])
            for entry in profile.json['job']['executables']] == [
        ('hello.plain', build_id(programs[0]), str(programs[0]), [[0, 0]]),
        ('goodbye', build_id(programs[1]), f'{programs[1]} 10', [[1, 2]])]
    report = run([installation.tool('mpimon'), 'report', profile.path]).stdout
    assert re.search(r'programs +hello\.plain: rank 0\n +goodbye: ranks 1-2\n', report)


@pytest.mark.parametrize('way', EXIT_WITHOUT_FINALIZE)
def test_a_process_that_exits_says_so(installation, way):
    job = DoomedJob(installation, 'wait')  # its folder for segments
    job.command = [installation.build('leaves', wrapped=False), way]
    run(job.command, env=job.env, cwd=job.folder)
    recovered = the_job(recover(installation, job.segment_folder, '--clean'))
    profile = Profile(installation, job.segment_folder.parent / recovered['profile'])
    assert [process.get('ending') for process in profile.json['processes']] == ['exited']
    assert profile.json['job']['ending'] == 'exited'


def start(installation, folder, options, command, env=None):
    """`mpimon run` of a command in a folder."""
    variables = {**clean_environment(), 'UCX_LOG_LEVEL': 'error', 'LD_PRELOAD': str(installation.build_yielding()),
                 **(env or {})}
    for name in list(variables):
        if name.startswith(('SLURM_', 'PBS_', 'LSB_', 'FLUX_')):
            del variables[name]
    return run([installation.tool('mpimon'), 'run', *options, '--', *command], env=variables, cwd=folder)


@pytest.fixture
def folder(installation):
    made = Job(installation, 'hello', 1).folder
    shutil.rmtree(made / 'truth')
    return made


@pytest.mark.usefixtures('needs_quiet_init')
def test_run(installation, folder):
    """Says where the profile is, which the job has named after mpimon's own process, and sums it up.

    The library itself may send messages, too: over libfabric MPI_Finalize reduces a number.
    """
    command = [installation.tool('mpiexec'), '-n', 3, installation.build('differs', wrapped=False), 100]
    done = start(installation, folder, [], command)
    assert (done.status, done.stdout) == (0, '')
    (path,) = folder.iterdir()
    assert re.fullmatch(r'differs\.plain\.\d+\.mon', path.name)
    lines = [line.removeprefix('mpimon run: ') for line in done.stderr.splitlines()]
    assert lines[0] == f'profile {path}'
    assert re.match(r'  3 ranks on 1 node, ', lines[1])
    profile = Profile(installation, path)
    assert profile.flows(('p2p',)) == {(rank, (rank + 1) % 3, 'p2p'): [1, 100, 0, 0] for rank in range(3)}
    own = profile.flows(('coll',))
    messages, size = (sum(flow[column] for flow in own.values()) for column in (0, 1))
    share = 100 * size / (300 + size)
    classes = f'{100 - share:.1f} % p2p' + (f', {share:.1f} % coll' if own else '')
    assert lines[2] == f'  {3 + messages} messages between ranks, {300 + size} B: {classes}'
    most = 100 + max((own.get((rank, (rank + 1) % 3, 'coll'), [0, 0])[1] for rank in range(3)))
    assert lines[3] == f'  the most from rank 0 to rank 1, {most} B; mpimon report {path} tells more'


def test_run_of_a_debian_binary(installation, folder):
    """Without any variable: the libraries are found, and nothing is remarked."""
    if not NETPIPE.exists() or not installation.has_abi:
        pytest.skip(f'{NETPIPE} is not installed')
    done = start(installation, folder, ['-o', 'pipe.mon'],
                 [installation.tool('mpiexec'), '-n', 2, NETPIPE, '-u', 64, '-n', 20, '-o', 'np.out'])
    assert done.status == 0, done.stderr
    assert (folder / 'pipe.mon').exists()
    said = [line for line in done.stderr.splitlines() if line.startswith('mpimon run: ')]
    assert said[0] == f'mpimon run: profile {folder}/pipe.mon'


def test_run_of_an_open_mpi_program(installation, folder):
    compiler = shutil.which('mpicc.openmpi')
    if not compiler:
        pytest.skip("Open MPI's compiler is not installed")
    (folder / 'main.c').write_text('#include <mpi.h>\nint main(void) { return MPI_SUCCESS; }\n')
    subprocess.run([compiler, folder / 'main.c', '-Wl,--no-as-needed', '-o', folder / 'program'], check=True)
    done = start(installation, folder, [], [installation.tool('mpiexec'), '-n', 1, folder / 'program'])
    assert done.status == 0
    assert done.stderr.splitlines() == [
        f"mpimon run: {folder}/program is made for Open MPI (libmpi.so.40), which MPICH cannot stand in for: nothing is "
        "counted; compile it with this installation's mpicc", 'mpimon run: no profile was written']


def test_run_of_a_job_that_is_aborted(installation, folder):
    """The status goes on; of the segments a profile is made."""
    (folder / 'log').mkdir()
    segments = DoomedJob(installation, 'wait').segment_folder  # in memory, where the last count is in the segment at once
    done = start(installation, folder, ['--segment-dir', segments],
                 [installation.tool('mpiexec'), '-n', 3, installation.build('ends_badly', wrapped=False), folder / 'log', 'abort'])
    assert done.status == ABORT_STATUS
    paths = list(folder.glob('*.mon'))
    assert len(paths) == 1, done.stderr
    path = paths[0]
    assert f'mpimon run: profile {path}' in done.stderr.splitlines()
    profile = Profile(installation, path)
    assert profile.json['job']['ending'] == 'aborted'
    assert [process.get('exit_code') for process in profile.json['processes']] == [None, ABORT_STATUS, None]
    flows = profile.flows(('p2p',))
    assert {key: flow[:2] for key, flow in flows.items()} == {
        (rank, (rank + 1) % 3, 'p2p'): [10, 10 * (100 + rank)] for rank in range(3)}


@pytest.mark.alone
def test_run_ends_with_its_job(installation, folder):
    """A signal to mpimon is one to mpiexec, which ends the job; its status is then 0 or 1, by chance, in stock MPICH, too."""
    (folder / 'log').mkdir()
    env = {**clean_environment(), 'LD_PRELOAD': str(installation.build_yielding())}
    command = [installation.tool('mpimon'), 'run', '--', installation.tool('mpiexec'), '-n', 2,
               installation.build('ends_badly', wrapped=False), folder / 'log', 'wait']
    with subprocess.Popen([str(word) for word in command], env=env, cwd=folder, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT) as process:
        end = time.monotonic() + 60
        while len(list((folder / 'log').iterdir())) < 2 and time.monotonic() < end:
            time.sleep(0.05)
        process.terminate()
        process.communicate(timeout=60)
    for path in (folder / 'log').iterdir():
        pid = int(path.read_text().split()[0])
        while os.path.exists(f'/proc/{pid}'):
            assert time.monotonic() < end, 'a rank still runs'
            time.sleep(0.05)
