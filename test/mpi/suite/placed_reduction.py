"""A reduction by a binary tree, on ranks that are placed by what was sent, and by what the calls asked for, on nodes that this
machine emulates, with a slow network between them."""

import subprocess

from .harness import FOLDER, Profile, clean_environment, run

RANKS, NODES = 16, 4
EACH = RANKS // NODES
TOPOLOGY = f'node:{NODES} core:{EACH}'
DELAY, RATE = 5, 100  # milliseconds, megabits a second
BINARY_TREE = {'REDUCE_INTRA_ALGORITHM': 'nb', 'IREDUCE_INTRA_ALGORITHM': 'tsp_tree', 'IREDUCE_TREE_TYPE': 'kary',
               'IREDUCE_TREE_KVAL': 2}
NETWORK = FOLDER.parent / 'network'


def can_emulate_nodes():
    """Whether this user may."""
    return run([NETWORK / 'run', '--nodes', 1, '--', 'true']).status == 0


def cost(profile, slots):
    """J of what was sent, with rank i on slots[i]."""
    return sum(sums[1] * (10 if slots[source] // EACH != slots[target] // EACH else 1)
               for (source, target, _), sums in profile.flows(('coll',)).items())


class Reduction:
    """Runs of MPI_Reduce by a binary tree, in a folder of their own; of ch4:ucx."""

    def __init__(self, installation, folder, calls):
        self.installation = installation
        self.folder = folder
        self.calls = calls
        self.program = installation.build('collectives')
        pausing = folder / 'pausing.so'
        subprocess.run(['gcc', '-O2', '-fPIC', '-shared', NETWORK / 'pausing.c', '-o', pausing], check=True)
        values = {'MONITORING_ENABLE': 2, 'MONITORING_FILENAME': folder / 'run.mon', 'DEVICE_COLLECTIVES': 'none',
                  **BINARY_TREE}
        self.env = {**clean_environment(), 'TRUTH_DIR': str(folder), 'UCX_LOG_LEVEL': 'error',
                    **{f'MPIR_CVAR_{name}': str(value) for name, value in values.items()}}
        self.launch = [installation.tool('mpiexec'), '-genv', 'LD_PRELOAD', pausing, '-n', RANKS]

    def run(self, count, before=(), within=()):
        """The profile of a run."""
        (self.folder / 'run.mon').unlink(missing_ok=True)
        command = [*before, *self.launch, *within, self.program, 'Reduce', 'blocking', count, self.calls, 0]
        subprocess.run([str(word) for word in command], env=self.env, timeout=120, check=True)
        return Profile(self.installation, self.folder / 'run.mon')

    def milliseconds(self, count, slots):
        """What one call takes the root, with rank i on slots[i]."""
        nodes = ','.join(str(slot // EACH) for slot in slots)
        profile = self.run(count, [NETWORK / 'run', '--nodes', NODES, '--delay', DELAY, '--rate', RATE, '--'],
                           [NETWORK / 'enter', nodes])
        calls = [row for row in profile.json['collectives']
                 if row['rank'] == 0 and row['operation'] == 'Reduce' and not row['step']]
        return sum(row['time_ns'] for row in calls) / sum(row['calls'] for row in calls) / 1e6

    def placement(self, profile, collectives):
        """The slot of each rank."""
        done = run([self.installation.tool('mpimon'), 'place', '--topology', TOPOLOGY, '--collectives', collectives,
                    '--format', 'text', profile.path])
        assert done.status == 0, done.stderr
        return list(map(int, done.stdout.split()))

    def placements(self, profile):
        return {collectives: self.placement(profile, collectives) for collectives in ('asked', 'sent')}
