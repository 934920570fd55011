"""What a site puts into Slurm, run by hand as Slurm would: site/prolog, taskprolog and epilog, and the module file."""

import os
import shutil
import stat
import time
from datetime import datetime, timedelta

import pytest

from support import TOP, run, succeed

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason='only root can act as several users')

USERS = {'nobody': 65534, 'daemon': 1}
MIB = 1 << 20

# Instead of the tool: says who it is and where, and does what `recover --clean FOLDER` would do with any file.
TOOL = """#!/bin/bash
[[ "$1 $2" == 'recover --clean' ]] || exit 1
{ id -u; id -G; pwd -P; compgen -e | sort | tr '\\n' ' '; echo; } >recovered.mon || exit 1
for file in "$3"/*.segment; do cat "$file" >>recovered.mon || exit 1; done
rm "$3"/*.segment
"""


class Site:
    """The scripts, a tree for profiles, and a folder for segments, below one that everybody may enter."""

    def __init__(self, folder):
        self.tree, self.segments, self.scripts = folder / 'tree', folder / 'shm', folder / 'site'
        folder.chmod(0o755)
        self.tree.mkdir(mode=0o755)
        self.segments.mkdir()
        self.segments.chmod(0o1777)
        shutil.copytree(TOP / 'site', self.scripts)
        (self.scripts / 'mpimon').write_text(TOOL)
        (self.scripts / 'mpimon').chmod(0o755)
        self.configure()

    def configure(self, **settings):
        settings = {'TREE': self.tree, 'SEGMENTS': self.segments, 'LIMIT_MIB': 2, 'MPIMON': self.scripts / 'mpimon', **settings}
        (self.scripts / 'site.conf').write_text(''.join(f'{name}={value}\n' for name, value in settings.items()))

    def day(self, days=0):
        return self.tree / (datetime.now() + timedelta(days=days)).strftime('%Y/%m/%d')

    def prolog(self):
        done = run(self.scripts / 'prolog')
        assert (done.status, done.stdout, done.stderr) == (0, '', '')

    def task(self, user='nobody', job=7, **variables):
        """The lines that the task prolog prints."""
        env = {'SLURM_JOB_ID': job, **variables}
        done = run(*as_user(user), self.scripts / 'taskprolog', env=env)
        assert (done.status, done.stderr) == (0, '')
        return done.stdout.splitlines()

    def epilog(self, user='nobody', job=7, node='n1', nodes='n[1-4]'):
        env = {'SLURM_JOB_ID': job, 'SLURM_JOB_UID': USERS[user], 'SLURMD_NODENAME': node, 'SLURM_NODELIST': nodes}
        done = run(self.scripts / 'epilog', env=env)
        assert (done.status, done.stdout, done.stderr) == (0, '', '')

    def own(self, user='nobody'):
        return self.day() / user

    def segment_folder(self, user='nobody', job=7):
        return self.segments / f'mpich-monitoring.{job}.{USERS[user]}'

    def leave_segment(self, user='nobody', text='counters'):
        file = self.segment_folder(user) / 'mpimon.1.0.1.segment'
        file.write_text(text)
        os.chown(file, USERS[user], USERS[user])


def as_user(user):
    return ['setpriv', f'--reuid={USERS[user]}', f'--regid={USERS[user]}', '--clear-groups']


def mode(path):
    return oct(stat.S_IMODE(path.lstat().st_mode))


@pytest.fixture
def site(scratch, monkeypatch):
    for name in [name for name in os.environ if name.startswith(('MPIR_CVAR_', 'MPICH_MONITORING', 'SLURM'))]:
        monkeypatch.delenv(name)
    return Site(scratch)


@pytest.fixture
def ready(site):
    """With the folder of the day."""
    site.prolog()
    return site


# The tree


def test_prolog_makes_the_folders_of_two_days(site):
    site.prolog()
    site.prolog()
    for day in (site.day(), site.day(1)):
        assert [mode(folder) for folder in (day, day.parent, day.parent.parent)] == ['0o1733', '0o755', '0o755']
        assert day.stat().st_uid == 0


