"""mpimon place under Slurm: by each way to put ranks on nodes, a rerun moves between them what was predicted."""

import re
from pathlib import Path

import pytest

from suite.harness import Profile

RANKS = 8
STRIDE = 3
# Along the ring 0, 3, 6, 1, 4, 7, 2, 5 two ranks each are on a node, so that those that send more, the odd ones, send
# within it.
TOGETHER = {frozenset(pair) for pair in ((0, 5), (1, 4), (2, 7), (3, 6))}
BETWEEN = sum(3 * (100 + rank) for rank in (0, 2, 4, 6))
HOSTS = ''.join(f'n{node} 2\n' for node in (1, 2, 3, 4))

# Hydra, which MPICH 4.0 starts under Slurm by srun, puts ranks by the numbers of nodes; with the wrapper, by its host file.
WAYS = {
    'srun': 'srun --mpi=pmi2',
    'launcher': '{mpiexec} -launcher ssh -launcher-exec ./wrapper',
}


def placed(text):
    """Which ranks are on a node together, from {rank: node}."""
    return {frozenset(rank for rank in text if text[rank] == node) for node in text.values()}


@pytest.fixture
def job(cluster, installation, variables, scratch):
    """job(lines): what a batch job of four nodes prints that has run the program once, and then these lines."""
    def start(lines):
        Path('hosts').write_text(HOSTS)
        env = {**variables, 'MPIR_CVAR_MONITORING_FILENAME': 'before.mon', 'PATH': f'{installation.prefix}/bin:{cluster.env["PATH"]}'}
        program = installation.build('ring_on_nodes', wrapped=False)
        number = cluster.submit(f'set -e\nsrun -n {RANKS} {program} {STRIDE} >/dev/null\n' + lines.format(
            program=f'{program} {STRIDE}', mpiexec=installation.tool('mpiexec'),
            place='mpimon place --topology hosts before.mon'), '-N4', f'-n{RANKS}', '--ntasks-per-node=2', env=env)
        states = [entry['JobState'] for entry in cluster.wait(number)]
        printed = (scratch / f'slurm-{number}.out').read_text()
        assert states == ['COMPLETED'], printed
        return printed
    return start


@pytest.mark.parametrize('way', WAYS)
def test_a_rerun_moves_what_was_predicted(job, installation, way):
    printed = job('{place} --format launcher -o wrapper; chmod +x wrapper\n'
                  f'{{place}} --verify -- {WAYS[way]} -n {RANKS} {{program}}\n')
    between = f'{BETWEEN:,}'
    assert re.search(rf'^ +p2p +{between} +{between} +12 +12$', printed, re.M), printed
    assert 'as placed' not in printed, 'the nodes are those of the run'
    assert Profile(installation, Path('before.mon')).json['job']['world_size'] == RANKS


@pytest.mark.parametrize('way, order', [
    ('SLURM_HOSTFILE=order srun -m arbitrary', 'slurm'),
    (WAYS['launcher'] + ' -genvnone -f order', 'hydra'),
], ids=['slurm', 'hydra'])
def test_files_for_launchers(job, way, order):
    """As their first lines say to use them."""
    printed = job('{place} --format launcher -o wrapper; chmod +x wrapper\n'
                  f'{{place}} --format {order} -o order\n{way} -n {RANKS} {{program}}\n')
    nodes = {int(rank): node for rank, node in re.findall(r'rank (\d+) is on (\S+)', printed)}
    assert placed(nodes) == TOGETHER, printed
