"""What is written where the processes of a job differ in their settings, and under which names: nothing is replaced."""

import itertools
import re
import shutil
import subprocess

import pytest

from .harness import Job, Profile

pytestmark = pytest.mark.any_device

OUTPUTS = ('none', 'stdout', 'stderr', 'file', 'prof')
BYTES = 100


class Mixed(Job):
    """A job of one process for each dictionary of settings, or pair of the program's name and settings."""

    def __init__(self, installation, processes, arguments=(BYTES,)):
        super().__init__(installation, 'differs', len(processes), timeout=30,
                         settings={'MONITORING_FILENAME': 'x.mon', 'MONITORING_DETAIL': None})
        self.command = [installation.tool('mpiexec')]
        for process in processes:
            name, settings = process if isinstance(process, tuple) else ('differs', process)
            program = installation.scratch / name
            if not program.exists():
                shutil.copy(installation.build('differs'), program)
            variables = ((f'MPIR_CVAR_MONITORING_{name}', value) for name, value in settings.items())
            self.command += ['-n', 1, *(word for pair in variables for word in ('-env', *pair)),
                             program, *arguments, ':']
        self.command.pop()


def ring(ranks, size):
    """The E lines of these ranks."""
    return [(rank, (rank + 1) % size, BYTES) for rank in ranks]


def lines(text):
    """(source, target, bytes) of the E lines, by source: what several processes write, mpiexec may mix."""
    return sorted(tuple(map(int, found)) for found in re.findall(r'^E\t(\d+)\t(\d+)\t(\d+) bytes\t1 msgs sent', text, re.M))


def check_outputs(job, outputs, name='x'):
    """Every process's output is where `outputs`, by rank, say, and nothing else is anywhere."""
    job.succeed()
    size = len(outputs)
    wanting = {output: [rank for rank in range(size) if outputs[rank] == output] for output in OUTPUTS}
    what = f'of outputs {outputs}'
    assert job.result.lines('mpich-monitoring') == [], f'warnings {what}'
    for stream in ('stdout', 'stderr'):
        assert lines(getattr(job.result, stream)) == ring(wanting[stream], size), f'{stream} {what}'
    files = {f'{name}.{rank}.prof': rank for rank in wanting['prof']}
    for path in job.folder.glob('*.prof'):
        assert path.name in files, f'{path.name} {what}'
        assert lines(path.read_text()) == ring([files.pop(path.name)], size), f'{path.name} {what}'
    assert files == {}, f'missing files {what}'
    if wanting['file']:
        profile = Profile(job.installation, job.folder / f'{name}.mon', whole=len(wanting['file']) == size)
        assert [row['rank'] for row in profile.json['processes']] == wanting['file'], f'processes {what}'
        expected = {(rank, target, 'p2p'): [1, BYTES, 0, 0] for rank, target, _ in ring(wanting['file'], size)}
        flows = {key: [*flow[:2], 0, 0] for key, flow in profile.flows(('p2p',)).items() if flow[0]}
        assert flows == expected, f'messages {what}'
    others = {path.name for path in job.folder.iterdir() if path.suffix != '.prof'} - {'truth'}
    assert others == ({f'{name}.mon'} if wanting['file'] else set()), f'other files {what}'


@pytest.mark.parametrize('first', OUTPUTS)
def test_one_and_each(installation, first):
    for second in OUTPUTS:
        check_outputs(Mixed(installation, [{'OUTPUT': first}, {'OUTPUT': second}]), (first, second))


@pytest.mark.parametrize('output', OUTPUTS)
def test_written_by_one_rank(installation, output):
    """By MPI_T, on one rank of three; the others have each of the outputs."""
    for others, rank in zip(OUTPUTS, itertools.cycle(range(3))):
        outputs = [others] * 3
        outputs[rank] = output
        number = OUTPUTS.index(output)
        job = Mixed(installation, [{'OUTPUT': others}] * 3, (BYTES, rank, 'MPIR_CVAR_MONITORING_OUTPUT', number))
        check_outputs(job, outputs)


def test_five_processes(installation):
    for shift in range(5):
        outputs = OUTPUTS[shift:] + OUTPUTS[:shift]
        check_outputs(Mixed(installation, [{'OUTPUT': output} for output in outputs]), outputs)


