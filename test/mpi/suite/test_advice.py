"""Advice: each rule finds the fault that was put into a program, and nothing in the same program without it.

Where a rule predicts a gain, the program without the fault gains that, within a third; where a rule says what is gained at
most, it gains no more: in the median of three pairs of runs by turns, which cost 4 to 15 s a rule. On a machine that others
use, too, ranks are late without a fault: so a fault may be found by a later run, and one alarm without a fault is excused by two
runs that have none.
"""

import json
import math
import re
import statistics

import pytest

from .harness import Job
from .harness import run as run_command
from .test_applications import INPUTS, MORE_INPUTS, NETPIPE, prepare, prepare_tester

pytestmark = pytest.mark.alone

RULES = {
    'advised_messages': {
        'late-sender': 2, 'late-receiver': 2, 'eager-threshold': 2, 'synchronous-sends': 2, 'blocking-large-sends': 2,
        'tiny-messages': 2, 'hand-made-broadcast': 4, 'hand-made-alltoall': 4, 'busiest-rank': 4, 'busiest-pair': 4,
        'ranks-in-turn': 4, 'placement': 4, 'ip-within-a-node': 4, 'noncontiguous-messages': 2},
    'advised_library': {
        'small-reductions': 2, 'barriers-before-collectives': 2, 'late-in-collectives': 4, 'communicators-in-a-loop': 4,
        'communicators-never-freed': 4, 'datatypes-in-a-loop': 2, 'requests-left': 2, 'unreceived-messages': 2,
        'unexpected-messages': 2, 'cells-never-used': 2, 'polling': 2, 'fences-around-tiny-puts': 2,
        'locks-around-tiny-operations': 2, 'windows-in-a-loop': 4},
    'advised_files': {'tiny-io': 2, 'independent-io': 4, 'opens-in-a-loop': 4, 'sync-after-each-write': 4},
}
CASES = [(program, rule) for program, rules in RULES.items() for rule in rules]
# What else is true of a program with the fault.
RELATED = {'hand-made-broadcast': {'busiest-rank'}, 'unexpected-messages': {'tiny-messages'}}
# What is true of ScaLAPACK's testers: of so small a matrix, one takes norms of columns one after the other, by 340 reductions of
# each process, which take a quarter of the time; and two make a communicator for each part, 56 of each process.
TRUE_OF_TESTERS = {'ls': {'small-reductions'}, 'sep': {'communicators-in-a-loop'}, 'gsep': {'communicators-in-a-loop'}}
# Those without a time that matters, and those whose time is that of their computing.
AS_LONG_AS_IT_IS = {'cells-never-used', 'communicators-never-freed', 'requests-left', 'unreceived-messages',
                    'unexpected-messages', 'late-sender', 'late-receiver', 'eager-threshold', 'synchronous-sends',
                    'ranks-in-turn', 'polling', 'late-in-collectives'}
GAINS = ['late-sender', 'late-receiver', 'eager-threshold', 'tiny-messages', 'small-reductions', 'late-in-collectives',
         'communicators-in-a-loop', 'datatypes-in-a-loop', 'windows-in-a-loop', 'tiny-io',
         'opens-in-a-loop', 'sync-after-each-write', 'fences-around-tiny-puts', 'locks-around-tiny-operations',
         'ranks-in-turn', 'synchronous-sends']
# What is gained at most, and whether some of it is gained on whatever machine: where ranks share a processor or a node, what
# the others advise may cost as much as it saves.
BOUNDS = {'barriers-before-collectives': True, 'ip-within-a-node': True, 'noncontiguous-messages': True, 'polling': True,
          'blocking-large-sends': False, 'busiest-pair': False, 'busiest-rank': False, 'hand-made-alltoall': False,
          'hand-made-broadcast': False, 'independent-io': False, 'placement': False, 'unexpected-messages': False}
