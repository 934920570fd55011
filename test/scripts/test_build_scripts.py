"""maint/install, build-mpich, patch-mpich and quickstart, and configure: what wrong use is told, before anything is built."""

import os
import shutil
from pathlib import Path

import pytest

from support import TOP, refused, run, succeed

MAINT = TOP / 'maint'
INSTALL = MAINT / 'install'
BUILD = MAINT / 'build-mpich'
NO_YAML = "Python's module yaml is missing; install Debian's package python3-yaml"

REFUSED = {
    'install: no prefix': ([INSTALL], 'where to? maint/install --prefix DIR'),
    'install: prefix without a value': ([INSTALL, '--prefix'], '--prefix needs a value'),
    'install: unknown argument': ([INSTALL, '--fast'], 'unknown argument --fast; see maint/install --help'),
    'install: device': (
        [INSTALL, '--prefix', 'p', '--device', 'ch3'], '--device ch3: the device must be ch4:ucx or ch4:ofi'),
    'install: yaksa depth': (
        [INSTALL, '--prefix', 'p', '--yaksa-depth', '4'], '--yaksa-depth 4: the depth must be 2 or 3'),
    'install: not an MPICH tree': (
        [INSTALL, '--prefix', 'p', '--mpich', 'empty'],
        '--mpich empty: not an MPICH source tree; maint/get-mpich gets one'),
    'quickstart: an argument': ([MAINT / 'quickstart', '--fast'], 'unknown argument --fast; quickstart takes none'),
    'test: an argument': ([MAINT / 'test', '--fast'], 'unknown argument --fast; test takes --quick and --minutes'),
}


@pytest.mark.parametrize('command, message', REFUSED.values(), ids=REFUSED)
def test_refused(scratch, command, message):
    (scratch / 'empty').mkdir()
    refused(f'{command[0].name}: {message}', *command)


def test_install_without_a_tool(tools):
    (tools / 'spatch').unlink()
    refused("install: spatch is missing; install Debian's package coccinelle", INSTALL, '--prefix', 'p',
            env={'PATH': tools})


@pytest.mark.parametrize('name, arguments, speaker', [
    ('install', ['--prefix', 'p'], 'install'), ('patch-mpich', ['fake'], 'maint/patch-mpich'),
    ('extractcvars', ['fake'], 'maint/extractcvars')])
def test_without_a_module(fake, scratch, name, arguments, speaker):
    (scratch / 'yaml.py').write_text('raise ImportError\n')
    refused(f'{speaker}: {NO_YAML}', MAINT / name, *arguments, env={'PYTHONPATH': scratch})


def test_patch_mpich_a_path_with_brackets(fake, scratch):
    """The tree has one of the files that rules are for; what is said of the others is not looked at."""
    tree = fake.rename(scratch / 'fake [1]')
    (tree / 'src/mpid/ch4/src').mkdir()
    (tree / 'src/mpid/ch4/src/ch4_send.h').touch()
    done = run(MAINT / 'patch-mpich', tree)
    assert done.status != 0
    assert 'rules that do not fit' in done.stderr
    assert 'no file matches src/mpid/ch4/src/ch4_send.h' not in done.stderr


def test_build_mpich_without_configure(fake):
    refused(f'build-mpich: {fake} has no configure script; run ./autogen.sh there first',
            BUILD, 'source', '--work', 'work', '--tree', 'fake')


def test_build_mpich_a_tree_that_was_built_in(fake):
    (fake / 'configure').touch()
    (fake / 'config.status').touch()
    refused(f'build-mpich: {fake} was configured in place; run make distclean there, or pass a fresh one',
            BUILD, 'source', '--work', 'work', '--tree', 'fake')


def test_build_mpich_a_tree_where_mpich_is_built(fake, scratch):
    own = shutil.copytree(fake, scratch / 'own' / 'mpich')
    (own / 'configure').touch()
    refused(f'build-mpich: {own}: MPICH is built in a folder of this name; run configure in another one, as in build',
            BUILD, 'source', '--work', 'own/mpich', '--tree', 'own/mpich')
    succeed('diff', '-r', fake, own, '--exclude=configure')


