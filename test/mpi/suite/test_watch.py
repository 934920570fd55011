"""A job that runs, watched from outside: what mpimon watch says at moments at which all counts are known."""

import json
import subprocess
import tempfile
import time
from pathlib import Path

import pytest

from .harness import run
from .running import BYTES, MESSAGES, RANKS, Watched, launcher_of_nodes
from .terminal import Terminal

pytestmark = pytest.mark.any_device
PAIRS = [(rank, (rank + 1) % RANKS) for rank in range(RANKS)]


@pytest.fixture
def running(installation):
    with Watched(installation) as job:
        yield job


def p2p(seen):
    """[messages, bytes] of the class."""
    return [[row['messages'], row['bytes']] for row in seen['classes'] if row['class'] == 'p2p']


def test_sums_at_each_stop(running):
    first = running.look()
    assert (first['processes'], first['running']) == (RANKS, RANKS)
    assert p2p(first) == [[RANKS * MESSAGES, RANKS * MESSAGES * BYTES]]
    running.go(1)
    running.wait_for('stage2')
    second = running.look()
    assert p2p(second) == [[3 * RANKS * MESSAGES, 3 * RANKS * MESSAGES * BYTES]]
    assert [(row['operation'], row['calls']) for row in second['collectives']] == [('Barrier', 2 * RANKS)]
    largest = sorted(second['pairs'], key=lambda row: -row['bytes'])[:RANKS]
    assert sorted((int(row['source']), int(row['target'])) for row in largest) == sorted(PAIRS)


def test_rates_are_what_was_sent_in_the_interval(running):
    """What is sent between two looks, divided by the time between them."""
    looking = subprocess.Popen([str(running.mpimon), 'watch', str(running.segments), '--once', '--json', '--interval', '3'],
                               stdout=subprocess.PIPE)
    time.sleep(1)
    running.go(1)
    running.wait_for('stage2')
    seen = json.loads(looking.communicate(timeout=20)[0])
    row = next(row for row in seen['classes'] if row['class'] == 'p2p')
    assert seen['seconds'] >= 3
    assert row['messages_per_second'] * seen['seconds'] == pytest.approx(2 * RANKS * MESSAGES)
    assert row['bytes_per_second'] * seen['seconds'] == pytest.approx(2 * RANKS * MESSAGES * BYTES)


def test_nothing_of_it_is_in_the_profile(running):
    """Watched or not, the profile has what was sent."""
    running.look()
    running.end()
    flows = running.job.profile().flows(('p2p',))
    assert {key[:2]: flow[:2] for key, flow in flows.items()} == {pair: [3 * MESSAGES, 3 * MESSAGES * BYTES] for pair in PAIRS}


def test_a_job_that_has_ended(running):
    running.end()
    done = running.watch('--once')
    assert done.status == 1
    assert done.stderr == (f'mpimon watch: {running.segments}: no such job runs; start it with MPIR_CVAR_MONITORING_ENABLE=2 '
                           f'and MPIR_CVAR_MONITORING_SEGMENT_DIR={running.segments}\n')


def test_another_job(running):
    done = running.watch('--once', '--job', 'solver')
    assert done.status == 1 and 'no such job runs' in done.stderr
    assert running.watch('--once', '--job', 'watched').status == 0


def test_for_prometheus(installation, running):
    """Two jobs in one folder, read by Prometheus' own library."""
    parser = pytest.importorskip('prometheus_client.openmetrics.parser')
    with Watched(installation, running.segments):
        text = running.watch('--openmetrics').stdout
    samples = [sample for family in parser.text_string_to_metric_families(text) for sample in family.samples]
    sent = {(sample.labels['key'], sample.labels['rank']): sample.value for sample in samples
            if sample.name == 'mpimon_messages' and sample.labels['class'] == 'p2p' and sample.labels['direction'] == 'sent'}
    keys = {sample.labels['key']: sample.labels['executable'] for sample in samples if sample.name == 'mpimon_job'}
    assert list(keys.values()) == ['watched', 'watched']
    assert sent == {(key, str(rank)): MESSAGES for key in keys for rank in range(RANKS)}


def test_for_prometheus_without_a_job(installation):
    parser = pytest.importorskip('prometheus_client.openmetrics.parser')
    empty = tempfile.mkdtemp(dir=installation.memory)
    done = run([installation.tool('mpimon'), 'watch', '--openmetrics', empty])
    assert done.status == 0 and not done.stderr
    assert not [sample for family in parser.text_string_to_metric_families(done.stdout) for sample in family.samples]


def test_no_terminal(running):
    done = running.watch()
    assert (done.status, done.stderr) == (1, 'mpimon watch: this is no terminal; --once says how things are\n')