# What is gained besides is that other calls take less, of which a rule says nothing.
OTHERS = {'barriers-before-collectives': 'MPI_Allreduce'}
# What is no time: fields of the gain, of the program as it is.
AMOUNTS = {'communicators-never-freed': {'count': 100, 'of': 'context ids of each process', 'at_most': False},
           'requests-left': {'count': 1000, 'of': 'requests', 'at_most': False},
           'unreceived-messages': {'bytes': 3 * 64, 'at_most': True}}
# Faults that are settings: control variables, and those of UCX.
SETTINGS = {'ip-within-a-node': {'UCX_TLS': 'tcp,self'},
            'cells-never-used': {'MPIR_CVAR_CH4_SHM_POSIX_IQUEUE_NUM_CELLS': '8192'}}
# Faults that a setting fixes, too, which the advice names.
FIXED_BY_SETTINGS = ['eager-threshold', 'ip-within-a-node', 'cells-never-used']
SETTING = re.compile(r'\b((?:UCX|MPIR_CVAR)_[A-Z0-9_]+)=(\w+(?:,\w+)*)')
# MPICH's own shared memory, which ch4:ucx does not use.
OF_CELLS = {'unexpected-messages', 'cells-never-used'}
SECONDS = 0.6  # in MPI, at least
SECONDS_TO_GAIN = 1
ATTEMPTS = 5
PAIRS = 3
A_THIRD = 1 / 3


def program_of(rule):
    return next(program for program, rules in RULES.items() if rule in rules)


def require(installation, rule):
    """Skips what this MPICH does not have, or does not tell of."""
    if program_of(rule) == 'advised_files' and not installation.has_io:
        pytest.skip('this MPICH has no MPI-IO')
    if rule in OF_CELLS and not installation.has_shm:
        pytest.skip('UCX keeps messages to itself')
    if rule in ('eager-threshold', 'ip-within-a-node') and installation.has_shm:
        pytest.skip("UCX's settings are those of ch4:ucx")


class Run:
    """A scenario's profile: what is advised, and what it took. `advised`: settings that go before those of the fault."""

    def __init__(self, installation, rule, mode, times=1, advised=()):
        job = Job(installation, installation.build(program_of(rule), wrapped=False),
                  RULES[program_of(rule)][rule], [rule, mode, times], raw=True,
                  settings={'NUM_CLIQUES': 2} if rule == 'placement' else {})
        if mode == 'fault':
            job.env.update(SETTINGS.get(rule, {}))
        job.env.update(advised)
        self.profile = job.succeed().profile()
        self.findings = advice_of(installation, self.profile)

    def rules(self):
        return {finding['rule'] for finding in self.findings}

    def seconds_in(self, is_wanted):
        """Of a rank, on average."""
        return sum(row['time_ns'] for row in self.profile.json['functions']
                   if is_wanted(row['function'])) / 1e9 / ranks_of(self.profile)

    def wall(self):
        """Without MPI_Init, which takes as long as it likes."""
        facts = self.profile.json['job']
        return (facts['end_time_ns'] - facts['start_time_ns']) / 1e9 - self.seconds_in(lambda name: name == 'MPI_Init')

    def seconds_in_mpi(self):
        return self.seconds_in(lambda name: name not in ('MPI_Init', 'MPI_Finalize'))

    def memory(self):
        """Bytes inside MPICH, of all ranks, each when it had the most."""
        highest = {}
        for row in self.profile.json['gauges']:
            if row['gauge'] == 'memory':
                highest[row['rank']] = max(row['highest'], highest.get(row['rank'], 0))
        return sum(highest.values())

    def finding(self, rule):
        return next(finding for finding in self.findings if finding['rule'] == rule)

    def gain(self, rule):
        return self.finding(rule)['gain']

    def advised_settings(self, rule):
        """{variable: value}: what the first advice says to set."""
        return dict(SETTING.findall(self.finding(rule)['try'][0]))


def ranks_of(profile):
    return profile.json['job']['world_size']


