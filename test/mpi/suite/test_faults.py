"""Faults after MPI_Init: the program ends as ever, one line from one process says what happened, and nothing is lost."""

import os
import re
import stat
import subprocess
from contextlib import contextmanager

import pytest

from .harness import Job, Profile, differences, run
from .test_traffic import with_receivers

RANKS = 3
PREFIX = 'mpich-monitoring:'

# How a process may end, and what mpiexec then ends with. Hydra gives 1 for a process whose connection it saw closed without
# MPI_Finalize before it saw the process end.
ENDS = {'_exit': [0, 1], 'abort': [3, 1], 'finalize': [0], 'fork': [0], 'late': [0]}


def start(installation, filename, program='persistent', arguments=()):
    """A job that wants its profile at `filename` and has a fall-back folder of its own."""
    job = Job(installation, program, RANKS, arguments, settings={'MONITORING_FILENAME': filename})
    fall_back = job.folder / 'fall-back'
    fall_back.mkdir()
    job.env['TMPDIR'] = str(fall_back)
    return job


def warning(job):
    """The one line that says what happened."""
    job.succeed()
    lines = job.result.stderr.splitlines()
    assert len(lines) == 1 and lines[0].startswith(PREFIX), f'stderr: {job.result.stderr!r}'
    return lines[0]


def check_fall_back(job, *words):
    """The line has the words and names a file in the fall-back folder, which holds the whole truth."""
    line = warning(job)
    for word in words:
        assert word in line, f'no {word!r} in: {line}'
    named = re.findall(re.escape(str(job.folder / 'fall-back')) + r'/[^\s;]*', line)
    assert len(named) == 1
    wrong = differences(Profile(job.installation, named[0]).flows(('p2p',)), with_receivers(job.truth().flows))
    assert not wrong, wrong


def test_folder_missing(installation):
    check_fall_back(start(installation, 'nowhere/one.mon'), 'nowhere/one.mon', os.strerror(2))


@contextmanager
def mounted(folder, options):
    """A small file system on `folder`, for root alone."""
    if os.geteuid() != 0:
        pytest.skip('mounting needs root')
    if run(['mount', '-t', 'tmpfs', '-o', options, 'none', folder]).status != 0:
        pytest.skip('mounting a tmpfs is not allowed here')
    try:
        yield
    finally:
        subprocess.run(['umount', folder], check=True)


@contextmanager
def unwritable(folder):
    """Makes the folder, and gives what the system says of writing there. To root every folder is writable, so a file
    system mounted read-only stands in."""
    folder.mkdir()
    if os.geteuid() == 0:
        with mounted(folder, 'ro,size=64k'):
            yield os.strerror(30)
    else:
        folder.chmod(0o500)
        yield os.strerror(13)


def test_folder_not_writable(installation):
    job = start(installation, 'closed/one.mon')
    with unwritable(job.folder / 'closed') as reason:
        check_fall_back(job, 'closed/one.mon', reason)


def test_name_is_a_folder(installation):
    job = start(installation, 'one.mon')
    (job.folder / 'one.mon').mkdir()
    check_fall_back(job, 'one.mon')


def make_device(path):
    try:
        os.mknod(path, stat.S_IFCHR | 0o666, os.makedev(1, 3))
    except PermissionError:
        pytest.skip('making a device needs root')


def make_link(path):
    path.symlink_to('/proc/self/fd/1')


@pytest.mark.parametrize('make', [make_device, os.mkfifo, make_link], ids=['device', 'pipe', 'link to an open file'])
def test_name_is_a(installation, make):
    """Root could put a file in the place of /dev/null or /dev/stdout, and all users of the node had none."""
    job = start(installation, 'one.mon')
    path = job.folder / 'one.mon'
    make(path)
    before = os.lstat(path)
    check_fall_back(job, 'one.mon', os.strerror(17))
    assert os.path.samestat(os.lstat(path), before), 'something else has its name'


def test_name_is_no_profile(installation):
    """What the name stands for stays as it is."""
    job = start(installation, 'one.mon')
    (job.folder / 'one.mon').write_text('results of a year')
    check_fall_back(job, 'one.mon', os.strerror(17))
    assert (job.folder / 'one.mon').read_text() == 'results of a year'


@pytest.mark.parametrize('left', [0, 4096])
def test_folder_full(installation, left):
    """Space ends before the file begins, or in its middle; what was begun is taken away."""
    job = start(installation, 'full/one.mon', 'collectives', ('all',))
    folder = job.folder / 'full'
    folder.mkdir()
    size = 32 * 1024
    with mounted(folder, f'size={size}'):
        (folder / 'filler').write_bytes(bytes(size - left))
        check_fall_back(job, 'full/one.mon', os.strerror(28))
        assert [path.name for path in folder.iterdir()] == ['filler']


