"""Ranks of topologies that a program lets MPICH reorder: MPIR_CVAR_MONITORING_REORDER."""

import random
from collections import defaultdict

import pytest

from .harness import Job

SIDE = 4
RANKS = SIDE * SIDE
IN_ORDER = list(range(RANKS))


def orders(job):
    """{topology: the rank in it of each process}."""
    found = defaultdict(dict)
    for name, old, new in map(str.split, job.result.stdout.splitlines()):
        found[name][int(old)] = int(new)
    for ranks in found.values():
        assert sorted(ranks) == sorted(ranks.values()) == IN_ORDER
    return {name: [ranks[old] for old in IN_ORDER] for name, ranks in found.items()}


def run(installation, reorder, ranks=RANKS, nodes=4):
    settings = {'MONITORING_ENABLE': 2, 'NUM_CLIQUES': nodes, **({'MONITORING_REORDER': reorder} if reorder else {})}
    return Job(installation, installation.build('reordered', wrapped=False), ranks, settings=settings, raw=True).succeed()


def apart(node_of, ranks, period):
    """Neighbours in a grid that are on different nodes."""
    node = {rank: node_of[process] for process, rank in enumerate(ranks)}
    count = 0
    for row in range(SIDE):
        for column in range(SIDE):
            for down, right in ((1, 0), (0, 1)):
                other = row + down, column + right
                if SIDE not in other or period:
                    count += node[row * SIDE + column] != node[other[0] % SIDE * SIDE + other[1] % SIDE]
    return count


def nodes_of(job):
    """The node of each process, as the profile says."""
    processes = sorted(job.profile().json['processes'], key=lambda process: process['rank'])
    return [process['place']['node'] for process in processes]


def test_stays_in_order(installation):
    assert orders(run(installation, None)) == dict.fromkeys(('grid', 'torus', 'graph'), IN_ORDER)


def test_topology(installation):
    """Nodes of four processes get squares: 8 neighbours of the grid are on different nodes, and 16 of the torus."""
    job = run(installation, 'topology')
    node_of = nodes_of(job)
    assert len(set(node_of)) == 4
    found = orders(job)
    assert found['graph'] == IN_ORDER
    assert apart(node_of, found['grid'], period=False) == 8 < apart(node_of, IN_ORDER, period=False)
    assert apart(node_of, found['torus'], period=True) == 16


@pytest.mark.parametrize('ranks, nodes', [(RANKS + 1, 4), (RANKS, 1), (RANKS, RANKS)],
                         ids=['more processes', 'one node', 'a node each'])
def test_topology_never_worse(installation, ranks, nodes):
    job = run(installation, 'topology', ranks, nodes)
    node_of = nodes_of(job)
    for name, period in (('grid', False), ('torus', True)):
        assert apart(node_of, orders(job)[name], period) <= apart(node_of, IN_ORDER, period)


def test_file(installation):
    """Line i of the file has the slot of rank i, as mpimon place --format text writes it."""
    slots = list(IN_ORDER)
    random.Random(3).shuffle(slots)
    path = installation.scratch / 'slots'
    path.write_text('\n'.join(map(str, slots)))
    found = orders(run(installation, path))
    assert found == dict.fromkeys(('grid', 'torus', 'graph'), [slots.index(process) for process in IN_ORDER])


def test_wrong_file(installation):
    job = run(installation, '/nowhere/slots')
    assert orders(job) == dict.fromkeys(('grid', 'torus', 'graph'), IN_ORDER)
    assert set(job.result.stderr.splitlines()) == {
        'mpich-monitoring: MPIR_CVAR_MONITORING_REORDER=/nowhere/slots: No such file or directory; ranks stay in their order'}


# By the counts of the run so far.

NODES = 4
EACH = RANKS // NODES
KINDS = ('cart', 'graph', 'dist', 'adjacent', 'split')