def test_prolog_leaves_a_tree_alone_that_others_may_change(site):
    site.tree.chmod(0o777)
    site.prolog()
    assert not list(site.tree.iterdir())


def test_nothing_is_done_without_a_configuration(site):
    (site.scripts / 'site.conf').unlink()
    site.prolog()
    assert not list(site.tree.iterdir()) and not site.task()


@pytest.mark.parametrize('changed', ['site.conf', '.'])
def test_nothing_is_done_with_a_configuration_that_others_may_change(site, changed):
    (site.scripts / changed).chmod(0o777)
    site.prolog()
    assert not list(site.tree.iterdir())


def test_users_see_and_touch_only_what_is_theirs(ready):
    ready.task()
    profile = ready.own() / 'solver.7.mon'
    succeed(*as_user('nobody'), 'sh', '-c', f'umask 077; echo counts >{profile}')
    for command in (['ls', ready.day()], ['ls', ready.own()], ['cat', profile], ['rm', '-f', profile],
                    ['mv', ready.own(), ready.day() / 'elsewhere'], ['rmdir', ready.day()]):
        assert run(*as_user('daemon'), *command).status != 0, command
    assert succeed(*as_user('nobody'), 'cat', profile) == 'counts\n'


# The task prolog


def test_task_prolog_turns_monitoring_on(ready):
    assert ready.task() == [
        'export MPIR_CVAR_MONITORING_ENABLE=2', f'export MPIR_CVAR_MONITORING_FILENAME={ready.own()}/%e.%j.mon',
        f'export MPICH_MONITORING_FOLDER={ready.own()}',
        f'export MPIR_CVAR_MONITORING_SEGMENT_DIR={ready.segment_folder()}']
    for folder in (ready.own(), ready.segment_folder()):
        assert (folder.stat().st_uid, mode(folder)) == (USERS['nobody'], '0o700')
    assert os.readlink(ready.segment_folder() / 'profiles') == str(ready.own())


def test_task_prolog_opts_out(ready):
    assert ready.task(MPICH_MONITORING='off') == ['export MPIR_CVAR_MONITORING_ENABLE=0']
    assert not ready.segment_folder().exists()


@pytest.mark.parametrize('value', ['0', '1', '2'])
def test_what_the_user_has_chosen_stays(ready, value):
    assert not ready.task(MPIR_CVAR_MONITORING_ENABLE=value)


def test_steps_go_where_their_job_went(ready):
    """Also if they begin on another day, on a node that the job had no step on."""
    lines = ready.task(MPICH_MONITORING_FOLDER='/elsewhere/50%', MPIR_CVAR_MONITORING_DETAIL='all')
    assert 'export MPIR_CVAR_MONITORING_FILENAME=/elsewhere/50%%/%e.%j.mon' in lines
    assert os.readlink(ready.segment_folder() / 'profiles') == '/elsewhere/50%'
    assert not ready.own().exists() and not any('DETAIL' in line for line in lines)


def test_the_site_chooses_details_and_may_do_without_segments(ready):
    ready.configure(DETAIL='functions', SEGMENTS='')
    lines = ready.task()
    assert 'export MPIR_CVAR_MONITORING_DETAIL=functions' in lines and not any('SEGMENT' in line for line in lines)


def test_no_monitoring_without_a_folder_of_the_day(site):
    assert not site.task()


@pytest.mark.parametrize('kind', ['folder', 'link'])
def test_what_another_user_has_put_in_place_of_the_users_folder_is_not_used(ready, kind):
    if kind == 'folder':
        succeed(*as_user('daemon'), 'mkdir', '-m', '777', ready.own())
    else:
        succeed(*as_user('daemon'), 'ln', '-s', '/tmp', ready.own())
    lines = ready.task()
    assert f'export MPIR_CVAR_MONITORING_FILENAME={ready.day()}/%u.%e.%j.mon' in lines
    assert f'export MPICH_MONITORING_FOLDER={ready.day()}' in lines


