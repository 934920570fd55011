"""Files are the user's alone, links are not followed, and names lead nowhere else, whoever prepared the folder."""

import os
import stat

import pytest

from .harness import Job
from .test_recovery import killed, recover, segments

pytestmark = pytest.mark.any_device

RANKS = 2
NOBODY = 65534
SECRET = 'not to be touched\n'


def start(installation, filename, output='file'):
    job = Job(installation, 'hello', RANKS, settings={'MONITORING_FILENAME': filename, 'MONITORING_OUTPUT': output})
    (job.folder / 'site').mkdir()
    (job.folder / 'victim').write_text(SECRET)
    return job


def check_untouched(job, *files, said=''):
    """The job ended well, and made plain files of its own beside those that were there."""
    site = job.folder / 'site'
    others = {path.name: path.lstat() for path in site.iterdir()} if said else {}
    job.succeed()
    assert job.result.stderr == said
    assert (job.folder / 'victim').read_text() == SECRET
    assert sorted(path.name for path in site.iterdir()) == sorted([*files, *others])
    for name, status in others.items():
        assert os.path.samestat((site / name).lstat(), status), f'something else is {name}'
    for name in files:
        status = (job.folder / 'site' / name).lstat()
        assert (stat.filemode(status.st_mode), status.st_uid) == ('-rw-------', os.geteuid()), (
            f'type, rights and owner of {name}')


def test_profile_symbolic_link(installation):
    job = start(installation, 'site/one.mon')
    (job.folder / 'site' / 'one.mon').symlink_to(job.folder / 'victim')
    job.env['TMPDIR'] = str(job.folder)
    check_untouched(job, said=f'mpich-monitoring: cannot write the profile site/one.mon: {os.strerror(17)}; it is in '
                              f'{job.folder}/one.mon\n')


def prof_names(number=''):
    return [f'one.{number}{rank}.prof' for rank in range(RANKS)]


NUMBERED = 'mpich-monitoring: site/one.*.prof are of another run; those of this one are site/one.2.*.prof\n'


def test_prof_files_symbolic_links(installation):
    job = start(installation, 'site/one', 'prof')
    for name in prof_names():
        (job.folder / 'site' / name).symlink_to(job.folder / 'victim')
        (job.folder / 'site' / f'{name}.part').symlink_to(job.folder / 'victim')
    check_untouched(job, *prof_names('2.'), said=NUMBERED)


def test_prof_files_of_another_user(installation):
    """Files that somebody else can read, with the names that ours will have."""
    if os.geteuid() != 0:
        pytest.skip('giving files to another user needs root')
    job = start(installation, 'site/one', 'prof')
    for name in prof_names():
        os.link(job.folder / 'victim', job.folder / 'site' / name)
    (job.folder / 'victim').chmod(0o666)
    os.chown(job.folder / 'victim', NOBODY, NOBODY)
    check_untouched(job, *prof_names('2.'), said=NUMBERED)


def test_prof_files_of_a_phase(installation):
    """What a tool's flush variable writes, where links, files of others and a FIFO have the names."""
    job = Job(installation, 'mpit_phases', 4, ('site',))
    (job.folder / 'site').mkdir()
    (job.folder / 'victim').write_text(SECRET)
    (job.folder / 'victim').chmod(0o666)
    (job.folder / 'site' / 'phase_1.0.prof').symlink_to(job.folder / 'victim')
    os.link(job.folder / 'victim', job.folder / 'site' / 'phase_1.1.prof')
    os.mkfifo(job.folder / 'site' / 'phase_1.2.prof')
    check_untouched(job, *(f'phase_{phase}.{rank}.prof' for phase in (1, 2) for rank in range(4)))


def test_job_ids_that_lead_elsewhere(installation):
    """What stands for a letter of the pattern cannot leave the folder that the pattern names."""
    for value, name in (('../../x', '_._.__x.mon'), ('..', '_..mon'), ('/etc/x', '_etc_x.mon')):
        job = start(installation, 'site/%j.mon')
        job.env['SLURM_JOB_ID'] = value
        check_untouched(job, name)


def test_rights(installation):
    """However little the user's umask takes away."""
    job = start(installation, 'site/one.mon')
    before = os.umask(0)
    try:
        check_untouched(job, 'one.mon')
    finally:
        os.umask(before)


def test_segments_links_and_other_users(installation):
    """`mpimon recover` opens none that is a link, or another user's, and says so."""
    doomed = killed(installation)
    paths = segments(doomed.segment_folder)
    for path in paths:
        assert stat.filemode(path.stat().st_mode) == '-rw-------', f'the rights of {path.name}'
    moved = doomed.segment_folder.parent / 'moved'
    paths[0].rename(moved)
    paths[0].symlink_to(moved)
    left = [[1, 2]]
    if os.geteuid() == 0:
        os.chown(paths[2], NOBODY, NOBODY)
        left = [[1, 1]]
    (job,) = recover(installation, doomed.segment_folder, '--clean')
    assert job['ended'] == left
    assert paths[0].is_symlink() and moved.exists(), 'the link or its target is gone'
    assert paths[2].exists() == (os.geteuid() == 0)
