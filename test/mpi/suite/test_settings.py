"""Control variables: where the output goes, what its file is called, and values that MPI_Init refuses."""

import os
import pwd
import re
import socket
import time

import pytest

from .harness import Job

PERSISTENT_RANKS = 3

# Variable, value, and the words that the one line of the refusal must contain beside both.
REFUSED = (
    ('MONITORING_ENABLE', '7', ('0', '1', '2')),
    ('MONITORING_ENABLE', '-1', ('0', '1', '2')),
    ('MONITORING_ENABLE', 'yes', ('0', '1', '2')),
    ('MONITORING_OUTPUT', 'bogus', ('none', 'stdout', 'stderr', 'file', 'prof')),
    ('MONITORING_DETAIL', 'peers,colour', ('peers', 'histograms', 'communicators', 'algorithms', 'functions',
                                           'regions', 'receives', 'gauges', 'sizes', 'waits', 'timeline', 'files', 'all')),
    ('MONITORING_REORDER', 'blocks', ('none', 'topology', 'counts')),
    ('MONITORING_REORDER', '', ('none', 'topology', 'counts')),
    ('MONITORING_INTERVAL', '9', ('10 to 3600000',)),
    ('MONITORING_INTERVAL', '3600001', ('10 to 3600000',)),
    ('MONITORING_INTERVAL', '1s', ('10 to 3600000',)),
    ('MONITORING_INTERVAL', '', ('10 to 3600000',)),
    ('MONITORING_FILENAME', 'a%q.mon', ('%e', '%j', '%h', '%u', '%d', '%%')),
    ('MONITORING_FILENAME', 'profile%', ('%e', '%j', '%h', '%u', '%d', '%%')),
    ('MONITORING_FILENAME', '', ('%e', '%j', '%s', '%a', '%t')),
    ('MONITORING_COMMAND', '2', ('0', '1')),
)


def test_the_user_and_what_the_program_knows_of_another(installation):
    """What getpwuid() gave to the program is the C library's only copy."""
    if os.geteuid() == 1:
        pytest.skip('the user of the tests is the one that the program asks for')
    job = Job(installation, installation.build('borrowed', wrapped=False), 1, raw=True).succeed()
    assert job.profile().json['job']['user'] == pwd.getpwuid(os.geteuid()).pw_name


@pytest.mark.parametrize('variable, value, allowed', REFUSED, ids=[
    f'{variable}={value}' for variable, value, _ in REFUSED])
def test_refused(installation, variable, value, allowed):
    """MPI_Init ends with one line that names the variable, the value and what is allowed."""
    result = Job(installation, 'hello', 2, settings={variable: value}).run().result
    assert result.status != 0, 'exit status 0'
    assert 'hello' not in result.stdout, f'the program ran: {result.stdout}'
    lines = result.lines('MPIR_CVAR_')
    assert len(lines) == 1
    for word in (f'MPIR_CVAR_{variable}', f'"{value}"', *allowed):
        assert word in lines[0], f'no {word!r} in: {lines[0]}'


def test_output_none(installation):
    job = Job(installation, 'persistent', 2, settings={'MONITORING_OUTPUT': 'none'}).succeed()
    assert job.result.stdout + job.result.stderr == ''
    assert [path.name for path in job.folder.iterdir()] == ['truth']


def prof_rows(text, letters):
    """{(letter, src, dst): [bytes, messages, histogram]} of the lines that start so."""
    rows = {}
    for line in text.splitlines():
        found = re.fullmatch(r'([A-Z])\t(\d+)\t(\d+)\t(\d+) bytes\t(\d+) msgs sent(?:\t([\d,]*))?', line)
        if found and found[1] in letters:
            letter, source, target, size, messages, bins = found.groups()
            rows[letter, int(source), int(target)] = [int(size), int(messages),
                                                      [int(number) for number in (bins or '').split(',') if number]]
    return rows


def check_prof_text(text, job):
    """The external lines are the truth's p2p sums; each histogram adds up to its messages."""
    rows = prof_rows(text, 'E')
    truth = {('E', *key[:2]): [flow[1], flow[0]] for key, flow in job.truth().flows.items() if key[2] == 'p2p'}
    assert {key: row[:2] for key, row in rows.items()} == truth
    for key, (_, messages, bins) in rows.items():
        assert sum(bins) == messages, f'the sum of the histogram of {key}'
    for heading in ('# POINT TO POINT', '# OSC', '# COLLECTIVES'):
        assert heading in text.splitlines(), f'no line {heading!r}'


@pytest.mark.parametrize('stream', ['stdout', 'stderr'])
def test_output(installation, stream):
    job = Job(installation, 'persistent', PERSISTENT_RANKS, settings={'MONITORING_OUTPUT': stream}).succeed()
    check_prof_text(getattr(job.result, stream), job)
    assert [path.name for path in job.folder.iterdir()] == ['truth']