def test_what_another_user_has_put_in_place_of_the_segments_folder_is_not_used(ready):
    succeed(*as_user('daemon'), 'mkdir', '-m', '777', ready.segment_folder())
    assert not any('SEGMENT_DIR' in line for line in ready.task())


# The epilog


def test_epilog_recovers_as_the_jobs_user(ready):
    ready.task()
    ready.leave_segment()
    ready.epilog()
    profile = ready.own() / 'recovered.mon'
    user, groups, folder, variables, text = profile.read_text().splitlines()
    nobody = succeed('id', '-G', 'nobody').strip()
    assert (user, groups, folder, text) == ('65534', nobody, str(ready.own()), 'counters')
    assert set(variables.split()) <= {'HOME', 'LC_ALL', 'OLDPWD', 'PATH', 'PWD', 'SHLVL', '_'}
    assert profile.stat().st_uid == USERS['nobody'] and not ready.segment_folder().exists()


def test_epilog_cleans_after_a_job_that_ended_well(ready):
    ready.task()
    ready.epilog()
    assert not ready.segment_folder().exists() and not list(ready.own().iterdir())


def test_epilog_leaves_the_segments_where_the_tool_fails(ready):
    ready.task()
    ready.leave_segment()
    (ready.scripts / 'mpimon').write_text('#!/bin/sh\nexit 1\n')
    ready.epilog()
    assert len(list(ready.segment_folder().glob('*.segment'))) == 1


@pytest.mark.parametrize('trap', ['target', 'segments', 'folder'])
def test_epilog_is_not_tricked_by_links(ready, scratch, trap):
    """Where a user makes them lead to what only root can read or write, they lead nowhere."""
    secret = scratch / 'secret'
    secret.mkdir(mode=0o700)
    (secret / 'mpimon.1.0.1.segment').write_text('secret')
    ready.task()
    folder = ready.segment_folder()
    if trap == 'target':
        ready.leave_segment()
        (folder / 'profiles').unlink()
        succeed(*as_user('nobody'), 'ln', '-s', secret, folder / 'profiles')
    elif trap == 'segments':
        succeed(*as_user('nobody'), 'ln', '-s', secret / 'mpimon.1.0.1.segment', folder / 'mpimon.1.0.2.segment')
    else:
        shutil.rmtree(folder)
        succeed(*as_user('nobody'), 'ln', '-s', secret, folder)
    ready.epilog()
    assert [file.name for file in secret.iterdir()] == ['mpimon.1.0.1.segment']
    for file in ready.own().iterdir():
        assert 'secret' not in file.read_text()


def test_epilog_leaves_other_jobs_alone(ready):
    ready.task(job=8)
    ready.epilog(job=7)
    assert ready.segment_folder(job=8).exists()


@pytest.mark.parametrize('job, user', [('', '65534'), ('7;id', '65534'), ('7', ''), ('7', '4000000')])
def test_epilog_ends_well_without_a_job(ready, job, user):
    done = run(ready.scripts / 'epilog', env={'SLURM_JOB_ID': job, 'SLURM_JOB_UID': user})
    assert (done.status, done.stdout, done.stderr) == (0, '', '')


# The limit


def profiles_of(site, user, days, mib=1):
    """One file for each day before today, of so many MiB."""
    for day in days:
        folder = site.tree / '2026/01' / f'{10 + day:02}' / user
        folder.mkdir(parents=True, exist_ok=True)
        os.chown(folder, USERS[user], USERS[user])
        with (folder / f'{day}.mon').open('wb') as file:
            file.truncate(mib * MIB)
        os.chown(folder / f'{day}.mon', USERS[user], USERS[user])
        os.utime(folder / f'{day}.mon', (time.time() - 86400 * (100 - day),) * 2)