@pytest.mark.usefixtures('needs_quiet_init')
def test_on_a_terminal(running):
    with Terminal([running.mpimon, 'watch', running.segments, '--interval', '0.2']) as terminal:
        assert terminal.shows('watched, job', '3 of 3 processes run', 'Pairs', 'class', 'p2p', f'{RANKS * MESSAGES}', '/ search')
        terminal.keys('c')
        assert terminal.shows('Collectives  1 in all, by time a second', 'Barrier')
        terminal.keys('p', 't')
        assert terminal.shows('by bytes', '293 KiB')  # 300 messages of 1,000 bytes
        terminal.keys('/', '2', 'Space', 'Enter')
        assert terminal.shows('with "2 "')
        terminal.keys('Space')
        assert terminal.shows('; paused')
        running.go(1)
        running.wait_for('stage2')
        assert terminal.shows(f'{RANKS * MESSAGES}')
        terminal.keys('Space')
        assert terminal.shows(f'{3 * RANKS * MESSAGES:,}')
        running.end()
        assert 'watched' not in terminal.tmux('list-sessions')


def variable(seen, name):
    return next(row for row in seen['variables'] if row['variable'] == name)


def test_variables(running):
    """Of all ranks together and of each; between two looks, what was sent meanwhile."""
    seen = running.look()
    messages = variable(seen, 'p2p_messages')
    assert (messages['last'], messages['unit'], messages['grows'], messages['looks']) == (RANKS * MESSAGES, 'messages', True, 0)
    assert messages['ranks'] == {'rank': list(range(RANKS)), 'last': [MESSAGES] * RANKS, 'rate': [0] * RANKS}
    assert messages['minimum'] is None and 'watermark' not in messages
    assert variable(seen, 'p2p_bytes')['ranks']['last'] == [MESSAGES * BYTES] * RANKS
    assert variable(seen, 'Barrier_calls')['last'] == RANKS
    # Nothing is posted where all wait for a file; while they exchanged, a receive was.
    queue = variable(seen, 'posted_receives')
    assert (queue['last'], queue['minimum'], queue['maximum'], queue['looks'], queue['grows']) == (0, 0, 0, 1, False)
    assert queue['watermark'] >= 1 and queue['watermark_risen'] == 0


def test_statistics_of_a_variable(running):
    looking = subprocess.Popen([str(running.mpimon), 'watch', str(running.segments), '--once', '--json', '--interval', '2'],
                               stdout=subprocess.PIPE)
    time.sleep(1)
    running.go(1)
    running.wait_for('stage2')
    seen = json.loads(looking.communicate(timeout=20)[0])
    messages = variable(seen, 'p2p_messages')
    assert messages['looks'] == 1 and messages['deviation'] == 0
    assert messages['minimum'] == messages['maximum'] == messages['mean'] == messages['rate']
    assert messages['rate'] * seen['seconds'] == pytest.approx(2 * RANKS * MESSAGES)
    assert variable(seen, 'posted_receives')['looks'] == 2


def test_memory_is_what_the_kernel_says(running):
    seen = running.look()
    pids = {int(segment.name.split('.')[2]): segment.name.split('.')[3] for segment in running.segments.iterdir()}
    memory = variable(seen, 'resident_memory')
    for rank, last in zip(memory['ranks']['rank'], memory['ranks']['last']):
        status = dict(line.split(':', 1) for line in Path('/proc', pids[rank], 'status').read_text().splitlines())
        assert last == pytest.approx(int(status['VmRSS'].split()[0]) * 1024, rel=0.1)
    assert memory['ranks']['rank'] == list(range(RANKS)) and memory['watermark'] >= max(memory['ranks']['last'])


@pytest.mark.parametrize('show, title', [('pairs', 'Pairs  4 in all, by bytes, rank 1'), ('ranks', 'Ranks  1 in all, by bytes, rank 1'),
                                         ('collectives', 'Collectives  1 in all, by time, rank 1'),
                                         ('waits', 'in all, by time, all ranks'), ('variables', 'in all, rank 1')],
                         ids=['pairs', 'ranks', 'collectives', 'waits', 'variables'])
def test_lists_of_one_rank(running, show, title):
    done = running.watch('--once', '--interval', '0', '--show', show, '--rank', '1')
    assert done.status == 0, done.stderr
    assert title in done.stdout
    p2p = next(line.split() for line in done.stdout.splitlines() if line.startswith('  p2p'))
    assert p2p == ['p2p', '293', 'KiB', str(MESSAGES)]  # what rank 1 has sent