def advice_of(installation, profile):
    done = run_command([installation.tool('mpimon'), 'advise', '--json', profile.path])
    assert done.status == 0 and not done.stderr, done.stderr
    return json.loads(done.stdout)


def times_of(installation, rule, seconds=SECONDS):
    """How many times as long a scenario is to be so that its fault takes time, on whatever machine.

    By the quicker of two runs, since one that others slow down would leave too little to measure.
    """
    if rule in AS_LONG_AS_IT_IS:
        return 1
    quicker = min(Run(installation, rule, 'fault').seconds_in_mpi() for _ in range(2))
    return min(200, 1 + int(seconds / quicker))


def attempt(run, is_right):
    """The first run that is right, before which there may be a few others."""
    runs = []
    while not runs or not is_right(runs[-1]):
        assert len(runs) < ATTEMPTS, [[finding['evidence'] for finding in seen.findings] for seen in runs]
        runs.append(run())
    return runs[-1]


def require_quiet(advised):
    """Nothing is `advised` of the first run. If something is, it must have been the machine: two more runs have to be quiet, so
    that a rule which is wrong most of the time is not excused."""
    runs = [advised()]
    while runs[0] and len(runs) < 3:
        runs.append(advised())
        assert not runs[-1], [[finding['evidence'] for finding in findings] for findings in runs]


def run_with_fault(installation, rule, times):
    """It is found, and no other that is not true of it."""
    return attempt(lambda: Run(installation, rule, 'fault', times),
                   lambda run: rule in run.rules() and run.rules() <= {rule} | RELATED.get(rule, set()))


def gained(rule, fault, better):
    """Seconds."""
    saved = fault.wall() - better.wall()
    if rule in OTHERS:
        before, after = (run.seconds_in(lambda name: name == OTHERS[rule]) for run in (fault, better))
        saved -= max(0, before - after)
    return saved


def check_gain(installation, rule, times, better):
    """What a rule predicts is what `better`, a run, gains over that with the fault, within a third; or at most that. Returns
    the runs that were better."""
    least = 1 - A_THIRD
    if rule in BOUNDS:
        least = 0 if BOUNDS[rule] else -math.inf
    seen, improved = [], []
    for _ in range(PAIRS):
        fault = run_with_fault(installation, rule, times)
        improved.append(better(fault))
        gain = fault.gain(rule)
        assert gain['at_most'] == (rule in BOUNDS)
        seen.append((gain['seconds'], gained(rule, fault, improved[-1])))
        ratios = [saved / predicted for predicted, saved in seen]
        if sum(least < ratio <= 1 + A_THIRD for ratio in ratios) > PAIRS // 2:
            return improved  # whatever further ones are, the median lies between these
    assert least < statistics.median(ratios) <= 1 + A_THIRD, f'predicted and gained: {seen}'
    return improved


@pytest.mark.parametrize('rule', [
    pytest.param(rule, marks=[] if rule in OF_CELLS else pytest.mark.any_device) for _, rule in CASES])
def test_fault_and_twin(installation, rule):
    """The fault is found, and nothing in the twin, which gains what the rule says. What is gained by settings is tested below."""
    require(installation, rule)

    def clean(_):
        return Run(installation, rule, 'clean', times)

    if rule in (*GAINS, *BOUNDS) and rule not in SETTINGS:
        times = max(3, times_of(installation, rule, SECONDS_TO_GAIN))
        twins = check_gain(installation, rule, times, clean)
    else:
        times = times_of(installation, rule)
        run_with_fault(installation, rule, times)
        twins = []
    require_quiet(lambda: (twins.pop() if twins else clean(None)).findings)


@pytest.mark.any_device
@pytest.mark.parametrize('rule', AMOUNTS)
def test_amount(installation, rule):
    require(installation, rule)
    gain = run_with_fault(installation, rule, 1).gain(rule)
    assert {field: gain[field] for field in gain if field not in ('formula', 'words')} == AMOUNTS[rule]