def left_of(site, user):
    return sorted(int(file.stem) for file in site.tree.glob(f'*/*/*/{user}/*.mon'))


def test_the_oldest_profiles_go_first(site):
    profiles_of(site, 'nobody', range(5))
    profiles_of(site, 'daemon', range(5))
    site.epilog()
    assert left_of(site, 'nobody') == [3, 4] and left_of(site, 'daemon') == [0, 1, 2, 3, 4]


def test_what_fits_stays(site):
    profiles_of(site, 'nobody', range(2))
    site.epilog()
    assert left_of(site, 'nobody') == [0, 1]


def test_there_may_be_no_limit(site):
    site.configure(LIMIT_MIB=0)
    profiles_of(site, 'nobody', range(5))
    site.epilog()
    assert left_of(site, 'nobody') == [0, 1, 2, 3, 4]


def test_links_are_not_followed_to_what_is_removed(site, scratch):
    elsewhere = scratch / 'elsewhere'
    elsewhere.mkdir()
    (elsewhere / '8.mon').write_bytes(b'x' * 3 * MIB)
    for path in (elsewhere, elsewhere / '8.mon'):
        os.chown(path, USERS['nobody'], USERS['nobody'])
    profiles_of(site, 'nobody', range(2))
    (site.tree / '2026/01/12').mkdir()
    (site.tree / '2026/01/12/nobody').symlink_to(elsewhere)
    (site.tree / '2026/01/10/nobody/9.mon').symlink_to(elsewhere / '8.mon')
    site.epilog()
    assert left_of(site, 'nobody') == [0, 1, 8, 9]


@pytest.mark.parametrize('nodes, first', [
    ('n1', 'n1'), ('n[1-4]', 'n1'), ('n[03,07-09]', 'n03'), ('login,n[1-4]', 'login'), ('rack-a[2-3]-n[1-4]', None),
    ('a1,b2', 'a1'), ('', 'n7')])
def test_only_the_first_node_looks_at_the_limit(site, nodes, first):
    profiles_of(site, 'nobody', range(3))
    if nodes:  # else each node is taken for the first
        site.epilog(node='n4', nodes=nodes)
        assert len(left_of(site, 'nobody')) == 3
    if first:
        site.epilog(node=first, nodes=nodes)
        assert len(left_of(site, 'nobody')) == 2


# The module file

MODULE = """
foreach command {module-whatis setenv} {
    proc $command {args} "puts \\"$command \\$args\\""
}
proc module-info {args} { return [expr {[lindex $args 1] eq "load"}] }
source [lindex $argv 0]
"""


def module(site, user='nobody', **variables):
    """What loading it sets."""
    (site.tree.parent / 'module.tcl').write_text(MODULE)
    text = (TOP / 'site/modulefile.in').read_text().replace('%pkgdatadir%/site', str(site.scripts))
    (site.tree.parent / 'modulefile').write_text(text)
    printed = succeed(*as_user(user), 'tclsh', site.tree.parent / 'module.tcl', site.tree.parent / 'modulefile', env=variables)
    return [line for line in printed.splitlines() if line.startswith('setenv')]


def test_module_file(ready):
    expected = ['setenv MPIR_CVAR_MONITORING_ENABLE 2', f'setenv MPIR_CVAR_MONITORING_FILENAME {ready.own()}/%e.%j.mon',
                f'setenv MPICH_MONITORING_FOLDER {ready.own()}']
    assert module(ready) == expected
    assert (ready.own().stat().st_uid, mode(ready.own())) == (USERS['nobody'], '0o700')
    assert module(ready) == expected


def test_module_file_opts_out(ready):
    assert not module(ready, MPICH_MONITORING='off')


def test_module_file_does_nothing_without_a_tree(site):
    assert not module(site)
    (site.scripts / 'site.conf').unlink()
    assert not module(site)


def test_module_file_does_not_use_what_another_user_has_made(ready):
    succeed(*as_user('daemon'), 'mkdir', '-m', '777', ready.own())
    assert not module(ready)
