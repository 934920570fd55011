"""The folder of the segments at its worst: whatever it is, the program ends as ever, one line says so, nothing is lost."""

import os
import re
import subprocess
import time
from contextlib import contextmanager

import pytest

from .harness import FOLDER, Job, differences, run
from .test_faults import PREFIX, mounted, unwritable
from .test_recovery import PLACES, new_folder

pytestmark = pytest.mark.asleep  # file systems have a second to answer
RANKS = 2
REGIONS = 60  # about 400 KiB of counters
COPIES_PAUSE_MS = 20  # so that what is copied four times a second is copied some times
STALL = 6  # seconds
SLOW_PAUSE_MS = 40  # so that file systems have two seconds to be waited for
SLOW_LIMIT = 5.5  # seconds: less than STALL, and much more than the pauses and a second of patience for the file


def start(installation, folder='segments', regions=REGIONS, pause_ms=0, limit=(), shims=()):
    """A job whose segments grow beyond what they begin with; `limit`: of what, and how many KiB."""
    arguments = [str(number) for number in (regions, pause_ms, *limit)]
    job = Job(installation, installation.build('grows', wrapped=False), RANKS, arguments, raw=True,
              preload=[installation.build_shim(name) for name in shims])
    job.env['MPIR_CVAR_MONITORING_SEGMENT_DIR'] = str(job.folder / folder)
    return job


def through_shell(job, commands):
    """The program is started by a shell that does something before."""
    job.command[3:] = ['/bin/sh', '-c', f'{commands}; exec "$@"', 'sh', *job.command[3:]]
    return job


def check_program(job, regions=REGIONS):
    """It ended well, with the result that it has to have."""
    job.succeed()
    assert job.result.stdout.splitlines()[:1] == [f'sum {sum(range(regions))}']


def check_profile(job, messages=REGIONS):
    expected = {(rank, (rank + 1) % RANKS, 'p2p'): 2 * [messages, 4 * messages] for rank in range(RANKS)}
    wrong = differences(job.profile().flows(('p2p',)), expected)
    assert not wrong, wrong


def check_warning(job, *words):
    """One line with these words is all that the job says."""
    lines = job.result.stderr.splitlines()
    assert len(lines) == 1 and lines[0].startswith(PREFIX), f'stderr: {job.result.stderr!r}'
    for word in words:
        assert word in lines[0], f'no {word!r} in: {lines[0]}'


def check(job, *words):
    check_program(job)
    check_warning(job, str(job.env['MPIR_CVAR_MONITORING_SEGMENT_DIR']), *words)
    check_profile(job)


def test_folder_missing(installation):
    check(start(installation, 'nowhere'), os.strerror(2), 'private memory')


def test_folder_missing_for_one_rank(installation):
    """Rank 0 sees no fault of its own, and speaks for the other."""
    job = through_shell(start(installation),
                        '[ "$PMI_RANK" != 1 ] || export MPIR_CVAR_MONITORING_SEGMENT_DIR=nowhere')
    (job.folder / 'segments').mkdir()
    check(job, os.strerror(2), 'private memory')
    assert list((job.folder / 'segments').iterdir()) == []


def test_folder_not_writable(installation):
    job = start(installation)
    with unwritable(job.folder / 'segments') as reason:
        check(job, reason, 'private memory')


@pytest.mark.parametrize('kilobytes', [64, 600], ids=['at once', 'later'])
def test_folder_full(installation, kilobytes):
    """Space ends before the segments begin, or while they grow: no signal, and nothing stays behind."""
    job = start(installation)
    folder = job.folder / 'segments'
    folder.mkdir()
    with mounted(folder, f'size={kilobytes}k'):
        check(job, os.strerror(28), 'private memory')
        assert list(folder.iterdir()) == []


@pytest.mark.parametrize('place', PLACES, ids=[place.name for place in PLACES])
def test_file_size_limited(installation, place):
    """The limit's signal would end the program."""
    job = start(installation, pause_ms=COPIES_PAUSE_MS, limit=('fsize', 300))
    folder = new_folder(installation, place)
    job.env['MPIR_CVAR_MONITORING_SEGMENT_DIR'] = str(folder)
    check(job, os.strerror(27), 'private memory')
    assert list(folder.iterdir()) == []


def test_no_file_may_be_written(installation):
    """Not even the profile fits: it is lost, but the program is not."""
    without = start(installation, limit=('fsize', 0))
    without.env['MPIR_CVAR_MONITORING_ENABLE'] = '0'
    if without.run().result.status != 0:
        pytest.skip("MPICH itself does not run so: its shared-memory module makes files")
    job = start(installation, limit=('fsize', 0))
    del job.env['MPIR_CVAR_MONITORING_SEGMENT_DIR']
    job.env['TMPDIR'] = str(job.folder)
    check_program(job)
    check_warning(job, os.strerror(27), 'lost')
    assert [path.name for path in job.folder.glob('*.mon*')] == []


