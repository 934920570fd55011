"""mpimon tune: exact outputs for files with known faults, translation, and choices for the collectives of a job."""

import json
import os
import re
import shutil
from pathlib import Path

import pytest

from mpimon import EARLIER, NEWER, Mpimon, golden
from support import succeed

NOT_SOUND, NOTHING_GAINED = 1, 3
BINOMIAL = 'MPIR_Bcast_intra_binomial'
DOUBLING = 'MPIR_Allreduce_intra_recursive_doubling'
NO_GAIN = "mpimon tune: no choice takes less time than MPICH's own beyond the noise\n"


@pytest.fixture
def complete(make_profile, work):
    """complete(VERSION): the name of a file with a choice for every call that this version of MPICH takes."""
    def make(version):
        series = version.replace('.', '')
        name = f'complete-{series}.json'
        make_profile(f'tuning-{series}', work / name)
        return name
    return make


@pytest.fixture
def tune(mpimon):
    """tune(STATUS, ARGUMENT, ...): the output of one that ends with this status and says nothing on standard error."""
    def run(status, *arguments):
        done = mpimon.run('tune', *arguments)
        assert (done.status, done.stderr) == (status, '')
        return done.stdout
    return run


# Files that are checked

FAULTS = """\
{
    "collective=bcast": {
        "comm_type=intra": {
            "comm_size<8": {"algorithm=MPIR_Bcast_intra_smp": {}},
            "comm_size=any": {"algorithm=MPIR_Bcast_intra_binominal": {}}
        },
        "comm_type=inter": {"algorithm=MPIR_Bcast_allcomm_nb": {}}
    },
    "collective=barrier": {
        "avg_msg_size<=100": {"algorithm=MPIR_Barrier_allcomm_nb": {}},
        "avg_msg_size=any": {"algorithm=MPIR_Barrier_allcomm_nb": {}}
    },
    "collective=reduce": {
        "comm_type=intra": {
            "is_commutative=yes": {
                "comm_hierarchy=parent": {"algorithm=MPIR_Reduce_intra_smp": {}},
                "comm_hierarchy=any": {"algorithm=MPIR_Reduce_intra_reduce_scatter_gather": {"k=2": {}}}
            }
        },
        "comm_type=inter": {"algorithm=MPIR_Reduce_inter_local_reduce_remote_send": {"k=2": {}}}
    }
}
"""


@pytest.fixture
def faults(work):
    """A file with faults of many kinds; what is said names their lines."""
    (work / 'faults.json').write_text(FAULTS)


FOUND = {
    'faults.txt': [],
    'faults.json': ['--json'],
    'faults-top.txt': ['--top', '2'],
}


@pytest.mark.parametrize('expected, words', FOUND.items(), ids=FOUND)
def test_faults_are_found(tune, faults, expected, words):
    assert tune(NOT_SOUND, *words, '--check', 'faults.json') == golden('tune', expected)


@pytest.mark.parametrize('version', ['4.0', '4.1', '4.2', '4.3', '5.0'])
def test_a_choice_for_every_call_is_sound(tune, complete, version):
    name = complete(version)
    assert re.search(f'^{re.escape(name)}: sound for MPICH {version}, level mpir, [0-9]+ choices$',
                     tune(0, '--check', name, '--mpich', version), re.MULTILINE)


def test_a_name_of_a_newer_series_is_not_sound(mpimon):
    Path('newer.json').write_text('{"collective=barrier": {"algorithm=MPIR_Barrier_intra_k_dissemination": {"k=2": {}}}}\n')
    done = mpimon.run('tune', '--check', 'newer.json', '--mpich', '4.0.2')
    assert done.status == NOT_SOUND
    assert 'MPICH 4.0 does not know this name' in done.stdout


def test_an_empty_file_is_not_sound(tune):
    Path('empty.json').touch()
    assert tune(NOT_SOUND, '--check', 'empty.json') == golden('tune', 'empty.txt')


# Translation


