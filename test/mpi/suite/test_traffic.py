"""Messages and bytes by source, destination, class and path, held against what the wrappers saw."""

import json
from collections import Counter

import pytest

from .harness import Job, differences, run

# Rank counts; on fewer cores than ranks every blocking call waits for a time slice, so the longer ones run on fewer.
ALL = (2, 3, 4, 7)
FEW = (2, 4)

PROGRAMS = {
    'p2p_modes': ALL,
    'persistent': ALL,
    'partitioned': ALL,
    'rma_all': ALL,
    'rma_shared': ALL,
    'communicators': ALL,
    'matched_probe': FEW,
    'datatypes': FEW,
    'truncated': FEW,
    'threads': FEW,
    'hello': (1, 2, 7),
}

LOCALITIES = {
    'one node': {},
    'no locality': {'NOLOCAL': 1},
    'two cliques': {'NUM_CLIQUES': 2},
}

USER_CLASSES = ('p2p', 'part', 'rma')


@pytest.mark.parametrize('program, ranks', [
    (program, ranks) for program, counts in PROGRAMS.items() for ranks in counts])
def test_program(installation, program, ranks):
    check(installation, program, ranks)


@pytest.mark.parametrize('ranks, seed', [(2, 11), (3, 12), (4, 13), (7, 14)])
def test_random(installation, ranks, seed):
    check(installation, 'random_traffic', ranks, (seed, 300))


@pytest.mark.parametrize('locality', ['no locality', 'two cliques'])
@pytest.mark.parametrize('program', [
    'p2p_modes', 'rma_all', 'communicators', 'partitioned', 'truncated', 'random_traffic'])
def test_locality(installation, program, locality):
    check(installation, program, 4, (15, 200) if program == 'random_traffic' else (), locality)


@pytest.mark.parametrize('fault, ranks', [('null', 2), ('replace', 2), ('rounds', 2), ('rounds', 4), ('rounds', 7),
                                         ('within', 2), ('within', 4), ('largest', 2), ('largest', 3)])
def test_fixed(installation, fault, ranks):
    check(installation, 'fixes', ranks, (fault,))


def expected_path(installation, locality, source, target):
    if source == target:
        return 'self'
    if not installation.has_shm or locality == 'no locality':
        return 'net'
    # MPICH deals processes to cliques in turn.
    return 'net' if locality == 'two cliques' and source % 2 != target % 2 else 'shm'


def with_receivers(truth):
    """The truth with what the receivers of messages must have counted, if all were received."""
    return {key: [flow[0], flow[1], flow[0], flow[1]] if key[2] in ('p2p', 'part') else flow
            for key, flow in truth.items()}


def check(installation, program, ranks, arguments=(), locality='one node'):
    job = Job(installation, program, ranks, arguments, LOCALITIES[locality]).succeed()
    profile, truth = job.profile(), job.truth()
    assert profile.json['job']['world_size'] == ranks
    assert sorted(process['rank'] for process in profile.json['processes']) == list(range(ranks))
    wrong = differences(profile.flows(USER_CLASSES), with_receivers(truth.flows))
    assert not wrong, wrong
    wrong = differences(profile.sizes(USER_CLASSES), {key: bins for key, bins in truth.sizes.items() if key[1] >= 0})
    assert not wrong, f'sizes: {wrong}'
    check_paths(installation, profile, locality)
    check_balance(profile, ('coll',))
    check_histograms(profile)
    check_sizes(profile)
    check_timeline(profile)


def test_received_on_a_communicator_that_is_disconnected(installation):
    """A receive may be asked for later than its communicator, wherever MPICH allows that."""
    if installation.has_shm or installation.version >= (4, 2):
        pytest.skip('in this MPICH, MPI_Comm_disconnect waits until somebody has asked for all receives')
    check(installation, 'disconnected', 2)


def test_error_handlers(installation):
    """Monitoring keeps communicators, but MPICH asks the same one's error handler as without."""
    asked = [Job(installation, 'handlers', 2, settings={'MONITORING_ENABLE': enable}).succeed().result.stdout
             for enable in (0, 2)]
    assert [line.split(':')[0] for line in asked[0].splitlines()] == ['waits', 'there']
    assert asked[1] == asked[0]


