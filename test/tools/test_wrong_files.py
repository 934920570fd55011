"""Wrong files: one clear line each, which says what is wrong and, where something helps, what does."""

import os
import re
import shutil

import pytest

from mpimon import EARLIER, NEWER, Mpimon
from support import TOP

READ = pytest.mark.parametrize('subcommand', ['report', 'report --by function', 'matrix', 'export --csv', 'export --json',
                                              'export --matrix-market', 'place --topology core:4', 'advise'])

# What recommends or compares does not overlook what is missing.
JUDGE = pytest.mark.parametrize('subcommand', ['place --topology core:4', 'advise --prefix prefix', 'diff sample.mon'])

NO_PROFILES = {
    'missing': ('missing.mon', 'No such file or directory'),
    'a folder': ('.', 'not a regular file'),
    'empty': ('empty.mon', 'empty'),
    'text': ('text.mon', 'not a profile'),
    'a program': ('program.mon', 'not a profile'),
    'the start of one': ('start.mon', 'a profile, but damaged'),
    'the middle of one': ('middle.mon', 'not a profile'),
    'a FIFO': ('fifo.mon', 'not a regular file'),
    'a device': ('/dev/zero', 'not a regular file'),
    'of a newer format': (NEWER, 'written in format 2'),
}

REMEDIES = {
    'empty': ('empty.mon', 'empty; the job that writes it may still be running$'),
    'of a newer format': (NEWER, 'written in format 2, .*: use the mpimon of the installation that wrote it$'),
    'the start of one': ('start.mon', 'a profile, but damaged: .*; copy it anew$'),
    'cut short': ('broken.mon', 'damaged or incomplete: at byte [0-9]+: .*; --partial takes what is left$'),
    'two in one': ('mixed.mon', 'damaged or incomplete: at byte [0-9]+: a second job begins here, and each is to have a file of '
                                'its own; .*$'),
    'a tuning file': ('tuning.json', 'not a profile'),
}


@pytest.fixture
def files(mpimon, make_profile, work):
    """The wrong files, the tuning files that are right and wrong, and the rules of an installation in `prefix`."""
    sample = (work / 'sample.mon').read_bytes()
    with open(mpimon.command, 'rb') as program:
        (work / 'program.mon').write_bytes(program.read(4096))
    (work / 'empty.mon').touch()
    (work / 'text.mon').write_text('not a profile at all\n')
    (work / 'start.mon').write_bytes(sample[:20])
    (work / 'middle.mon').write_bytes(sample[29:129])
    (work / 'broken.mon').write_bytes(sample[:1500])
    (work / 'mixed.mon').write_bytes(sample + (work / 'halo.mon').read_bytes())
    os.mkfifo(work / 'fifo.mon')
    make_profile('tuning-40', work / 'tuning.json')
    (work / 'broken.json').write_bytes((work / 'tuning.json').read_bytes()[:300])
    (work / 'empty.json').touch()
    (work / 'prefix/share/mpich-monitoring').mkdir(parents=True)
    (work / 'prefix/share/mpich-monitoring/rules').symlink_to(TOP / 'src/analysis/advice/rules')


# Profiles


@READ
def test_no_file(mpimon, subcommand):
    words = subcommand.split()
    mpimon.refuses(2, f'^mpimon {words[0]}: FILE is required', *words)


@READ
@pytest.mark.parametrize('file, message', NO_PROFILES.values(), ids=NO_PROFILES)
def test_what_is_no_profile(mpimon, files, subcommand, file, message):
    words = subcommand.split()
    mpimon.refuses(1, f'^mpimon {words[0]}: {re.escape(str(file))}: {message}', *words, file)


@JUDGE
@pytest.mark.parametrize('file, remedy', REMEDIES.values(), ids=REMEDIES)
def test_the_remedy_is_named(mpimon, files, subcommand, file, remedy):
    words = subcommand.split()
    mpimon.refuses(2 if words[0] == 'diff' else 1, f'^mpimon {words[0]}: {re.escape(str(file))}: {remedy}', *words, file)


@JUDGE
def test_what_is_left_of_a_damaged_profile_is_taken_and_what_is_missing_is_said(mpimon, files, subcommand):
    words = subcommand.split()
    done = mpimon.run(*words, '--partial', 'broken.mon')
    assert done.status != 2
    assert re.search(f'^mpimon {words[0]}: broken.mon: at byte .* cut short', done.stderr, re.MULTILINE)


@JUDGE
def test_nothing_is_wrong_with_an_earlier_profile(mpimon, files, subcommand):
    done = mpimon.run(*subcommand.split(), EARLIER / 'sample-0.1.mon')
    assert [line for line in done.stderr.splitlines() if 'no recommendation' not in line] == []


@pytest.mark.parametrize('status, pattern, words', [
    (1, 'a placement is for jobs of the same program and size$', 'place --topology core:64 sample.mon halo.mon'),
    (2, 'runs of one side are of one job$', 'diff --a sample.mon halo.mon --b sample.mon'),
    (2, 'one at a time, and these are more: halo.mon', 'advise sample.mon halo.mon'),
], ids=['place', 'diff', 'advise'])
def test_different_jobs(mpimon, status, pattern, words):
    mpimon.refuses(status, pattern, *words.split())


@pytest.mark.parametrize('subcommand', ['report', 'matrix', 'export --csv'])
@pytest.mark.parametrize('file, message', [
    ('/dev/null', 'empty'),
    ('text.mon', 'not a profile'),
    ('.', 'Is a directory'),
], ids=['nothing', 'text', 'a folder'])
def test_standard_input_that_is_no_profile(mpimon, files, subcommand, file, message):
    words = subcommand.split()
    opened = os.open(file, os.O_RDONLY)
    try:
        mpimon.refuses(1, f'^mpimon {words[0]}: standard input: {message}', *words, '-', stdin=opened)
    finally:
        os.close(opened)


@pytest.fixture
def of_another(mpimon, work):
    """The command of a user who may not read secret.mon. Root may read all, so somebody else runs a copy that everybody may."""
    work.chmod(0o755)
    (work / 'sample.mon').rename('secret.mon')
    (work / 'secret.mon').chmod(0)
    starter = ['setpriv', '--reuid=65534', '--clear-groups'] if os.getuid() == 0 else []
    return Mpimon(shutil.copy(mpimon.command, work), *starter)


@pytest.mark.parametrize('subcommand', ['report', 'matrix', 'export --json'])
def test_a_file_that_may_not_be_read(of_another, subcommand):
    words = subcommand.split()
    of_another.refuses(1, f'^mpimon {words[0]}: secret.mon: Permission denied', *words, 'secret.mon')


# Tuning files


@pytest.mark.parametrize('file', ['empty.json', 'broken.json'])
def test_a_tuning_file_that_is_no_json(mpimon, files, file):
    """One line says where, and one that it is not sound."""
    done = mpimon.run('tune', '--check', file)
    assert done.status == 1
    assert done.stdout.count('\n') == 2
    assert re.search(f'^{re.escape(file)}:[0-9]+: no JSON', done.stdout, re.MULTILINE)


@pytest.mark.parametrize('pattern, words', [
    ('^mpimon tune: sample.mon: a profile, and no tuning file; mpimon report shows it$', ['sample.mon']),
    ("'3.4' is of none of the series 4.0", ['tuning.json', '--mpich', '3.4']),
], ids=['a profile', 'of an old MPICH'])
def test_a_wrong_tuning_file(mpimon, files, pattern, words):
    mpimon.refuses(2, pattern, 'tune', '--check', *words)
