"""The detail `timeline`: what is in which interval, and that the sums over all intervals are those of the flows."""

import re
import time

import pytest

from .harness import Job, Profile, run
from .test_recovery import MESSAGES, RANKS, DoomedJob, recover, the_job
from .test_traffic import check_timeline

pytestmark = [pytest.mark.alone, pytest.mark.any_device]  # the clock tells what is in which interval

PHASES = 5
INTERVAL = 50  # ms
TOLERANCE = 150_000_000  # ns, by which the thread that ends intervals may come late: nothing is sent in more than twice that


def sent_by(timeline, traffic_class='p2p'):
    """(end, messages, bytes) of each interval, of what was sent."""
    rows = [row for row in timeline['traffic'] if (row['class'], row['direction']) == (traffic_class, 'sent')]
    assert len(rows) <= 1
    return list(zip(timeline['end_ns'], *(rows[0][column] for column in ('messages', 'bytes')))) if rows else []


@pytest.mark.parametrize('way', ['busy', 'asleep'])
@pytest.mark.parametrize('ranks', [2, 3])
def test_phases(installation, ranks, way):
    """Messages and bytes of each phase are in its intervals, though the program does without MPI in between."""
    job = Job(installation, installation.build('timeline', wrapped=False), ranks, (PHASES, way), raw=True,
              settings={'MONITORING_INTERVAL': INTERVAL, 'MONITORING_DETAIL': 'timeline,receives'}).succeed()
    profile = job.profile()
    check_timeline(profile)
    starts = {process['rank']: process['start_time_ns'] for process in profile.json['processes']}
    phases = [tuple(map(int, line.split()[1:])) for line in job.result.stdout.splitlines()]
    assert len(phases) == ranks * PHASES
    for timeline in profile.json['timelines']:
        rank, start = timeline['rank'], starts[timeline['rank']]
        assert (timeline['interval_ns'], timeline['thread_error']) == (INTERVAL * 1_000_000, 0)
        assert len(timeline['end_ns']) > PHASES * 3, f'rank {rank} has {len(timeline["end_ns"])} intervals'
        own = sorted(phase[1:] for phase in phases if phase[0] == rank)
        for (begin, end, messages, size), next_begin in zip(own, [phase[0] for phase in own[1:]] + [2 ** 63]):
            assert next_begin - end > 2 * TOLERANCE
            inside = [row for row in sent_by(timeline)
                      if begin - TOLERANCE < start + row[0] <= next_begin - TOLERANCE]
            assert (sum(row[1] for row in inside), sum(row[2] for row in inside)) == (messages, size), (
                f'rank {rank}, {messages} messages: {inside}')


@pytest.mark.parametrize('program, arguments', [('random_traffic', (31, 300)), ('collectives', ('all',)), ('rma_all', ())])
def test_sums_and_levels(installation, program, arguments):
    """Short intervals with all details: sums are exact, memory is there, and gauges have values in each interval."""
    job = Job(installation, program, 3, arguments, {'MONITORING_INTERVAL': 10}).succeed()
    profile = job.profile()
    check_timeline(profile)
    for timeline in profile.json['timelines']:
        intervals = len(timeline['end_ns'])
        assert min(timeline['memory']) > 1 << 20
        gauges = {row['gauge']: row['values'] for row in timeline['gauges']}
        assert {'requests', 'memory', 'unexpected_messages'} <= set(gauges)
        assert all(len(values) == intervals for values in gauges.values())
        assert max(gauges['memory']) > 0


def test_switched(installation):
    """What was sent while the detail was off is in no interval, and neither is that time."""
    job = Job(installation, installation.build('mpit_timeline', wrapped=False), 2, raw=True,
              settings={'MONITORING_DETAIL': 'peers'}).succeed()
    profile = job.profile()
    processes = {process['rank']: process for process in profile.json['processes']}
    assert len(profile.json['timelines']) == 2
    for timeline in profile.json['timelines']:
        rows = sent_by(timeline)
        assert (sum(row[1] for row in rows), sum(row[2] for row in rows)) == (2 + 5 + 4, 2 * 10 + 5 * 10 + 4 * 100)
        assert timeline['interval_ns'] == 20_000_000
        process = processes[timeline['rank']]
        assert timeline['start_ns'][0] > 0
        assert timeline['end_ns'][-1] < process['end_time_ns'] - process['start_time_ns']
        recorded = sum(timeline['end_ns']) - sum(timeline['start_ns'])
        assert 0 < recorded < timeline['end_ns'][-1] - timeline['start_ns'][0]


def test_none_without_the_detail(installation):
    profile = Job(installation, 'persistent', 2, settings={'MONITORING_DETAIL': 'peers,gauges'}).succeed().profile()
    assert 'timelines' not in profile.json


@pytest.mark.parametrize('interval, least', [(20, 2), (3600000, 1)])
def test_killed(installation, interval, least):
    """Killed between two samples, or before the first one: the recovered profile has what followed the last one, too."""
    doomed = DoomedJob(installation, 'wait')
    doomed.env.update(MPIR_CVAR_MONITORING_DETAIL='timeline', MPIR_CVAR_MONITORING_INTERVAL=str(interval))
    with doomed:
        doomed.wait_for(MESSAGES)
        time.sleep(0.1)
        for rank in range(RANKS):
            doomed.kill(rank)
        doomed.wait()
    folder = doomed.segment_folder
    job = the_job(recover(installation, folder, '-o', 'recovered.mon'))
    profile = Profile(installation, folder.parent / job['profile'])
    check_timeline(profile)
    assert len(profile.json['timelines']) == RANKS
    for timeline in profile.json['timelines']:
        assert len(timeline['end_ns']) >= least


def test_report(installation):
    """`mpimon report --timeline` has a line for each class, and the ordinary report has a section."""
    job = Job(installation, 'random_traffic', 2, (32, 100)).succeed()
    path = job.profiles()[0]
    for options in ('--timeline',), ():
        shown = run([installation.tool('mpimon'), 'report', *options, path])
        assert shown.status == 0, shown.stderr
        assert re.search(r'^Over time.*(\n.*)+\n  p2p ', shown.stdout, re.MULTILINE), shown.stdout