def check_paths(installation, profile, locality):
    for (source, target, traffic_class, path), _ in profile.rows():
        expected = expected_path(installation, locality, source, target)
        if expected == 'shm' and installation.has_direct_copy and path == 'ipc':
            continue  # by its size, see test_direct_copy()
        assert path == expected, f'{traffic_class} {source} -> {target} by {path}, expected {expected}'


def test_direct_copy(installation):
    """From a size on, the receiver reads the sender's memory; the sender knows which path a message takes."""
    if not installation.has_direct_copy:
        pytest.skip("this MPICH cannot read another process's memory")
    job = Job(installation, 'sizes', 2, (8, 19999, 20000, 60000), {'CH4_IPC_CMA_P2P_THRESHOLD': 20000}).succeed()
    flows = {key: list(flow) for key, flow in job.profile().rows() if key[2] == 'p2p'}
    small, large = 8 + 19999, 20000 + 60000
    expected = {}
    for pair in ((0, 1), (1, 0)):
        expected[*pair, 'p2p', 'shm'] = [2, small, 4, small + large]
        expected[*pair, 'p2p', 'ipc'] = [2, large, 0, 0]
    assert flows == expected


def check_balance(profile, classes):
    """What was sent was received."""
    for key, flow in profile.flows(classes).items():
        assert flow[:2] == flow[2:], f'{key}: sent {flow[:2]}, received {flow[2:]}'


def check_histograms(profile):
    """The bins of each process and class add up to its messages sent."""
    sent = {}
    flows = profile.json['flows']
    for rank, traffic_class, direction, messages in zip(flows['rank'], flows['class'], flows['direction'],
                                                        flows['messages']):
        if direction == 'sent':
            sent[rank, traffic_class] = sent.get((rank, traffic_class), 0) + messages
    bins = {(process['rank'], traffic_class): sum(counts) for process in profile.json['processes']
            for traffic_class, counts in process['histograms'].items() if sum(counts)}
    wrong = differences(bins, sent)
    assert not wrong, f'histograms: {wrong}'


def check_sizes(profile):
    """Of each process and class, in whatever threads and functions, the peers' sizes add up to the process's own."""
    sums = {}
    columns = (profile.json['sizes'][name] for name in ('rank', 'class', 'bins'))
    for rank, traffic_class, bins in zip(*columns):
        sums.setdefault((rank, traffic_class), Counter()).update(
            {bin: count for bin, count in enumerate(bins) if count})
    expected = {(process['rank'], traffic_class): {bin: count for bin, count in enumerate(bins) if count}
                for process in profile.json['processes'] for traffic_class, bins in process['histograms'].items()}
    wrong = differences({key: dict(sum) for key, sum in sums.items()}, {key: bins for key, bins in expected.items() if bins})
    assert not wrong, f'sizes: {wrong}'


def check_timeline(profile):
    """Of each process, class and direction, what all intervals add up to is what its flows do; the same with calls of
    collectives, and but for what rounding takes, with their times, and with that of waiting."""
    flows, expected, got = profile.json['flows'], Counter(), Counter()
    for rank, name, direction, messages, size in zip(*(flows[column] for column in (
            'rank', 'class', 'direction', 'messages', 'bytes'))):
        if direction in ('sent', 'received'):
            expected.update({(rank, name, direction, 'messages'): messages, (rank, name, direction, 'bytes'): size})
    rows = [row for row in profile.json['collectives'] if not row['step']]
    for row in rows:
        expected.update({(row['rank'], 'calls'): row['calls']})
    timelines = {timeline['rank']: timeline for timeline in profile.json['timelines']}
    for rank, timeline in timelines.items():
        got.update({(rank, 'calls'): sum(timeline['collective_calls'])})
        for row in timeline['traffic']:
            got.update({(rank, row['class'], row['direction'], what): sum(row[what]) for what in ('messages', 'bytes')})
        own = [row['time_ns'] for row in rows if row['rank'] == rank]
        assert abs(sum(timeline['collective_time_ns']) - sum(own)) <= len(own) + 1, f'rank {rank}: time in collectives'
        waits = [row['time_ns'] for row in profile.json.get('waits', []) if row['rank'] == rank]
        assert abs(sum(timeline['wait_time_ns']) - sum(waits)) <= len(waits) + 1, f'rank {rank}: time waiting'
        assert timeline['start_ns'] == sorted(timeline['start_ns'])
        assert timeline['start_ns'][1:] == timeline['end_ns'][:-1], f'rank {rank}: gaps'
    assert sorted(timelines) == sorted(process['rank'] for process in profile.json['processes'])
    wrong = differences(dict(+got), dict(+expected))
    assert not wrong, f'timeline: {wrong}'