def test_differ_in_everything(installation):
    """Processes that count nothing, or more than others: no job waits for ever, each process's output is there."""
    choices = itertools.product((0, 1, 2), ('all', 'peers', 'receives'), ('file', 'none', 'stdout'), ('x.mon', 'y.mon'))
    choices = [dict(zip(('ENABLE', 'DETAIL', 'OUTPUT', 'FILENAME'), choice)) for choice in choices]
    for shift in range(0, len(choices), 4):
        chosen = [choices[(shift + 7 * i) % len(choices)] for i in range(4)]
        job = Mixed(installation, chosen).succeed()
        assert job.result.lines('mpich-monitoring') == [], f'warnings with {chosen}'
        found = [row['rank'] for path in job.profiles()
                 for row in Profile(installation, path, whole=False).json['processes']]
        wanted = [rank for rank in range(4) if chosen[rank]['OUTPUT'] == 'file']
        counted = any(choice['ENABLE'] for choice in chosen)
        assert found == (wanted if counted else []), f'processes in the profile with {chosen}'
        if found:
            assert job.profiles()[0].name == chosen[wanted[0]]['FILENAME'], f'name with {chosen}'


def test_the_first_that_writes_names_the_profile(installation):
    """%e and %j are those of the first process that has a record in it."""
    job = Mixed(installation, [('viewer', {'OUTPUT': 'none'}), {'OUTPUT': 'file', 'FILENAME': '%e.%j.mon'}]).succeed()
    process = Profile(installation, job.profiles()[0], whole=False).json['processes'][0]
    assert job.profiles()[0].name == f'differs.{process["pid"]}.mon'


def test_what_each_process_ran_and_counted(installation):
    settings = [{'ENABLE': 2, 'DETAIL': 'peers'}, {'ENABLE': 0}, {'ENABLE': 1, 'DETAIL': 'all'}]
    job = Mixed(installation, [('viewer', settings[0]), *settings[1:]]).succeed()
    profile = job.profile()
    assert [profile.json['job'][key] for key in ('executable', 'enable', 'detail')] == ['viewer', 2, 'peers']
    found = [[process[key] for key in ('executable', 'enable', 'detail')] for process in profile.json['processes']]
    assert found == [['viewer', 2, 'peers'], ['differs', 0, 'peers,histograms,communicators,algorithms'],
                     ['differs', 1, 'all']]


def messages_of_finalize(installation, ranks, enable, **settings):
    job = Job(installation, 'differs', ranks, (BYTES,), preload=[installation.build_shim('counts_sends')],
              settings={'MONITORING_ENABLE': enable, 'MONITORING_DETAIL': None, 'MONITORING_FILENAME': 'x.mon', **settings})
    counts = [int(line.split()[-1]) for line in job.succeed().result.lines('sent in MPI_Finalize')]
    assert len(counts) == ranks, f'processes that say so of {ranks}'
    return sum(counts)


@pytest.mark.parametrize('ranks', [1, 2, 4, 7])
def test_messages_of_finalize(installation, ranks):
    """Up and down a tree of the processes: twice to agree, and a message with the name of the file down. While monitoring is
    off, none on one node, and up and down a tree of the nodes."""
    if 'ucx' not in installation.device:
        pytest.skip('counted as they go to UCX')
    within = 0 if installation.version < (5, 0) else 2
    assert messages_of_finalize(installation, ranks, 0) == within * (ranks - 1)
    assert messages_of_finalize(installation, ranks, 2) == 5 * (ranks - 1)
    nodes = min(ranks, 3)
    between = 2 * (nodes - 1)
    assert messages_of_finalize(installation, ranks, 0, NUM_CLIQUES=3) == (within * (ranks - 1) or between)
    assert messages_of_finalize(installation, ranks, 2, NUM_CLIQUES=3) == 5 * (ranks - 1) + (0 if within else between)


def run_jobs(installation, output, at_once, folder=None, sizes=(10, 20, 30, 40), ranks=2):
    """Jobs in one folder under one batch job's id, each with messages of its own size; returns the folder and what
    they said, in the order of the sizes."""
    jobs = [Job(installation, 'differs', ranks, (size,), settings={'MONITORING_FILENAME': None,
                                                                   'MONITORING_OUTPUT': output}) for size in sizes]
    folder = folder or jobs[0].folder
    said, running = [], []
    for job in jobs:
        job.env['SLURM_JOB_ID'] = '4711'
        running.append(subprocess.Popen([str(word) for word in job.command], env=job.env, cwd=folder,
                                        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                        encoding='utf-8'))
        if not at_once:
            running[-1].wait(60)
    for process in running:
        said.append(process.communicate(timeout=60)[1].splitlines())
        assert process.returncode == 0
    return folder, said


def name_of(number, end):
    return f'differs.4711.{number}{end}' if number > 1 else f'differs.4711{end}'


@pytest.mark.parametrize('at_once', [False, True], ids=['in turn', 'at once'])
def test_several_jobs(installation, at_once):
    """Each job has a profile, and those that are not the first one say its name."""
    folder, said = run_jobs(installation, 'file', at_once)
    found = {}
    for number in range(1, 5):
        profile = Profile(installation, folder / name_of(number, '.mon'))
        sizes = {flow[1] for flow in profile.flows(('p2p',)).values()}
        found[sizes.pop()] = number
        assert sizes == set()
    for size, text in zip((10, 20, 30, 40), said):
        line = (f'mpich-monitoring: differs.4711.mon is the profile of another run; that of this one is '
                f'{name_of(found[size], ".mon")}')
        assert text == ([line] if found[size] > 1 else []), f'said of {size}'
    if not at_once:
        assert list(found) == [10, 20, 30, 40]
    assert {path.name for path in folder.iterdir()} == {'truth', *(name_of(number, '.mon') for number in range(1, 5))}


