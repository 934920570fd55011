"""Jobs under Slurm: each leaves one right profile, or segments that `mpimon recover` turns into one in the Epilog."""

import re
import shutil
import tempfile
from pathlib import Path

import pytest

from cluster import Cluster, until
from suite.harness import Profile

RANKS = 3
MESSAGES = 10  # of each rank of ends_badly, before it ends
EXTRA = 5  # and when it gets SIGTERM, to itself

EPILOG = """\
#!/bin/sh
left={memory}/$SLURM_JOB_ID
[ ! -d $left ] || {prefix}/bin/mpimon recover --clean -o $left.mon $left >$left.$SLURMD_NODENAME.log 2>&1
"""


@pytest.fixture(scope='module')
def memory():
    """A folder in memory: each job has one below it for its segments, named after its id."""
    folder = Path(tempfile.mkdtemp(prefix='mpich-monitoring-test.', dir='/dev/shm'))
    yield folder
    shutil.rmtree(folder)


@pytest.fixture(scope='module')
def cluster(installation, memory):
    """A running Slurm whose nodes recover in their Epilogs what jobs have left."""
    epilog = memory / 'epilog'
    epilog.write_text(EPILOG.format(memory=memory, prefix=installation.prefix))
    epilog.chmod(0o755)
    with Cluster(Epilog=epilog) as running:
        yield running


@pytest.fixture(params=['srun', 'mpiexec'])
def launcher(request, installation):
    """What starts processes on all nodes of a batch job, one on each."""
    return 'srun --mpi=pmi2' if request.param == 'srun' else f'{installation.tool("mpiexec")} -ppn 1'


def ring(ranks, messages, each):
    """The flows of a ring: rank r sends messages of `each`(r) bytes to the next one."""
    size = {rank: messages * each(rank) for rank in range(ranks)}
    return {(rank, (rank + 1) % ranks, 'p2p'): [messages, size[rank]] * 2 for rank in range(ranks)}


def nodes(printed):
    """The node that each rank of ring_on_nodes has printed."""
    return {int(rank): node for rank, node in re.findall(r'rank (\d+) is on (\S+)', printed)}


def placed(profile):
    """The node that each rank has been on, by the profile."""
    names = [node['name'] for node in profile.json['nodes']]
    return {process['rank']: names[process['place']['node']] for process in profile.json['processes']}


def hosts(cluster, entry):
    """The nodes that Slurm gave to a job, in their order."""
    return cluster.succeed('scontrol', 'show', 'hostnames', entry['NodeList']).split()


def profiles(folder):
    return sorted(path.name for path in folder.iterdir() if '.mon' in path.name)


def succeeded(cluster, job, folder):
    """All of a job has ended well; what it has printed."""
    states = [entry['JobState'] for entry in cluster.wait(job)]
    printed = (folder / f'slurm-{job}.out').read_text()
    assert set(states) == {'COMPLETED'}, printed
    return printed


def test_one_profile_of_a_batch_job(cluster, installation, variables, scratch, launcher):
    """Slurm says where each rank is, and which job, step, node list and account it is."""
    program = installation.build('ring_on_nodes', wrapped=False)
    job = cluster.submit(f'{launcher} -n 4 {program} "two words"', '-N4', '-n4', '--ntasks-per-node=1', '-Aclimate',
                         env={**variables, 'MPIR_CVAR_MONITORING_FILENAME': '%e.%j.%s.%a.%u.mon'})
    printed = succeeded(cluster, job, scratch)
    step = '0'  # Hydra starts its proxies by srun, which is a step, too
    assert len(profiles(scratch)) == 1, printed
    profile = Profile(installation, scratch / profiles(scratch)[0])
    facts = profile.json['job']
    assert profile.path.name == f'{program.name}.{job}.{step}.none.{facts["user"]}.mon'
    assert profile.flows(('p2p',)) == ring(4, 3, lambda rank: 100 + rank)
    assert facts['world_size'] == 4
    assert facts['job_id'] == job
    assert facts['step'] == step
    assert 'array_index' not in facts
    assert facts['launcher'] == ('srun' if 'srun' in launcher else 'hydra')
    assert facts['nodes'] == 'n[1-4]'
    assert facts['account'] == 'climate'
    assert facts['command'] == f"{program} 'two words'"
    assert facts['folder'] == str(scratch)
    assert facts['ending'] == 'complete'
    assert placed(profile) == {rank: f'n{rank + 1}' for rank in range(4)}
    # Hydra gives its processes the environment of the script, which is on the first node.
    assert nodes(printed) == {rank: f'n{rank + 1}' if 'srun' in launcher else 'n1' for rank in range(4)}