def test_a_file_that_is_translated_there_and_back_is_the_same(tune, complete):
    name = complete('4.0')
    assert tune(0, '--check', name, '--translate', '5.0', '-o', 'there.json') == ''
    tune(0, '--check', 'there.json', '--mpich', '5.0')
    back = tune(0, '--check', 'there.json', '--mpich', '5.0', '--translate', '4.0')
    assert re.sub('[ \n]', '', back) == re.sub('[ \n]', '', Path(name).read_text())


def test_what_cannot_be_translated_is_not_written(tune):
    Path('hierarchy.json').write_text('{"collective=barrier": {"comm_hierarchy=flat": {"comm_type=intra": '
                                      '{"composition=MPIDI_Barrier_intra_composition_beta": {}}}}}\n')
    assert tune(NOT_SOUND, '--check', 'hierarchy.json', '--translate', '5.0', '-o', 'never.json') == \
        golden('tune', 'hierarchy.txt')
    assert not Path('never.json').exists()


# The collectives of a job


MPIEXEC = """\
#!/bin/bash
if [ -z "$MPIR_CVAR_MONITORING_FILENAME" ]; then  # results are checked, and one algorithm's are wrong, another one never ends
    case $(<"$MPIR_CVAR_COLL_SELECTION_TUNING_JSON_FILE") in
        *_tsp_scatterv_recexch_allgatherv*) echo 'Bcast 2 1024 wrong 1' > "${@: -1}" ;;
        *_sched_scatter_recursive_doubling_allgather*) printf 'Bcast 2 1024' > "${@: -1}"; exit 142 ;;
        *) echo 'Bcast 2 1024 right' > "${@: -1}" ;;
    esac
    exit
fi
cp "runs/${MPIR_CVAR_MONITORING_FILENAME##*/}" "$MPIR_CVAR_MONITORING_FILENAME"
"""
MPICC = """\
#!/bin/bash
cp bin/solver "$3"
"""


@pytest.fixture
def installed(mpimon, complete, work):
    """The command of an installation whose mpiexec leaves the profiles that the case has for the runs, in the folder `runs`."""
    share = work / 'share/mpich-monitoring/tuning'
    for folder in (work / 'bin', work / 'include', work / 'runs', share):
        folder.mkdir(parents=True)
    shutil.copy(mpimon.command, work / 'bin')
    (work / 'include/mpi.h').write_text('#define MPICH_VERSION "4.0.2"\n')
    shutil.copy(complete('4.0'), share / 'mpir.json')
    (share / 'ch4.json').write_text('{}\n')
    (share / 'sweep.c').touch()
    (share / 'check_results.c').touch()
    for name, text in {'mpiexec': MPIEXEC, 'mpicc': MPICC, 'solver': '#!/bin/bash\n', 'heat': '#!/bin/bash\n'}.items():
        (work / 'bin' / name).write_text(text)
        (work / 'bin' / name).chmod(0o755)
    return Mpimon('bin/mpimon')


def without_folder(text):
    """As if files of the working folder were named without it."""
    return text.replace(f'{Path.cwd()}/', '')


@pytest.fixture
def tune_job(installed, make_profile, work):
    """tune_job(PROOF, OPTION, ...): of a job in whose second run the choices do as in that profile, into the folder `tuned`."""
    def run(proof, *options, folder='tuned'):
        make_profile('explored', work / 'runs/explored.mon')
        make_profile(proof, work / 'runs/proof.mon')
        done = installed.run('tune', '-o', folder, *options, '--', 'bin/mpiexec', '-n', '2', 'bin/solver')
        return done._replace(stdout=without_folder(done.stdout))
    return run


@pytest.fixture
def tuned_before(tune_job):
    """The folder has the files of an earlier time, when all choices were proven."""
    assert tune_job('proven').status == 0


def choices(algorithm):
    """How often the file of level mpir chooses it."""
    return Path('tuned/mpir.json').read_text().count(f'algorithm={algorithm}"')


