"""Detail `files`: MPI-IO by file and call, as functions, and its messages as a class of their own."""

import csv
import shutil
from collections import Counter, defaultdict

import pytest

from .harness import APPS, Job, locked
from .harness import run as run_command
from .test_applications import OVERLAP, prepare
from .test_functions import calls, require_same

COLUMNS = ('calls', 'failed', 'bytes')


@pytest.fixture(autouse=True)
def require_io(installation):
    if not installation.has_io:
        pytest.skip('this MPICH is built without MPI-IO')


def run(installation, program='files', ranks=2, detail='all', arguments=(), **settings):
    """A job without the wrappers that keep the truth, which know nothing of files."""
    path = installation.build(program, wrapped=False)
    settings = {'MONITORING_DETAIL': detail, **settings}
    return Job(installation, path, ranks, arguments, settings=settings, raw=True).succeed()


def counted(profile):
    """{(rank, file, call, direction): (calls, failed, bytes)}."""
    return {(int(row['rank']), row['file'], row['call'], row['direction']): tuple(int(row[name]) for name in COLUMNS)
            for row in csv.DictReader(profile.export('--csv', '--files').splitlines())}


def counted_bins(profile):
    """{(rank, file, family, direction): {bin: calls}}."""
    return {(row['rank'], row['file'], row['family'], 'write' if row['write'] else 'read'):
            {number: count for number, count in enumerate(row['bins']) if count}
            for row in profile.json['file_accesses']}


def truth_of(job):
    """The same two by the account of the program."""
    expected, bins = {}, {}
    for rank in range(job.ranks):
        for row in csv.reader((job.truth_folder / f'files.{rank}.csv').read_text().splitlines()):
            key = (rank, *row[:3])
            expected[key] = tuple(map(int, row[3:6]))
            if row[2]:
                bins[key] = {int(number): int(count) for number, count in (pair.split(':') for pair in row[6].split())}
    return expected, bins


def messages(profile, direction):
    """{class: [messages, bytes]} of all ranks."""
    sums = defaultdict(lambda: [0, 0])
    flows = profile.json['flows']
    for name, way, number, size in zip(*(flows[column] for column in ('class', 'direction', 'messages', 'bytes'))):
        if way == direction:
            sums[name][0] += number
            sums[name][1] += size
    return dict(sums)


@pytest.mark.parametrize('ranks', [1, 2, 4])
def test_files_are_exact(installation, ranks):
    job = run(installation, ranks=ranks)
    expected, bins = truth_of(job)
    profile = job.profile()
    require_same(counted(profile), expected)
    require_same(counted_bins(profile), bins)


@pytest.mark.parametrize('ranks', [1, 2, 4])
def test_calls_are_functions_and_what_they_call_is_not(installation, ranks):
    job = run(installation, ranks=ranks)
    expected = Counter({(rank, '', 'MPI_Init'): 1 for rank in range(ranks)})
    for rank in range(ranks):
        for name, count in csv.reader((job.truth_folder / f'functions.{rank}.csv').read_text().splitlines()):
            expected[rank, '', name] += int(count)
    require_same(calls(job.profile()), dict(expected))


@pytest.mark.parametrize('ranks', [1, 2, 4])
def test_messages_are_a_class_of_their_own(installation, ranks):
    """The program calls nothing that sends but MPI_Barrier; what MPI_Comm_dup needs for MPI_File_open is of class coll,
    over the communicator of the call."""
    profile = run(installation, ranks=ranks).profile()
    sent, received = messages(profile, 'sent'), messages(profile, 'received')
    assert 'p2p' not in sent and 'p2p' not in received, 'ROMIO\'s messages are not the program\'s'
    assert sent.get('io') == received.get('io'), 'what was sent was received'
    assert ('io' in sent) == (ranks > 1)
    over = defaultdict(set)
    flows = profile.json['flows']
    for name, communicator in zip(flows['class'], flows['communicator']):
        over[name].add(communicator)
    assert not over['coll'] & over['io'], 'a communicator is ROMIO\'s, or it is not'
    for index in over['io']:
        communicator = profile.json['communicators'][index]
        assert communicator['internal'] and communicator['origin']['function'] == 'MPI_File_open'
    histogram = Counter()
    for process in profile.json['processes']:
        for name, row in process['histograms'].items():
            histogram[name] += sum(row)
    assert histogram == {name: number for name, (number, _) in sent.items()}