def test_address_space_limited(installation):
    """Under a limit the application keeps nearly all of what it has without monitoring."""
    room = {}
    for enable in (0, 2):
        job = Job(installation, installation.build('hungry', wrapped=False), RANKS, raw=True)
        job.env['MPIR_CVAR_MONITORING_ENABLE'] = str(enable)
        through_shell(job, f'ulimit -v {4 << 20}').succeed()
        assert job.result.stderr == ''
        room[enable] = int(re.search(r'room (\d+)', job.result.stdout)[1])
    assert room[0] > 1000, f'the program has {room[0]} MiB'
    assert room[0] - room[2] <= 1, f'{room[2]} MiB instead of {room[0]} are left to the program'


@pytest.mark.parametrize('kib', [600, 1000, 1024, 1200])
def test_address_space_used_up(installation, kib):
    """What monitoring does in MPI_Finalize needs no more of it than MPICH alone, and all is in the profile, where the
    growing segment left enough to others. Where it did not, the program ends as well, and that is said."""
    job = start(installation, limit=('as', kib))
    without = start(installation, limit=('as', kib))
    without.env['MPIR_CVAR_MONITORING_ENABLE'] = '0'
    if without.run().result.status != 0:
        pytest.skip('MPICH itself does not run so')
    del job.env['MPIR_CVAR_MONITORING_SEGMENT_DIR']
    job.timeout = 20
    check_program(job)
    if job.result.stderr:
        check_warning(job, 'memory ran out', 'counters are missing')
    else:
        check_profile(job, REGIONS + 1)


def test_without_dev_shm(installation):
    """Another file system, read-only, where /dev/shm is; MPICH itself may not like that."""
    def without_shm(job):
        job.command[:0] = ['unshare', '-m', 'sh', '-c', 'mount -t tmpfs -o ro none /dev/shm && exec "$@"', 'sh']
        return job

    if run(without_shm(Job(installation, 'hello', 1)).command[:5] + ['true']).status != 0:
        pytest.skip('mounting in a namespace of its own is not allowed here')
    job = without_shm(start(installation))
    job.env['MPIR_CVAR_MONITORING_SEGMENT_DIR'] = '/dev/shm'
    unwatched = without_shm(start(installation))
    unwatched.env['MPIR_CVAR_MONITORING_ENABLE'] = '0'
    if unwatched.run().result.status != 0:
        pytest.skip('MPICH does not run without /dev/shm')
    check(job, os.strerror(30), 'private memory')


def up_to_finalize(job):
    """How many seconds the program took."""
    return float(re.search(r'seconds (\S+)', job.result.stdout)[1])


@pytest.mark.any_device
@pytest.mark.parametrize('after, warning', [
    (0, 'they are kept in private memory'), (2, 'not all counters could be kept')], ids=['at once', 'later'])
def test_file_system_slow(installation, after, warning):
    """Each access of our folders but the first ones stalls: the program waits for them in MPI_Finalize alone."""
    job = start(installation, pause_ms=SLOW_PAUSE_MS, shims=['slow_files'])
    (job.folder / 'segments').mkdir()
    job.env.update(SLOW_FOLDER=str(job.folder), SLOW_SECONDS=str(STALL), SLOW_AFTER=str(after))
    job.timeout = 60 + 10 * STALL
    check(job, 'does not answer', warning)
    assert up_to_finalize(job) < SLOW_LIMIT, f'up to MPI_Finalize the program took {up_to_finalize(job)} s'


@contextmanager
def stalling_files(folder):
    """A file system in user space, whose files take their time while there is one named `stall`."""
    if os.geteuid() != 0 or not os.access('/dev/fuse', os.W_OK):
        pytest.skip('mounting a file system in user space needs root and /dev/fuse')
    folder.mkdir()
    with subprocess.Popen([FOLDER / 'shims' / 'stalling_fs', folder, str(STALL)]) as server:
        try:
            wait_for(lambda: os.path.ismount(folder), 'the file system')
            yield
        finally:
            subprocess.run(['umount', '--lazy', folder], check=False)
            server.kill()


def wait_for(condition, what):
    end = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < end, f'{what} does not come'
        time.sleep(0.01)


@pytest.mark.any_device
def test_file_system_stalls(installation):
    """The file system stalls for whatever asks it, page faults too, when the segments have been made."""
    job = start(installation, pause_ms=SLOW_PAUSE_MS)
    folder = job.folder / 'segments'
    job.timeout = 60 + 10 * STALL
    with stalling_files(folder):
        with subprocess.Popen(['sh', '-c', 'until [ "$(ls "$0"/*.segment 2>/dev/null | wc -l)" = "$1" ]; do sleep 0.05;'
                                           'done; sleep 0.3; touch "$0/stall"', folder, str(RANKS)]) as watcher:
            check(job, 'does not answer', 'not all counters could be kept')
            assert watcher.wait(timeout=10) == 0
    assert up_to_finalize(job) < SLOW_LIMIT, f'up to MPI_Finalize the program took {up_to_finalize(job)} s'


def test_clock_jumps(installation):
    """The job's times are those of a clock that does not jump."""
    job = start(installation, regions=10, shims=['jumping_clock'])
    (job.folder / 'segments').mkdir()
    check_program(job, regions=10)
    assert job.result.stderr == ''
    check_profile(job, 10)
    for process in job.profile().json['processes']:
        seconds = (process['end_time_ns'] - process['start_time_ns']) / 1e9
        assert 0 < seconds < job.timeout, f'rank {process["rank"]} ran for {seconds} s'
