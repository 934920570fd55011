"""The project's files: formatted, checked, and free of what has no place in them."""

import re
import shutil
from concurrent.futures import ThreadPoolExecutor
from fnmatch import fnmatch
from itertools import chain
from os import cpu_count

import pytest

from support import TOP, run, succeed

PATHS = ('.ci', 'autogen.sh', 'configure.ac', 'Makefile.am', 'docs', 'easybuild', 'include', 'm4', 'maint', 'patches', 'python',
          'site', 'spack_repo', 'src', 'test')
SOURCE_COLUMNS = 120
SCRIPT_COLUMNS = 136

# Their headers need MPICH's own, or MPI's.
WITH_MPICH = ('src/mpich/*', 'src/mpimon/commands/tune/runs/plan.h', 'include/*', 'test/*')


def all_files():
    """What the project holds, be it a clone or an unpacked archive, by names from its top."""
    paths = chain.from_iterable((TOP / path).rglob('*') if (TOP / path).is_dir() else [TOP / path] for path in PATHS)
    return sorted(str(path.relative_to(TOP)) for path in paths
                  if path.is_file() and not path.is_symlink() and '__pycache__' not in path.parts)


def named(*patterns):
    return [name for name in FILES if any(fnmatch(name.rpartition('/')[2], pattern) for pattern in patterns)]


def interpreted(*languages):
    """Files whose first line names one of them as their interpreter."""
    first = {name: (TOP / name).read_bytes().split(b'\n', 1)[0].decode(errors='replace') for name in FILES}
    return [name for name, line in first.items() if line.startswith('#!') and any(word in line for word in languages)]


FILES = all_files()
SOURCES = named('*.c', '*.cc', '*.h')
SHELLS = sorted({*interpreted('bash', 'bin/sh'), *named('lib.sh', 'steps.sh', '*-steps.sh', 'common.sh')})
PYTHONS = sorted({*interpreted('python3'), *named('*.py', '*.eb')})
# All of Spack's names come by a star import, so that pyflakes knows none of them.
SPACKS = [name for name in PYTHONS if name.startswith('spack_repo/')]


def check_lines(names, pattern):
    """No line matches, but for what git takes for binary: files with a zero byte."""
    expression, found = re.compile(pattern), []
    for name in names:
        content = (TOP / name).read_bytes()
        if b'\0' not in content:
            lines = content.decode(errors='replace').splitlines()
            found += [f'{name}:{number}: {line}' for number, line in enumerate(lines, 1) if expression.search(line)]
    assert not found, '\n'.join(found)


def test_format_of_c_and_cpp():
    succeed('clang-format', '--dry-run', '-Werror', *SOURCES, cwd=TOP)


@pytest.mark.parametrize('name', SHELLS)
def test_shellcheck(name):
    done = run('shellcheck', name, cwd=TOP)
    assert done.status == 0, done.stdout


@pytest.mark.parametrize('name', sorted({*PYTHONS} - {*SPACKS}))
def test_pyflakes(name):
    done = run('pyflakes3', name, cwd=TOP)
    assert done.status == 0, done.stdout + done.stderr


def test_no_tabs():
    check_lines([*SOURCES, *SHELLS, *PYTHONS], r'\t')


def test_no_blanks_at_the_ends_of_lines():
    check_lines([*SOURCES, *SHELLS, *PYTHONS], r'[ \t]+$')


def test_columns_of_sources():
    check_lines(SOURCES, rf'^.{{{SOURCE_COLUMNS + 1}}}')


def test_columns_of_scripts():
    check_lines([*SHELLS, *PYTHONS], rf'^.{{{SCRIPT_COLUMNS + 1}}}')


def test_nothing_unfinished():
    check_lines(FILES, r'\b(TO' r'DO|FIX' r'ME|XX' r'X)\b')


def compile_alone(name):
    hdf5 = succeed('pkg-config', '--cflags', 'hdf5-serial').split()
    return run('g++', '-std=c++17', '-Wall', '-Wextra', '-Wpedantic', '-Isrc', '-Iinclude', *hdf5, '-fsyntax-only', '-x', 'c++',
               '-include', name, '/dev/null', cwd=TOP)


def test_every_header_compiles_alone():
    headers = [name for name in named('*.h') if not any(fnmatch(name, pattern) for pattern in WITH_MPICH)]
    assert headers
    with ThreadPoolExecutor(cpu_count()) as pool:
        failed = [done.stderr for done in pool.map(compile_alone, headers) if done.status]
    assert not failed, '\n'.join(failed)


def test_rooms_include_what_architecture_allows():
    succeed(TOP / 'test/style/includes')


@pytest.mark.parametrize('name, line, told', [
    ('src/mpich/count/messages/flows.h', '#include "../../job/output.h"',
     'src/mpich/count may not include src/mpich/job (src/mpich/job/output.h)'),
    ('src/tuning/series.h', '#include <mpich_monitoring.h>', 'src/tuning may not include include (include/mpich_monitoring.h)'),
    ('src/policies/samples.h', '#include <engine/count.h>', 'src/policies may not include src/engine (src/engine/count.h)'),
], ids=['of another room', 'of include in angle brackets', 'of src in angle brackets'])
def test_a_wrong_include_is_told(tmp_path, name, line, told):
    shutil.copy(TOP / 'ARCHITECTURE.md', tmp_path)
    for folder in ('include', 'src'):
        shutil.copytree(TOP / folder, tmp_path / folder)
    with (tmp_path / name).open('a') as file:
        file.write(f'{line}\n')
    done = run(TOP / 'test/style/includes', tmp_path)
    assert done.status == 1
    assert re.fullmatch(rf'{re.escape(name)}:\d+: {re.escape(told)}\n', done.stdout)


def test_libmpi_compiles_every_source_of_its_rooms():
    """Its list stands in src/mpich/Makefile.mk, which Automake reads in MPICH's tree; one that is missing shows at the link."""
    listed = set(re.findall(r'src/util/monitoring/(\S+\.cc?)\b', (TOP / 'src/mpich/Makefile.mk').read_text()))
    rooms = ('engine', 'profile/format', 'profile/write', 'tuning', 'mpich')
    assert listed == {name.removeprefix('src/') for room in rooms for name in named('*.c', '*.cc')
                      if name.startswith(f'src/{room}/')}


def test_numbers_of_the_profiles_fields():
    succeed(TOP / 'maint/profile-fields', '--check')


def test_reference_pages_of_the_variables():
    succeed(TOP / 'maint/extractcvars', '--check')
