"""Tools as others write them, beside the monitoring: with MPI_T, alone and several at once, with the profiling interface,
and with MPICH's own for several tools. What they count is exact, and so is the profile."""

import pytest

from .harness import Job, differences
from .test_functions import calls, sent

# What each process calls in test/mpi/programs/tool_traffic.c, and the bytes that it names.
CALLED = {'MPI_Send': (3, 24), 'MPI_Isend': (5, 500), 'MPI_Allreduce': (4, 16), 'MPI_Put': (6, 24),
          'MPI_T_pvar_read': (2, 0)}


def require_truth(job):
    """The profile of a job whose wrappers kept the truth."""
    expected = {key: [flow[0], flow[1], flow[0], flow[1]] for key, flow in job.truth().flows.items() if key[2] == 'p2p'}
    wrong = differences(job.profile().flows(('p2p',)), expected)
    assert not wrong, wrong


@pytest.mark.parametrize('ranks, seed', [(2, 21), (4, 22), (7, 23)])
def test_two_at_once(installation, ranks, seed):
    libraries = [installation.build_tool('observer', copy) for copy in ('_one', '_other')]
    job = Job(installation, 'mpit_tools', ranks, (seed, 400, *libraries)).succeed()
    assert job.result.stderr == ''
    require_truth(job)


@pytest.mark.parametrize('ranks', [2, 4])
def test_with_a_thread(installation, ranks):
    """Begun before MPI, ended after it, beside two tools that the program calls itself."""
    libraries = [installation.build_tool('observer', copy) for copy in ('_one', '_other')]
    job = Job(installation, 'mpit_tools', ranks, (24, 400, *libraries), preload=[installation.build_tool('sampler')])
    assert job.succeed().result.stderr == ''
    require_truth(job)
    truth = job.truth().flows
    for rank in range(ranks):
        everything = [sum(flow[i] for key, flow in truth.items() if key[0] == rank and key[2] == 'p2p') for i in (0, 1)]
        *seen, readings = map(int, (job.folder / f'sampler.{rank}.txt').read_text().split())
        assert seen == everything * 2, f'what the tool of rank {rank} saw'
        assert readings > 10, f'only {readings} readings'


def run_traffic(installation, ranks, preload, environment=()):
    path = installation.build('tool_traffic', wrapped=False)
    job = Job(installation, path, ranks, raw=True, preload=preload)
    job.env.update(environment)
    assert job.succeed().result.stderr == ''
    return job


def require_counted(job, tool):
    """The tool's own counts, and ours: one call each, by whatever way it came."""
    for rank in range(job.ranks):
        rows = [line.split(',') for line in (job.folder / f'{tool}.{rank}.csv').read_text().split()]
        assert {row[0]: (int(row[1]), int(row[2])) for row in rows} == CALLED, f'what the tool of rank {rank} counted'
    profile = job.profile()
    counted = calls(profile)
    for rank in range(job.ranks):
        for function, (number, _) in CALLED.items():
            assert counted[rank, '', function] == number, f'calls of {function} in the profile'
        after = (rank + 1) % job.ranks
        for function, traffic_class in (('MPI_Send', 'p2p'), ('MPI_Isend', 'p2p'), ('MPI_Put', 'rma')):
            flows = {key: sums for key, sums in sent(profile, traffic_class).items() if key[0] == rank and key[2] == function}
            assert flows == {(rank, '', function, after): list(CALLED[function])}, f'what {function} sent'


@pytest.mark.parametrize('ranks', [2, 4])
def test_of_the_profiling_interface(installation, ranks):
    require_counted(run_traffic(installation, ranks, [installation.build_tool('call_counter')]), 'pmpi')


@pytest.mark.parametrize('ranks', [2, 4])
def test_in_a_row(installation, ranks):
    """With a tool of the profiling interface before it."""
    if not installation.has_layers:
        pytest.skip('this MPICH was configured without --enable-qmpi')
    tools = [installation.build_tool(name) for name in ('call_counter', 'layer')]
    # Memory that was freed shows: the C library overwrites it.
    job = run_traffic(installation, ranks, tools, {'MPIR_CVAR_QMPI_TOOL_LIST': 'layer', 'MALLOC_PERTURB_': '165'})
    require_counted(job, 'pmpi')
    require_counted(job, 'layer')