@pytest.mark.parametrize('at_once', [False, True], ids=['in turn', 'at once'])
def test_several_jobs_with_prof_files(installation, at_once):
    """The files of a number are all of one job."""
    folder, said = run_jobs(installation, 'prof', at_once)
    found = {}
    for number in range(1, 5):
        texts = [(folder / name_of(number, f'.{rank}.prof')).read_text() for rank in range(2)]
        sizes = {size for text in texts for _, _, size in lines(text)}
        assert len(sizes) == 1, f'jobs in the set {number}'
        found[sizes.pop()] = number
    for size, text in zip((10, 20, 30, 40), said):
        line = (f'mpich-monitoring: differs.4711.*.prof are of another run; those of this one are '
                f'differs.4711.{found[size]}.*.prof')
        assert text == ([line] if found[size] > 1 else []), f'said of {size}'
    assert len(list(folder.iterdir())) - 1 == 8


def test_beside_the_rest_of_an_earlier_set(installation):
    """Another run's file of one rank is enough for all to have another number, wherever it is."""
    for rank in range(3):
        folder = Job(installation, 'differs', 1).folder
        rest = folder / f'differs.4711.{rank}.prof'
        rest.write_text('of another run')
        run_jobs(installation, 'prof', False, folder, (10,), 3)
        assert rest.read_text() == 'of another run'
        assert {path.name for path in folder.iterdir()} == {
            'truth', rest.name, *(f'differs.4711.2.{other}.prof' for other in range(3))}


LATE = (1, 2, 3)
LATE_RING = [(1, 2, BYTES), (2, 3, BYTES), (3, 1, BYTES)]


def late_job(installation, *first, output='file', detail=None, **settings):
    """Rank 0 ends before the others begin to count, but for the first one, if there is one."""
    return Job(installation, installation.build('counts_late', wrapped=False), 4, (BYTES, *first), raw=True, settings={
        'MONITORING_ENABLE': None, 'MONITORING_DETAIL': detail, 'MONITORING_FILENAME': 'x.mon', 'MONITORING_OUTPUT': output,
        **settings}).succeed()


def sent_p2p(profile):
    return [(*key[:2], flow[1]) for key, flow in sorted(profile.flows(('p2p',)).items()) if flow[0]]


def has_words(installation):
    """Whether processes of a node know without messages that one has left."""
    return installation.version < (5, 0)


@pytest.mark.parametrize('detail', [None, 'all'])
def test_counting_begun_late(installation, detail):
    """Who begins to count when another one has ended cannot wait for that one: each writes a profile of its own, and says
    so."""
    job = late_job(installation, detail=detail)
    if not has_words(installation):
        assert sent_p2p(job.profile()) == LATE_RING
        return
    said = [f'mpich-monitoring: rank {rank} began to count when others had ended; its own profile is x.rank-{rank}.mon'
            for rank in LATE]
    assert sorted(job.result.lines('mpich-monitoring')) == said
    assert [path.name for path in job.profiles()] == [f'x.rank-{rank}.mon' for rank in LATE]
    profiles = [Profile(installation, path, whole=False) for path in job.profiles()]
    assert [sent_p2p(profile) for profile in profiles] == [[flow] for flow in LATE_RING]
    assert [profile.json['job']['world_size'] for profile in profiles] == 3 * [4]


@pytest.mark.parametrize('output', ['prof', 'stdout'])
def test_text_begun_late(installation, output):
    job = late_job(installation, output=output)
    written = sorted(job.folder.glob('x.*.prof'))
    texts = [path.read_text() for path in written] if output == 'prof' else [job.result.stdout]
    assert sorted(flow for text in texts for flow in lines(text)) == LATE_RING
    ranks = LATE if has_words(installation) else range(4)
    assert [path.name for path in written] == ([f'x.{rank}.prof' for rank in ranks] if output == 'prof' else [])


@pytest.mark.parametrize('first', LATE)
def test_counting_begun_before_one_ends(installation, first):
    """One process that counts keeps all: the one that ended first waits, and there is one profile."""
    job = late_job(installation, first)
    assert job.result.lines('mpich-monitoring') == []
    assert sent_p2p(job.profile()) == LATE_RING


def test_counting_begun_late_on_several_nodes(installation):
    job = late_job(installation, NUM_CLIQUES=2)
    assert sent_p2p(job.profile()) == LATE_RING