def user_flows(profile):
    """{(rank, peer, direction): [messages, bytes]} of class p2p."""
    sums = {}
    flows = profile.json['flows']
    for rank, peer, kind, direction, messages, size in zip(*(flows[name] for name in (
            'rank', 'peer', 'class', 'direction', 'messages', 'bytes'))):
        if kind == 'p2p':
            sums[rank, peer, direction] = [a + b for a, b in zip(sums.get((rank, peer, direction), (0, 0)),
                                                                 (messages, size))]
    return sums


@pytest.mark.parametrize('ranks, locality', [(2, 'one node'), (4, 'one node'), (4, 'no locality')])
def test_unreceived(installation, ranks, locality):
    """Every message is counted as sent; only those that came as received, the others as unreceived."""
    profile = Job(installation, 'unreceived', ranks, settings=LOCALITIES[locality]).succeed().profile()
    large = 4 * 2**18
    freed = (1, 80) if installation.version < (4, 1) else (0, 0)
    expected = {}
    for rank in range(ranks):
        after, before = (rank + 1) % ranks, (rank - 1) % ranks
        for peer in range(ranks):
            if peer == rank:
                continue
            sent = [(1, 4)] + [(1, large), freed] * (peer == before) + [(1, 40), (1, 44)] * (peer == after)
            received = [(1, 4), (1, 44)] * (peer == before)
            left = [(1, 4)] * (peer != before) + [(1, large), freed] * (peer == after) + [(1, 40)] * (peer == before)
            for direction, messages in (('sent', sent), ('received', received), ('unreceived', left)):
                if messages:
                    expected[rank, peer, direction] = [sum(column) for column in zip(*messages)]
    wrong = differences(user_flows(profile), expected)
    assert not wrong, wrong


@pytest.mark.parametrize('ranks', [2, 4])
def test_attributes(installation, ranks):
    """What a program sends and receives while MPI_Finalize deletes attributes is counted, and nothing is left over."""
    profile = Job(installation, 'attributes', ranks).succeed().profile()
    expected = {}
    for rank in range(ranks):
        expected[rank, (rank + 1) % ranks, 'sent'] = expected[rank, (rank - 1) % ranks, 'received'] = [3, 4 * 12]
    wrong = differences(user_flows(profile), expected)
    assert not wrong, wrong


def test_cancelled(installation):
    """Cancelled messages are sent, and not received."""
    profile = Job(installation, 'cancelled', 2).succeed().profile()
    expected = {}
    for rank in range(2):
        expected[rank, rank, 'sent'] = [6, 4 * (3 + 4 + 5 + 6 + 7) + 16]
        expected[rank, rank, 'received'] = [2, 4 * (4 + 6)]
        expected[rank, rank, 'cancelled'] = [4, 4 * (3 + 5 + 7) + 16]
    wrong = differences(user_flows(profile), expected)
    assert not wrong, wrong


def test_communicators_made_again(installation):
    """The first 63 communicators of a kind are known apart; what comes later is together, and nothing is lost."""
    ranks, times, known_apart = 3, 200, 63
    job = Job(installation, 'made_again', ranks, (times,)).succeed()
    profile = job.profile()
    wrong = differences(profile.flows(('p2p',)), with_receivers(job.truth().flows))
    assert not wrong, wrong
    flows = profile.json['flows']
    sent = Counter()
    columns = ('rank', 'communicator', 'class', 'direction', 'messages')
    for rank, communicator, kind, direction, messages in zip(*(flows[column] for column in columns)):
        if (kind, direction) == ('p2p', 'sent'):
            sent[rank, communicator] += messages
    for rank in range(ranks):
        times_sent = Counter(count for (sender, _), count in sent.items() if sender == rank and count)
        assert times_sent == {1: known_apart, times - known_apart: 1}, f'rank {rank}'


