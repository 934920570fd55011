"""Collectives: calls and bytes by operation, the algorithms' names, and the messages that each algorithm sends."""

import json
from collections import namedtuple

import pytest

from . import algorithms, tuning_files
from .harness import Job, differences, run
from .test_traffic import check_balance, check_paths

COUNT = 25
BLOCK = 4 * COUNT
REPETITIONS = 3

# Forced by a control variable: the operation and mode of the test program, the function that MPICH calls, the messages
# of one call, and the rank counts for which the algorithm is defined.
Case = namedtuple('Case', 'operation mode variable choice function edges sizes')
ANY = (2, 3, 4, 7)
POWERS = (2, 4)


def case(operation, choice, edges, sizes=ANY, scope='intra'):
    name = operation.upper()
    return Case(operation, 'blocking', f'{name}_INTRA_ALGORITHM', choice, f'MPIR_{operation}_{scope}_{choice}', edges,
                sizes)


def handed_over(operation, edges, sizes):
    """A blocking call that the nonblocking operation serves: the name is that of the algorithm finally chosen."""
    function = f'MPIR_I{operation[0].lower()}{operation[1:]}_allcomm_sched_linear'
    return case(operation, 'nb', edges, sizes)._replace(function=function)


def icase(operation, choice, edges, sizes=ANY, scope='intra'):
    name = 'I' + operation[0].lower() + operation[1:]
    function = f'MPIR_{name}_{scope}_{choice}'
    if choice.startswith('tsp_'):
        function = f'MPIR_TSP_{name}_sched_{scope}_{choice[len("tsp_"):]}'
    return Case(operation, 'nonblocking', f'{name.upper()}_INTRA_ALGORITHM', choice, function, edges, sizes)


FORCED = (
    case('Bcast', 'binomial', algorithms.tree_down),
    case('Gather', 'binomial', algorithms.tree_blocks_up),
    case('Gatherv', 'linear', algorithms.to_root, scope='allcomm'),
    case('Scatter', 'binomial', algorithms.tree_blocks_down),
    case('Scatterv', 'linear', algorithms.from_root, scope='allcomm'),
    case('Allgather', 'ring', algorithms.ring),
    case('Allgather', 'brucks', algorithms.bruck),
    case('Allgather', 'recursive_doubling', algorithms.doubling_blocks, POWERS),
    case('Allgatherv', 'ring', algorithms.ring_by_rank),
    case('Alltoall', 'brucks', algorithms.bruck_personalised),
    case('Alltoall', 'pairwise', algorithms.everyone),
    case('Alltoall', 'scattered', algorithms.everyone_and_self),
    case('Alltoallv', 'scattered', algorithms.everyone_by_pair),
    case('Alltoallw', 'scattered', algorithms.everyone_by_pair),
    case('Reduce', 'binomial', algorithms.tree_up),
    case('Allreduce', 'recursive_doubling', algorithms.doubling_reduction),
    case('Reduce_scatter', 'pairwise', algorithms.everyone_by_rank),
    case('Reduce_scatter_block', 'pairwise', algorithms.everyone),
    case('Scan', 'recursive_doubling', algorithms.doubling_scan),
    handed_over('Neighbor_allgather', algorithms.neighbours, (3, 4)),
    handed_over('Neighbor_alltoall', algorithms.neighbours, (3, 4)),
    icase('Barrier', 'sched_recursive_doubling', algorithms.dissemination),
    icase('Bcast', 'sched_binomial', algorithms.tree_down),
    icase('Gather', 'sched_binomial', algorithms.tree_blocks_up),
    icase('Scatter', 'sched_binomial', algorithms.tree_blocks_down),
    icase('Allgather', 'sched_ring', algorithms.ring),
    icase('Allgather', 'tsp_ring', algorithms.ring),
    icase('Allgather', 'sched_brucks', algorithms.bruck),
    icase('Alltoall', 'sched_pairwise', algorithms.everyone),
    icase('Alltoall', 'tsp_scattered', algorithms.everyone_and_self),
    icase('Alltoall', 'sched_permuted_sendrecv', algorithms.everyone_and_self),
    icase('Reduce', 'sched_binomial', algorithms.tree_up),
    icase('Allreduce', 'sched_recursive_doubling', algorithms.doubling_reduction),
    icase('Reduce_scatter', 'sched_pairwise', algorithms.everyone_by_rank),
    icase('Neighbor_allgather', 'sched_linear', algorithms.neighbours, (3, 4), scope='allcomm'),
)


def barrier(installation):
    """The dissemination algorithm: later series have it for any number of partners in a round, 2 by default."""
    return 'dissemination' if installation.version < (4, 1) else 'k_dissemination'