def test_build_mpich_keeps_the_newest_sources(fake, scratch):
    sources = scratch / 'a cache' / 'sources'
    for age in range(1, 6):
        (sources / f'base-{age}').mkdir(parents=True)
        succeed('touch', '-d', f'{age} days ago', sources / f'base-{age}')
    (fake / 'configure').touch()
    succeed(BUILD, 'source', '--work', 'ready.work', '--tree', fake, '--stock', env={'MPICH_MONITORING_CACHE': 'a cache'})
    assert {age for age in range(1, 6) if (sources / f'base-{age}').exists()} == {1, 2, 3}


@pytest.fixture
def installable(fake):
    """A tree whose configure and make say which shell runs them."""
    (fake / 'configure').write_text("""#!/bin/sh
        readlink /proc/$$/exe >configure.shell
        printf 'all:\\n\\treadlink /proc/$$$$/exe >make.shell; true\\n' >Makefile
    """)
    (fake / 'configure').chmod(0o755)
    return fake


def test_build_mpich_configures_in_bash_and_makes_in_dash(installable, scratch):
    """Where configure runs in dash, MPICH is another one; what make starts most is quicker there."""
    work = scratch / 'work'
    for step, *arguments in (['source', '--tree', installable, '--stock'], ['configure', '--prefix', 'p', '--stock'],
                             ['build']):
        succeed(BUILD, step, '--work', work, *arguments, env={'CONFIG_SHELL': '/bin/dash'})
    shells = [Path((work / 'build' / f'{name}.shell').read_text().strip()).name for name in ('configure', 'make')]
    assert shells == ['bash', 'dash']


@pytest.fixture(scope='module')
def configure():
    """This project's own, made anew where it is not there."""
    if not (TOP / 'configure').exists():
        succeed(TOP / 'autogen.sh')
    return TOP / 'configure'


CONFIGURE = {
    'not an MPICH tree': (
        '--with-mpich=empty', '--with-mpich=empty: not an MPICH source tree; maint/get-mpich gets one'),
    'device': ('--with-device=ch3', '--with-device=ch3: the device must be ch4:ucx or ch4:ofi'),
    'yaksa depth': ('--with-yaksa-depth=4', '--with-yaksa-depth=4: the depth must be 2 or 3'),
    'no tree named': (
        '--with-mpich', "--with-mpich needs MPICH's source tree: --with-mpich=TREE; maint/get-mpich gets one"),
    'a missing library': ('PKG_CONFIG_LIBDIR=/nowhere', "fmt >= 9 is missing; install Debian's package libfmt-dev"),
}


@pytest.mark.parametrize('argument, message', CONFIGURE.values(), ids=CONFIGURE)
def test_configure_refuses(scratch, configure, argument, message):
    """configure's error comes after its progress; only the hint at config.log comes later."""
    (scratch / 'empty').mkdir()
    done = run(configure, argument)
    assert done.status != 0
    assert f'configure: error: {message}' in done.stderr.splitlines()


def test_configure_without_npm(tools, scratch, configure):
    """Only mpimon html's page is left out, and that is said."""
    (tools / 'npm').unlink(missing_ok=True)
    done = run(configure, '--disable-tests', env={'PATH': tools})
    assert done.status == 0, done.stderr
    assert 'mpimon html is left out: it needs Node.js and npm' in done.stderr
    assert 'page.html' not in succeed('make', '--silent', '--dry-run', 'install-nodist_pkgdataDATA', 'V=1')


def test_packages_without_root_and_sudo(tools, scratch):
    """Who may not install them is told what to ask for."""
    (scratch / 'elsewhere/maint').mkdir(parents=True)
    shutil.copy(MAINT / 'lib.sh', scratch / 'elsewhere/maint')
    (scratch / 'elsewhere/maint/packages').write_text('# a list\nbuild bash\nbuild no-such-package\ntest another\n')
    (tools / 'sudo').unlink(missing_ok=True)
    succeed('chmod', '-R', 'a+rX', scratch)
    unprivileged = ['setpriv', '--reuid=65534', '--clear-groups'] if os.geteuid() == 0 else []
    refused('bash: as root, run first: apt-get install no-such-package', *unprivileged, 'bash', '-c',
            '. elsewhere/maint/lib.sh; install_packages build', 'bash', env={'PATH': tools})