@pytest.mark.parametrize('rule', [
    pytest.param(rule, marks=[] if rule in OF_CELLS else pytest.mark.any_device) for rule in FIXED_BY_SETTINGS])
def test_advised_setting(installation, rule):
    """With what is advised, the same program has nothing of the fault, and gains what is predicted."""
    require(installation, rule)
    times = max(3, times_of(installation, rule))

    def fixed(fault):
        settings = fault.advised_settings(rule)
        assert settings, fault.finding(rule)['try']
        return Run(installation, rule, 'fault', times, settings)

    fault = run_with_fault(installation, rule, times)
    better = attempt(lambda: fixed(fault), lambda run: not run.findings)
    gain = fault.gain(rule)
    if 'seconds' in gain:
        check_gain(installation, rule, times, fixed)
    else:
        assert abs((fault.memory() - better.memory()) / gain['bytes'] - 1) <= A_THIRD, gain


def test_time_outside_of_mpi_is_the_programs(installation, tmp_path):
    """Rank 1 begins half a second late, and rank 0 ends so; each waits for the other within MPI. Takes two seconds."""
    (tmp_path / 'outside.json').write_text(json.dumps(
        {'title': 'Ranks', 'each': 'rank', 'when': '1', 'evidence': '-', 'try': ['-'], 'check': '-', 'source': '-'}))
    profile = Job(installation, installation.build('begins_late', wrapped=False), 2, raw=True).succeed().profile()
    done = run_command([installation.tool('mpimon'), 'advise', '--json', '--all', '--rules', tmp_path, profile.path])
    outside = {finding['facts']['rank.number']: finding['facts']['rank.outside_seconds']
               for finding in json.loads(done.stdout) if finding['rule'] == 'outside'}
    assert 0.5 <= outside[0] < 0.75, outside
    assert outside[1] < 0.1, outside


def check_quiet(installation, prepared, true_of_it=()):
    """Nothing is advised of a program that is as it should be: `prepared()` is a job of it."""
    require_quiet(lambda: [finding for finding in advice_of(installation, prepared().succeed().profile())
                           if finding['rule'] not in true_of_it])


@pytest.mark.any_device
@pytest.mark.parametrize('tester', [*INPUTS, *MORE_INPUTS])
def test_scalapack_is_quiet(installation, tester):
    check_quiet(installation, lambda: prepare_tester(installation, tester), TRUE_OF_TESTERS.get(tester, ()))


def test_netpipe_is_quiet(installation):
    check_quiet(installation, lambda: prepare(installation, NETPIPE, 2, ('-u', '1048576', '-n', '20')))


def test_demo_is_quiet(installation):
    check_quiet(installation, lambda: Job(installation, 'redblack', 4, (16,)))


def report_of(installation, profile, *options):
    done = run_command([installation.tool('mpimon'), 'report', *options, profile.path])
    assert done.status == 0 and not done.stderr, done.stderr
    return done.stdout.splitlines()


@pytest.mark.any_device
def test_report_ends_with_the_first_two(installation):
    """With what they would gain and what to try; nothing where there is nothing to advise, or only a part is shown."""
    run = Run(installation, 'communicators-in-a-loop', 'fault')
    titles = [finding['title'] for finding in run.findings]
    lines = report_of(installation, run.profile)
    shown = lines[lines.index('Advice  mpimon advise says what was seen, and how to check it') + 1:]
    assert [line.strip().split(':')[0] for line in shown if not line.startswith(('  try ', '      ', '  and '))] == titles[:2]
    assert f"  try {run.findings[0]['try'][0]}" in shown
    assert not any(line.startswith('Advice') for line in report_of(installation, run.profile, '--class', 'p2p'))
    clean = Run(installation, 'communicators-in-a-loop', 'clean')
    has_advice = any(line.startswith('Advice') for line in report_of(installation, clean.profile))
    assert has_advice == bool(clean.findings)