def test_proven_choices_are_written(tune_job):
    assert tune_job('proven') == (0, golden('tune', 'proven.txt'), '')
    assert (choices(BINOMIAL), choices(DOUBLING)) == (1, 1)


def test_settings_name_the_files_to_a_shell(tune_job):
    tune_job('proven')
    assert without_folder(Path('tuned/settings.sh').read_text()) == """\
# For a shell, before mpiexec: . this file
export MPIR_CVAR_CH4_COLL_SELECTION_TUNING_JSON_FILE='tuned/ch4.json'
export MPIR_CVAR_COLL_SELECTION_TUNING_JSON_FILE='tuned/mpir.json'
"""


def test_settings_name_the_files_whatever_the_folder_is_called(tune_job):
    folder = Path("it's $HOME, \"tuned\" `now`")
    tune_job('proven', folder=str(folder))
    told = succeed('sh', '-c', '. "$1"; printf "%s\\n" "$MPIR_CVAR_COLL_SELECTION_TUNING_JSON_FILE" '
                               '"$MPIR_CVAR_CH4_COLL_SELECTION_TUNING_JSON_FILE"', 'sh', folder.resolve() / 'settings.sh')
    assert told.splitlines() == [str(folder.resolve() / name) for name in ('mpir.json', 'ch4.json')]


def test_a_choice_that_the_second_run_does_not_prove_leaves_the_files(tune_job, tuned_before, mpimon):
    done = tune_job('proven-in-part')
    assert (done.status, done.stdout) == (0, golden('tune', 'proven-in-part.txt'))
    assert (choices(BINOMIAL), choices(DOUBLING)) == (1, 0)
    mpimon('tune', '--check', 'tuned/mpir.json', '--level', 'mpir')


def test_what_is_proven_as_json(tune_job):
    done = tune_job('proven-in-part', '--json')
    assert (done.status, done.stdout) == (0, golden('tune', 'proven-in-part.json'))


def test_who_reads_the_files_while_they_are_written_reads_old_ones(tune_job, tuned_before):
    """A job that starts at that moment must not find half a file."""
    files = [Path('tuned', name) for name in ('mpir.json', 'ch4.json', 'settings.sh')]
    before = [(file.read_text(), file.open()) for file in files]
    assert tune_job('proven-in-part').status == 0
    assert files[0].read_text() != before[0][0]
    for text, reader in before:
        with reader:
            assert reader.read() == text


def test_no_file_is_left_when_nothing_is_proven(tune_job, tuned_before):
    assert tune_job('unproven') == (NOTHING_GAINED, golden('tune', 'unproven.txt'), NO_GAIN)
    for name in ('mpir.json', 'ch4.json', 'settings.sh'):
        assert not Path('tuned', name).exists()


def test_files_in_use_stay_when_nothing_is_proven(tune_job, tuned_before, monkeypatch):
    """The shell's variables name them."""
    for variable, name in (('MPIR_CVAR_COLL_SELECTION_TUNING_JSON_FILE', 'mpir.json'),
                           ('MPIR_CVAR_CH4_COLL_SELECTION_TUNING_JSON_FILE', 'ch4.json')):
        monkeypatch.setenv(variable, str(Path('tuned', name).absolute()))
    files = [Path('tuned', name) for name in ('mpir.json', 'ch4.json', 'settings.sh')]
    before = [file.read_text() for file in files]
    assert tune_job('unproven').status == NOTHING_GAINED
    assert [file.read_text() for file in files] == before


# The same by a profile of an earlier run


OFFLINE = ['tune', '--offline', '--from']


@pytest.fixture
def explored(installed, make_profile, work):
    """explored.mon, with which three runs of all algorithms and a second run go; cut.mon, which ends too early; and mixed.mon,
    in which another job follows."""
    profile = work / 'explored.mon'
    make_profile('explored', profile)
    for attempt in (1, 2, 3):
        shutil.copy(profile, work / f'runs/sweep-{attempt}.mon')
        shutil.copy(profile, work / f'runs/nonblocking-{attempt}.mon')
    make_profile('proven', work / 'runs/proof.mon')
    (work / 'cut.mon').write_bytes(profile.read_bytes()[:-20])
    (work / 'mixed.mon').write_bytes(profile.read_bytes() + (work / 'changed.mon').read_bytes())


