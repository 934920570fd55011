"""Files are the user's alone, links are not followed, and names lead nowhere else, whoever prepared the folder."""

import os
import stat

from .harness import Job, Skip, require, require_equal
from .recovery import killed, recover, segments

ALONE = True  # the umask is that of all tests
RANKS = 2
NOBODY = 65534
SECRET = 'not to be touched\n'


def add(suite, installation):
    suite.test('security profile: symbolic link', check_profile_link, installation)
    suite.test('security prof files: symbolic links', check_prof_links, installation)
    suite.test('security prof files: of another user', check_prof_of_another, installation)
    suite.test('security prof files of a phase', check_phase_files, installation)
    suite.test('security job ids that lead elsewhere', check_job_id, installation)
    suite.test('security rights', check_rights, installation)
    suite.test('security segments: links and other users', check_segments, installation)


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
    require_equal('stderr', job.result.stderr, said)
    require_equal('the victim', (job.folder / 'victim').read_text(), SECRET)
    require_equal('the files', sorted(path.name for path in site.iterdir()), sorted([*files, *others]))
    for name, status in others.items():
        require(os.path.samestat((site / name).lstat(), status), f'something else is {name}')
    for name in files:
        status = (job.folder / 'site' / name).lstat()
        require_equal(f'type, rights and owner of {name}', (stat.filemode(status.st_mode), status.st_uid),
                      ('-rw-------', os.geteuid()))


def check_profile_link(installation):
    job = start(installation, 'site/one.mon')
    (job.folder / 'site' / 'one.mon').symlink_to(job.folder / 'victim')
    job.env['TMPDIR'] = str(job.folder)
    check_untouched(job, said=f'mpich-monitoring: cannot write the profile site/one.mon: {os.strerror(17)}; it is in '
                              f'{job.folder}/one.mon\n')


def prof_names(number=''):
    return [f'one.{number}{rank}.prof' for rank in range(RANKS)]


NUMBERED = 'mpich-monitoring: site/one.*.prof are of another run; those of this one are site/one.2.*.prof\n'


def check_prof_links(installation):
    job = start(installation, 'site/one', 'prof')
    for name in prof_names():
        (job.folder / 'site' / name).symlink_to(job.folder / 'victim')
        (job.folder / 'site' / f'{name}.part').symlink_to(job.folder / 'victim')
    check_untouched(job, *prof_names('2.'), said=NUMBERED)


def check_prof_of_another(installation):
    """Files that somebody else can read, with the names that ours will have."""
    if os.geteuid() != 0:
        raise Skip('giving files to another user needs root')
    job = start(installation, 'site/one', 'prof')
    for name in prof_names():
        os.link(job.folder / 'victim', job.folder / 'site' / name)
    (job.folder / 'victim').chmod(0o666)
    os.chown(job.folder / 'victim', NOBODY, NOBODY)
    check_untouched(job, *prof_names('2.'), said=NUMBERED)


def check_phase_files(installation):
    """What a tool's flush variable writes, where links, files of others and a FIFO have the names."""
    job = Job(installation, 'mpit_phases', 4, ('site',))
    (job.folder / 'site').mkdir()
    (job.folder / 'victim').write_text(SECRET)
    (job.folder / 'victim').chmod(0o666)
    (job.folder / 'site' / 'phase_1.0.prof').symlink_to(job.folder / 'victim')
    os.link(job.folder / 'victim', job.folder / 'site' / 'phase_1.1.prof')
    os.mkfifo(job.folder / 'site' / 'phase_1.2.prof')
    check_untouched(job, *(f'phase_{phase}.{rank}.prof' for phase in (1, 2) for rank in range(4)))


def check_job_id(installation):
    """What stands for a letter of the pattern cannot leave the folder that the pattern names."""
    for value, name in (('../../x', '_._.__x.mon'), ('..', '_..mon'), ('/etc/x', '_etc_x.mon')):
        job = start(installation, 'site/%j.mon')
        job.env['SLURM_JOB_ID'] = value
        check_untouched(job, name)


def check_rights(installation):
    """However little the user's umask takes away."""
    job = start(installation, 'site/one.mon')
    before = os.umask(0)
    try:
        check_untouched(job, 'one.mon')
    finally:
        os.umask(before)


def check_segments(installation):
    """`mpimon recover` opens none that is a link, or another user's, and says so."""
    doomed = killed(installation)
    paths = segments(doomed.segment_folder)
    for path in paths:
        require_equal(f'the rights of {path.name}', stat.filemode(path.stat().st_mode), '-rw-------')
    moved = doomed.segment_folder.parent / 'moved'
    paths[0].rename(moved)
    paths[0].symlink_to(moved)
    left = [[1, 2]]
    if os.geteuid() == 0:
        os.chown(paths[2], NOBODY, NOBODY)
        left = [[1, 1]]
    (job,) = recover(installation, doomed.segment_folder, '--clean')
    require_equal('the ranks that are recovered', job['ended'], left)
    require(paths[0].is_symlink() and moved.exists(), 'the link or its target is gone')
    require_equal('the other user\'s is there', paths[2].exists(), os.geteuid() == 0)