def test_collectives_of_romio_are_steps(installation):
    """Of collective calls the program has made barriers alone."""
    profile = run(installation, ranks=2).profile()
    operations = {row['operation'] for row in profile.json['collectives'] if not row['step']}
    assert operations == {'Barrier'}
    assert {'Allreduce', 'Bcast'} <= {row['operation'] for row in profile.json['collectives']
                                      if row['step'] and row['parent'] is None}


def test_variables(installation):
    """The program knows what MPI_T has to say."""
    run(installation, 'file_variables', ranks=3)


def test_without_the_detail_nothing_is_kept(installation):
    job = run(installation, ranks=2, detail='peers')
    profile = job.profile()
    assert 'file_accesses' not in profile.json and not profile.json['functions']
    assert 'p2p' not in messages(profile, 'sent'), 'the class is told without any detail'


def test_functions_without_files(installation):
    profile = run(installation, ranks=1, detail='functions').profile()
    assert calls(profile)[0, '', 'MPI_File_write_at'] == 3
    assert 'file_accesses' not in profile.json


def test_files_without_functions(installation):
    job = run(installation, ranks=2, detail='files')
    profile = job.profile()
    require_same(counted(profile), truth_of(job)[0])
    assert not profile.json['functions']


def test_prof_lines_have_io_among_the_library(installation):
    """With MPIR_CVAR_MONITORING_ENABLE=2, I lines have what is not the program's own."""
    job = run(installation, ranks=2, MONITORING_OUTPUT='prof')
    lines = [line for path in job.folder.glob('*.prof') for line in path.read_text().splitlines()]
    assert any(line.startswith('I') for line in lines) and not any(line.startswith('E') for line in lines)


def by_family(rows):
    """{(rank, family, direction): [calls, failed, bytes]} over all files."""
    sums = defaultdict(lambda: [0, 0, 0])
    for (rank, _, call, direction), numbers in rows.items():
        if direction:
            sums[rank, call, direction] = [a + b for a, b in zip(sums[rank, call, direction], numbers)]
    return dict(sums)


def account_of(job):
    """The same by the tool file_account."""
    return {(rank, *row[:2]): list(map(int, row[2:])) for rank in range(job.ranks)
            for row in csv.reader((job.truth_folder / f'accesses.{rank}.csv').read_text().splitlines())}


@pytest.mark.parametrize('ranks', [1, 4])
def test_until_the_end(installation, ranks):
    """What functions do that MPI_Finalize calls is counted, by the profile as by the tool."""
    path = installation.build('file_at_end', wrapped=False)
    job = Job(installation, path, ranks, raw=True, preload=[installation.build_tool('file_account')]).succeed()
    profile = job.profile()
    expected = {(rank, 'independent', 'write'): [3, 0, 3 + 4 + 5] for rank in range(ranks)}
    require_same(account_of(job), expected)
    require_same(by_family(counted(profile)), expected)
    closed = [(row['rank'], row['calls']) for row in profile.json['file_operations'] if row['operation'] == 'close']
    assert sorted(closed) == [(rank, 1) for rank in range(ranks)]


@pytest.mark.parametrize('ranks, overlap', [(1, 'off'), *((4, overlap) for overlap in OVERLAP)])
def test_hdf5(installation, ranks, overlap):
    """A program of Debian's HDF5 for its MPICH, unmodified, against what a tool of the profiling interface sees."""
    if not shutil.which('h5pcc.mpich'):
        pytest.skip('h5pcc.mpich is not installed')
    program = installation.scratch / 'hdf5_rows'
    with locked(program.with_name('hdf5_rows.lock')):
        if not program.exists():
            done = run_command(['h5pcc.mpich', '-O1', APPS / 'hdf5_rows.c', '-o', program], cwd=installation.scratch)
            assert done.status == 0, done.stderr
    job = prepare(installation, program, ranks, overlap=overlap)
    job.command[1:1] = ['-genv', 'LD_PRELOAD',
                        f"{installation.build_tool('file_account')}:{installation.build_yielding()}"]
    profile = job.succeed().profile()
    expected = account_of(job)
    require_same(by_family(counted(profile)), expected)
    # Each process writes and reads 8 rows of 1,000 integers, in one call that all make and in others of its own.
    data = 8 * 1000 * 4
    for rank in range(ranks):
        assert expected[rank, 'collective', 'write'][2] >= data and expected[rank, 'independent', 'write'][2] >= data
    assert {row['file'] for row in profile.json['file_operations']} == {'rows.h5'}
    assert 'p2p' not in messages(profile, 'sent'), "HDF5 sends nothing itself"
    names = {name for _, _, name in calls(profile)}
    assert 'MPI_File_write_at_all' in names and not names & {'MPI_Isend', 'MPI_Get_address'}
