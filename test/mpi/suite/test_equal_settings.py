"""Settings that must be equal in all ranks: where they are not, the job ends with a line that says so, and no rank waits for
ever. 10 s."""

import json
import re

import pytest

from .harness import Job

# A tree of MPICH's with one choice, which is legal for every broadcast.
CANDIDATES = [{'name': 'MPIR_Bcast_intra_binomial', 'mpir': {'comm_type=intra': {
    'collective=bcast': {'algorithm=MPIR_Bcast_intra_binomial': {}}}}}]


def run(installation, program, ranks, settings, arguments=()):
    """A job whose ranks have settings of their own: `settings` of a rank."""
    job = Job(installation, program, ranks, raw=True)
    job.command = [installation.tool('mpiexec')]
    for rank in range(ranks):
        variables = (('-env', f'MPIR_CVAR_MONITORING_{name}', value) for name, value in settings(rank).items())
        job.command += ['-n', 1, *(word for variable in variables for word in variable), program, *arguments, ':']
    job.command.pop()
    return job.run()


def check(job, does, variables):
    assert job.result.status != 0
    assert re.search(rf'mpich-monitoring: rank \d+ {does} and rank \d+ does not; set {variables} in all ranks, and alike, or in none',
                     job.result.stderr), job.result.stderr


@pytest.fixture(scope='module')
def candidates(installation):
    path = installation.scratch / 'one.candidates.json'
    path.write_text(json.dumps(CANDIDATES))
    return path


def explored(installation, candidates, settings):
    program = installation.build('explored')
    return run(installation, program, 3, lambda rank: {'ENABLE': 1, 'EXPLORE': candidates, **settings(rank)}, ['bcasts', 50])


@pytest.mark.parametrize('other', range(3))
@pytest.mark.parametrize('differing', [{'ENABLE': 0}, {'EXPLORE': ''}, {'EXPLORE_SHARE': 50}], ids=' '.join)
def test_trying_algorithms(installation, candidates, other, differing):
    job = explored(installation, candidates, lambda rank: differing if rank == other else {})
    check(job, 'tries algorithms', 'MPIR_CVAR_MONITORING_EXPLORE, _EXPLORE_SHARE and _ENABLE')


def test_trying_alike(installation, candidates):
    job = explored(installation, candidates, lambda rank: {'EXPLORE_SHARE': 50})
    assert job.result.status == 0, job.result.stderr


@pytest.mark.parametrize('alike, differing', [('counts', 'none'), ('none', 'counts'), ('counts', './order')])
def test_reordering(installation, alike, differing):
    program = installation.build('reordered', wrapped=False)
    job = run(installation, program, 16, lambda rank: {'ENABLE': 2, 'REORDER': differing if rank == 5 else alike})
    check(job, 'reorders ranks', 'MPIR_CVAR_MONITORING_REORDER')
