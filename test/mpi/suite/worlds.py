"""More than one world: processes that were spawned, and jobs that connect. Their peers are foreign to each other."""

from .harness import Job, Skip, require, require_equal, run

NO_TRUTH = 'MPI_Group_translate_ranks of MPICH 4.0.2 takes processes of another world for ranks of this one'
NOT_SUPPORTED = "this MPICH's ch4:ucx has no dynamic processes"


def add(suite, installation):
    suite.test('worlds foreign peers', check_foreign, installation)
    for ranks in (1, 3):
        suite.test(f'worlds spawn n={ranks}', check_spawn, installation, ranks)
    suite.test('worlds connect', check_connect, installation)


def check_foreign(installation):
    """One message from a world to the second process of a world that it started; no rank of either matrix."""
    if not installation.has_shm:
        raise Skip(NOT_SUPPORTED)
    job = Job(installation, 'foreign', 1).succeed()
    seen = {}
    for path in job.profiles():
        listed = run([installation.tool('mpimon'), 'export', '--csv', '--foreign', path], env=job.env, timeout=20)
        rows = [row.split(',') for row in listed.stdout.split() if ',p2p,' in row]
        seen['spawned' in path.name] = rows
    require_equal('the first world', [row[:1] + row[2:] for row in seen[False]], [['0', 'p2p', 'net', '1', '4', '0', '0']])
    require_equal('the started world', [row[1:] for row in seen[True]], [['1', 'p2p', 'net', '0', '0', '1', '4']])
    require(seen[False][0][1].startswith('f:') and seen[True][0][0].startswith('f:'), f'no foreign peers: {seen}')


def check_spawn(installation, _ranks):
    if not installation.has_shm:
        raise Skip(NOT_SUPPORTED)
    raise Skip(NO_TRUTH)


def check_connect(installation):
    if not installation.has_shm:
        raise Skip(NOT_SUPPORTED)
    raise Skip(NO_TRUTH)