def test_each_element_of_an_array_has_its_profile(cluster, installation, variables, scratch, launcher):
    program = installation.build('ring_on_nodes', wrapped=False)
    job = cluster.submit(f'{launcher} -n 2 {program}', '--array=3,7', '-N2', '-n2', '--ntasks-per-node=1',
                         env={**variables, 'MPIR_CVAR_MONITORING_FILENAME': 'array.%a.mon'})
    elements = cluster.wait(job)
    assert profiles(scratch) == ['array.3.mon', 'array.7.mon']
    for element in elements:
        profile = Profile(installation, scratch / f'array.{element["ArrayTaskId"]}.mon')
        assert profile.flows(('p2p',)) == ring(2, 3, lambda rank: 100 + rank)
        facts = profile.json['job']
        assert (facts['job_id'], facts['array_index']) == (element['JobId'], element['ArrayTaskId'])
        assert placed(profile) == dict(enumerate(hosts(cluster, element)))


def test_jobs_at_once_in_one_folder_have_profiles_of_their_own(cluster, installation, variables, scratch, launcher):
    """They want the same name; so do two steps of one of them."""
    program = installation.build('ring_on_nodes', wrapped=False)
    env = {**variables, 'MPIR_CVAR_MONITORING_FILENAME': 'same.mon'}
    part = f'{launcher} --exact' if 'srun' in launcher else launcher
    jobs = [cluster.submit(f'{part} -n 2 {program} a & {part} -n 3 {program} b; wait', '-n5', env=env),
            cluster.submit(f'{launcher} -n 4 {program} c', '-n4', env=env)]
    given = {}
    for job in jobs:
        succeeded(cluster, job, scratch)
        given[job] = set(hosts(cluster, cluster.jobs(job)[0]))
    assert profiles(scratch) == ['same.2.mon', 'same.3.mon', 'same.mon']
    found = set()
    for name in profiles(scratch):
        profile = Profile(installation, scratch / name)
        facts = profile.json['job']
        ranks = facts['world_size']
        assert profile.flows(('p2p',)) == ring(ranks, 3, lambda rank: 100 + rank)
        assert set(placed(profile).values()) <= given[facts['job_id']]
        found.add((facts['job_id'], ranks, facts['command'].split()[-1]))
    assert found == {(jobs[0], 2, 'a'), (jobs[0], 3, 'b'), (jobs[1], 4, 'c')}


def test_mpimon_runs_srun(cluster, installation, variables, scratch):
    """It turns monitoring on, names the profile by the job, says where it is, and passes the exit status on."""
    program = installation.build('ring_on_nodes', wrapped=False)
    mpimon = installation.tool('mpimon')
    env = {name: value for name, value in variables.items() if 'MONITORING' not in name}
    job = cluster.submit(f'{mpimon} run --detail all -- srun -n 4 {program}; echo ended with $?\n'
                         f'{mpimon} run -q -- srun -n 2 sh -c "exit 3"; echo ended with $?',
                         '-N2', '-n4', '--ntasks-per-node=2', env=env)
    printed = succeeded(cluster, job, scratch)
    assert re.findall(r'^ended with \d+', printed, re.M) == ['ended with 0', 'ended with 3'], printed
    assert profiles(scratch) == [f'{program.name}.{job}.mon'], printed
    assert f'mpimon run: profile {scratch}/{program.name}.{job}.mon\n' in printed
    assert 'mpimon run:   4 ranks on 2 nodes, ' in printed
    profile = Profile(installation, scratch / f'{program.name}.{job}.mon')
    assert profile.flows(('p2p',)) == ring(4, 3, lambda rank: 100 + rank)
    assert placed(profile) == nodes(printed) and set(nodes(printed).values()) == {'n1', 'n2'}


