"""mpimon place on jobs that ran here: what it finds is the best there is, and a rerun moves what it predicts."""

import json
import re
from itertools import combinations

import pytest

from . import algorithms
from .harness import Job, run
from .placed_reduction import BINARY_TREE, EACH, NODES, RANKS, Reduction, can_emulate_nodes, cost
from .test_collectives import one_operation

CALLS = 4
COUNT = 25000
BLOCK = 4 * COUNT
LARGE = 10 * COUNT


def place(installation, profile, *options, command=()):
    """What mpimon place says of a job on four nodes."""
    topology = f'node:{NODES} core:{profile.json["job"]["world_size"] // NODES}'
    launched = ['--', *command] if command else []
    return run([installation.tool('mpimon'), 'place', '--topology', topology, *options, profile.path, *launched])


def large(profile, *options):
    """{(source, target): blocks that collectives exchanged}: what the program sends besides is smaller than a block."""
    flows = profile.flows(('coll',), *options)
    return {key[:2]: sums[1] // BLOCK for key, sums in flows.items() if sums[1] >= BLOCK}


def between_nodes(edges, slots):
    return sum(slots[source] // EACH != slots[target] // EACH for source, target in edges)


def parts_without(edges, cut):
    """The sizes of the parts of a tree without some of its edges."""
    part = list(range(RANKS))
    for source, target in sorted(edges, key=lambda edge: edge[1]):
        if (source, target) not in cut:
            part[source] = part[target]
    return [part.count(one) for one in set(part)]


def test_a_tree_that_calls_do_not_show(installation):
    """A reduction by a binary tree asks for a star, which costs the same however ranks are placed: only what was sent
    tells where to put them. 12 of the tree's 15 edges are between nodes in rank order, and 4 at least."""
    profile = one_operation(installation, RANKS, 'Reduce', 'blocking', CALLS, BINARY_TREE, count=COUNT)
    tree = algorithms.binary_tree_up(RANKS, BLOCK, 0)
    assert large(profile) == dict.fromkeys(tree, CALLS)
    assert large(profile, '--collectives', 'asked') == {(rank, 0): CALLS for rank in range(1, RANKS)}

    in_rank_order = list(range(RANKS))
    asked = place(installation, profile, '--collectives', 'asked', '--format', 'hydra')
    assert asked.status == 3 and 'no recommendation' in asked.stderr
    by_asked = json.loads(place(installation, profile, '--collectives', 'asked', '--json').stdout)
    assert by_asked['slots'] == in_rank_order
    assert between_nodes(tree, in_rank_order) == 12

    # With three edges between nodes, the others would leave four parts of four ranks each, which no three do.
    assert not any(set(parts_without(tree, cut)) == {4} for cut in combinations(tree, 3))
    sent = place(installation, profile, '--json')
    assert sent.status == 0, sent.stderr
    by_sent = json.loads(sent.stdout)
    slots = by_sent['slots']
    assert sorted(slots) == in_rank_order
    assert between_nodes(tree, slots) == 4

    # J is 10 for a block between nodes and 1 for one within, so 3 + 12 x 10 of the one and 11 + 4 x 10 of the other.
    costs = [cost(profile, by['slots']) for by in (by_asked, by_sent)]
    assert costs == [by_sent['cost'][when] for when in ('before', 'after')]
    assert [one // (CALLS * BLOCK) for one in costs] == [123, 51]


@pytest.mark.alone
def test_the_tree_on_a_slow_network(installation, tmp_path):
    """One call takes the root as long as the network is busy: 4 blocks leave three of the nodes each with ranks placed by what
    was asked for, and 4 in all by what was sent. Takes 10 s."""
    if installation.has_shm:
        pytest.skip('it is about UCX')
    if not can_emulate_nodes():
        pytest.skip('emulating nodes needs root, ip and /dev/net/tun')
    reduction = Reduction(installation, tmp_path, calls=2)
    places = reduction.placements(reduction.run(LARGE))
    milliseconds = {what: reduction.milliseconds(LARGE, slots) for what, slots in places.items()}
    assert milliseconds['sent'] < milliseconds['asked'], milliseconds


def test_a_rerun_on_emulated_nodes(installation):
    """Of the ring 0, 3, 6, 1, 4, 7, 2, 5 every second edge is between nodes: those of even ranks, which send less."""
    program = installation.build('ring_on_nodes', wrapped=False)
    job = Job(installation, program, 8, (3,), raw=True).succeed()
    command = [installation.tool('mpiexec'), '-genv', 'LD_PRELOAD', installation.build_yielding(), '-n', 8, program, 3]
    # Later series end a program by collectives that depend on the nodes.
    classes = ('--class', 'p2p') if installation.version > (4, 0) else ()
    verified = place(installation, job.profile(), '--verify', *classes, command=command)
    assert verified.status == 0, verified.stderr
    size = f'{sum(3 * (100 + rank) for rank in (0, 2, 4, 6)):,}'
    assert re.search(rf'^ +p2p +{size} +{size} +12 +12$', verified.stdout, re.M), verified.stdout
