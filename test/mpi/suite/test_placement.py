"""mpimon place on jobs that ran here: what it finds is the best there is, and a rerun moves what it predicts."""

import json
import os
import re
import shutil
from itertools import combinations

import pytest

from . import algorithms
from .harness import Job, clean_environment, run
from .placed_reduction import BINARY_TREE, EACH, NODES, RANKS, Reduction, can_emulate_nodes, cost
from .test_collectives import one_operation

CALLS = 4
COUNT = 25000
BLOCK = 4 * COUNT
LARGE = 10 * COUNT
RING = 8


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


@pytest.mark.usefixtures('needs_quiet_init')
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
    assert between_nodes(tree, in_rank_order) == 12

    # With three edges between nodes, the others would leave four parts of four ranks each, which no three do.
    assert not any(set(parts_without(tree, cut)) == {4} for cut in combinations(tree, 3))
    sent = place(installation, profile, '--class', 'coll', '--json')
    assert sent.status == 0, sent.stderr
    by_sent = json.loads(sent.stdout)
    slots = by_sent['slots']
    assert sorted(slots) == in_rank_order
    assert between_nodes(tree, slots) == 4

    # J is 10 for a block between nodes and 1 for one within, so 3 + 12 x 10 of the one and 11 + 4 x 10 of the other.
    costs = [cost(profile, order) for order in (in_rank_order, slots)]
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


# A launcher's agent for an emulated node, and what runs there.
AGENT = '''#!/bin/sh
while [ "${1#-}" != "$1" ]; do shift; done
export EMULATED_NODE=$1
shift
exec /bin/sh -c "$*"
'''
WHERE = '''#!/bin/sh
echo "${OMPI_COMM_WORLD_RANK:-$PMI_RANK} $EMULATED_NODE $(sed -n 's/^Cpus_allowed_list:\\t//p' /proc/self/status)"
'''
OPEN_MPI = 'mpirun.openmpi'


class Launched:
    """Ranks that are started as a file for a launcher says, on four emulated nodes of two cores; 0, 3, 6 and so on are a ring."""

    def __init__(self, installation, folder, levels, form):
        self.folder = folder
        self.order = folder / 'order'
        hosts = folder / 'hosts'
        hosts.write_text(''.join(f'node{node} {RING // NODES} {levels}\n' for node in range(NODES)))
        profile = Job(installation, installation.build('ring_on_nodes', wrapped=False), RING, (3,), raw=True).succeed().profile()
        for name, text in (('agent', AGENT), ('where', WHERE)):
            (folder / name).write_text(text)
            (folder / name).chmod(0o755)

        def placed(*options):
            done = run([installation.tool('mpimon'), 'place', '--topology', hosts, *options, profile.path])
            assert done.status == 0, done.stderr
            return done.stdout
        self.slots = [int(line) for line in placed('--format', 'text').split()]
        placed('--format', form, '-o', self.order)

    def where(self, command, **env):
        """{rank: (node, core)}, and the core is all where ranks are not bound."""
        for _ in range(3):
            done = run([*command, '-n', RING, self.folder / 'where'], env={**clean_environment(), **env})
            # Open MPI gives up where an agent begins before it has a process group of its own.
            if 'setpgid' not in done.stderr:
                break
        assert done.status == 0, done.stderr
        return {int(rank): (node, core) for rank, node, core in map(str.split, done.stdout.splitlines())}


@pytest.mark.any_device
@pytest.mark.parametrize('levels', ['core:2', 'package:1 core:2', 'package:2 core:1'])
def test_open_mpi_puts_ranks_on_their_slots(installation, tmp_path, levels):
    """Each node's two cores are this machine's, 0 and 1: in one package, or in two by what hwloc is told."""
    if not shutil.which(OPEN_MPI):
        pytest.skip('no Open MPI here')
    if not {0, 1} <= os.sched_getaffinity(0):
        pytest.skip('processors 0 and 1 are not for us')
    launched = Launched(installation, tmp_path, levels, 'openmpi')
    # As root it asks for more; another user needs none of these.
    env = {'OMPI_ALLOW_RUN_AS_ROOT': '1', 'OMPI_ALLOW_RUN_AS_ROOT_CONFIRM': '1', 'HWLOC_THISSYSTEM': '1',
           'HWLOC_SYNTHETIC': f'{levels} pu:1' if 'package' in levels else 'package:1 core:2 pu:1'}
    where = launched.where([OPEN_MPI, '--mca', 'plm_rsh_agent', tmp_path / 'agent', '--rankfile', launched.order], **env)
    assert where == {rank: (f'node{slot // 2}', str(slot % 2)) for rank, slot in enumerate(launched.slots)}


def test_where_a_rankmap_puts_ranks(installation, tmp_path):
    """On their nodes from 5.1 on, and in the order of the hosts before."""
    if installation.version < (4, 1):
        pytest.skip('its mpiexec has no -rankmap')
    launched = Launched(installation, tmp_path, 'core:2', 'rankmap')
    rankmap = re.search(r" -rankmap '(.*?)'", launched.order.read_text()).group(1)
    where = launched.where([installation.tool('mpiexec'), '-launcher', 'ssh', '-launcher-exec', tmp_path / 'agent',
                            '-f', launched.order, '-rankmap', rankmap])
    slots = launched.slots if installation.version >= (5, 1) else range(RING)
    assert {rank: node for rank, (node, _) in where.items()} == {rank: f'node{slot // 2}' for rank, slot in enumerate(slots)}


def test_what_the_levels_take(installation, tmp_path):
    """Two emulated nodes of two cores, a level between them that has one object only, and one for which there are too few ranks."""
    done = run([installation.tool('mpimon'), 'place', '--measure', '--json', '--topology', 'rack:2 node:2 package:1 core:2', '--',
                installation.tool('mpiexec'), '-genv', 'LD_PRELOAD', installation.build_yielding(), '-n', 4],
               env={**clean_environment(), 'UCX_LOG_LEVEL': 'error'}, cwd=tmp_path)
    assert done.status == 0, done.stderr
    found = json.loads(done.stdout)
    assert [(level['level'], level['measured'], level['pairs'], level['ranks_needed']) for level in found['levels']] == [
        ('rack', False, 0, 5), ('node', True, 1, 3), ('package', False, 0, 0), ('core', True, 2, 2)]
    for level in found['levels']:
        assert 0.05 < level['latency_us'] < 10_000 and 0.01 < level['bandwidth_gb_per_s'] < 1000, level
    latencies, bandwidths = ([float(number) for number in found[name].split(',')] for name in ('latency', 'bandwidth'))
    assert latencies == sorted(latencies, reverse=True) and bandwidths == sorted(bandwidths)
    assert not list(tmp_path.iterdir())
    profile = Job(installation, installation.build('ring_on_nodes', wrapped=False), RING, (3,), raw=True).succeed().profile()
    placed = run([installation.tool('mpimon'), 'place', '--topology', 'rack:2 node:2 package:1 core:2', '--by', 'time',
                  '--latency', found['latency'], '--bandwidth', found['bandwidth'], '--format', 'text', profile.path])
    assert placed.status == 0, placed.stderr
    # One process has nobody to send to.
    alone = run([installation.tool('mpimon'), 'place', '--measure', '--topology', 'core:2', '--', installation.tool('mpiexec'),
                 '-n', 1], env=clean_environment(), cwd=tmp_path)
    assert alone.status == 1 and 'nothing was measured' in alone.stderr, alone