def test_variables_on_a_terminal(running):
    with Terminal([running.mpimon, 'watch', running.segments, '--interval', '0.2']) as terminal:
        terminal.keys('v')
        assert terminal.shows('Variables ', '> Barrier_calls', 'minimum', 'maximum', 'mean')
        terminal.keys('/', *'p2p_mess', 'Enter')
        assert terminal.shows('Variables  1 in all, with "p2p_mess"', '> p2p_messages', str(RANKS * MESSAGES))
        terminal.keys('Enter')
        assert terminal.shows('Chosen  all ranks together', 'course', '0/s')
        running.go(1)
        running.wait_for('stage2')
        assert terminal.shows('█')
        terminal.keys('n', '1', 'Enter')
        assert terminal.shows('rank 1', f'{3 * MESSAGES}')
        terminal.keys('Enter')
        assert terminal.hides('Chosen')
        terminal.keys('n', 'Enter', 'w', '/', 'Enter')  # the search, too, is over
        assert terminal.shows('Waits  ', 'time of all ranks')
        terminal.keys('q')
        assert terminal.hides('Waits')


def test_on_a_wide_terminal(running):
    with Terminal([running.mpimon, 'watch', running.segments, '--show', 'ranks'], columns=120, lines=40) as terminal:
        assert terminal.shows('messages in all', 'waits', 'memory', 'MiB')


@pytest.fixture
def nodes(running):
    return launcher_of_nodes(running)


def watch_nodes(running, launcher, names, *options):
    return run([running.mpimon, 'watch', '--nodes', names, '--launcher', launcher, *options])


@pytest.mark.usefixtures('needs_quiet_init')
def test_several_nodes_are_added_up(running, nodes):
    seen = json.loads(watch_nodes(running, nodes, 'n[1-2]', '--once', '--json', '--interval', '0').stdout)
    assert (seen['processes'], seen['running'], seen['unreadable']) == (RANKS, RANKS, [])
    assert p2p(seen) == [[RANKS * MESSAGES, RANKS * MESSAGES * BYTES]]
    assert variable(seen, 'p2p_messages')['ranks']['last'] == [MESSAGES] * RANKS
    assert [(row['operation'], row['calls']) for row in seen['collectives']] == [('Barrier', RANKS)]
    ring = sorted((row['source'], row['target']) for row in seen['pairs'] if row['bytes'] > 1000)
    assert ring == [('0', '1'), ('1', '2'), ('2', '0')]


def test_rates_over_several_nodes(running, nodes):
    command = [running.mpimon, 'watch', '--nodes', 'n1,n2', '--launcher', nodes, '--once', '--json', '--interval', '3']
    looking = subprocess.Popen([str(word) for word in command], stdout=subprocess.PIPE)
    time.sleep(1.2)
    running.go(1)
    running.wait_for('stage2')
    seen = json.loads(looking.communicate(timeout=20)[0])
    row = next(row for row in seen['classes'] if row['class'] == 'p2p')
    assert row['messages'] == 3 * RANKS * MESSAGES
    assert row['messages_per_second'] * seen['seconds'] == pytest.approx(2 * RANKS * MESSAGES)


def test_a_node_without_the_job(running, nodes):
    seen = json.loads(watch_nodes(running, nodes, 'n1,n3', '--once', '--json', '--interval', '0').stdout)
    assert seen['processes'] == 2
    line, = seen['unreadable']
    assert line.startswith('n3: mpimon watch: ') and 'no such job runs' in line
    alone = watch_nodes(running, nodes, 'n3', '--once')
    assert alone.status == 1 and alone.stderr.startswith('mpimon watch: n3: mpimon watch: ')
    missing = watch_nodes(running, '/no/launcher', 'n1', '--once')
    assert (missing.status, missing.stderr) == (1, 'mpimon watch: n1: /no/launcher: No such file or directory\n')


def test_several_nodes_on_a_terminal(running, nodes):
    with Terminal([running.mpimon, 'watch', '--nodes', 'n[1-2]', '--launcher', nodes, '--interval', '0.2']) as terminal:
        assert terminal.shows('3 of 3 processes run', f'{RANKS * MESSAGES}')
        running.go(1)
        running.wait_for('stage2')
        assert terminal.shows(f'{3 * RANKS * MESSAGES:,}')
        running.end()
        assert 'watched' not in terminal.tmux('list-sessions')


def test_streams_end_with_their_viewer(running, nodes):
    command = [running.mpimon, 'watch', '--nodes', 'n1,n2', '--launcher', nodes, '--once', '--interval', '60']
    viewer = subprocess.Popen([str(word) for word in command], stdout=subprocess.DEVNULL)
    children = Path(f'/proc/{viewer.pid}/task/{viewer.pid}/children')
    end = time.monotonic() + 15
    while len(pids := children.read_text().split()) < 2:
        assert time.monotonic() < end
        time.sleep(0.05)
    viewer.kill()
    viewer.wait()
    while any(Path('/proc', pid).exists() for pid in pids):
        assert time.monotonic() < end
        time.sleep(0.05)
