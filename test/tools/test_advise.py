"""mpimon advise: what it says of a job, rules of others, rules that make no sense, details that are missing."""

import json
import re

import pytest

from support import TOP

ADVISE = ['advise', '--prefix', 'prefix']
MINE = [*ADVISE, '--rules', 'mine']
TALK = {
    'title': 'Talk',
    'each': 'pair',
    'when': 'pair.messages >= 5',
    'evidence': 'Ranks {pair.source} and {pair.target:integer}: {share(pair.bytes, job.bytes):percent} of {job.bytes:bytes}.',
    'try': ['Talk less.'],
    'check': 'Listen.',
    'source': 'us',
}


@pytest.fixture(autouse=True)
def prefix(work):
    """The rules as they are installed."""
    (work / 'prefix/share/mpich-monitoring').mkdir(parents=True)
    (work / 'prefix/share/mpich-monitoring/rules').symlink_to(TOP / 'src/analysis/advice/rules')


@pytest.fixture
def mine(work):
    """A folder for rules of others."""
    (work / 'mine').mkdir()
    return work / 'mine'


@pytest.mark.parametrize('expected, words', [('advise.txt', []), ('advise.json', ['--json'])],
                         ids=['for people', 'as JSON'])
def test_a_halo_exchange_in_an_unlucky_order(mpimon, expected, words):
    """Of 64 ranks on eight nodes."""
    mpimon.shows(expected, *ADVISE, *words, 'halo.mon')


@pytest.mark.parametrize('kind', ['sample', 'timed', 'waiting', 'files', 'sized', 'large'])
def test_nothing_to_say(mpimon, kind):
    assert mpimon(*ADVISE, f'{kind}.mon') == ''


def test_nothing_to_say_of_standard_input(mpimon):
    with open('sample.mon', 'rb') as sample:
        assert mpimon(*ADVISE, '-', stdin=sample) == ''


def test_nothing_to_say_as_json(mpimon):
    assert mpimon(*ADVISE, '--json', 'sample.mon') == '[]\n'


def test_verbose_says_what_was_not_recorded(mpimon):
    done = mpimon.run(*ADVISE, '--verbose', 'halo.mon')
    assert done.status == 0
    assert 'late-sender: not asked, since the job has not recorded: functions, waits' in done.stderr.splitlines()


@pytest.mark.parametrize('expected, words', [('advise-mine.txt', []), ('advise-all.txt', ['--all'])],
                         ids=['the first few', 'all'])
def test_a_rule_of_mine(mpimon, mine, expected, words):
    """It holds for several pairs: the first few are shown, or all."""
    (mine / 'talk.json').write_text(json.dumps(TALK))
    mpimon.shows(expected, *MINE, *words, 'sample.mon')


GAINS = {
    'bytes': {'bytes': '3 * 1024', 'at_most': True},
    'count': {'count': 'pair.messages', 'of': 'words'},
    'seconds': {'seconds': 'job.wall_seconds / 5'},
    'seconds-at-most': {'seconds': 'job.wall_seconds / 2', 'at_most': True},
    'unknown': {'seconds': '1', 'needs': ['functions']},
}


@pytest.mark.parametrize('expected, words', [('advise-gains.txt', []), ('advise-gains.json', ['--json'])],
                         ids=['for people', 'as JSON'])
def test_gains(mpimon, mine, expected, words):
    """Of time and of other things, expected and at most."""
    for name, gain in GAINS.items():
        rule = {**TALK, 'evidence': 'Ranks {pair.source} and {pair.target}.', 'gain': {**gain, 'words': 'we talk'}}
        (mine / f'{name}.json').write_text(json.dumps(rule))
    mpimon.shows(expected, *MINE, *words, 'sample.mon')


WRONG = {
    'a fact that there is not': ({'when': 'pair.letters >= 5'}, "'pair.letters' is no fact; docs/advise.md"),
    'a fact of another table': ({'when': 'rank.number >= 5'}, "'rank.number' is no fact"),
    'half a formula': ({'when': 'pair.messages >='}, "'pair.messages >=': "),
    'an open brace': ({'evidence': '{pair.messages'}, "'{pair.messages': no closing brace"),
    'a text that there is not': ({'where': {'pair.name': 'a'}}, "'pair.name' is no text of each pair"),
    'a detail that there is not': ({'needs': ['luck']}, "'needs' has 'luck', which is no detail"),
    'a field that there is not': ({'whenn': '1'}, "unknown field 'whenn'; there are title, each"),
    'a gain without formula': ({'gain': 'much'}, "'gain' is to be an object"),
    'a gain of nothing': ({'gain': {'words': 'much'}}, "'gain' is to have one of 'seconds', 'bytes' and 'count'"),
    'neither true nor false': (
        {'gain': {'seconds': '1', 'words': 'much', 'at_most': 'yes'}}, "'at_most' is to be true or false"),
    'a field of a gain that there is not': (
        {'gain': {'seconds': '1', 'words': 'much', 'at_least': True}},
        "unknown field 'at_least' of 'gain'; there are seconds, bytes,"),
}


@pytest.mark.parametrize('fields, message', WRONG.values(), ids=WRONG)
def test_a_rule_with(mpimon, mine, fields, message):
    (mine / 'talk.json').write_text(json.dumps({**TALK, **fields}))
    mpimon.refuses(1, '^' + re.escape(f'mpimon advise: mine/talk.json: {message}'), *MINE, 'sample.mon')


def test_a_rule_that_is_no_json(mpimon, mine):
    (mine / 'talk.json').write_text('{"title": \n')
    mpimon.refuses(1, '^mpimon advise: mine/talk.json: not a JSON object, as a rule is to be', *MINE, 'sample.mon')


def test_a_folder_without_rules(mpimon, mine):
    mpimon.refuses(1, 'mine: no rules in it', *MINE, 'sample.mon')


def test_no_folder_of_rules(mpimon):
    mpimon.refuses(1, 'nowhere: No such file or directory; it is to be a folder', *ADVISE, '--rules', 'nowhere', 'sample.mon')


def test_not_installed(mpimon):
    mpimon.refuses(1, 'nowhere/share/mpich-monitoring/rules: not there; name the folder .* by --prefix',
                   'advise', '--prefix', 'nowhere', 'sample.mon')