def traffic_of_groups(random, heavy=4000):
    """[(from, to, bytes)]: groups of as many ranks as a node has exchange much, others now and then a little."""
    ranks = list(IN_ORDER)
    random.shuffle(ranks)
    group = {rank: index // EACH for index, rank in enumerate(ranks)}
    return [(one, other, random.randint(heavy, 2 * heavy) if group[one] == group[other] else random.randint(1, 200))
            for one in IN_ORDER for other in IN_ORDER
            if one != other and (group[one] == group[other] or random.random() < 0.1)]


def random_traffic(random):
    return [(one, other, random.randint(1, 20000)) for one in IN_ORDER for other in random.sample(IN_ORDER, 4) if one != other]


def run_traffic(installation, kinds, first, second=(), reorder='counts', nodes=NODES):
    folder = installation.scratch / f'traffic-{random.getrandbits(64)}'
    folder.mkdir()
    for name, edges in (('edges', first), ('edges.2', second)):
        (folder / name).write_text(''.join(f'{one} {other} {count}\n' for one, other, count in edges))
    settings = {'MONITORING_ENABLE': 2, 'NUM_CLIQUES': nodes, 'MONITORING_REORDER': reorder}
    return Job(installation, installation.build('reordered_by_traffic', wrapped=False), RANKS, [folder / 'edges', kinds],
               settings=settings, raw=True).succeed()


def between(edges, node_of, ranks=tuple(IN_ORDER)):
    """Bytes between nodes, where each process has a rank."""
    process = {rank: process for process, rank in enumerate(ranks)}
    return sum(count for one, other, count in edges if node_of[process[one]] != node_of[process[other]])


def counted_between(job, node_of):
    return sum(flow[1] for (one, other, _), flow in job.profile().flows({'p2p'}).items() if node_of[one] != node_of[other])


@pytest.mark.parametrize('kind', KINDS)
def test_counts(installation, kind):
    """Groups that talk to each other come to one node each, and the bytes between nodes fall by what that says."""
    edges = traffic_of_groups(random.Random(kind))
    job = run_traffic(installation, kind, edges)
    node_of, ranks = nodes_of(job), orders(job)[kind]
    before, after = between(edges, node_of), between(edges, node_of, ranks)
    least = sum(count for *_, count in edges if count <= 200)
    assert after == least < before / 10
    assert counted_between(job, node_of) == before + after


@pytest.mark.parametrize('kind', ['graph', 'adjacent'])
@pytest.mark.parametrize('nodes', [3, 1], ids=['unequal nodes', 'one node'])
def test_counts_never_worse(installation, kind, nodes):
    edges = random_traffic(random.Random(f'{kind} {nodes}'))
    job = run_traffic(installation, kind, edges, nodes=nodes)
    node_of, ranks = nodes_of(job), orders(job)[kind]
    before, after = between(edges, node_of), between(edges, node_of, ranks)
    assert after < before or ranks == IN_ORDER
    assert counted_between(job, node_of) == before + after


@pytest.mark.parametrize('kind', ['dist', 'split'])
def test_counts_since_the_last_order(installation, kind):
    """What ranks did before they were reordered says nothing of what the same processes do since."""
    chance = random.Random(1)
    first, second = traffic_of_groups(chance, heavy=20000), traffic_of_groups(chance, heavy=2000)
    job = run_traffic(installation, f'adjacent,{kind}', first, second)
    node_of, found = nodes_of(job), orders(job)
    before, after = (between(second, node_of, found[name]) for name in ('adjacent', kind))
    assert after == sum(count for *_, count in second if count <= 200) < before / 10
    assert between(first, node_of, found['adjacent']) == sum(count for *_, count in first if count <= 200)
    assert counted_between(job, node_of) == between(first, node_of) + before + after


@pytest.mark.parametrize('kind', ['graph', 'split'])
def test_counts_on_what_was_not_reordered(installation, kind):
    """A program makes its topology, in which ranks stay as nothing was counted, and asks for another one of the world later."""
    edges = traffic_of_groups(random.Random(f'again {kind}'))
    job = run_traffic(installation, f'adjacent,world:{kind}', [(0, 0, 1)], edges)
    node_of, found = nodes_of(job), orders(job)
    assert found['adjacent'] == IN_ORDER
    assert between(edges, node_of, found[kind]) == sum(count for *_, count in edges if count <= 200) < between(edges, node_of) / 10


def test_named_hardware(installation):
    run_traffic(installation, 'hardware', traffic_of_groups(random.Random(3)))


@pytest.mark.parametrize('kind', ['cart', 'graph', 'adjacent'])
def test_file_of_some(installation, kind):
    """Where some processes find no such file, as they may on another node, all ranks stay in their order."""
    job = Job(installation, installation.build('reordered_by_traffic', wrapped=False), RANKS, ['../edges', kind],
              settings={'MONITORING_ENABLE': 2, 'NUM_CLIQUES': 4, 'MONITORING_REORDER': './slots'}, raw=True)
    here, elsewhere = job.folder / 'here', job.folder / 'elsewhere'
    for folder in (here, elsewhere):
        folder.mkdir()
    (job.folder / 'edges').write_text('0 1 1\n')
    (here / 'slots').write_text(''.join(f'{slot}\n' for slot in reversed(IN_ORDER)))
    at = job.command.index(RANKS)
    program = job.command[at + 1:]
    job.command[at:] = [RANKS // 2, '-wdir', here, *program, ':', '-n', RANKS // 2, '-wdir', elsewhere, *program]
    assert orders(job.succeed()) == {kind: IN_ORDER}
    assert job.result.stderr.splitlines() == [
        'mpich-monitoring: MPIR_CVAR_MONITORING_REORDER=./slots: other processes find another file there, or none; ranks stay in '
        'their order']


@pytest.mark.parametrize('kind', KINDS)
def test_nothing_counted(installation, kind):
    assert orders(run_traffic(installation, kind, [(0, 0, 1)]))[kind] == IN_ORDER


@pytest.mark.parametrize('kind', ['dist', 'adjacent', 'split'])
def test_file_for_distributed_graphs(installation, kind):
    slots = list(IN_ORDER)
    random.Random(kind).shuffle(slots)
    path = installation.scratch / f'slots-{kind}'
    path.write_text(''.join(f'{slot}\n' for slot in slots))
    named = f'split:{path}' if kind == 'split' else kind
    found = orders(run_traffic(installation, named, random_traffic(random.Random(2)), reorder=path))
    assert found == {kind: [slots.index(process) for process in IN_ORDER]}


def test_wrong_order_in_an_info(installation):
    job = run_traffic(installation, 'split:blocks', [(0, 1, 1)])
    assert orders(job) == {'split': IN_ORDER}
    assert job.result.stderr.splitlines() == [
        'mpich-monitoring: mpich_monitoring_reorder=blocks: counts, or the name of a file with a slash in it; ranks stay in '
        'their order']
