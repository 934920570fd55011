"""mpimon watch --web: its page in a real browser, which shows a running job and changes it; and who may ask it."""

import http.client
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlencode, urlsplit

import pytest

from .harness import run
from .running import BYTES, MESSAGES, RANKS, Steered, Watched, calls_by_algorithm, launcher_of_nodes

pytestmark = pytest.mark.any_device
ALGORITHM = 'MPIR_CVAR_BCAST_INTRA_ALGORITHM'
NOBODY = 65534


@pytest.fixture(scope='module', autouse=True)
def page(installation):
    if not (installation.prefix / 'share/mpich-monitoring/live.html').exists():
        pytest.skip('built without Node.js, npm or cpp-httplib')


@pytest.fixture(scope='module')
def browser():
    chromium = pytest.importorskip('browser', reason='no selenium').Browser()
    yield chromium
    chromium.driver.quit()


class Viewer:
    """mpimon watch --web of a job, and what it answers."""

    def __init__(self, job, *options, folder=None):
        where = [str(job.segments)] if folder is None else folder
        self.process = subprocess.Popen([str(job.mpimon), 'watch', *where, '--web', *options, '--interval', '0.2'],
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding='utf-8')
        self.address = self.process.stdout.readline().strip()
        self.parts = urlsplit(self.address)
        self.token = self.parts.path.strip('/')
        self.own = {'Host': self.parts.netloc, 'Origin': f'http://{self.parts.netloc}', 'X-Mpimon-Token': self.token}

    def ask(self, method='GET', what='data', body=None, path=None, **headers):
        """Status and text of the answer; a header that is None is left out."""
        connection = http.client.HTTPConnection(self.parts.hostname, self.parts.port, timeout=15)
        connection.putrequest(method, path or f'/{self.token}/{what}', skip_host=True)
        length = {} if body is None else {'Content-Length': str(len(body))}
        for name, value in {**self.own, **length, **{name.replace('_', '-'): value for name, value in headers.items()}}.items():
            if value is not None:
                connection.putheader(name, value)
        connection.endheaders(None if body is None else body.encode())
        answer = connection.getresponse()
        return answer.status, answer.read().decode(), answer.headers

    def status(self, *arguments, **options):
        return self.ask(*arguments, **options)[0]

    def data(self):
        return json.loads(self.ask()[1])

    def set(self, name, value, ranks=''):
        return json.loads(self.ask('POST', 'set', json.dumps({'name': name, 'value': value, 'ranks': ranks}))[1])

    def end(self):
        """Its status and what else it said."""
        out, errors = self.process.communicate(timeout=15)
        return self.process.returncode, out, errors


@contextmanager
def viewing(job, *options, **where):
    viewer = Viewer(job, *options, **where)
    try:
        yield viewer
    finally:
        viewer.process.kill()
        viewer.process.communicate()


