"""Where processes are and what carries their messages, against what the system, the programs and UCX's settings say."""

import json
import os
import shutil
import signal
import socket
import subprocess
import time
from collections import Counter
from pathlib import Path

import pytest

from .harness import Job, Profile, has_nodes, run

RANKS = 4
PROCESSORS = sorted(os.sched_getaffinity(0))
SYSTEM = Path('/sys/devices/system')


class Placed(Job):
    """A run of test/mpi/programs/places.c. `account`: what each rank has written, by its rank."""

    def __init__(self, installation, bound_to=(), launcher=(), environment=None, **options):
        super().__init__(installation, installation.build('places', wrapped=False), RANKS, raw=True, **options)
        self.log = self.folder / 'log'
        self.log.mkdir()
        self.command += [self.log, *bound_to]
        self.command[1:1] = launcher
        self.env.update(environment or {})
        self.env.setdefault('UCX_NET_DEVICES', 'lo')

    @property
    def account(self):
        return [dict(line.split(maxsplit=1) for line in (self.log / str(rank)).read_text().splitlines())
                for rank in range(RANKS)]

    def report(self, *options):
        done = run([self.installation.tool('mpimon'), 'report', *options, *self.profiles()], env={'LC_ALL': 'C.UTF-8'})
        assert done.status == 0, done.stderr
        return done.stdout

    def where(self):
        """Of the user's messages only."""
        return json.loads(self.report('--json', '--class', 'p2p'))['where']


def places(profile):
    return [process['place'] for process in profile.json['processes']]


def processor_sharing(processor, what):
    """The processors that share a core, a third-level cache, a package or a NUMA node with this one."""
    folder = SYSTEM / 'cpu' / f'cpu{processor}'
    if what == 'numa_node':
        return next(path for path in (SYSTEM / 'node').glob('node*/cpulist')
                    if processor in numbers(path.read_text())).read_text()
    file = {'core': 'topology/core_cpus_list', 'package': 'topology/package_cpus_list',
            'l3': 'cache/index3/shared_cpu_list'}[what]
    return (folder / file).read_text() if (folder / file).exists() else None


def numbers(text):
    """0-2,5 as a set."""
    found = set()
    for part in text.strip().split(','):
        first, _, last = part.partition('-')
        found |= set(range(int(first), int(last or first) + 1))
    return found


def volumes(classify):
    """What rank r's r + 1 messages of 100 bytes to each rank make, by classify(source, target): messages and pairs."""
    messages, pairs = Counter(), Counter()
    for source in range(RANKS):
        for target in range(RANKS):
            if source != target:
                messages[classify(source, target)] += source + 1
                pairs[classify(source, target)] += 1
    return {what: (pairs[what], messages[what], 100 * messages[what]) for what in messages}


def sums(rows, name):
    return {row[name]: (row['pairs'], row['messages'], row['bytes']) for row in rows}


def test_bound_by_itself(installation):
    """Each rank binds itself to one processor, after MPI_Init."""
    job = Placed(installation, bound_to=PROCESSORS).succeed()
    found = places(job.profile())
    own = [PROCESSORS[rank % len(PROCESSORS)] for rank in range(RANKS)]
    assert [place['cpuset'] for place in found] == [str(processor) for processor in own]
    assert [place['cpuset'] for place in found] == [account['cpuset'].strip() for account in job.account]
    for what in ('core', 'l3', 'package', 'numa_node'):
        for a in range(RANKS):
            for b in range(RANKS):
                shared = processor_sharing(own[a], what)
                if shared is None:  # the kernel does not say, as of a virtual machine's caches
                    continue
                together = own[b] in numbers(shared)
                assert (found[a][what] == found[b][what] is not None) == together, (what, a, b)

    def locality(a, b):
        if found[a]['core'] == found[b]['core'] or found[a]['l3'] == found[b]['l3'] is not None:
            return 'cache'
        return 'numa' if found[a]['numa_node'] == found[b]['numa_node'] else 'node'

    assert sums(job.where()['localities'], 'locality') == volumes(locality)