class Doomed:
    """A batch job of ends_badly, one rank on each of three nodes, with its segments where the Epilog finds them."""

    def __init__(self, cluster, installation, variables, memory, launcher, way):
        self.cluster, self.installation, self.memory = cluster, installation, memory
        program = installation.build('ends_badly', wrapped=False)
        self.log = Path(tempfile.mkdtemp(dir=Path.cwd()))
        self.job = cluster.submit(
            f'mkdir {memory}/$SLURM_JOB_ID && export MPIR_CVAR_MONITORING_SEGMENT_DIR={memory}/$SLURM_JOB_ID\n'
            f'{launcher} -n {RANKS} {program} {self.log} {way}', f'-N{RANKS}', f'-n{RANKS}', '--ntasks-per-node=1',
            env=variables)
        self.hosts = []

    def wait_for_messages(self):
        """Until all ranks have sent theirs."""
        def sent():
            texts = [path.read_text().split() for path in self.log.iterdir()]
            return len(texts) == RANKS and all(text and int(text[1]) == MESSAGES for text in texts)
        until(sent, 60, f'job {self.job} sends its messages')

    def wait(self):
        """The job's state at the end, and the profile that was made of what it has left."""
        states = self.cluster.wait(self.job)
        self.hosts = hosts(self.cluster, states[0])
        path = self.memory / f'{self.job}.mon'
        logs = '\n'.join(log.read_text() for log in self.memory.glob(f'{self.job}.*.log'))
        assert path.exists(), f'{states}\n{logs}'
        assert not list((self.memory / self.job).iterdir()), 'segments are left'
        return states[0]['JobState'], Profile(self.installation, path)

    def check(self, profile, extra=0):
        """All that was counted is there, which job it was, and where Slurm had each rank, one on each node in turn."""
        truth = ring(RANKS, MESSAGES, lambda rank: 100 + rank)
        if extra:
            truth.update({(rank, rank, 'p2p'): [extra, extra * (100 + rank)] * 2 for rank in range(RANKS)})
        assert profile.flows(('p2p',)) == truth
        facts = profile.json['job']
        assert (facts['job_id'], facts['nodes'], facts['world_size']) == (self.job, f'n[1-{RANKS}]', RANKS)
        assert placed(profile) == dict(enumerate(self.hosts)) and len(self.hosts) == RANKS
        assert facts['command'].endswith(self.log.name + ' ' + facts['command'].split()[-1])


@pytest.fixture
def doomed(cluster, installation, variables, memory, scratch):
    return lambda launcher, way: Doomed(cluster, installation, variables, memory, launcher, way)


def endings(profile):
    return [(process['complete'], process.get('ending'), process.get('exit_code')) for process in profile.json['processes']]


def test_an_abort_is_recovered(doomed, launcher):
    """Rank 1 calls MPI_Abort(3), which kills the others."""
    job = doomed(launcher, 'abort')
    state, profile = job.wait()
    assert state == 'FAILED'
    job.check(profile)
    assert endings(profile) == [(False, 'killed', None), (False, 'aborted', 3), (False, 'killed', None)]
    assert profile.json['job']['ending'] == 'aborted'


def test_a_rank_that_crashes_is_recovered(doomed, launcher):
    job = doomed(launcher, 'segv')
    state, profile = job.wait()
    assert state == 'FAILED'
    job.check(profile)
    assert endings(profile) == [(False, 'killed', None)] * RANKS


def test_a_cancelled_job_is_recovered(doomed, cluster, launcher):
    job = doomed(launcher, 'wait')
    job.wait_for_messages()
    cluster.succeed('scancel', job.job)
    state, profile = job.wait()
    assert state == 'CANCELLED'
    job.check(profile)
    assert endings(profile) == [(False, 'killed', None)] * RANKS


def test_a_time_limit_is_recovered(doomed, cluster, installation):
    """SIGTERM ends the processes of some jobs at once; those of another one use the time until SIGKILL, and what they do then
    is counted, too. Their limits are looked at together."""
    jobs = [doomed('srun', 'wait'), doomed(f'{installation.tool("mpiexec")} -ppn 1', 'wait'), doomed('srun', 'grace')]
    for job in jobs:
        job.wait_for_messages()
    for job in jobs:
        cluster.end_time(job.job)
    for job, extra in zip(jobs, (0, 0, EXTRA)):
        state, profile = job.wait()
        assert state == 'TIMEOUT'
        sent = profile.flows(('p2p',)).get((0, 0, 'p2p'), [0])[0]
        assert sent % EXTRA == 0 and (sent > 0) == (extra > 0), 'SIGTERM comes once or more'
        job.check(profile, sent)
        assert endings(profile) == [(False, 'killed', None)] * RANKS


def test_without_segments_a_killed_job_leaves_nothing(cluster, installation, variables, scratch):
    (scratch / 'log').mkdir()
    program = installation.build('ends_badly', wrapped=False)
    job = cluster.submit(f'srun -n 2 {program} log wait', '-n2', env=variables)
    until(lambda: len([path for path in (scratch / 'log').iterdir() if path.read_text().split()[1:] == [str(MESSAGES)]]) == 2,
          60, 'the job sends its messages')
    cluster.succeed('scancel', job)
    assert cluster.wait(job)[0]['JobState'] == 'CANCELLED'
    assert not profiles(scratch)