class Prometheus:
    """A real one, which scrapes a viewer every second."""

    def __init__(self, viewer, folder):
        with socket.socket() as free:
            free.bind(('127.0.0.1', 0))
            self.port = free.getsockname()[1]
        (folder / 'prometheus.yml').write_text(json.dumps({  # which is YAML, too
            'global': {'scrape_interval': '1s'},
            'scrape_configs': [{'job_name': 'mpi', 'metrics_path': f'/{viewer.token}/metrics',
                                'static_configs': [{'targets': [viewer.parts.netloc]}]}]}))
        self.process = subprocess.Popen(
            ['prometheus', f'--config.file={folder}/prometheus.yml', f'--storage.tsdb.path={folder}/prometheus',
             f'--web.listen-address=127.0.0.1:{self.port}'], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.process.kill()
        self.process.wait()

    def ask(self, query):
        """[labels, value] of each series; nothing while it does not answer."""
        try:
            connection = http.client.HTTPConnection('127.0.0.1', self.port, timeout=5)
            connection.request('GET', '/api/v1/query?' + urlencode({'query': query}))
            answer = json.loads(connection.getresponse().read())
        except OSError:
            return []
        return [(row['metric'], float(row['value'][1])) for row in answer.get('data', {}).get('result', [])]

    def wait(self, query, expected):
        """Until it has series of these values."""
        end = time.monotonic() + 30
        seen = self.ask(query)
        while sorted(value for _, value in seen) != expected:
            assert time.monotonic() < end, seen
            time.sleep(0.2)
            seen = self.ask(query)
        return seen


def row_of(rows, name, value):
    return next(row for row in rows if row[name] == value)


def curve(browser, title):
    """What is said of the plot: how high its curve gets, by its words."""
    return browser.find(f'[data-plot="{title}"] .plot').get_attribute('aria-label').rpartition('at most ')[2]


def no_errors(browser):
    return [line for line in browser.errors() if 'ERR_CONNECTION' not in line]


@pytest.mark.usefixtures('needs_quiet_init')
def test_what_is_seen_on_the_page(installation, browser):
    """Sums are those that the program has sent, at both stops; the chosen curve moves between them."""
    with Watched(installation) as job, viewing(job) as viewer:
        browser.go(viewer.address)
        assert browser.text('.state') == f'{RANKS} of {RANKS} processes run'
        p2p = row_of(browser.rows('Classes'), 'class', 'p2p')
        assert (p2p['messages'], p2p['bytes']) == (RANKS * MESSAGES, RANKS * MESSAGES * BYTES)
        browser.choose('Variable', 'p2p_messages')
        browser.type('Rank of the curve', '1')
        browser.find('#curves .controls button').click()
        title = 'p2p_messages, rank 1, a second'
        assert curve(browser, title) == '0'
        before = browser.picture(f'[data-plot="{title}"]')
        browser.find('#matrix canvas').send_keys('\ue014')  # arrow to the right: rank 0 to rank 1
        cell = f'rank 0 to rank 1: {MESSAGES * BYTES / 1024:.0f} KiB'
        browser.wait(lambda: browser.text('#matrix-cell').startswith('rank 0 to rank 1: '))
        assert browser.text('#matrix-cell') == cell
        job.go(1)
        job.wait_for('stage2')
        browser.wait(lambda: row_of(browser.rows('Classes'), 'class', 'p2p')['messages'] == 3 * RANKS * MESSAGES)
        browser.wait(lambda: curve(browser, title) != '0')
        assert browser.picture(f'[data-plot="{title}"]') != before
        # The chosen cell is still chosen, and has grown.
        browser.wait(lambda: browser.text('#matrix-cell') == f'rank 0 to rank 1: {3 * MESSAGES * BYTES / 1024:.0f} KiB')
        ranks = browser.rows('Ranks')
        assert [row['rank'] for row in ranks] == ['0', '1', '2']
        assert all(row['in memory'] > 2**20 for row in ranks)
        assert row_of(browser.rows('Collectives'), 'operation', 'Barrier')['calls in all'] == 2 * RANKS
        variable = row_of(browser.rows('Variables'), 'variable', 'p2p_bytes')
        assert variable['last'] == 3 * RANKS * MESSAGES * BYTES and variable['minimum'] == 0 < variable['maximum']
        assert no_errors(browser) == [] and all(url.startswith(viewer.address) for url in browser.requests())
        job.end()
        browser.wait(lambda: browser.text('.state') == 'The job has ended. These are its last numbers.')
        assert not browser.find('#control button').is_enabled()
        assert viewer.end()[:2] == (0, 'The job has ended.\n')


def ask_on_page(browser, name, value, ranks=''):
    """What the page says to a change."""
    before = len(browser.all('.answers li'))
    for control, text in (('Control variable', name), ('New value', value), ('Ranks to change', ranks)):
        browser.type(control, text)
    browser.find('#control button[type=submit]').click()
    browser.wait(lambda: len(browser.all('.answers li')) > before)
    return browser.text('.answers li')


def test_what_is_set_on_the_page(installation, browser):
    """The profile has the calls before and after the change, exactly from the call on that the page tells."""
    with Steered(installation, 'broadcasts') as job, viewing(job) as viewer:
        browser.go(viewer.address)
        said = ask_on_page(browser, ALGORITHM, 'scatter_ring_allgather')
        start = f'{ALGORITHM}=scatter_ring_allgather: changed in ranks 0-2 from collective call '
        assert said.startswith(start) and said.endswith(' over MPI_COMM_WORLD on')
        call = int(said[len(start):].split()[0].replace(',', ''))
        assert ask_on_page(browser, 'MPIR_CVAR_NO_SUCH_THING', '1') == (
            'MPIR_CVAR_NO_SUCH_THING=1: refused: there is no such control variable')
        assert ask_on_page(browser, ALGORITHM, 'nb', '1').endswith(
            'refused: it must be equal in all ranks, and not all were asked')
        assert ask_on_page(browser, 'MPIR_CVAR_MONITORING_DETAIL', 'functions', '2').endswith('changed at once in rank 2')
        assert ask_on_page(browser, ALGORITHM, 'nb', '7').endswith('rank 7 is not on this node')
        browser.wait(lambda: len(browser.rows('Changes')) == 2)
        changes = browser.rows('Changes')
        assert [(row['control variable'], row['ranks'], row['asked by process']) for row in changes] == [
            (ALGORITHM, '0-2', str(viewer.process.pid)), ('MPIR_CVAR_MONITORING_DETAIL', '2', str(viewer.process.pid))]
        browser.type('Control variable', ALGORITHM)
        assert 'all ranks must have the same value' in browser.text('.about')
        profile, total = job.end()
    expected = {'MPIR_Bcast_intra_binomial': call - 2, 'MPIR_Bcast_intra_scatter_ring_allgather': total - call + 1}
    assert calls_by_algorithm(profile) == {rank: expected for rank in range(RANKS)}
    assert {row['rank'] for row in profile.json['functions']} == {2}


def viewing_nodes(job, names):
    """On nodes as launcher_of_nodes() has them: ranks 0 and 1 on n1, 2 on n2."""
    return viewing(job, '--nodes', names, '--launcher', str(launcher_of_nodes(job)), folder=[])


@pytest.mark.usefixtures('needs_quiet_init')
def test_several_nodes_on_the_page(installation, browser):
    """What goes between nodes is in the matrix, to the byte, and in the metrics; each rank's sum, wherever it is."""
    with Watched(installation) as job, viewing_nodes(job, 'n[1-2]') as viewer:
        browser.go(viewer.address)
        assert browser.text('.state') == f'{RANKS} of {RANKS} processes run'
        right, down, left = '\ue014', '\ue015', '\ue012'
        for keys, pair in ((right, '0 to rank 1'), (down + right, '1 to rank 2'), (down + left + left, '2 to rank 0')):
            browser.find('#matrix canvas').send_keys(keys)
            browser.wait(lambda pair=pair: browser.text('#matrix-cell').startswith(f'rank {pair}: '))
            assert browser.text('#matrix-cell') == f'rank {pair}: {MESSAGES * BYTES / 1024:.0f} KiB'
        sent = [int(line.split()[-1]) for line in viewer.ask(what='metrics')[1].splitlines()
                if line.startswith('mpimon_messages') and 'class="p2p"' in line and 'direction="sent"' in line]
        assert sum(sent) == RANKS * MESSAGES
        job.go(1)
        job.wait_for('stage2')
        browser.wait(lambda: row_of(browser.rows('Classes'), 'class', 'p2p')['messages'] == 3 * RANKS * MESSAGES)
        job.end()
        browser.wait(lambda: browser.text('.state') == 'The job has ended. These are its last numbers.')


def test_changes_on_several_nodes(installation):
    """In ranks of both, by an mpimon set on each; what must be equal in all is refused, and a rank that is nowhere."""
    detail = 'MPIR_CVAR_MONITORING_DETAIL'
    with Steered(installation, 'broadcasts') as job, viewing_nodes(job, 'n1,n2') as viewer:
        both = viewer.set(detail, 'functions', '1,2')
        assert both['changed'] == ['changed at once in ranks 1-2'] and not both['failure']
        assert viewer.set(ALGORITHM, 'nb')['failure'] == 'refused: it must be equal in all ranks, and not all were asked'
        assert viewer.set(detail, 'functions', '7')['failure'] == 'rank 7 is on none of the nodes'
        assert viewer.set('MPIR_CVAR_NO_SUCH_THING', '1')['failure'] == 'refused: there is no such control variable'
        profile, _ = job.end()
    assert sorted((row['rank'], row['name']) for row in profile.json['changes']) == [(1, detail), (2, detail)]
    assert {row['rank'] for row in profile.json['functions']} == {1, 2}


def test_who_may_ask(installation):
    """Only who has the token, from the page itself, for what there is; nothing else changes anything."""
    with Steered(installation, 'broadcasts') as job, viewing(job) as viewer:
        wrong = '0' * len(viewer.token)
        change = json.dumps({'name': 'MPIR_CVAR_CH4_RMA_AM_PROGRESS_INTERVAL', 'value': '9'})
        host = f'127.0.0.1:{viewer.parts.port}'
        assert viewer.parts.netloc == host and len(viewer.token) == 32
        assert viewer.status() == 200 and viewer.status(Origin=None) == 200
        assert [viewer.status(path=path) for path in ('/', f'/{wrong}/data', f'/{viewer.token}', '/data')] == [403] * 4
        assert [viewer.status(what=what) for what in ('../etc/passwd', 'live.html', 'set', 'data/', '%2e%2e/')] == [404] * 5
        assert viewer.status(Host='evil.example', Origin=None) == 421
        assert viewer.status(Host=f'evil.example:{viewer.parts.port}', Origin=None) == 421
        assert viewer.status(Host=None, Origin=None) in (400, 421)
        assert viewer.status(Origin='http://evil.example') == 403
        assert viewer.status('POST', 'set', change, Origin='http://localhost:1') == 403
        assert viewer.status('POST', 'set', change, X_Mpimon_Token=None) == 403
        assert viewer.status('POST', 'set', change, X_Mpimon_Token=wrong) == 403
        assert [viewer.status(method) for method in ('HEAD', 'PUT', 'DELETE', 'OPTIONS')] == [405] * 4
        assert viewer.status('POST', 'data', change) == 404
        assert viewer.status('POST', 'set', '{"name": 3}') == 400
        assert viewer.status('POST', 'set', 'x' * 4000) == 400
        assert viewer.status('POST', 'set', None, Content_Length='1000000') == 413
        assert viewer.status('POST', 'set', None, Transfer_Encoding='chunked') == 411
        assert viewer.status(path='/' + 'x' * 100000) in (400, 414)
        profile, _ = job.end()
    assert 'changes' not in profile.json


def test_what_the_browser_is_told(installation):
    with Steered(installation, 'broadcasts') as job, viewing(job) as viewer:
        _, text, headers = viewer.ask(what='')
        policy = headers['Content-Security-Policy']
        nonce = policy.partition("script-src 'nonce-")[2].partition("'")[0]
        assert policy == (f"default-src 'none'; connect-src 'self'; script-src 'nonce-{nonce}'; style-src 'nonce-{nonce}'; "
                          "img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
        assert len(nonce) == 32 and f'<script nonce="{nonce}">' in text and nonce not in viewer.ask(what='')[1]
        assert viewer.token not in text
        for name, value in {'Referrer-Policy': 'no-referrer', 'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'no-store'}.items():
            assert headers[name] == viewer.ask()[2][name] == value


def test_the_same_numbers_as_in_the_terminal(installation):
    with Watched(installation) as job, viewing(job) as viewer:
        seen, said = job.look(), viewer.data()
    assert set(seen) - {'pairs'} <= set(said)
    assert seen['classes'] == said['classes'] and seen['job'] == said['job']
    assert (said['ended'], said['world_size'], said['changes']) == (False, RANKS, [])


def test_who_says_nothing_is_not_waited_for(installation):
    """As many silent connections as there are threads, and requests that never end."""
    with Steered(installation, 'broadcasts') as job, viewing(job) as viewer:
        silent = [socket.create_connection((viewer.parts.hostname, viewer.parts.port)) for _ in range(8)]
        for connection in silent[::2]:
            connection.sendall(b'GET /')
        start = time.monotonic()
        assert viewer.status() == 200 and time.monotonic() - start < 10
        for connection in silent:
            connection.close()


def test_headers_without_an_end(installation):
    """They end the viewer, which has a limit for its memory, and not the job."""
    with Watched(installation) as job, viewing(job) as viewer:
        limits = Path('/proc', str(viewer.process.pid), 'limits').read_text()
        assert re.search(r'^Max data size +2147483648 ', limits, re.MULTILINE)
        subprocess.run(['prlimit', f'--pid={viewer.process.pid}', '--data=100000000:'], check=True)  # sooner, for the test
        lines = b''.join(b'x-%d: %s\r\n' % (number, b'x' * 1000) for number in range(100))
        with socket.create_connection((viewer.parts.hostname, viewer.parts.port)) as connection, pytest.raises(OSError):
            connection.sendall(b'GET / HTTP/1.1\r\n')
            for _ in range(4000):
                connection.sendall(lines)
        assert viewer.process.wait(timeout=15) != 0
        job.end()
        assert sum(flow[0] for flow in job.job.profile().flows(('p2p',)).values()) == 3 * RANKS * MESSAGES


def test_a_job_that_dies(installation, browser):
    with Steered(installation, 'broadcasts') as job, viewing(job) as viewer:
        browser.go(viewer.address)
        for segment in job.segments.iterdir():
            os.kill(int(segment.name.split('.')[-2]), signal.SIGKILL)
        browser.wait(lambda: browser.text('.state') == 'The job has ended. These are its last numbers.')
        assert viewer.end()[:2] == (0, 'The job has ended.\n')


def test_a_viewer_that_dies(installation, browser):
    """The job does not notice, and the page says so."""
    with Watched(installation) as job, viewing(job) as viewer:
        browser.go(viewer.address)
        viewer.process.kill()
        browser.wait(lambda: browser.text('.state').startswith('mpimon watch has ended. '))
        job.end()
        flows = job.job.profile().flows(('p2p',))
    assert sum(flow[0] for flow in flows.values()) == 3 * RANKS * MESSAGES


@pytest.mark.parametrize('name', ['SIGINT', 'SIGTERM', 'SIGHUP'])
def test_a_viewer_that_is_stopped(installation, name):
    with Steered(installation, 'broadcasts') as job, viewing(job) as viewer:
        viewer.process.send_signal(getattr(signal, name))
        assert viewer.end() == (0, '', '')
        with pytest.raises(ConnectionRefusedError):
            viewer.status()


def test_where_it_listens(installation):
    with Steered(installation, 'broadcasts') as job, viewing(job, '[::1]') as viewer:
        assert viewer.address.startswith('http://[::1]:') and viewer.status() == 200
        port = viewer.parts.port
        taken = run([job.mpimon, 'watch', job.segments, '--web', f'[::1]:{port}'])
        assert (taken.status, taken.stderr) == (1, 'mpimon watch: --web: nobody can listen at that address: Address already in use\n')
        wrong = run([job.mpimon, 'watch', job.segments, '--web', 'a/b'])
        assert wrong.status == 2 and "'a/b' is no address" in wrong.stderr
        with viewing(job, '0.0.0.0') as wide:
            assert wide.status() == 200 and wide.status(Host='evil.example') == 421
            wide.process.send_signal(signal.SIGINT)
            assert 'not only this node' in wide.end()[2]


def test_other_jobs_and_users(installation):
    with Steered(installation, 'broadcasts') as job:
        other = run([job.mpimon, 'watch', job.segments, '--web', '--job', 'solver'])
        assert other.status == 1 and 'no such job runs' in other.stderr and not other.stdout
        if os.geteuid() == 0:
            os.chmod(job.segments, 0o755)
            os.chmod(installation.memory, 0o755)
            nobody = run(['setpriv', f'--reuid={NOBODY}', f'--regid={NOBODY}', '--clear-groups', job.mpimon, 'watch',
                          job.segments, '--web'])
            assert nobody.status == 1 and 'no such job runs' in nobody.stderr and not nobody.stdout
    empty = tempfile.mkdtemp(dir=installation.memory)
    assert run([installation.tool('mpimon'), 'watch', empty, '--web']).status == 1


@pytest.mark.skipif(not shutil.which('prometheus'), reason='no Prometheus')
def test_prometheus_scrapes_two_jobs(installation, tmp_path):
    """What it has of each job is what that has sent, at both stops of one of them."""
    with Watched(installation) as first, Watched(installation, first.segments) as second:
        titles = run([first.mpimon, 'watch', first.segments, '--once']).stderr
        number = titles.partition(', job ')[2].split()[0]
        with viewing(first, '--job', f'job {number} ') as viewer, Prometheus(viewer, tmp_path) as prometheus:
            sent = 'sum by (key) (mpimon_messages{class="p2p",direction="sent"})'
            both = prometheus.wait(sent, [RANKS * MESSAGES] * 2)
            assert len({labels['key'] for labels, _ in both}) == 2
            second.go(1)
            second.wait_for('stage2')
            prometheus.wait(sent, [RANKS * MESSAGES, 3 * RANKS * MESSAGES])
            jobs = prometheus.ask('mpimon_job')
            assert {labels['key'] for labels, _ in jobs} == {labels['key'] for labels, _ in both}
            assert {labels['executable'] for labels, _ in jobs} == {'watched'}
            assert viewer.status(what='metrics') == 200 and viewer.status(path='/metrics') == 403
