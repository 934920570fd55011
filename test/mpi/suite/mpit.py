"""MPI_T: the programs check what they read; here it is what they leave behind."""

import random
import re
from collections import Counter

from .functions import sent
from .harness import Job, Skip, require, require_equal

NEW_SEED = random.SystemRandom().randrange(10**6)
RECEIVES = {'MONITORING_DETAIL': 'peers,histograms,communicators,algorithms,receives'}


def add(suite, installation):
    for ranks in (2, 3, 4, 7):
        suite.test(f'mpit counts n={ranks}', check_program, installation, 'mpit_counts', ranks)
    for ranks in (2, 4):
        suite.test(f'mpit Open MPI reduce n={ranks}', check_program, installation, 'mpit_reduce', ranks)
    suite.test('mpit Open MPI phases', check_phases, installation)
    for ranks, seed in ((2, 17), (3, NEW_SEED)):
        suite.test(f'mpit sessions at random n={ranks} seed={seed}', check_program, installation, 'mpit_sessions', ranks,
                   (seed, 0, 1000))
    for ranks, seed in ((2, 31), (4, 32), (7, 33), (3, NEW_SEED)):
        suite.test(f'mpit tracer n={ranks} seed={seed}', check_program, installation, 'mpit_tracer', ranks, (seed, 400))
    suite.test('mpit tracer switched on late', check_program, installation, 'mpit_tracer', 3, (34, 400), enable=0)
    for enable in (2, 0):
        suite.test(f'mpit tracer of two worlds enable={enable}', check_two_worlds, installation, enable)
    for level in ('single', 'multiple'):
        suite.test(f'mpit threads {level}', check_threads, installation, level)
    suite.test('mpit allocates nothing', check_allocations, installation)
    suite.test('mpit control', check_control, installation)
    for pattern in ('%q', ''):
        for output in ('file', 'prof'):
            suite.test(f'mpit control names {pattern!r} for {output}', check_wrong_name, installation, pattern, output)
    suite.test('mpit regions and switches', check_regions, installation)
    suite.test('mpit switched in MPI_Finalize', check_switched_at_end, installation)
    suite.test('mpit begun again', check_begun_again, installation)
    suite.test('mpit order', check_program, installation, 'mpit_order', 2)


def run(installation, program, ranks, arguments=(), enable=2, tools=()):
    """A job without the wrappers that keep the truth for the profile; the tracer has its own."""
    job = Job(installation, installation.build(program, wrapped=False), ranks, arguments, raw=True,
              settings={**RECEIVES, 'MONITORING_ENABLE': enable},
              preload=[installation.build_tool(name) for name in tools]).succeed()
    require_equal('stderr', job.result.stderr, '')
    return job


def check_program(installation, program, ranks, arguments=(), enable=2):
    run(installation, program, ranks, arguments, enable).profile()


def check_begun_again(installation):
    if installation.version < (4, 2):
        raise Skip('this MPICH cannot begin a second time')
    job = run(installation, 'mpit_again', 1)
    require(job.profiles(), 'no profile')


def check_two_worlds(installation, enable):
    if not installation.has_shm:
        raise Skip("this MPICH's ch4:ucx has no dynamic processes")
    job = run(installation, 'mpit_tracer', 2, (35, 400, 'spawn'), enable)
    require_equal('the profiles', len(job.profiles()), 2)
    require_equal('objects', [line.split(', ')[1] for line in job.result.stdout.splitlines()], ['7 objects'] * 2)


def check_threads(installation, level):
    rounds = 300
    job = run(installation, 'mpit_threads', 2, (level, rounds))
    # Two senders, and eight messages of 1 to 64 bytes in every round.
    flow = [2 * 8 * rounds, 2 * 8 * sum(1 + number % 64 for number in range(rounds))] * 2
    require_equal('what was sent', job.profile().flows(('p2p',)), {(0, 1, 'p2p'): flow, (1, 0, 'p2p'): flow})


def check_allocations(installation):
    words = run(installation, 'mpit_allocations', 4, tools=['allocations']).result.stdout.split()
    require(int(words[0]) > 140 and int(words[3]) == 10, f'the program used {" ".join(words)}')


def check_phases(installation):
    """The token of 25 goes round on four processes: the guide's figures, 27 messages of 4 bytes from rank 0."""
    job = Job(installation, 'mpit_phases', 4, ('.',)).succeed()
    left = sorted(path.name for path in job.folder.glob('*.prof'))
    require_equal('the files', left, [f'phase_{phase}.{rank}.prof' for phase in (1, 2) for rank in range(4)])
    first = (job.folder / 'phase_1.0.prof').read_text().splitlines()
    require('E\t0\t1\t108 bytes\t27 msgs sent' in '\n'.join(first), f'no line of 27 messages: {first}')
    for rank in range(4):
        lines = [line.split('\t') for line in (job.folder / f'phase_2.{rank}.prof').read_text().splitlines()
                 if line.startswith('E')]
        require_equal('the lines of phase 2', [line[:5] for line in lines],
                      [['E', str(rank), str((rank + 2) % 4), '4 bytes', '1 msgs sent']])
    flows = job.profile().flows(('p2p',))
    require_equal('what rank 0 sent in all', [flows[0, peer, 'p2p'][:2] for peer in (1, 2, 3)],
                  [[27, 108], [2, 8], [1, 7]])


def check_control(installation):
    """Off at first; what was counted while it was on is in the profile, whose name was written by the program."""
    job = Job(installation, 'mpit_control', 3, settings={'MONITORING_ENABLE': 0, 'MONITORING_DETAIL': None,
                                                         'MONITORING_FILENAME': None}).succeed()
    require_equal('the profile', [path.name for path in job.profiles()], ['written.mon'])
    flows = job.profile().flows(('p2p',))
    expected = {(rank, (rank + 1) % 3, 'p2p'): [3, 50, 3, 50] for rank in range(3)}
    require_equal('what was counted', flows, expected)


def check_wrong_name(installation, pattern, output):
    """A name that makes no sense changes nothing: the output has the default name."""
    job = Job(installation, 'mpit_control', 3, (pattern,),
              settings={'MONITORING_ENABLE': 0, 'MONITORING_DETAIL': None, 'MONITORING_FILENAME': None,
                        'MONITORING_OUTPUT': output}).succeed()
    require_equal('stderr', job.result.stderr, '')
    left = sorted(path.name for path in job.folder.iterdir() if path.suffix in ('.mon', '.prof'))
    expected = r'mpit_control\.\d+' + (r'\.mon' if output == 'file' else r'\.[012]\.prof')
    require_equal('how many files', len(left), 1 if output == 'file' else 3)
    for name in left:
        require(re.fullmatch(expected, name), f'the file {name}')


def check_regions(installation):
    """A detail that is added takes nobody out of the region that it is in."""
    job = Job(installation, installation.build('mpit_regions', wrapped=False), 2, raw=True,
              settings={'MONITORING_DETAIL': 'regions'}).succeed()
    require_equal('stderr', job.result.stderr, '')
    messages = Counter()
    for (_, region, _, _), (count, _) in sent(job.profile()).items():
        messages[region] += count
    require_equal('messages by region', messages, {'': 2, 'solve': 4})


def check_switched_at_end(installation):
    """What a tool writes while MPI_Finalize is under way, or after it, takes no effect and does no harm."""
    for _ in range(10):
        job = Job(installation, installation.build('switch_at_end', wrapped=False), 2, raw=True).succeed()
        require_equal('stderr', job.result.stderr, '')