def test_default_detail(installation):
    """Without detail `receives` only senders count."""
    job = Job(installation, 'p2p_modes', 3, settings={'MONITORING_DETAIL': None}).succeed()
    profile = job.profile()
    wrong = differences(profile.flows(USER_CLASSES), job.truth().flows)
    assert not wrong, wrong
    assert profile.json['job']['detail'] == 'peers,histograms,communicators,algorithms'
    assert profile.json['functions'] == []
    assert profile.sizes(USER_CLASSES) == {}


def test_sizes_switched(installation):
    """The detail, written by MPI_T while the program runs, counts from the next message on, and no longer."""
    ranks = 3
    job = Job(installation, 'mpit_sizes', ranks, settings={'MONITORING_DETAIL': None}).succeed()
    profile = job.profile()
    wrong = differences(profile.flows(USER_CLASSES), job.truth().flows)
    assert not wrong, wrong
    # 2 messages of 10 bytes, and then 4 of 100, the others unseen.
    assert profile.sizes(('p2p',)) == {(rank, (rank + 1) % ranks, 'p2p'): {4: 2, 7: 4} for rank in range(ranks)}


def test_sizes_of_a_pair(installation):
    """mpimon report --pair: one message of each size to the next rank, in three ranks that is another one than before."""
    sizes = (0, 1, 7, 8, 4000, 70000)
    job = Job(installation, 'sizes', 3, sizes, {'MONITORING_DETAIL': 'sizes'}).succeed()
    done = run([installation.tool('mpimon'), 'report', '--pair', '1,2', '--class', 'p2p', '--json', job.profiles()[0]])
    assert done.status == 0
    bins = [0] * 18
    for bin in (0, 1, 3, 4, 12, 17):
        bins[bin] = 1
    rows = [{'class': 'p2p', 'read': False, 'messages': len(sizes), 'bytes': sum(sizes), 'sizes': bins}]
    assert json.loads(done.stdout)['directions'] == [{'from': 1, 'to': 2, 'classes': rows},
                                                     {'from': 2, 'to': 1, 'classes': []}]


def test_merged(installation):
    """ENABLE=1 counts the same; only reports merge."""
    job = Job(installation, 'persistent', 2, settings={'MONITORING_ENABLE': 1}).succeed()
    profile = job.profile()
    wrong = differences(profile.flows(USER_CLASSES), with_receivers(job.truth().flows))
    assert not wrong, wrong
    assert profile.json['job']['enable'] == 1


def test_off(installation):
    """Off, by default and by 0, leaves nothing."""
    for value in (None, 0):
        job = Job(installation, 'persistent', 2, settings={'MONITORING_ENABLE': value}).succeed()
        left = [path.name for path in job.folder.iterdir() if path.name != 'truth']
        assert left == [], f'what is left with ENABLE {value}'
        assert job.result.stderr == ''


def test_redblack(installation):
    """The demo: neighbours only, and what each side sends the other sends back as often."""
    job = Job(installation, 'redblack', 4, (16,)).succeed()
    assert 'the solution matches the exact one' in job.result.stdout, job.result.stdout
    profile = job.profile()
    flows = profile.flows(('p2p',))
    wrong = differences(flows, with_receivers(job.truth().flows))
    assert not wrong, wrong
    # A 2 x 2 grid: ranks 0 1 / 2 3.
    assert sorted(key[:2] for key in flows) == [(0, 1), (0, 2), (1, 0), (1, 3), (2, 0), (2, 3), (3, 1), (3, 2)]
    for key, flow in flows.items():
        assert flow[0] == flows[key[1], key[0], 'p2p'][0], f'messages of {key} and back'
