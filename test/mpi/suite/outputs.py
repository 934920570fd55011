"""What is written where the processes of a job differ in their settings, and under which names: nothing is replaced."""

import itertools
import re
import shutil
import subprocess

from .harness import Job, Profile, Skip, require, require_equal

OUTPUTS = ('none', 'stdout', 'stderr', 'file', 'prof')
BYTES = 100


def add(suite, installation):
    for output in OUTPUTS:
        suite.test(f'outputs differ: {output} and each', check_pairs, installation, output)
        suite.test(f'outputs differ: {output} written by one rank', check_written, installation, output)
    suite.test('outputs of five processes', check_five, installation)
    suite.test('outputs differ in everything', check_mixture, installation)
    suite.test('outputs: the first that writes names the profile', check_first_names, installation)
    suite.test('outputs: what each process ran and counted', check_settings, installation)
    suite.test('outputs: messages of MPI_Finalize', check_messages, installation)
    for at_once in (False, True):
        when = 'at once' if at_once else 'in turn'
        suite.test(f'outputs of several jobs {when}', check_profiles, installation, at_once)
        suite.test(f'outputs of several jobs {when}, prof', check_prof_sets, installation, at_once)
    suite.test('outputs beside the rest of an earlier set', check_rest_of_set, installation)


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
    require_equal(f'warnings {what}', job.result.lines('mpich-monitoring'), [])
    for stream in ('stdout', 'stderr'):
        require_equal(f'{stream} {what}', lines(getattr(job.result, stream)), ring(wanting[stream], size))
    files = {f'{name}.{rank}.prof': rank for rank in wanting['prof']}
    for path in job.folder.glob('*.prof'):
        require(path.name in files, f'{path.name} {what}')
        require_equal(f'{path.name} {what}', lines(path.read_text()), ring([files.pop(path.name)], size))
    require_equal(f'missing files {what}', files, {})
    if wanting['file']:
        profile = Profile(job.installation, job.folder / f'{name}.mon', whole=len(wanting['file']) == size)
        require_equal(f'processes {what}', [row['rank'] for row in profile.json['processes']], wanting['file'])
        expected = {(rank, target, 'p2p'): [1, BYTES, 0, 0] for rank, target, _ in ring(wanting['file'], size)}
        flows = {key: [*flow[:2], 0, 0] for key, flow in profile.flows(('p2p',)).items() if flow[0]}
        require_equal(f'messages {what}', flows, expected)
    others = {path.name for path in job.folder.iterdir() if path.suffix != '.prof'} - {'truth'}
    require_equal(f'other files {what}', others, {f'{name}.mon'} if wanting['file'] else set())


def check_pairs(installation, first):
    for second in OUTPUTS:
        check_outputs(Mixed(installation, [{'OUTPUT': first}, {'OUTPUT': second}]), (first, second))


def check_written(installation, output):
    """By MPI_T, on one rank of three; the others have each of the outputs."""
    for others, rank in zip(OUTPUTS, itertools.cycle(range(3))):
        outputs = [others] * 3
        outputs[rank] = output
        number = OUTPUTS.index(output)
        job = Mixed(installation, [{'OUTPUT': others}] * 3, (BYTES, rank, 'MPIR_CVAR_MONITORING_OUTPUT', number))
        check_outputs(job, outputs)


def check_five(installation):
    for shift in range(5):
        outputs = OUTPUTS[shift:] + OUTPUTS[:shift]
        check_outputs(Mixed(installation, [{'OUTPUT': output} for output in outputs]), outputs)


def check_mixture(installation):
    """Processes that count nothing, or more than others: no job waits for ever, each process's output is there."""
    choices = itertools.product((0, 1, 2), ('all', 'peers', 'receives'), ('file', 'none', 'stdout'), ('x.mon', 'y.mon'))
    choices = [dict(zip(('ENABLE', 'DETAIL', 'OUTPUT', 'FILENAME'), choice)) for choice in choices]
    for shift in range(0, len(choices), 4):
        chosen = [choices[(shift + 7 * i) % len(choices)] for i in range(4)]
        job = Mixed(installation, chosen).succeed()
        require_equal(f'warnings with {chosen}', job.result.lines('mpich-monitoring'), [])
        found = [row['rank'] for path in job.profiles()
                 for row in Profile(installation, path, whole=False).json['processes']]
        wanted = [rank for rank in range(4) if chosen[rank]['OUTPUT'] == 'file']
        counted = any(choice['ENABLE'] for choice in chosen)
        require_equal(f'processes in the profile with {chosen}', found, wanted if counted else [])
        if found:
            require_equal(f'name with {chosen}', job.profiles()[0].name, chosen[wanted[0]]['FILENAME'])


