"""mpimon vars: variables, and hooks."""

import json
import os
import shutil

import pytest

from mpimon import Mpimon
from support import TOP

VARS = ['vars', '--prefix', 'prefix']
HOOKS = [*VARS, '--hooks']


@pytest.fixture(autouse=True)
def installed(work):
    """The folder of an installation's data, in which the list of variables is."""
    folder = work / 'prefix/share/mpich-monitoring'
    folder.mkdir(parents=True)
    shutil.copy(TOP / 'test/tools/variables.json', folder)
    return folder


# Variables


@pytest.mark.parametrize('expected, words', [('vars.txt', []), ('vars-enable.json', ['--json', 'ENABLE'])],
                         ids=['all for people', 'those of a pattern as JSON'])
def test_variables(mpimon, expected, words):
    mpimon.shows(expected, *VARS, *words)


def test_variables_are_those_of_the_installation_in_which_the_program_is(mpimon, work):
    (work / 'prefix/bin').mkdir()
    installed = Mpimon(shutil.copy(mpimon.command, work / 'prefix/bin'))
    assert installed('vars') == mpimon(*VARS)


def test_each_choice_of_a_variable_begins_a_line(mpimon):
    assert mpimon(*VARS, 'MONITORING_OUTPUT').splitlines()[3:7] == [
        '    Where the counters go in MPI_Finalize',
        '        none - Nowhere; read them through MPI_T',
        '        file - One profile per job, for the command mpimon, which shows them in',
        '            many ways, on the terminal and as pictures',
    ]


def test_a_pattern_of_no_variable_is_refused(mpimon):
    mpimon.refuses(1, "no variable matches 'xyzzy'", *VARS, 'xyzzy')


def test_a_folder_without_an_installation_is_refused(mpimon):
    mpimon.refuses(1, '^mpimon vars: nowhere/share/mpich-monitoring/variables.json: not there; .*--prefix',
                   'vars', '--prefix', 'nowhere')


def test_a_list_of_variables_may_be_deep(mpimon, installed):
    deep = '[' * 200000 + ']' * 200000
    (installed / 'variables.json').write_text(f'{{"cvars": [{{"name": "deep", "default": {deep}}}]}}\n')
    mpimon(*VARS, '--json')


@pytest.mark.parametrize('content', [b'{', b'', b'[1]', b'{"cvars": []}', b'{"cvars": "\xff"}'],
                         ids=['cut short', 'empty', 'no object', 'of no variables', 'no UTF-8'])
def test_a_broken_list_of_variables_is_refused(mpimon, installed, content):
    (installed / 'variables.json').write_bytes(content)
    mpimon.refuses(1, 'variables.json: not valid JSON|variables.json lists no variables', *VARS)


def test_a_fifo_in_place_of_the_list_of_variables_is_refused(mpimon, installed):
    (installed / 'variables.json').unlink()
    os.mkfifo(installed / 'variables.json')
    mpimon.refuses(1, 'variables.json: not there', *VARS)


# Hooks


@pytest.fixture
def hooks(installed):
    """The list of hooks."""
    path = installed / 'hooks.list'
    path.write_text('win_lock src/b.c:7\nalgorithm src/b.c:12\nalgorithm src/a.h:3\nalgorithm src/b.c:20\n')
    return path


def test_hooks(mpimon, hooks):
    mpimon.shows('hooks.txt', *HOOKS)


def test_hooks_of_a_pattern_as_json(mpimon, hooks):
    assert json.loads(mpimon(*HOOKS, '--json', 'win')) == {'hooks': [{'hook': 'win_lock', 'file': 'src/b.c', 'line': 7}]}


def test_a_pattern_of_no_hook_is_refused(mpimon, hooks):
    mpimon.refuses(1, "no hook matches 'xyzzy'", *HOOKS, 'xyzzy')


def test_no_list_of_hooks_is_refused(mpimon):
    mpimon.refuses(1, '^mpimon vars: prefix/share/mpich-monitoring/hooks.list: not there; .*--prefix', *HOOKS)


@pytest.mark.parametrize('content', ['one', 'one two', 'one two:three', 'one two:3x'])
def test_a_broken_list_of_hooks_is_refused(mpimon, hooks, content):
    hooks.write_text(f'{content}\n')
    mpimon.refuses(1, 'hooks.list: not a list of hooks', *HOOKS)


def test_an_empty_list_of_hooks_is_refused(mpimon, hooks):
    hooks.write_text('')
    mpimon.refuses(1, 'hooks.list: empty', *HOOKS)