def test_working_folder_removed(installation):
    """The processes start in a folder that is then removed."""
    job = start(installation, 'one.mon')
    folder = job.folder / 'gone'
    folder.mkdir()
    program = job.command[3]
    job.command[3:] = ['/bin/sh', '-c', f'cd {folder} && sleep 0.5 && rmdir {folder} 2>/dev/null; exec {program}']
    check_fall_back(job, 'one.mon', os.strerror(2))


def test_fall_back_not_writable_either(installation):
    job = start(installation, 'nowhere/one.mon')
    job.env['TMPDIR'] = str(job.folder / 'nowhere either')
    line = warning(job)
    for word in ('nowhere/one.mon', 'nowhere either/one.mon', 'lost'):
        assert word in line, f'no {word!r} in: {line}'


def test_prof_files_not_writable(installation):
    job = start(installation, 'nowhere/phase')
    job.env['MPIR_CVAR_MONITORING_OUTPUT'] = 'prof'
    line = warning(job)
    assert 'nowhere/phase' in line and os.strerror(2) in line, line


def test_standard_output_full(installation):
    """What could not be written stays where `mpimon recover` finds it."""
    job = start(installation, 'one.mon')
    (job.folder / 'segments').mkdir()
    job.env.update(MPIR_CVAR_MONITORING_OUTPUT='stdout', MPIR_CVAR_MONITORING_SEGMENT_DIR=str(job.folder / 'segments'))
    program = job.command[3]
    job.command[3:] = ['/bin/sh', '-c', f'exec {program} >/dev/full']
    line = warning(job)
    for word in ('standard output', os.strerror(28), f'mpimon recover {job.folder / "segments"}'):
        assert word in line, f'no {word!r} in: {line}'
    assert len(list((job.folder / 'segments').iterdir())) == RANKS


@pytest.mark.parametrize('rank, enable', [(0, 2), (1, 2), (1, 0)])
def test_without_memory(installation, rank, enable):
    """One process cannot have its counters: none hangs, and it is said that there are none. Rank 0 says so at once."""
    job = Job(installation, 'hello', RANKS, settings={'MONITORING_ENABLE': enable},
              preload=[installation.build_shim('no_reservation')])
    # UCX would put its own mmap before the one that is preloaded.
    job.env.update(NO_RESERVATION_RANK=str(rank), UCX_MEM_MMAP_HOOK_MODE='none')
    job.succeed()
    reason = os.strerror(12)
    expected = []
    if enable and rank == 0:
        expected.append(f'{PREFIX} no memory for the counters ({reason}); monitoring is off')
    if enable:
        expected.append(f'{PREFIX} a process has no memory for its counters ({reason}); no output is written')
    assert job.result.stderr.splitlines() == expected
    assert job.profiles() == []


def leaving(installation, way, **settings):
    return Job(installation, installation.build('leaves', wrapped=False), 1, (way,), raw=True, settings=settings)


@pytest.mark.parametrize('way', ['exit', 'return'])
def test_process_leaves(installation, way):
    """One line says where the counters are, unless nobody wants them."""
    line = f'{PREFIX} rank 0 ends without MPI_Finalize; its counters are '
    assert leaving(installation, way).run().result.lines(PREFIX) == [line + 'lost']
    job = leaving(installation, way)
    job.env['MPIR_CVAR_MONITORING_SEGMENT_DIR'] = str(job.folder)
    kept = f'{line}kept; to make a profile of the segments: mpimon recover {job.folder}'
    assert job.run().result.lines(PREFIX) == [kept]
    assert len(list(job.folder.glob('*.segment'))) == 1
    for settings in ({'MONITORING_ENABLE': 0}, {'MONITORING_OUTPUT': 'none'}):
        assert leaving(installation, way, **settings).run().result.lines(PREFIX) == [], f'stderr with {settings}'


@pytest.mark.parametrize('way', ENDS)
def test_process_ends(installation, way):
    result = leaving(installation, way).run().result
    assert result.status in ENDS[way]
    assert result.lines(PREFIX) == []


@pytest.mark.parametrize('nodes', [1, 2])
def test_peer_closes_late(installation, nodes):
    """In MPI_Finalize a process makes progress for peers whose connections are not closed yet: MPICH's own waits."""
    if 'ucx' not in installation.device or installation.version >= (4, 2):
        pytest.skip('MPICH waits so before 4.2 and with ch4:ucx alone')
    job = Job(installation, 'hello', 2, preload=[installation.build_shim('closes_late')], settings={'NUM_CLIQUES': nodes})
    job.env.update(CLOSES_LATE_SIGN=str(job.folder / 'progress'), CLOSES_LATE_SECONDS='10')
    job.succeed()