SAID = {
    'of another program': (0, 'explored.mon', 'heat', [],
                           'mpimon tune: explored.mon: it is of solver, and the command starts heat\n'),
    'of more ranks': (NOTHING_GAINED, 'waiting.mon', 'solver', [],
                      'mpimon tune: waiting.mon: it is of 4 ranks, and the command runs 2: larger communicators are not tried\n' +
                      NO_GAIN),
    'that is cut': (0, 'cut.mon', 'solver', ['--partial'],
                    'mpimon tune: cut.mon: at byte 906: 770 bytes cannot be read: a record of 771 bytes is cut short\n'
                    "mpimon tune: cut.mon: at byte 1676: only 1 of the job's 2 processes are in it\n"
                    'mpimon tune: cut.mon: at byte 1676: it has no end: cut short, or still being written\n'),
}


def test_from_a_profile(installed, explored):
    said = installed(*OFFLINE, 'explored.mon', '-o', 'tuned', '--', 'bin/mpiexec', '-n', '2', 'bin/solver')
    assert without_folder(said) == golden('tune', 'offline.txt')


@pytest.mark.parametrize('status, profile, program, words, expected', SAID.values(), ids=SAID)
def test_from_a_profile_something_is_said(installed, explored, status, profile, program, words, expected):
    done = installed.run(*OFFLINE, profile, '-o', 'tuned', *words, '--', 'bin/mpiexec', '-n', '2', f'bin/{program}')
    assert (done.status, done.stderr) == (status, expected)


WRONG_PROFILES = {
    'missing': ('missing.mon', 'No such file or directory'),
    'a folder': ('.', 'not a regular file'),
    'empty': ('empty.mon', 'empty; the job that writes it may still be running$'),
    'text': ('text.mon', 'not a profile'),
    'of a newer format': (NEWER, 'written in format 2, .*: use the mpimon of the installation that wrote it$'),
    'the start of one': ('start.mon', 'a profile, but damaged: .*; copy it anew$'),
    'cut short': ('cut.mon', 'damaged or incomplete: at byte [0-9]+: .*; --partial takes what is left$'),
    'two in one': ('mixed.mon', 'damaged or incomplete: at byte [0-9]+: a second job begins here, and each is to have a file of '
                                'its own; .*$'),
    'a tuning file': ('complete-40.json', 'not a profile'),
    'of an earlier version': (EARLIER / 'sample-0.1.mon', 'it is of an earlier version, which does not tell the sizes of collective '
                                                          'calls; make it anew$'),
    'of no collectives': ('files.mon', None),
}


@pytest.mark.parametrize('profile, message', WRONG_PROFILES.values(), ids=WRONG_PROFILES)
def test_from_what_is_no_whole_profile_is_refused(installed, explored, work, profile, message):
    """Before anything runs: a job that is started for nothing may take hours."""
    (work / 'empty.mon').touch()
    (work / 'text.mon').write_text('not a profile at all\n')
    (work / 'start.mon').write_bytes((work / 'explored.mon').read_bytes()[:20])
    (work / 'bin/mpiexec').write_text('#!/bin/bash\ntouch started\n')
    pattern = f'{re.escape(str(profile))}: {message}' if message else 'no collective was called on an intra-communicator'
    installed.refuses(1, f'^mpimon tune: {pattern}', *OFFLINE, profile, '--', 'bin/mpiexec', '-n', '2', 'bin/solver')
    assert not Path('started').exists()


# Nonblocking collectives


def doubted(name, parameters, what):
    return ''.join(f'mpimon tune: MPIR_Ibcast_intra_{name}{parameter}: MPI_Ibcast of 2 processes {what}; it is not tried\n'
                   for parameter in parameters)