@pytest.mark.parametrize('ranks', ANY)
def test_calls(installation, ranks):
    check_calls(installation, ranks, device='none')


def test_calls_by_default_selection_of_the_device(installation):
    check_calls(installation, 4, device='all')


def test_barrier(installation):
    check_forced(installation, case('Barrier', barrier(installation), algorithms.dissemination))


@pytest.mark.any_device
@pytest.mark.parametrize('one', FORCED, ids=[
    f'{one.operation} {one.choice} n={" ".join(map(str, one.sizes))}' for one in FORCED])
def test_forced(installation, one):
    check_forced(installation, one)


def test_bcast_binomial_from_rank_2(installation):
    check_forced(installation, FORCED[0]._replace(sizes=(3, 4)), root=2)


def shown_name(operation, mode):
    """MPI's name without MPI_, as `mpimon` shows it."""
    if mode == 'nonblocking':
        return 'I' + operation[0].lower() + operation[1:]
    return operation + ('_init' if mode == 'persistent' else '')


def check_calls_made(profile, truth):
    """Calls, bytes and root calls of every operation in every mode are the user's own."""
    got = {}
    for row in profile.json['collectives']:
        if not row['step']:
            key = row['rank'], row['operation']
            sums = got.get(key, (0, 0, 0))
            got[key] = tuple(a + row[b] for a, b in zip(sums, ('calls', 'bytes', 'root_calls')))
    expected = {(rank, shown_name(operation, mode)): counts
                for (rank, operation, mode), counts in truth.calls.items()}
    wrong = differences(got, expected)
    assert not wrong, wrong


def check_calls(installation, ranks, device):
    """On several communicators."""
    job = Job(installation, 'collectives', ranks, ('all',), {'DEVICE_COLLECTIVES': device}).succeed()
    profile = job.profile()
    check_calls_made(profile, job.truth())
    unnamed = [row for row in profile.json['collectives'] if not row['algorithm']]
    assert not unnamed, f'no algorithm: {unnamed[:2]}'
    check_balance(profile, ('coll',))
    check_paths(installation, profile, 'one node')


def one_operation(installation, ranks, operation, mode, times, settings, root=0, count=COUNT):
    values = {'DEVICE_COLLECTIVES': 'none', **settings}
    return Job(installation, 'collectives', ranks, (operation, mode, count, times, root), values).succeed().profile()


def calls_of(profile, operation, mode, step=False):
    """{algorithm: [calls of each rank]}."""
    found = {}
    for row in profile.json['collectives']:
        if row['operation'] == shown_name(operation, mode) and row['step'] == step:
            found.setdefault(row['algorithm'], {}).setdefault(row['rank'], 0)
            found[row['algorithm']][row['rank']] += row['calls']
    return found


def messages_per_call(installation, ranks, one, root, settings):
    """What one call sends: the difference of a longer and a shorter run, over the calls it has more."""
    short, long = (one_operation(installation, ranks, one.operation, one.mode, times, settings, root)
                   for times in (1, 1 + REPETITIONS))
    before, after = short.flows(('coll',)), long.flows(('coll',))
    edges = {}
    for key in set(before) | set(after):
        more = [a - b for a, b in zip(after.get(key, [0] * 4), before.get(key, [0] * 4))]
        assert more[2:] == more[:2], f'{key} received'
        if any(more):
            edges[key[:2]] = [number / REPETITIONS for number in more[:2]]
    return edges, long


def check_forced(installation, one, root=0):
    for ranks in one.sizes:
        edges, profile = messages_per_call(installation, ranks, one, root, {one.variable: one.choice})
        expected = {pair: list(map(float, counts)) for pair, counts in one.edges(ranks, BLOCK, root).items()}
        wrong = differences(edges, expected)
        assert not wrong, f'n={ranks}: {wrong}'
        calls = {one.function: dict.fromkeys(range(ranks), 1 + REPETITIONS)}
        assert calls_of(profile, one.operation, one.mode) == calls, f'n={ranks}'


def test_chosen_by_a_file(installation):
    """The file's choice for a broadcast differs from the built-in one for so few bytes."""
    chosen = 'MPIR_Bcast_intra_scatter_ring_allgather'
    major, minor = installation.version[:2]
    choices = tuning_files.complete(tuning_files.choices(10 * major + minor))
    choices['collective=bcast']['comm_type=intra'] = {f'algorithm={chosen}': {}}
    path = installation.scratch / 'selection.json'
    path.write_text(json.dumps(choices))
    for settings, expected in (({}, 'MPIR_Bcast_intra_binomial'),
                               ({'COLL_SELECTION_TUNING_JSON_FILE': path}, chosen)):
        profile = one_operation(installation, 3, 'Bcast', 'blocking', 5, settings)
        assert calls_of(profile, 'Bcast', 'blocking') == {expected: {0: 5, 1: 5, 2: 5}}