def test_bound_by_the_launcher(installation):
    """mpiexec binds rank r to core r, in a circle; the performance variables say the same."""
    job = Placed(installation, launcher=['-bind-to', 'core']).succeed()
    found = places(job.profile())
    cores = len({processor_sharing(processor, 'core') for processor in PROCESSORS})
    assert [place['core'] for place in found] == [rank % cores for rank in range(RANKS)]
    assert [place['cpuset'] for place in found] == [account['cpuset'].strip() for account in job.account]
    for place, account in zip(found, job.account):
        for what in ('core', 'l3', 'package', 'numa_node'):
            assert int(account[what]) == (-1 if place[what] is None else place[what]), what


@pytest.mark.skipif(len(PROCESSORS) < 2, reason='there is one processor only')
def test_not_bound(installation):
    job = Placed(installation, launcher=['-bind-to', 'none']).succeed()
    found = places(job.profile())
    assert all(numbers(place['cpuset']) == set(PROCESSORS) for place in found)
    one_core = numbers(processor_sharing(PROCESSORS[0], 'core')) >= set(PROCESSORS)
    assert {place['core'] for place in found} == ({0} if one_core else {None})
    assert {account['core'] for account in job.account} == ({'0'} if one_core else {'-1'})


@pytest.mark.parametrize('settings, nodes', (({}, 1), ({'NUM_CLIQUES': 2}, 2), ({'NUM_CLIQUES': 4}, 4), ({'NOLOCAL': 1}, 1)),
                         ids=('one', 'two', 'four', 'nolocal'))
def test_nodes(installation, settings, nodes):
    """Nodes are those of MPI_Comm_split_type, but where the user wants no shared memory, or MPICH has none: then the launcher's,
    with cliques that have ranks in turn, as MPICH's have."""
    job = Placed(installation, settings=settings).succeed()
    profile = job.profile()
    assert len(profile.json['nodes']) == nodes
    assert {node['name'] for node in profile.json['nodes']} == {socket.gethostname()}
    assert len({node['label'] for node in profile.json['nodes']}) == nodes
    found = [place['node'] for place in places(profile)]
    lowest = [int(account['lowest']) for account in job.account]
    if 'NOLOCAL' not in settings:
        for a in range(RANKS):
            for b in range(RANKS):
                together = lowest[a] == lowest[b] if has_nodes(installation) else a % nodes == b % nodes
                assert (found[a] == found[b]) == together, (a, b)
        assert found == [int(account['node']) for account in job.account]
    remote = volumes(lambda a, b: found[a] != found[b]).get(True)
    assert sums(job.where()['localities'], 'locality').get('remote') == remote
    report = job.report()
    assert f' on {nodes} node{"s" if nodes > 1 else ""}: ' in report
    by_net = any(path == 'net' and source != target for (source, target, _, path), _ in profile.rows())
    assert ("path net is MPICH's network module" in report) == by_net


def test_hardware(installation):
    """One process of a node describes its hardware, and hwloc reads that."""
    profile = Placed(installation, settings={'NUM_CLIQUES': 2}).succeed().profile()
    assert [node['topology'] for node in profile.json['nodes']] == [0, 0]
    [text] = profile.json['topologies']
    if not shutil.which('hwloc-calc'):
        pytest.skip('there is no hwloc-calc')
    file = profile.path.with_suffix('.xml')
    file.write_text(text)
    for what in ('package', 'numanode', 'l3', 'core', 'pu'):
        counts = [run(['hwloc-calc', *source, '--number-of', what, 'all']).stdout for source in ([], ['-i', file])]
        assert counts[0] == counts[1] and counts[0].strip().isdigit(), what


def ucx_only(installation):
    if 'ucx' not in installation.device:
        pytest.skip('it is about UCX')


@pytest.mark.parametrize('transports, expected', (('tcp,self', 'tcp/lo'), ('posix,self', 'posix/memory'),
                                                  ('sysv,self', 'sysv/memory')),
                         ids=('tcp', 'posix', 'sysv'))