DOUBTED = doubted('sched_scatter_recursive_doubling_allgather', [''], 'ends the program') + doubted(
    'tsp_scatterv_recexch_allgatherv', [f' scatterv_k={k}' for k in (2, 4, 8)], 'gives a wrong result with root 1')


@pytest.fixture
def tune_nonblocking(installed, make_profile, work):
    """tune_nonblocking(PROOF, OPTION, ...): of a job that called nothing else, in whose second run the choice does as there."""
    def run(proof, *options):
        make_profile('called-nonblocking', work / 'called.mon')
        for attempt in (1, 2, 3):
            make_profile('explored-nonblocking', work / f'runs/nonblocking-{attempt}.mon')
        make_profile(proof, work / 'runs/nonblocking-proof.mon')
        done = installed.run(*OFFLINE, 'called.mon', '-o', 'tuned', *options, '--', 'bin/mpiexec', '-n', '2', 'bin/solver')
        return done._replace(stdout=without_folder(done.stdout))
    return run


@pytest.mark.parametrize('expected, words', {'nonblocking.txt': [], 'nonblocking.json': ['--json']}.items())
def test_nonblocking_choices_are_written(tune_nonblocking, mpimon, expected, words):
    """Algorithms that compute something wrong, or do not end, are named, and neither tried nor written."""
    assert tune_nonblocking('proven-nonblocking', *words) == (0, golden('tune', expected), DOUBTED)
    tried = json.loads(Path('tuned/nonblocking-1.candidates.json').read_text())
    names = {entry['name'] for entry in tried}
    assert 'MPIR_Ibcast_intra_sched_binomial' in names
    assert not any('scatterv_recexch' in name or 'Ibcast_intra_sched_scatter_recursive' in name for name in names)
    file = json.loads(Path('tuned/mpir.json').read_text())
    assert file['collective=ibcast']['comm_type=intra']['comm_size<=2']['comm_size=node_comm_size']['avg_msg_size<=2047'] == {
        'algorithm=MPIR_Ibcast_intra_sched_binomial': {}}
    mpimon('tune', '--check', 'tuned/mpir.json', '--level', 'mpir')


def test_a_nonblocking_choice_that_is_not_proven_leaves_the_files(tune_nonblocking):
    done = tune_nonblocking('explored-nonblocking')
    assert (done.status, done.stderr) == (NOTHING_GAINED, DOUBTED + NO_GAIN)
    assert not Path('tuned/mpir.json').exists()


# Wrong use


REFUSED = {
    'no file': ('^mpimon tune: either --check FILE, or a command after --', []),
    'a missing file': ('^mpimon tune: missing.json: No such file', ['--check', 'missing.json']),
    'a folder': (r'^mpimon tune: \.: not a regular file', ['--check', '.']),
    'another version': ("^mpimon tune: --mpich: '3.4' is of none of the series 4.0, 4.1, 4.2, 4.3, 5.0",
                        ['--check', 'faults.json', '--mpich', '3.4']),
    'another level': ("^mpimon tune: --level: 'ch3' is not one of mpir, ch4, posix",
                      ['--check', 'faults.json', '--level', 'ch3']),
}


@pytest.mark.parametrize('pattern, words', REFUSED.values(), ids=REFUSED)
def test_refused(mpimon, faults, pattern, words):
    mpimon.refuses(2, pattern, 'tune', *words)


def test_a_translation_onto_the_file_itself_is_refused(mpimon, complete):
    name = complete('4.0')
    mpimon.refuses(1, name, 'tune', '--check', name, '--translate', '5.0', '-o', name)


def test_a_large_file_is_refused(mpimon):
    Path('large.json').touch()
    os.truncate('large.json', 17 << 20)
    mpimon.refuses(2, '^mpimon tune: large.json: 17.0 MiB, and no tuning file has more than 16.0 MiB',
                   'tune', '--check', 'large.json')