def test_a_forced_algorithm_that_falls_back(installation):
    """Recursive doubling needs a power of two: on three processes the algorithm that really ran is named."""
    profile = one_operation(installation, 3, 'Allgather', 'blocking', 4,
                            {'ALLGATHER_INTRA_ALGORITHM': 'recursive_doubling', 'COLLECTIVE_FALLBACK': 'silent'})
    calls = calls_of(profile, 'Allgather', 'blocking')
    assert 'MPIR_Allgather_intra_recursive_doubling' not in calls, f'the algorithm that cannot run is named: {calls}'
    assert [sorted(ranks.values()) for ranks in calls.values()] == [[4, 4, 4]]


def test_persistent(installation):
    """One call for each start, by one nonblocking algorithm."""
    for operation in ('Bcast', 'Allreduce', 'Alltoall', 'Neighbor_alltoall'):
        profile = one_operation(installation, 4, operation, 'persistent', 6, {})
        calls = calls_of(profile, operation, 'persistent')
        assert [sorted(ranks.values()) for ranks in calls.values()] == [[6, 6, 6, 6]], f'{operation}: the calls'


@pytest.mark.usefixtures('needs_nodes')
def test_a_composition(installation):
    """A composed algorithm is the call; what it consists of are steps."""
    settings = {'DEVICE_COLLECTIVES': 'all', 'BCAST_COMPOSITION': 1, 'NUM_CLIQUES': 2}
    profile = one_operation(installation, 4, 'Bcast', 'blocking', 5, settings)
    assert calls_of(profile, 'Bcast', 'blocking') == {'MPIDI_Bcast_intra_composition_alpha': dict.fromkeys(range(4), 5)}
    steps = calls_of(profile, 'Bcast', 'blocking', step=True)
    assert steps and all(name != 'MPIDI_Bcast_intra_composition_alpha' for name in steps), f'the steps are {steps}'


def test_release_gather(installation):
    """A broadcast through shared memory: calls by that algorithm, and not one message more for more calls."""
    settings = {'DEVICE_COLLECTIVES': 'all', 'BCAST_POSIX_INTRA_ALGORITHM': 'release_gather', 'BCAST_COMPOSITION': 2}
    if not installation.has_shm:
        settings = {'DEVICE_COLLECTIVES': 'all'}
    short, long = (one_operation(installation, 4, 'Bcast', 'blocking', times, settings) for times in (20, 80))
    if not installation.has_shm:
        through = [row for row in long.json['collectives'] if row['shared_memory']]
        assert through == []
        return
    wrong = differences(long.flows(('coll',)), short.flows(('coll',)))
    assert not wrong, f'messages for calls through shared memory: {wrong}'
    through = [row for row in long.json['collectives'] if row['shared_memory'] and row['operation'] == 'Bcast']
    assert {row['algorithm'] for row in through} == {'MPIDI_POSIX_mpi_bcast_release_gather'}, f'{through[:2]}'
    assert sorted({row['rank'] for row in through}) == [0, 1, 2, 3]


MEGABYTE = 2 ** 20
TREES = {'BCAST_INTRA_ALGORITHM': 'binomial', 'REDUCE_INTRA_ALGORITHM': 'binomial', 'BCAST_SHORT_MSG_SIZE': 2 ** 30}


def bytes_by_communicator(profile):
    """Bytes of collectives that were sent between ranks, by the communicator's name; of those that MPICH made for
    itself by its context."""
    flows, communicators = profile.json['flows'], profile.json['communicators']
    columns = ('rank', 'peer', 'communicator', 'class', 'direction', 'bytes')
    sums = {}
    for rank, peer, place, kind, direction, count in zip(*(flows[column] for column in columns)):
        if (kind, direction) == ('coll', 'sent') and rank != peer:
            own = communicators[place]
            name = own['name'] or f"{own['context_id']:#x}{' internal' if own['internal'] else ''}"
            sums[name] = sums.get(name, 0) + count
    return sums


