"""MPI_T: the programs check what they read; here it is what they leave behind."""

import random
import re
from collections import Counter

import pytest

from .harness import Job
from .test_functions import sent

NEW = 'new'
RECEIVES = {'MONITORING_DETAIL': 'peers,histograms,communicators,algorithms,receives'}


@pytest.mark.parametrize('ranks', [2, 3, 4, 7])
def test_counts(installation, ranks):
    check_program(installation, 'mpit_counts', ranks)


@pytest.mark.parametrize('ranks', [2, 4])
def test_open_mpi_reduce(installation, ranks):
    check_program(installation, 'mpit_reduce', ranks)


@pytest.mark.parametrize('ranks', [1, 3])
def test_one_sided_variables(installation, ranks):
    check_program(installation, 'mpit_one_sided', ranks)


@pytest.mark.parametrize('ranks, seed', [(2, 17), (3, NEW)])
def test_sessions_at_random(installation, ranks, seed):
    check_program(installation, 'mpit_sessions', ranks, (chosen(seed), 0, 1000))


@pytest.mark.parametrize('ranks, seed', [(2, 31), (4, 32), (7, 33), (3, NEW)])
def test_tracer(installation, ranks, seed):
    check_program(installation, 'mpit_tracer', ranks, (chosen(seed), 400))


def test_tracer_switched_on_late(installation):
    check_program(installation, 'mpit_tracer', 3, (34, 400), enable=0)


def test_order(installation):
    check_program(installation, 'mpit_order', 2)


def chosen(seed):
    """The seed; a new one is printed, which pytest shows of tests that fail."""
    if seed is NEW:
        seed = random.SystemRandom().randrange(10**6)
        print(f'seed {seed}')
    return seed


def run(installation, program, ranks, arguments=(), enable=2, tools=()):
    """A job without the wrappers that keep the truth for the profile; the tracer has its own."""
    job = Job(installation, installation.build(program, wrapped=False), ranks, arguments, raw=True,
              settings={**RECEIVES, 'MONITORING_ENABLE': enable},
              preload=[installation.build_tool(name) for name in tools]).succeed()
    assert job.result.stderr == ''
    return job


def check_program(installation, program, ranks, arguments=(), enable=2):
    run(installation, program, ranks, arguments, enable).profile()


def test_begun_again(installation):
    if installation.version < (4, 2):
        pytest.skip('this MPICH cannot begin a second time')
    job = Job(installation, installation.build('mpit_again', wrapped=False), 1, raw=True,
              settings={**RECEIVES, 'MONITORING_ENABLE': 2}).succeed()
    second, first = job.profiles()  # NAME.2.mon, NAME.mon
    assert job.result.stderr == (f'mpich-monitoring: {first.name} is the profile of another run; '
                                 f'that of this one is {second.name}\n')


@pytest.mark.parametrize('enable', [2, 0])
def test_tracer_of_two_worlds(installation, enable):
    if not installation.has_shm:
        pytest.skip("this MPICH's ch4:ucx has no dynamic processes")
    job = run(installation, 'mpit_tracer', 2, (35, 400, 'spawn'), enable)
    assert len(job.profiles()) == 2
    assert [line.split(', ')[1] for line in job.result.stdout.splitlines()] == ['7 objects'] * 2


@pytest.mark.parametrize('level', ['single', 'multiple'])
def test_threads(installation, level):
    rounds = 300
    job = run(installation, 'mpit_threads', 2, (level, rounds))
    # Two senders, and eight messages of 1 to 64 bytes in every round.
    flow = [2 * 8 * rounds, 2 * 8 * sum(1 + number % 64 for number in range(rounds))] * 2
    assert job.profile().flows(('p2p',)) == {(0, 1, 'p2p'): flow, (1, 0, 'p2p'): flow}


def test_allocates_nothing(installation):
    words = run(installation, 'mpit_allocations', 4, tools=['allocations']).result.stdout.split()
    assert int(words[0]) > 140 and int(words[3]) == 10, f'the program used {" ".join(words)}'


def test_open_mpi_phases(installation):
    """The token of 25 goes round on four processes: the guide's figures, 27 messages of 4 bytes from rank 0."""
    job = Job(installation, 'mpit_phases', 4, ('.',)).succeed()
    left = sorted(path.name for path in job.folder.glob('*.prof'))
    assert left == [f'phase_{phase}.{rank}.prof' for phase in (1, 2) for rank in range(4)]
    first = (job.folder / 'phase_1.0.prof').read_text().splitlines()
    assert 'E\t0\t1\t108 bytes\t27 msgs sent' in '\n'.join(first), f'no line of 27 messages: {first}'
    for rank in range(4):
        lines = [line.split('\t') for line in (job.folder / f'phase_2.{rank}.prof').read_text().splitlines()
                 if line.startswith('E')]
        assert [line[:5] for line in lines] == [['E', str(rank), str((rank + 2) % 4), '4 bytes', '1 msgs sent']]
    flows = job.profile().flows(('p2p',))
    assert [flows[0, peer, 'p2p'][:2] for peer in (1, 2, 3)] == [[27, 108], [2, 8], [1, 7]]


def test_control(installation):
    """Off at first; what was counted while it was on is in the profile, whose name was written by the program."""
    job = Job(installation, 'mpit_control', 3, settings={'MONITORING_ENABLE': 0, 'MONITORING_DETAIL': None,
                                                         'MONITORING_FILENAME': None}).succeed()
    assert [path.name for path in job.profiles()] == ['written.mon']
    flows = job.profile().flows(('p2p',))
    expected = {(rank, (rank + 1) % 3, 'p2p'): [3, 50, 3, 50] for rank in range(3)}
    assert flows == expected


@pytest.mark.parametrize('output', ['file', 'prof'])
@pytest.mark.parametrize('pattern', ['%q', ''], ids=['%q', 'empty'])
def test_control_names(installation, pattern, output):
    """A name that makes no sense changes nothing: the output has the default name."""
    job = Job(installation, 'mpit_control', 3, (pattern,),
              settings={'MONITORING_ENABLE': 0, 'MONITORING_DETAIL': None, 'MONITORING_FILENAME': None,
                        'MONITORING_OUTPUT': output}).succeed()
    assert job.result.stderr == ''
    left = sorted(path.name for path in job.folder.iterdir() if path.suffix in ('.mon', '.prof'))
    expected = r'mpit_control\.\d+' + (r'\.mon' if output == 'file' else r'\.[012]\.prof')
    assert len(left) == (1 if output == 'file' else 3)
    for name in left:
        assert re.fullmatch(expected, name), f'the file {name}'


def test_regions_and_switches(installation):
    """A detail that is added takes nobody out of the region that it is in."""
    job = Job(installation, installation.build('mpit_regions', wrapped=False), 2, raw=True,
              settings={'MONITORING_DETAIL': 'regions'}).succeed()
    assert job.result.stderr == ''
    messages = Counter()
    for (_, region, _, _), (count, _) in sent(job.profile()).items():
        messages[region] += count
    assert messages == {'': 2, 'solve': 4}


def test_switched_in_finalize(installation):
    """What a tool writes while MPI_Finalize is under way, or after it, takes no effect and does no harm."""
    for _ in range(10):
        job = Job(installation, installation.build('switch_at_end', wrapped=False), 2, raw=True).succeed()
        assert job.result.stderr == ''
