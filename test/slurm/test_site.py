"""All jobs of a site, by its prologs and epilog (site/): of two users, cut off ones, and those that opt out."""

import json
import os
import pwd
import shutil
import stat
import tempfile
import time
from pathlib import Path

import pytest

from cluster import until
from support import TOP, succeed

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason='only root runs jobs of several users')

OTHER = ('setpriv', '--reuid=nobody', '--regid=nogroup', '--clear-groups')

# Each of 4 ranks sends 5 messages of 100 bytes to the next one; with an argument it makes a file of that name, then waits.
RING = r"""
#include <mpi.h>
#include <stdio.h>
#include <unistd.h>

int main(int argc, char **argv) {
    int rank, size;
    char out[100] = "", in[100];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 0; i < 5; i++)
        MPI_Sendrecv(out, 100, MPI_CHAR, (rank + 1) % size, 0, in, 100, MPI_CHAR, (rank + size - 1) % size, 0,
                     MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (argc > 1) {
        char name[4096];
        snprintf(name, sizeof name, "%s.%d", argv[1], rank);
        fclose(fopen(name, "w"));
        sleep(600);
    }
    MPI_Finalize();
    return 0;
}
"""


class Site:
    """The scripts, a tree, and copies of what jobs run, in a folder that everybody can enter."""

    def __init__(self, folder, memory, installation, start):
        """`memory`: a folder that is in memory, so that processes have all that they count in their segments at once."""
        self.folder, self.tree, self.segments = folder, folder / 'tree', memory
        folder.chmod(0o755)
        self.tree.mkdir(mode=0o755)
        (folder / 'work').mkdir()
        for shared in (memory, folder / 'work'):
            shared.chmod(0o1777)
        shutil.copytree(TOP / 'site', folder / 'site')
        (folder / 'site/site.conf').write_text(
            f'TREE={self.tree}\nSEGMENTS={self.segments}\nLIMIT_MIB=100\nMPIMON={folder}/mpimon\n')
        shutil.copy(installation.tool('mpimon'), folder)
        for library in (installation.prefix / 'lib').glob('libmpi.so*'):
            shutil.copy(library, folder, follow_symlinks=False)
        shutil.copy(installation.build_yielding(), folder / 'yielding.so')
        (folder / 'ring.c').write_text(RING)
        succeed(installation.tool('mpicc'), folder / 'ring.c', '-o', folder / 'ring')
        self.ring = folder / 'ring'
        self.env = {'LD_LIBRARY_PATH': folder, 'LD_PRELOAD': folder / 'yielding.so', 'UCX_NET_DEVICES': 'lo',
                    'UCX_LOG_LEVEL': 'error', 'MPICH_MONITORING_CACHE': folder / 'cache'}
        self.cluster = start(Prolog=folder / 'site/prolog', TaskProlog=folder / 'site/taskprolog',
                             Epilog=folder / 'site/epilog')
        self.cluster.folder.chmod(0o755)  # everybody reads slurm.conf

    def profiles(self, user):
        return sorted(self.tree.glob(f'*/*/*/{user}/*.mon'))

    def run(self, *command, user=(), **variables):
        """Runs srun as a user, to its end and that of its epilog."""
        self.cluster.succeed(*user, *command, env={**self.env, **variables}, cwd=self.folder / 'work')
        self.until_epilogs()

    def submit(self, script, *options, user=(), **variables):
        """The id of a batch job of a user's."""
        return self.cluster.succeed(*user, 'sbatch', '--parsable', '--output=out', *options, f'--wrap={script}',
                                    env={**self.env, **variables}, cwd=self.folder / 'work').strip()

    def until_epilogs(self):
        until(lambda: not self.cluster.succeed('squeue', '-h', '-o', '%i'), 60, 'the jobs end')
        until(lambda: not list(self.segments.iterdir()), 60, 'the epilogs end')

    def listed(self, *user):
        """The jobs that a user sees, by their users."""
        shown = self.cluster.succeed(*user, self.folder / 'mpimon', 'jobs', '--json', self.tree,
                                     env={'MPICH_MONITORING_CACHE': '/nonexistent'})
        return {job['user']: job for job in json.loads(shown)['jobs']}


