"""Advice on programs that the rules were not made with: what is wrong is found, and nothing else is said.

A case takes about a second, the whole file some fifteen.
"""

import pytest

from .harness import Job
from .test_advice import advice_of, attempt, require_quiet

pytestmark = pytest.mark.alone

# Scenario of test/mpi/programs/held_out.c: ranks, and what is to be found. The last members may be found, too: they are
# other names of the same fault.
SCENARIOS = {
    'conjugate-gradient': (6, set(), set()),
    'task-farm': (5, set(), set()),
    'spectral': (6, set(), set()),
    'pipeline': (5, {'late-sender'}, set()),
    'uneven-grid': (8, {'late-in-collectives'}, {'late-sender'}),
    'careless-library': (3, {'communicators-in-a-loop'}, set()),
    'orthogonalization': (3, {'small-reductions'}, set()),
    'particles': (6, {'tiny-messages'}, {'busiest-rank', 'hand-made-broadcast'}),
    'histogram': (5, {'locks-around-tiny-operations'}, set()),
    'step-log': (3, {'tiny-io', 'opens-in-a-loop'}, set())}


class Run:
    def __init__(self, installation, scenario):
        program = installation.build('held_out', wrapped=False)
        job = Job(installation, program, SCENARIOS[scenario][0], [scenario], raw=True).succeed()
        self.findings = advice_of(installation, job.profile())

    def rules(self):
        return {finding['rule'] for finding in self.findings}


@pytest.mark.any_device
@pytest.mark.parametrize('scenario', SCENARIOS)
def test_scenario(installation, scenario):
    if scenario == 'step-log' and not installation.has_io:
        pytest.skip('this MPICH has no MPI-IO')
    _, wanted, alike = SCENARIOS[scenario]
    if not wanted:
        require_quiet(lambda: Run(installation, scenario).findings)
        return
    attempt(lambda: Run(installation, scenario), lambda run: wanted <= run.rules() <= wanted | alike)
