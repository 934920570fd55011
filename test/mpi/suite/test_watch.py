"""A job that runs, watched from outside: what mpimon watch says at moments at which all counts are known."""

import json
import subprocess
import tempfile
import time

import pytest

from .harness import run
from .running import BYTES, MESSAGES, RANKS, Watched
from .terminal import Terminal

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
