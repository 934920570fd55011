"""More than one world: processes that were spawned, and jobs that connect. Their peers are foreign to each other."""

import subprocess

import pytest

from .harness import Job, Profile, Result, differences, run

CLASSES = ('p2p',)
CHILDREN = 2
NOT_SUPPORTED = "this MPICH's ch4:ucx has no dynamic processes"


@pytest.mark.parametrize('ranks', [1, 3])
def test_single_processes(installation, ranks):
    """Sessions without a communicator of several processes: each process writes a profile of its own, but in 5.0, which
    makes one of all at once."""
    job = Job(installation, installation.build('session_self', wrapped=False), ranks, raw=True).succeed()
    assert job.result.stderr == ''
    profiles = job.profiles()
    expected = {(rank, rank, 'p2p'): 2 * [2, 27] for rank in range(ranks)}
    together = ranks == 1 or installation.version >= (5, 0)
    assert len(profiles) == (1 if together else ranks)
    if together:
        assert job.profile().flows(CLASSES) == expected
        return
    for (key, flow), path in zip(expected.items(), profiles):
        assert path.name.split('.')[-2] == f'rank-{key[0]}'
        assert Profile(installation, path, whole=False).flows(CLASSES) == {key: flow}


def test_texts_of_single_processes(installation):
    """Also of processes that are alone, each has its rank in the world."""
    job = Job(installation, installation.build('session_self', wrapped=False), 3, raw=True,
              settings={'MONITORING_OUTPUT': 'prof', 'MONITORING_FILENAME': 'x.mon'}).succeed()
    assert job.result.stderr == ''
    assert sorted(path.name for path in job.folder.glob('*.prof')) == [f'x.{rank}.prof' for rank in range(3)]


def check_world(profile, truth, ranks):
    """Inside the world the matrix is the truth; foreign peers are no ranks of it, and their sums are the truth's."""
    assert profile.json['job']['world_size'] == ranks
    flows = profile.flows(CLASSES, '--foreign')
    inside = {key: flow for key, flow in flows.items() if isinstance(key[0], int) and isinstance(key[1], int)}
    expected = {key: [flow[0], flow[1], flow[0], flow[1]] for key, flow in truth.flows.items() if -1 not in key[:2]}
    wrong = differences(inside, expected)
    assert not wrong, wrong
    for rank in range(ranks):
        sent = [0, 0]
        for (source, target, _), flow in flows.items():
            if source == rank and not isinstance(target, int):
                sent = [sent[0] + flow[0], sent[1] + flow[1]]
        assert sent == truth.flows.get((rank, -1, 'p2p'), [0, 0])[:2], f'what rank {rank} sent to foreign peers'


def test_foreign_peers(installation):
    """One message from a world to the second process of a world that it started; no rank of either matrix."""
    if not installation.has_shm:
        pytest.skip(NOT_SUPPORTED)
    job = Job(installation, 'foreign', 1).succeed()
    seen = {}
    for path in job.profiles():
        listed = run([installation.tool('mpimon'), 'export', '--csv', '--foreign', path], env=job.env, timeout=20)
        rows = [row.split(',') for row in listed.stdout.split() if ',p2p,' in row]
        seen['spawned' in path.name] = rows
    assert [row[:1] + row[2:] for row in seen[False]] == [['0', 'p2p', 'net', '1', '4', '0', '0']]
    assert [row[1:] for row in seen[True]] == [['1', 'p2p', 'net', '0', '0', '1', '4']]
    assert seen[False][0][1].startswith('f:') and seen[True][0][0].startswith('f:'), f'no foreign peers: {seen}'


@pytest.mark.parametrize('ranks', [1, 3])
def test_spawn(installation, ranks):
    if not installation.has_shm:
        pytest.skip(NOT_SUPPORTED)
    job = Job(installation, 'spawn', ranks).succeed()
    profiles = [Profile(installation, path) for path in job.profiles()]
    assert len(profiles) == 2
    spawned = {profile.json['job']['spawned']: profile for profile in profiles}
    assert sorted(spawned) == [False, True]
    check_world(spawned[False], job.truth('world'), ranks)
    check_world(spawned[True], job.truth('spawned'), CHILDREN)


def test_started_by_one_and_by_all(installation):
    """Rank 0 knows processes of another world before those that both ranks start, and yet what connects them to the latter
    is one communicator."""
    if not installation.has_shm:
        pytest.skip(NOT_SUPPORTED)
    job = Job(installation, installation.build('started_twice', wrapped=False), 2, raw=True).succeed()
    parents = [profile for profile in (Profile(installation, path) for path in job.profiles())
               if not profile.json['job']['spawned']]
    assert len(parents) == 1
    bridges = [place for place, communicator in enumerate(parents[0].json['communicators'])
               if communicator['name'] == 'to all']
    flows = parents[0].json['flows']
    senders = sorted(rank for rank, communicator, kind in zip(flows['rank'], flows['communicator'], flows['class'])
                     if kind == 'p2p' and [communicator] == bridges)
    assert len(bridges) == 1
    assert senders == [0, 1]


def test_communicators_made_again(installation):
    """Of many communicators made alike the last ones share their counters, but not if they lead to other worlds, which
    may not be the same."""
    if not installation.has_shm:
        pytest.skip(NOT_SUPPORTED)
    times = 100
    job = Job(installation, 'made_again', 1, (times, 'spawn')).succeed()
    profiles = [Profile(installation, path) for path in job.profiles()]
    assert len(profiles) == 2
    for profile in profiles:
        flows = profile.json['flows']
        sent = {communicator: messages for communicator, kind, direction, messages
                in zip(*(flows[column] for column in ('communicator', 'class', 'direction', 'messages')))
                if (kind, direction) == ('p2p', 'sent')}
        assert list(sent.values()) == times * [1]


def connected(installation):
    """Two jobs, of two and three ranks, of which the second has connected to the first."""
    first = Job(installation, 'connect', 2, ('accept', 'port'))
    second = Job(installation, 'connect', 3, (first.folder / 'port',))
    with subprocess.Popen([str(word) for word in first.command], env=first.env, cwd=first.folder,
                          stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                          text=True) as accepting:
        second.run()
        try:
            output, errors = accepting.communicate(timeout=30)
            first.result = Result(accepting.returncode, output, errors)
        except subprocess.TimeoutExpired:
            accepting.kill()
            pytest.fail('the accepting job did not end')
    for job in (first, second):
        assert (job.result.status, job.result.stderr) == (0, '')
    return first, second


def test_connect(installation):
    if not installation.has_shm:
        pytest.skip(NOT_SUPPORTED)
    for job in connected(installation):
        check_world(job.profile(), job.truth(), job.ranks)