def test_transports_of_ucx(installation, transports, expected):
    ucx_only(installation)
    job = Placed(installation, environment={'UCX_TLS': transports}).succeed()
    where = job.where()
    assert sums(where['transports'], 'transport') == volumes(lambda a, b: expected)
    warned = 'by an internet protocol alone' in job.report()
    assert warned == (expected == 'tcp/lo')
    if expected == 'tcp/lo':
        pairs, messages, size = volumes(lambda a, b: '')['']
        assert where['ip_on_one_node'] == {'pairs': pairs, 'messages': messages, 'bytes': size, 'first_pair': [0, 1]}


def test_transports_of_ucx_by_default(installation):
    """Memory; the export says so for each pair of ranks."""
    ucx_only(installation)
    job = Placed(installation).succeed()
    profile = job.profile()
    assert all('memory' in row['transport'] for row in job.where()['transports'])
    columns = profile.json['transports']
    pairs = set(zip(columns['rank'], columns['peer']))
    assert pairs >= {(a, b) for a in range(RANKS) for b in range(RANKS) if a != b}
    lines = profile.export('--csv', '--places', '--class', 'p2p').splitlines()
    assert lines[0].endswith(',locality,transport')
    assert all('memory' in line.rsplit(',', 1)[1] for line in lines[1:])
    plain = profile.export('--csv', '--class', 'p2p').splitlines()
    assert plain == [line.rsplit(',', 2)[0] for line in lines]


def test_tcp_between_nodes_is_no_reason_to_warn(installation):
    ucx_only(installation)
    job = Placed(installation, settings={'NUM_CLIQUES': RANKS}, environment={'UCX_TLS': 'tcp,self'}).succeed()
    assert job.where()['ip_on_one_node'] is None
    assert 'internet protocol' not in job.report()


def test_transports_of_libfabric(installation):
    """Between nodes it is the provider; within one, MPICH's own shared memory."""
    if 'ofi' not in installation.device:
        pytest.skip('it is about libfabric')
    job = Placed(installation, settings={'NUM_CLIQUES': 2}, environment={'FI_PROVIDER': 'sockets'}).succeed()
    found = [place['node'] for place in places(job.profile())]
    rows = {(row['of_mpich'], row['transport'].split('/')[0]): (row['pairs'], row['messages'], row['bytes'])
            for row in job.where()['transports']}
    assert rows == volumes(lambda a, b: (True, 'shm') if found[a] == found[b] else (False, 'sockets'))


@pytest.mark.alone
def test_of_a_job_that_was_killed(installation):
    """Its segments say where it was; what carried its messages is not known."""
    folder = Path(installation.memory) / 'places-segments'
    folder.mkdir()
    job = Job(installation, installation.build('ends_badly', wrapped=False), 3, raw=True,
              settings={'MONITORING_SEGMENT_DIR': folder})
    log = job.folder / 'log'
    log.mkdir()
    with subprocess.Popen([str(word) for word in [*job.command, log, 'wait']], env=job.env, cwd=job.folder,
                          stdin=subprocess.DEVNULL, start_new_session=True) as process:
        deadline = time.time() + 60
        while time.time() < deadline and sum(bool(path.read_text()) for path in log.glob('*')) < 3:
            time.sleep(0.1)
        os.killpg(process.pid, signal.SIGKILL)
        for path in log.glob('*'):
            os.kill(int(path.read_text().split()[0]), signal.SIGKILL)
    # On a busy host it takes a while until those that were killed are gone.
    while not job.profiles() and time.time() < deadline:
        assert run([installation.tool('mpimon'), 'recover', folder], cwd=job.folder).status == 0
    [path] = job.profiles()
    profile = Profile(installation, path, whole=False)
    assert [node['name'] for node in profile.json['nodes']] == [socket.gethostname()]
    assert all(numbers(place['cpuset']) <= set(PROCESSORS) for place in places(profile))
    assert profile.json['transports']['rank'] == []
    where = json.loads(run([installation.tool('mpimon'), 'report', '--json', path]).stdout)['where']
    if 'ucx' in installation.device:
        assert {row['transport'] for row in where['transports'] if not row['of_mpich']} == {'not known'}