@pytest.mark.parametrize('ranks, cliques', [(4, 1), (5, 1), (4, 2), (7, 2)])
def test_parts_are_the_whole_communicators(installation, ranks, cliques):
    """What two more rounds add: every member but the root gets three broadcasts, a nonblocking one, and sends its part
    of a reduction; nothing is added to any other communicator but the world, nor stays without one."""
    settings = {'NUM_CLIQUES': cliques, **TREES}
    if installation.has_shm:  # else data goes through shared memory, in no message
        settings.update({'BCAST_POSIX_INTRA_ALGORITHM': 'mpir', 'REDUCE_POSIX_INTRA_ALGORITHM': 'mpir'})
    few, many = (Job(installation, installation.build('composed', wrapped=False), ranks, (times,), settings,
                     raw=True).succeed().profile() for times in (1, 3))
    odd = ranks // 2
    expected = {'copy': ranks - 1, 'even': ranks - odd - 1, 'odd': odd - 1}
    before, after = bytes_by_communicator(few), bytes_by_communicator(many)
    more = {name: after.get(name, 0) - before.get(name, 0) for name in set(before) | set(after)}
    more.pop('MPI_COMM_WORLD', None)
    assert {name: count for name, count in more.items() if count} == {
        name: 2 * 5 * MEGABYTE * members for name, members in expected.items() if members}
    assert not [name for name in after if name.endswith('internal')], f'messages of parts: {after}'
    added = sum(flow[1] for flow in many.flows(('coll',)).values()) - sum(
        flow[1] for flow in few.flows(('coll',)).values())
    assert added >= sum(more.values()), f'{added} bytes more between all ranks than {sum(more.values())}'
    report = json.loads(run([installation.tool('mpimon'), 'report', '--json', '--class', 'coll', '--top', '100', many.path]).stdout)
    for name in expected:
        listed = [row['bytes'] for row in report['communicators'] if row['name'] == name]
        assert sum(listed) == after.get(name, 0), f'the bytes of {name} in the report'


def test_parts_made_again_and_again(installation):
    """Parts take no more room than the communicators that they are of."""
    settings = {'NUM_CLIQUES': 2}
    few, many = (Job(installation, 'made_again', 4, (times, 'collectives'), settings).succeed().profile()
                 for times in (70, 200))
    assert len(many.json['communicators']) == len(few.json['communicators'])
    orphans = [row for row in many.json['communicators'] if row['internal'] and row['part_of'] is None]
    assert orphans == []


def test_those_of_a_window_are_the_librarys_own(installation):
    """What making a window needs is a part of no call, even where the user calls the same operations."""
    profile = Job(installation, 'rma_all', 4, settings={'DEVICE_COLLECTIVES': 'all'}).succeed().profile()
    steps = [row for row in profile.json['collectives'] if row['step']]
    assert [row for row in steps if row['parent'] is None], 'no steps of the library\'s own'
    called = {row['operation'] for row in profile.json['collectives'] if not row['step']}
    strange = [row for row in steps if row['parent'] is not None and row['parent'] not in called]
    assert strange == []
    composed = one_operation(installation, 4, 'Bcast', 'nonblocking', 5, {'NUM_CLIQUES': 2})
    parents = {row['parent'] for row in composed.json['collectives'] if row['step']}
    assert parents <= {None, 'Ibcast'}, f'steps of {parents}'


def test_nothing_to_exchange(installation):
    profile = one_operation(installation, 1, 'Allreduce', 'blocking', 5, {})
    assert calls_of(profile, 'Allreduce', 'blocking') == {'nothing to exchange': {0: 5}}
    profile = one_operation(installation, 2, 'Gather', 'blocking', 5, {}, count=0)
    assert calls_of(profile, 'Gather', 'blocking') == {'nothing to exchange': {0: 5, 1: 5}}


@pytest.mark.parametrize('ranks, what', [
    *((ranks, 'rounds') for ranks in (2, 4, 5)), *((ranks, 'all') for ranks in (1, 2, 3, 4, 7))])
def test_asked(installation, ranks, what):
    """The program compares Open MPI's variables with what they are by definition."""
    Job(installation, installation.build('asked', wrapped=False), ranks, (what,), raw=True).succeed()


@pytest.mark.parametrize('ranks', [1, 2, 3, 4, 7])
def test_asked_in_prof(installation, ranks):
    """Lines C are what the program says that it asked of each other rank."""
    job = Job(installation, installation.build('asked', wrapped=False), ranks, ('prof',),
              {'MONITORING_OUTPUT': 'prof', 'MONITORING_FILENAME': 'asked'}, raw=True).succeed()
    expected = {}
    for line in job.result.stdout.splitlines():
        rank, peer, messages, count = map(int, line.split())
        if messages:
            expected[rank, peer] = [count, messages]
    got = {}
    for path in job.folder.glob('*.prof'):
        for line in path.read_text().splitlines():
            if line.startswith('C'):
                _, rank, peer, size, messages = line.split('\t')
                got[int(rank), int(peer)] = [int(size.split()[0]), int(messages.split()[0])]
    wrong = differences(got, expected)
    assert not wrong, wrong
