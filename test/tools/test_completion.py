"""Completion of mpimon's words: what mpimon says of itself, and what bash and zsh make of it."""

import os
import pty
import re
import select
import shutil
import subprocess

import pytest

from mpimon import SLOWER
from support import TOP, succeed

SCRIPTS = TOP / 'src/mpimon/completion'

COMPLETES = {  # the last of the words may go on as these
    'a subcommand': ('matrix', ['ma']),
    'several subcommands': ('report recover run', ['r']),
    'options of mpimon itself': ('--version', ['--v']),
    'an option': ('--matrix-market', ['export', '--ma']),
    'an option after others': ('--output', ['export', '--csv', '--class', 'p2p', '--ou']),
    'a value out of a list': ('sent asked', ['export', '--collectives', '']),
    'a begun value': ('asked', ['export', '--collectives', 'a']),
    'the first of several values': ('p2p part', ['export', '--class', 'p']),
    'a further one of several values': ('p2p,coll,rma', ['export', '--class', 'p2p,coll,r']),
    'a file as an option': ('', ['export', '-o', '']),
    'a file': ('', ['export', '--csv', '']),
    "a command of the user's": ('', ['tune', '--', 'mpiexec', '--n']),
    'nothing of that name': ('', ['nowhere', '--o']),
    'no word': ('', []),
}


@pytest.mark.parametrize('expected, words', COMPLETES.values(), ids=COMPLETES)
def test_completes(mpimon, expected, words):
    assert mpimon('--complete', *words).splitlines() == expected.split()


def test_every_option_that_help_shows(mpimon):
    subcommands = mpimon('--complete', '').split()
    shown = {name: set(re.findall(r'^ +(?:-.,)?(--[a-z0-9-]+)', mpimon(name, '--help'), re.MULTILINE)) for name in subcommands}
    assert {name: sorted(mpimon('--complete', name, '--').splitlines()) for name in subcommands} == \
        {name: sorted(options) for name, options in shown.items()}


def test_every_subcommand_that_help_shows(mpimon):
    section = re.search(r'^Subcommands:\n(.+?)^$', mpimon('--help'), re.MULTILINE | re.DOTALL).group(1)
    assert sorted(mpimon('--complete', '').splitlines()) == sorted(re.findall(r'^  ([a-z]+) ', section, re.MULTILINE))


@pytest.fixture
def in_path(mpimon, work, monkeypatch):
    """mpimon is a command of the shells."""
    (work / 'commands').mkdir()
    (work / 'commands/mpimon').symlink_to(mpimon.command)
    monkeypatch.setenv('PATH', f'{work}/commands:{os.environ["PATH"]}')


@pytest.mark.parametrize('expected, words', [('matrix', ['ma']), ('p2p,rma', ['export', '--class', 'p2p,r'])],
                         ids=['a subcommand', 'values'])
def test_in_bash(in_path, expected, words):
    """What the script leaves in COMPREPLY."""
    assert succeed('bash', '-c', 'source "$1"; COMP_WORDS=(mpimon "${@:2}"); COMP_CWORD=$(($# - 1)); _mpimon mpimon; '
                   'echo "${COMPREPLY[*]}"', '-', SCRIPTS / 'mpimon', *words) == f'{expected}\n'


def test_bash_completes_mpimon_by_the_script():
    assert succeed('bash', '-c', 'source "$1"; complete -p mpimon', '-', SCRIPTS / 'mpimon') == \
        'complete -o bashdefault -o default -F _mpimon mpimon\n'


@pytest.fixture
def zsh(in_path, work, monkeypatch):
    """Settings of a zsh in which Ctrl-X is the tabulator key, shows the line, and ends the shell."""
    if not shutil.which('zsh'):
        pytest.skip("zsh is not there; install Debian's package zsh")
    (work / '.zshrc').write_text(f"""
        fpath=({SCRIPTS} $fpath)
        autoload -Uz compinit && compinit -u -D
        show() {{ zle expand-or-complete; print -r -- "LINE=$BUFFER."; exit }}
        zle -N show
        bindkey '^X' show
        """)
    monkeypatch.setenv('ZDOTDIR', str(work))
    monkeypatch.setenv('TERM', 'dumb')


@pytest.mark.parametrize('typed, line', [
    ('mpimon mat', 'mpimon matrix '),
    ('mpimon export --matr', 'mpimon export --matrix-market '),
    ('mpimon export --class p2p,rm', 'mpimon export --class p2p,rma '),
    ('mpimon report sampl', 'mpimon report sample.mon '),
], ids=['a subcommand', 'an option', 'a value', 'a file'])
def test_in_zsh(zsh, typed, line):
    """The line after the tabulator key, in a real zsh on a terminal of its own."""
    keyboard, terminal = pty.openpty()
    with subprocess.Popen(['zsh', '-d', '-i'], stdin=terminal, stdout=terminal, stderr=terminal, start_new_session=True) as shell:
        os.close(terminal)
        os.write(keyboard, f'{typed}\x18'.encode())
        said, found = '', None
        try:
            while not found:
                assert select.select([keyboard], [], [], 60 * SLOWER)[0], f'zsh waits, having said {said!r}'
                said += os.read(keyboard, 4096).decode()
                found = re.search(r'LINE=(.*)\.\r*\n', said)
        finally:
            shell.kill()
            os.close(keyboard)
    assert found.group(1) == line