def check_first_names(installation):
    """%e and %j are those of the first process that has a record in it."""
    job = Mixed(installation, [('viewer', {'OUTPUT': 'none'}), {'OUTPUT': 'file', 'FILENAME': '%e.%j.mon'}]).succeed()
    process = Profile(installation, job.profiles()[0], whole=False).json['processes'][0]
    require_equal('the name', job.profiles()[0].name, f'differs.{process["pid"]}.mon')


def check_settings(installation):
    settings = [{'ENABLE': 2, 'DETAIL': 'peers'}, {'ENABLE': 0}, {'ENABLE': 1, 'DETAIL': 'all'}]
    job = Mixed(installation, [('viewer', settings[0]), *settings[1:]]).succeed()
    profile = job.profile()
    require_equal('the job', [profile.json['job'][key] for key in ('executable', 'enable', 'detail')],
                  ['viewer', 2, 'peers'])
    found = [[process[key] for key in ('executable', 'enable', 'detail')] for process in profile.json['processes']]
    require_equal('the processes', found, [['viewer', 2, 'peers'],
                                           ['differs', 0, 'peers,histograms,communicators,algorithms'],
                                           ['differs', 1, 'all']])


def check_messages(installation):
    """Up and down a tree of the processes: once to agree, while monitoring is off; else twice, and a message with the
    name of the file down. In a power of two processes and in another number."""
    if 'ucx' not in installation.device:
        raise Skip('counted as they go to UCX')
    for ranks, (enable, ways) in itertools.product((1, 2, 4, 7), ((0, 2), (2, 5))):
        job = Job(installation, 'differs', ranks, (BYTES,), preload=[installation.build_shim('counts_sends')],
                  settings={'MONITORING_ENABLE': enable, 'MONITORING_DETAIL': None, 'MONITORING_FILENAME': 'x.mon'})
        counts = [int(line.split()[-1]) for line in job.succeed().result.lines('sent in MPI_Finalize')]
        require_equal(f'processes that say so of {ranks}', len(counts), ranks)
        require_equal(f'messages of {ranks} processes, enable {enable}', sum(counts), ways * (ranks - 1))


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
        require_equal('exit status', process.returncode, 0)
    return folder, said


def name_of(number, end):
    return f'differs.4711.{number}{end}' if number > 1 else f'differs.4711{end}'


def check_profiles(installation, at_once):
    """Each job has a profile, and those that are not the first one say its name."""
    folder, said = run_jobs(installation, 'file', at_once)
    found = {}
    for number in range(1, 5):
        profile = Profile(installation, folder / name_of(number, '.mon'))
        sizes = {flow[1] for flow in profile.flows(('p2p',)).values()}
        found[sizes.pop()] = number
        require_equal('other sizes', sizes, set())
    for size, text in zip((10, 20, 30, 40), said):
        line = (f'mpich-monitoring: differs.4711.mon is the profile of another run; that of this one is '
                f'{name_of(found[size], ".mon")}')
        require_equal(f'said of {size}', text, [line] if found[size] > 1 else [])
    if not at_once:
        require_equal('the numbers', list(found), [10, 20, 30, 40])
    require_equal('the files', sorted(path.name for path in folder.iterdir() if path.name != 'truth'),
                  sorted(name_of(number, '.mon') for number in range(1, 5)))


def check_prof_sets(installation, at_once):
    """The files of a number are all of one job."""
    folder, said = run_jobs(installation, 'prof', at_once)
    found = {}
    for number in range(1, 5):
        texts = [(folder / name_of(number, f'.{rank}.prof')).read_text() for rank in range(2)]
        sizes = {size for text in texts for _, _, size in lines(text)}
        require_equal(f'jobs in the set {number}', len(sizes), 1)
        found[sizes.pop()] = number
    for size, text in zip((10, 20, 30, 40), said):
        line = (f'mpich-monitoring: differs.4711.*.prof are of another run; those of this one are '
                f'differs.4711.{found[size]}.*.prof')
        require_equal(f'said of {size}', text, [line] if found[size] > 1 else [])
    require_equal('files', len(list(folder.iterdir())) - 1, 8)


def check_rest_of_set(installation):
    """Another run's file of one rank is enough for all to have another number, wherever it is."""
    for rank in range(3):
        folder = Job(installation, 'differs', 1).folder
        rest = folder / f'differs.4711.{rank}.prof'
        rest.write_text('of another run')
        run_jobs(installation, 'prof', False, folder, (10,), 3)
        require_equal('what was there', rest.read_text(), 'of another run')
        require_equal('the files', sorted(path.name for path in folder.iterdir() if path.name != 'truth'),
                      sorted([rest.name, *(f'differs.4711.2.{other}.prof' for other in range(3))]))
