"""MPI_T: the programs check what they read; here it is what they leave behind."""

from .harness import Job, require, require_equal

RECEIVES = {'MONITORING_DETAIL': 'peers,histograms,communicators,algorithms,receives'}


def add(suite, installation):
    for ranks in (2, 3, 4, 7):
        suite.test(f'mpit counts n={ranks}', check_program, installation, 'mpit_counts', ranks)
    for ranks in (2, 4):
        suite.test(f'mpit Open MPI reduce n={ranks}', check_program, installation, 'mpit_reduce', ranks)
    suite.test('mpit Open MPI phases', check_phases, installation)
    suite.test('mpit sessions at random', check_program, installation, 'mpit_sessions', 2, (17, 500))
    suite.test('mpit control', check_control, installation)
    suite.test('mpit order', check_program, installation, 'mpit_order', 2)


def check_program(installation, program, ranks, arguments=()):
    job = Job(installation, program, ranks, arguments, settings=RECEIVES).succeed()
    require_equal('stderr', job.result.stderr, '')
    job.profile()


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
                      [['E', str(rank), str((rank + 1) % 4), '4 bytes', '1 msgs sent']])
    flows = job.profile().flows(('p2p',))
    require_equal('what rank 0 sent in all', flows[0, 1, 'p2p'][:2], [29, 116])


def check_control(installation):
    """Off at first; what was counted while it was on is in the profile, whose name was written by the program."""
    job = Job(installation, 'mpit_control', 3, settings={'MONITORING_ENABLE': 0, 'MONITORING_DETAIL': None,
                                                         'MONITORING_FILENAME': None}).succeed()
    require_equal('the profile', [path.name for path in job.profiles()], ['written.mon'])
    flows = job.profile().flows(('p2p',))
    expected = {(rank, (rank + 1) % 3, 'p2p'): [3, 50, 3, 50] for rank in range(3)}
    require_equal('what was counted', flows, expected)