@pytest.mark.parametrize('enable', [2, 1])
def test_output_prof(installation, enable):
    """One file per rank, each with that rank's lines only; with enable 1 no line tells library traffic apart."""
    settings = {'MONITORING_OUTPUT': 'prof', 'MONITORING_FILENAME': 'phase', 'MONITORING_ENABLE': enable}
    job = Job(installation, 'persistent', PERSISTENT_RANKS, settings=settings).succeed()
    files = sorted(job.folder.glob('*.prof'))
    assert [path.name for path in files] == [f'phase.{r}.prof' for r in range(PERSISTENT_RANKS)]
    texts = [path.read_text() for path in files]
    for rank, text in enumerate(texts):
        sources = {key[1] for key in prof_rows(text, 'EIS')}
        assert sources == {rank}, f'the senders in the file of rank {rank}'
    internal = prof_rows(''.join(texts), 'I')
    if enable == 2:
        check_prof_text('\n'.join(texts), job)
        assert internal, 'no line of internal messages, though barriers sent some'
    else:
        assert internal == {}


@pytest.mark.parametrize('ranks', [2, 4])
def test_output_prof_sizes(installation, ranks):
    """The default detail: each line has the sizes of its peer's messages, whatever the others'."""
    settings = {'MONITORING_OUTPUT': 'prof', 'MONITORING_DETAIL': None}
    job = Job(installation, 'random_traffic', ranks, (21, 300), settings).succeed()
    rows = prof_rows(''.join(path.read_text() for path in job.folder.glob('*.prof')), 'EI')
    truth = {}
    for (source, target, traffic_class), bins in job.truth().sizes.items():
        if traffic_class in ('p2p', 'part') and source != target and target >= 0:
            line = truth.setdefault(('E', source, target), [0] * 66)
            for place, count in bins.items():
                line[place] += count
    assert {key: row[2] for key, row in rows.items() if key[0] == 'E'} == truth
    assert any(key[0] == 'I' for key in rows), 'no line of internal messages'
    for key, (_, messages, bins) in rows.items():
        assert (len(bins), sum(bins)) == (66, messages), f'the numbers of {key}'


def test_file_name(installation):
    """Every pattern in one name; without a batch system the job is rank 0's process."""
    before = time.strftime('%Y-%m-%d')
    job = Job(installation, 'hello', 2, settings={'MONITORING_FILENAME': 'x-%e-%j-%h-%u-%d-%%.mon'}).succeed()
    after = time.strftime('%Y-%m-%d')
    profile = job.profile()
    pid = next(process['pid'] for process in profile.json['processes'] if process['rank'] == 0)
    host, user = socket.gethostname(), pwd.getpwuid(os.getuid()).pw_name
    assert profile.path.name in [f'x-hello-{pid}-{host}-{user}-{date}-%.mon' for date in (before, after)], (
        f'the file is {profile.path.name}')


def test_file_name_in_a_folder(installation):
    job = Job(installation, 'hello', 2)
    folder = job.folder / 'results'
    folder.mkdir()
    job.env['MPIR_CVAR_MONITORING_FILENAME'] = str(folder / 'one.mon')
    job.succeed()
    assert [path.name for path in folder.iterdir()] == ['one.mon']
    assert oct((folder / 'one.mon').stat().st_mode & 0o777) == '0o600'


def test_file_name_of_a_batch_job(installation):
    for variable in ('SLURM_JOB_ID', 'PBS_JOBID', 'FLUX_JOB_ID', 'LSB_JOBID'):
        job = Job(installation, 'hello', 1)
        job.env[variable] = '4711'
        job.succeed()
        assert [path.name for path in job.profiles()] == ['hello.4711.mon'], f'the profile with {variable}'


def test_fortran(installation):
    job = Job(installation, 'hello_fortran', 3).succeed()
    expected = {(rank, (rank + 1) % 3, 'p2p'): [1, 4, 1, 4] for rank in range(3)}
    assert job.profile().flows(('p2p', 'part', 'rma')) == expected


def test_metadata(installation):
    begin = time.time_ns()
    profile = Job(installation, 'persistent', 2, settings={'NOLOCAL': 1}).succeed().profile()
    end = time.time_ns()
    job = profile.json['job']
    assert os.path.basename(job['executable']) == 'persistent'
    assert job['device'] == installation.device
    assert job['user'] == pwd.getpwuid(os.getuid()).pw_name
    assert job['cvars'].get('MPIR_CVAR_NOLOCAL') == '1'
    assert job['spawned'] is False
    for process in profile.json['processes']:
        assert process['host'] == socket.gethostname()
        assert begin <= process['start_time_ns'] <= process['end_time_ns'] <= end, f'times of {process}'
        assert process['complete'], f'rank {process["rank"]} is not complete'


@pytest.mark.parametrize('value, profiles', [('off', 0), ('on', 1)])
def test_opting_out(installation, value, profiles):
    """MPICH_MONITORING=off has the last word, so that users can leave out what a site has set."""
    job = Job(installation, 'hello', 2)
    job.env['MPICH_MONITORING'] = value
    job.succeed()
    assert len(list(job.folder.glob('*.mon'))) == profiles
