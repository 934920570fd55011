"""Many threads at once, over one and several virtual interfaces: what each thread says that it did is what is counted."""

import pytest

from .harness import Job, add_up, differences
from .test_collectives import check_calls_made
from .test_traffic import LOCALITIES, check_balance, check_histograms, check_paths, check_sizes, check_timeline, with_receivers

RANKS = (2, 3)
pytestmark = pytest.mark.alone  # their threads leave no core idle
VCIS = (1, 4)

# Not each thread's own over the network: MPICH 4.0 then takes minutes, where eight threads wait on each process's sockets.
STORMS = (('own', 'one node'), ('one', 'one node'), ('one', 'no locality'))

# Of test/mpi/programs/storm_switch.c.
THREADS, LOOSE_BURSTS, BURST, SIZE = 8, 30, 20, 24


def run(installation, program, ranks, arguments=(), vcis=1, **settings):
    """The program's threads keep the truth themselves, so it is built without the wrappers that do. Intervals are short,
    so that samples are taken amid the storm."""
    if vcis > 1 and not installation.has_vcis:
        pytest.skip('this MPICH has one virtual interface: it was configured without --enable-thread-cs=per-vci')
    path = installation.build(program, wrapped=False)
    return Job(installation, path, ranks, arguments, {'CH4_NUM_VCIS': vcis, 'MONITORING_INTERVAL': 10, **settings}, timeout=300,
               raw=True).succeed()


@pytest.mark.parametrize('vcis', VCIS)
@pytest.mark.parametrize('ranks', RANKS)
@pytest.mark.parametrize('mode, locality', STORMS)
@pytest.mark.parametrize('program', ['storm_messages', 'storm_rma'])
def test_storm(installation, program, mode, ranks, locality, vcis):
    job = run(installation, program, ranks, (mode,), vcis, **LOCALITIES[locality])
    profile, truth = job.profile(), job.truth()
    wrong = differences(profile.flows(('p2p', 'rma')), with_receivers(truth.flows))
    assert not wrong, wrong
    check_calls_made(profile, truth)
    check_balance(profile, ('coll',))
    check_histograms(profile)
    check_sizes(profile)
    check_timeline(profile)
    check_paths(installation, profile, locality)


def by_communicator(profile, traffic_class='p2p'):
    """{(communicator's name, rank, peer): [messages and bytes sent, messages and bytes received]}."""
    flows, names = profile.json['flows'], [communicator['name'] for communicator in profile.json['communicators']]
    columns = ('communicator', 'rank', 'peer', 'class', 'direction', 'messages', 'bytes')
    return add_up(((names[communicator], rank, peer),
                   (messages, size, 0, 0) if direction == 'sent' else (0, 0, messages, size))
                  for communicator, rank, peer, name, direction, messages, size in zip(*(flows[c] for c in columns))
                  if name == traffic_class)


@pytest.mark.parametrize('vcis', VCIS)
@pytest.mark.parametrize('ranks', RANKS)
def test_storm_switch(installation, ranks, vcis):
    profile = run(installation, 'storm_switch', ranks, vcis=vcis, MONITORING_ENABLE=0,
                  MONITORING_DETAIL='peers').profile()
    flows = by_communicator(profile)
    for rank in range(ranks):
        check_loose(flows, rank, ranks)
    exact = {key: counts for key, counts in flows.items() if key[0] != 'loose'}
    wrong = differences(exact, expected_exactly(ranks))
    assert not wrong, wrong
    names = [communicator['name'] for communicator in profile.json['communicators']]
    for name in ('loose', 'exact', 'first', 'second'):
        assert names.count(name) == 1, f'communicators of the name {name}'
    check_histograms(profile)


def test_switched_within_collective_calls(installation):
    """Rank 0 is switched off within its Barrier and on again within its Bcast: it counts neither, and then one of each."""
    profile = run(installation, 'switch_within', 2).profile()
    calls = add_up(((row['rank'], row['operation']), (row['calls'], 0, 0, 0)) for row in profile.json['collectives']
                   if not row['step'] and row['operation'] in ('Barrier', 'Bcast'))
    assert {key: count[0] for key, count in calls.items()} == {
        (0, 'Barrier'): 1, (0, 'Bcast'): 1, (1, 'Barrier'): 2, (1, 'Bcast'): 2}


def check_loose(flows, rank, ranks):
    """Some of the messages, each as a whole."""
    sent, sent_bytes = flows.get(('loose', rank, (rank + 1) % ranks), [0] * 4)[:2]
    received, received_bytes = flows.get(('loose', rank, (rank - 1) % ranks), [0] * 4)[2:]
    most = THREADS * LOOSE_BURSTS * BURST
    assert 0 < sent <= most, f'rank {rank}: {sent} messages sent of {most}'
    assert received <= most, f'rank {rank}: {received} messages received of {most}'
    assert (sent_bytes, received_bytes) == (SIZE * sent, SIZE * received), f'rank {rank}: bytes'


def expected_exactly(ranks):
    """Runs 1, 2 and 4 are counted, of 2, 3 and 5 bursts; the receivers count in the last two of these."""
    sums = {}
    for name, sent, received in (('exact', 10 * THREADS, 8 * THREADS), ('first', 1, 1), ('second', 2, 2)):
        for rank in range(ranks):
            for place, peer, bursts in ((0, (rank + 1) % ranks, sent), (2, (rank - 1) % ranks, received)):
                counts = sums.setdefault((name, rank, peer), [0] * 4)
                counts[place:place + 2] = [bursts * BURST, bursts * BURST * SIZE]
    return sums