@pytest.fixture
def site(scratch, installation, variables, cluster_with):
    with tempfile.TemporaryDirectory(prefix='mpich-monitoring-test.', dir='/dev/shm') as memory:
        yield Site(scratch, Path(memory), installation, cluster_with)


def own_by(path):
    status = path.stat()
    return pwd.getpwuid(status.st_uid).pw_name, oct(stat.S_IMODE(status.st_mode))


def test_jobs_of_two_users(site):
    """Each leaves a profile that only its user can read, in the tree that both can write to."""
    site.run('srun', '-N2', '-n4', site.ring)
    site.run('srun', '-N2', '-n4', site.ring, user=OTHER)
    for user in ('root', 'nobody'):
        profile, = site.profiles(user)
        assert own_by(profile) == (user, '0o600') and own_by(profile.parent) == (user, '0o700')
        assert own_by(profile.parent.parent) == ('root', '0o1733')
    seen = site.listed()
    assert {user: (job['ranks'], job['classes']['p2p']) for user, job in seen.items()} == {
        user: (4, {'messages': 20, 'bytes': 2000}) for user in ('root', 'nobody')}
    assert not any(job['incomplete'] for job in seen.values())
    assert list(site.listed(*OTHER)) == ['nobody']
    assert list((site.folder / 'work').iterdir()) == []


@pytest.mark.parametrize('launcher', ['srun', 'mpiexec'])
def test_opting_out(site, installation, launcher):
    """At the beginning of a batch script, when the task prolog has run for the script itself."""
    start = f'srun -n2 {site.ring}' if launcher == 'srun' else f'{installation.tool("mpiexec")} -n 2 {site.ring}'
    site.submit(f'{start}; export MPICH_MONITORING=off; {start}', '-N1', '-n2')
    site.until_epilogs()
    assert len(site.profiles('root')) == 1
    site.run('srun', '-n2', site.ring, MPICH_MONITORING='off')
    assert len(site.profiles('root')) == 1


def test_a_cancelled_job_leaves_a_profile(site):
    """The epilog has it made by the job's user of what the processes on all nodes have left."""
    started = site.folder / 'work/started'
    job = site.submit(f'srun {site.ring} {started}', '-N2', '-n4', '--ntasks-per-node=2', user=OTHER)
    until(lambda: len(list(started.parent.glob('started.*'))) == 4, 60, 'all ranks have sent')
    segments = site.segments / f'mpich-monitoring.{job}.{pwd.getpwnam("nobody").pw_uid}'
    assert len(list(segments.glob('*.segment'))) == 4 and own_by(segments) == ('nobody', '0o700')
    site.cluster.succeed('scancel', job)
    site.until_epilogs()
    profile, = site.profiles('nobody')
    assert own_by(profile) == ('nobody', '0o600') and profile.name.startswith(f'ring.{job}.recovered-')
    seen = site.listed()['nobody']
    assert (seen['ranks'], seen['incomplete'], seen['damaged']) == (4, 4, False)
    assert seen['classes']['p2p'] == {'messages': 20, 'bytes': 2000}


def test_the_oldest_profiles_make_room(site):
    folder = Path(site.tree, '2026/01/01/root')
    folder.mkdir(parents=True)
    for day, mib in enumerate((1, 60, 50)):
        (folder / f'{day}.mon').touch()
        os.truncate(folder / f'{day}.mon', mib << 20)
        os.utime(folder / f'{day}.mon', (time.time() - 86400 * (10 - day),) * 2)
    site.run('srun', '-N2', '-n2', site.ring)
    until(lambda: len(list(folder.iterdir())) == 1, 30, 'the epilog has looked at the limit')
    assert [path.name for path in folder.iterdir()] == ['2.mon'] and len(site.profiles('root')) == 2
