"""mpimon watch over the four nodes of a job, by steps of srun beside the job's own."""

import json
import os
import shutil
import subprocess
import tempfile
import urllib.request
from contextlib import contextmanager
from pathlib import Path

import pytest

from cluster import Cluster, until

RANKS = 4
MESSAGES, BYTES = 300, 1000  # as watched.c has them

PROLOG = """\
#!/bin/sh
echo export MPIR_CVAR_MONITORING_SEGMENT_DIR={memory}/$SLURMD_NODENAME
"""

# Looks at each stop of the program; what is between the two looks is known.
JOB = """\
srun --overlap --mpi=pmi2 {program} {folder} &
until [ -e {folder}/stage1 ]; do sleep 0.1; done
{mpimon} watch --nodes "$SLURM_JOB_NODELIST" --once --json --interval 0 >{folder}/first
touch {folder}/go1
until [ -e {folder}/go2 ]; do sleep 0.1; done
wait
"""


@pytest.fixture
def memory():
    """A folder in memory, with one for the segments of each node."""
    folder = Path(tempfile.mkdtemp(prefix='mpich-monitoring-test.', dir='/dev/shm'))
    for node in range(1, RANKS + 1):
        (folder / f'n{node}').mkdir()
    yield folder
    shutil.rmtree(folder)


@pytest.fixture
def cluster(memory):
    """A running Slurm whose nodes have a folder each for segments, as if their memories were apart."""
    prolog = memory / 'prolog'
    prolog.write_text(PROLOG.format(memory=memory))
    prolog.chmod(0o755)
    with Cluster(TaskProlog=prolog) as running:
        yield running


def sums(seen):
    """Processes, and what they have sent."""
    p2p, = [[row['messages'], row['bytes']] for row in seen['classes'] if row['class'] == 'p2p']
    return [seen['processes'], *p2p]


@contextmanager
def page(cluster, *command):
    """The address of the page that a viewer serves, which looks as long as the block runs."""
    env = {**os.environ, **{name: str(value) for name, value in cluster.env.items()}}
    with subprocess.Popen(list(map(str, command)), env=env, stdout=subprocess.PIPE, encoding='utf-8') as viewer:
        try:
            yield viewer.stdout.readline().strip()
        finally:
            viewer.kill()


def sent_by_page(address):
    """Messages of the program, by the page's metrics."""
    with urllib.request.urlopen(f'{address.rstrip("/")}/metrics', timeout=20) as answer:
        lines = answer.read().decode().splitlines()
    return sum(int(line.split()[-1]) for line in lines
               if line.startswith('mpimon_messages') and 'class="p2p"' in line and 'direction="sent"' in line)


def test_all_nodes_of_a_job(cluster, installation, variables, memory, tmp_path):
    mpimon = installation.tool('mpimon')
    script = JOB.format(program=installation.build('watched'), folder=tmp_path, mpimon=mpimon)
    job = cluster.submit(script, f'--nodes={RANKS}', '--ntasks-per-node=1', env=variables, cwd=tmp_path)
    until(lambda: (tmp_path / 'stage2').exists(), 60, 'the second stop')
    assert {path.name for path in memory.iterdir() if path.is_dir() and list(path.glob('*.segment'))} == {'n1', 'n2', 'n3', 'n4'}
    assert sums(json.loads((tmp_path / 'first').read_text())) == [RANKS, RANKS * MESSAGES, RANKS * MESSAGES * BYTES]
    # From outside of the job.
    launcher = f'srun --overlap --quiet --jobid={job} --nodes=1 --ntasks=1 -w'
    seen = json.loads(cluster.succeed(mpimon, 'watch', '--nodes', 'n[1-4]', '--launcher', launcher, '--once', '--json',
                                      '--interval', '0', cwd=tmp_path))
    assert sums(seen) == [RANKS, 3 * RANKS * MESSAGES, 3 * RANKS * MESSAGES * BYTES] and not seen['unreadable']
    assert next(row for row in seen['variables'] if row['variable'] == 'p2p_messages')['ranks'] == {
        'rank': list(range(RANKS)), 'last': [3 * MESSAGES] * RANKS, 'rate': [0] * RANKS}
    with page(cluster, mpimon, 'watch', '--nodes', 'n[1-4]', '--launcher', launcher, '--web', '--interval', '0.2') as address:
        until(lambda: sent_by_page(address) == 3 * RANKS * MESSAGES, 30, 'the page with all that was sent')
    (tmp_path / 'go2').touch()
    assert [entry['JobState'] for entry in cluster.wait(job)] == ['COMPLETED'], (tmp_path / f'slurm-{job}.out').read_text()
