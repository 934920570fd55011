"""Jobs that end badly: `mpimon recover` finds what they counted, exactly."""

import json
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections import namedtuple
from pathlib import Path

import pytest

from .harness import Job, Profile, differences, run

pytestmark = [pytest.mark.asleep, pytest.mark.any_device]  # ranks are killed amid what they do
RANKS = 3
MESSAGES = 10
ABORT_STATUS = 3  # the program's
EXTRA = 5  # that the program sends at a SIGTERM
PATIENCE = 60

# Where segments are; and, there, how old what a process has counted may be before a kill can take it away, in seconds.
Place = namedtuple('Place', 'name age')
MEMORY = Place('memory', 0)
DISK = Place('disk', 1)
PLACES = (MEMORY, DISK)


def segments(folder):
    return sorted(folder.glob('mpimon.*.segment'))


def new_folder(installation, place):
    """An empty folder for segments, in one that is empty but for it."""
    base = installation.memory if place is MEMORY else installation.scratch
    folder = Path(tempfile.mkdtemp(dir=base)) / 'segments'
    folder.mkdir()
    return folder


class DoomedJob(Job):
    """A job of ends_badly with its segments in a folder; it is started, and does not end by itself."""

    def __init__(self, installation, way, folder=None, enable=2, place=MEMORY):
        super().__init__(installation, installation.build('ends_badly', wrapped=False), RANKS, raw=True,
                         settings={'MONITORING_ENABLE': enable})
        self.segment_folder = folder or new_folder(installation, place)
        self.env['MPIR_CVAR_MONITORING_SEGMENT_DIR'] = str(self.segment_folder)
        self.log = self.folder / 'log'
        self.log.mkdir()
        self.command += [self.log, way]
        self.process = None

    def __enter__(self):
        self.process = subprocess.Popen([str(word) for word in self.command], env=self.env, cwd=self.folder,
                                        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        return self

    def __exit__(self, *_):
        for rank in range(RANKS):
            self.kill(rank)
        self.process.kill()
        self.process.communicate()

    def logged(self, rank):
        """The process id of a rank, and how many messages it has sent; (0, 0) before it has sent any."""
        try:
            pid, messages = (self.log / str(rank)).read_text().split()
        except (FileNotFoundError, ValueError):
            return 0, 0
        return int(pid), int(messages)

    def wait_for(self, messages):
        """Until every rank has sent as many."""
        end = time.monotonic() + PATIENCE
        while any(self.logged(rank)[1] < messages for rank in range(RANKS)):
            if time.monotonic() > end:
                pytest.fail(f'the ranks have sent {[self.logged(rank) for rank in range(RANKS)]}')
            time.sleep(0.02)

    def kill(self, rank, number=signal.SIGKILL):
        pid = self.logged(rank)[0]
        try:
            if pid:
                os.kill(pid, number)
        except ProcessLookupError:
            pass

    def wait(self):
        try:
            self.process.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            pytest.fail('the job does not end')
        end = time.monotonic() + PATIENCE
        while any(is_running(self.logged(rank)[0]) for rank in range(RANKS)):  # mpiexec does not wait for all
            assert time.monotonic() < end, 'ranks that mpiexec has ended still run'
            time.sleep(0.02)
        return self.process.returncode


def is_running(pid):
    """Whether there is such a process, and it is more than a zombie."""
    try:
        return pid > 0 and Path(f'/proc/{pid}/stat').read_text().rsplit(')', 1)[1].split()[0] not in 'ZX'
    except (FileNotFoundError, ProcessLookupError):
        return False


def recover(installation, folder, *options, status=0):
    """The jobs that `mpimon recover --json` tells of, made in `folder`'s parent."""
    done = run([installation.tool('mpimon'), 'recover', '--json', *options, folder], cwd=folder.parent)
    assert done.status == status, f'the status of mpimon recover ({done.stderr.strip()})'
    return json.loads(done.stdout)['jobs']


def the_job(jobs):
    assert len(jobs) == 1
    return jobs[0]


def ring(messages=MESSAGES, ranks=range(RANKS)):
    """What the ring has sent and received, by the program's text."""
    flows = {}
    for rank in range(RANKS):
        key = (rank, (rank + 1) % RANKS, 'p2p')
        sent = [messages, messages * (100 + rank)] if key[0] in ranks else [0, 0]
        received = [messages, messages * (100 + rank)] if key[1] in ranks else [0, 0]
        flows[key] = sent + received
    return flows


def check_profile(installation, job, folder, expected):
    profile = Profile(installation, folder / job['profile'], whole=not job['missing'])
    wrong = differences(profile.flows(('p2p',)), expected)
    assert not wrong, wrong
    return profile


def check_recovered(doomed, expected=None):
    """All ranks ended without MPI_Finalize, and the profile has what they sent."""
    folder = doomed.segment_folder
    job = the_job(recover(doomed.installation, folder, '-o', 'recovered.mon'))
    assert (job['complete'], job['ended'], job['missing']) == ([], [[0, RANKS - 1]], [])
    profile = check_profile(doomed.installation, job, folder.parent, expected or ring())
    assert oct(profile.path.stat().st_mode & 0o777) == '0o600'
    assert [process['rank'] for process in profile.json['processes'] if process['complete']] == []
    return profile


@pytest.mark.parametrize('way', ['abort', 'exception', 'segv'])
def test_misbehaviour(installation, way):
    """The job ends as it does without monitoring: of processes that end by signals, mpiexec gives the status of any."""
    statuses = []
    for enable in (0, 2):
        with DoomedJob(installation, way, enable=enable) as doomed:
            statuses.append(doomed.wait())
    assert 0 not in statuses, 'the job ended well'
    if way == 'abort':
        assert statuses == 2 * [ABORT_STATUS]
    check_recovered(doomed)


@pytest.mark.parametrize('place', PLACES, ids=[place.name for place in PLACES])
def test_sigterm_and_sigkill(installation, place):
    """As a batch system does it: what is counted after SIGTERM is there, too."""
    with DoomedJob(installation, 'grace', place=place) as doomed:
        doomed.wait_for(MESSAGES)
        time.sleep(0.2)
        for rank in range(RANKS):
            doomed.kill(rank, signal.SIGTERM)
        doomed.wait_for(MESSAGES + EXTRA)
        time.sleep(place.age)
        for rank in range(RANKS):
            doomed.kill(rank)
        doomed.wait()
    to_self = {(rank, rank, 'p2p'): 2 * [EXTRA, EXTRA * (100 + rank)] for rank in range(RANKS)}
    check_recovered(doomed, {**ring(), **to_self})


@pytest.mark.parametrize('ranks, place', [((1,), MEMORY), (range(RANKS), MEMORY), (range(RANKS), DISK)],
                         ids=['one rank, memory', 'all ranks, memory', 'all ranks, disk'])
def test_kill_9(installation, ranks, place):
    with DoomedJob(installation, 'wait', place=place) as doomed:
        doomed.wait_for(MESSAGES)
        time.sleep(place.age)
        for rank in ranks:
            doomed.kill(rank)
        assert doomed.wait() != 0, 'the job ended well'
    check_recovered(doomed)


def test_needed_as_mpiexec_says(installation):
    """Of one crash in ten, of one such end in five, mpiexec of MPICH 4.1 said success."""
    for _ in range(20):
        with DoomedJob(installation, 'leave') as doomed:
            assert doomed.wait() != 0, 'the job ended well'


@pytest.mark.parametrize('place', PLACES, ids=[place.name for place in PLACES])
def test_power_off(installation, place):
    """What the files hold at a moment, with all processes in the middle of their work: nothing is unmapped or closed."""
    with DoomedJob(installation, 'wait', place=place) as doomed:
        doomed.wait_for(MESSAGES)
        time.sleep(place.age)
        left = doomed.segment_folder.parent / 'left'
        shutil.copytree(doomed.segment_folder, left)
        job = the_job(recover(installation, left, '--running', '-o', 'left.mon'))
        assert job['missing'] == []
        check_profile(installation, job, left.parent, ring())


@pytest.mark.parametrize('place', PLACES, ids=[place.name for place in PLACES])
def test_kill_9_amid_messages(installation, place):
    """Of each rank, every message that it had written down was counted, and at most the next one beside."""
    with DoomedJob(installation, 'stream', place=place) as doomed:
        doomed.wait_for(1000)
        logged = [doomed.logged(rank)[1] for rank in range(RANKS)]
        time.sleep(place.age)
        for rank in range(RANKS):
            doomed.kill(rank)
        doomed.wait()
    job = the_job(recover(installation, doomed.segment_folder, '-o', 'recovered.mon'))
    flows = Profile(installation, doomed.segment_folder.parent / job['profile']).flows(('p2p',))
    for rank in range(RANKS):
        sent = flows[rank, (rank + 1) % RANKS, 'p2p'][0]
        last = doomed.logged(rank)[1]
        least = logged[rank] if place.age else last
        assert least <= sent <= last + 1, f'rank {rank}: {sent} messages counted, not {least} to {last + 1}'


def test_while_it_runs(installation):
    """Left alone; taken if asked; and never cleaned away."""
    with DoomedJob(installation, 'wait') as doomed:
        doomed.wait_for(MESSAGES)
        folder = doomed.segment_folder
        job = the_job(recover(installation, folder, '--clean'))
        assert (job['state'], job['running'], job['profile']) == ('running', [[0, RANKS - 1]], None)
        job = the_job(recover(installation, folder, '--running', '--clean', '-o', 'now.mon'))
        check_profile(installation, job, folder.parent, ring())
        assert len(segments(folder)) == RANKS


def test_two_jobs_in_one_folder(installation):
    """A profile for each; --clean takes all of their segments away, and nothing else."""
    with DoomedJob(installation, 'stream') as first:
        with DoomedJob(installation, 'wait', first.segment_folder) as second:
            first.wait_for(MESSAGES)
            second.wait_for(MESSAGES)
            for rank in range(RANKS):
                second.kill(rank)
            second.wait()
        other = first.segment_folder / 'other'
        other.write_text('not a segment')
        states = {job['state']: job for job in recover(installation, first.segment_folder, '--clean')}
        assert sorted(states) == ['recovered', 'running']
        check_profile(installation, states['recovered'], first.segment_folder.parent, ring())
        assert len(segments(first.segment_folder)) == RANKS
    time.sleep(0.2)
    jobs = recover(installation, first.segment_folder, '--clean')
    assert the_job(jobs)['key'] != states['recovered']['key'], 'both jobs have one key'
    assert [path.name for path in first.segment_folder.iterdir()] == ['other']


def killed(installation):
    with DoomedJob(installation, 'wait') as doomed:
        doomed.wait_for(MESSAGES)
        for rank in range(RANKS):
            doomed.kill(rank)
        doomed.wait()
    return doomed


def test_without_one_segment(installation):
    doomed = killed(installation)
    lost = next(path for path in segments(doomed.segment_folder) if path.name.split('.')[2] == '1')
    lost.unlink()
    job = the_job(recover(installation, doomed.segment_folder, '-o', 'recovered.mon'))
    assert (job['ended'], job['missing']) == ([[0, 0], [2, 2]], [[1, 1]])
    check_profile(installation, job, doomed.segment_folder.parent, ring(ranks=(0, 2)))


@pytest.mark.parametrize('first', [0, 1])
def test_two_nodes(installation, first):
    """Each node has its own segments; one after the other, they make one profile, of which nothing is lost."""
    doomed = killed(installation)
    folder = doomed.segment_folder
    node = folder.parent / 'node'
    node.mkdir()
    for path in segments(folder):
        if path.name.split('.')[2] == str(first):
            path.rename(node / path.name)
    the_job(recover(installation, node, '-o', 'both.mon', '--clean'))
    job = the_job(recover(installation, folder, '-o', 'both.mon', '--clean'))
    assert (job['kept'], job['missing']) == ([[first, first]], [])
    assert segments(node) + segments(folder) == []
    profile = check_profile(installation, job, folder.parent, ring())
    assert profile.json['job']['cvars'].get('MPIR_CVAR_MONITORING_ENABLE') == '2', 'the settings of rank 0 are lost'


def test_torn_segments(installation):
    """Segments that are cut anywhere, or have other bytes: no crash, and the profile can be read."""
    doomed = killed(installation)
    path = segments(doomed.segment_folder)[0]
    whole = path.read_bytes()
    used = int.from_bytes(whole[16:24], 'little')
    for cut in [*range(0, 3000, 171), *range(3000, used, 4999)]:
        path.write_bytes(whole[:cut])
        run_on_torn(doomed, f'cut at {cut}')
    for seed in range(40):
        torn = bytearray(whole)
        for i in range(50):
            torn[(seed * 7919 + i * 104729) % used] = (seed * 31 + i * 17) % 256
        path.write_bytes(bytes(torn))
        run_on_torn(doomed, f'other bytes, {seed}')


def run_on_torn(doomed, what):
    done = run([doomed.installation.tool('mpimon'), 'recover', '-o', 'torn.mon', doomed.segment_folder],
               cwd=doomed.segment_folder.parent)
    assert done.status in (0, 1), f'{what}: status {done.status}: {done.stderr.strip()[:500]}'
    if done.status == 0:
        flows = Profile(doomed.installation, doomed.segment_folder.parent / 'torn.mon', whole=False).flows(('p2p',))
        assert flows.get((1, 2, 'p2p'), [])[:2] == ring()[1, 2, 'p2p'][:2], f'{what}: the others are damaged: {flows}'


@pytest.mark.parametrize('place', PLACES, ids=[place.name for place in PLACES])
def test_profile_that_could_not_be_written(installation, place):
    """MPI_Finalize finds no place for the profile: the segments stay, and the line says how to get at them."""
    job = Job(installation, 'persistent', RANKS, settings={'MONITORING_FILENAME': 'nowhere/one.mon'})
    folder = new_folder(installation, place)
    job.env['MPIR_CVAR_MONITORING_SEGMENT_DIR'] = str(folder)
    job.env['TMPDIR'] = str(job.folder / 'nowhere')
    job.succeed()
    lines = job.result.stderr.splitlines()
    remedy = f'; to make a profile of the segments: mpimon recover {folder}'
    assert len(lines) == 1 and lines[0].endswith(remedy), job.result.stderr
    left = the_job(recover(installation, folder, '--clean'))
    assert left['complete'] == [[0, RANKS - 1]]
    truth = {key: flow[:2] for key, flow in job.truth().flows.items() if key[2] == 'p2p'}
    flows = Profile(installation, folder.parent / left['profile']).flows(('p2p',))
    wrong = differences({key: flow[:2] for key, flow in flows.items()}, truth)
    assert not wrong, wrong
    assert len(segments(folder)) == 0


@pytest.mark.parametrize('place', PLACES, ids=[place.name for place in PLACES])
def test_not_needed(installation, place):
    """After MPI_Finalize no segment is left, though the program went to another folder meanwhile."""
    job = Job(installation, 'persistent', RANKS)
    folder = new_folder(installation, place)
    job.env['MPIR_CVAR_MONITORING_SEGMENT_DIR'] = os.path.relpath(folder, job.folder)
    job.succeed()
    assert job.result.stderr == ''
    assert len(segments(folder)) == 0
    job.profile()
    done = run([installation.tool('mpimon'), 'recover', folder])
    assert done.status == 1 and 'no segments' in done.stderr, done.stderr
    assert run([installation.tool('mpimon'), 'recover', '--clean', folder]).status == 0
