"""Collective tuning files: what `mpimon tune --check` calls sound ends no program, and computes what is right."""

import json
import re
from random import Random

import pytest

from . import tuning_files
from .harness import Job, run

SOUND = 16  # files that programs are run with
PARTS = 8   # in so many cases
VARIABLE = 'COLL_SELECTION_TUNING_JSON_FILE'


def series(installation):
    return 10 * installation.version[0] + installation.version[1]


def is_sound(installation, path):
    version = '.'.join(map(str, installation.version))
    done = run([installation.tool('mpimon'), 'tune', '--check', path, '--mpich', version])
    assert done.status in (0, 1), done.stderr
    return done.status == 0


def written(installation, name, file):
    path = installation.scratch / f'{name}.json'
    path.write_text(json.dumps(file, indent=1) + '\n', encoding='utf-8')
    return path


@pytest.mark.any_device
@pytest.mark.parametrize('part', range(PARTS))
def test_sound_files_are_harmless(installation, part):
    known = tuning_files.choices(series(installation))
    random = Random(part)
    for number in range(SOUND // PARTS):
        name = f'tuned-{part}-{number}'
        file = tuning_files.changed(known, random, lambda tried: is_sound(installation, written(installation, name, tried)))
        path = written(installation, name, file)
        Job(installation, 'tuned', random.choice((2, 3, 4)), settings={VARIABLE: path}, timeout=120).succeed()


def test_the_complete_file_is_harmless(installation):
    path = written(installation, 'complete', tuning_files.complete(tuning_files.choices(series(installation))))
    assert is_sound(installation, path)
    Job(installation, 'tuned', 4, settings={VARIABLE: path}, timeout=120).succeed()
    Job(installation, 'collectives', 4, ['all'], settings={VARIABLE: path}, timeout=120).succeed()


# Files that are not sound are refused by the library in one line, and it chooses as without them.

LEVELS = {'mpir': VARIABLE, 'ch4': 'CH4_COLL_SELECTION_TUNING_JSON_FILE'}
CHANGED = 48  # files, two for each run
READ = 10000  # files that the library's reader alone has to do with
HARMLESS = ('this key is here twice', 'may fill the last page')  # what the tool refuses to be on the safe side


def problems(installation, path, level):
    """What the tool has against a file."""
    version = '.'.join(map(str, installation.version))
    done = run([installation.tool('mpimon'), 'tune', '--check', path, '--mpich', version, '--level', level, '--json'])
    assert done.status in (0, 1), done.stderr
    return [problem['text'] for problem in json.loads(done.stdout)['problems'] if problem['error']]


def refusals(job, level):
    """The lines that name the level's file."""
    return job.result.lines(f'mpich-monitoring: MPIR_CVAR_{LEVELS[level]}=')


def tuned(installation, nodes=1, **paths):
    """A run that computes what is right, with a file for each level; its stderr has refusals and nothing else."""
    settings = {'NUM_CLIQUES': nodes, **{LEVELS[level]: path for level, path in paths.items()}}
    job = Job(installation, 'tuned', 4, settings=settings, timeout=120).succeed()
    assert sorted(job.result.stderr.splitlines()) == sorted(line for level in paths for line in refusals(job, level))
    return job


@pytest.mark.any_device
@pytest.mark.parametrize('fault', ['nothing chosen', 'of another collective', 'of another communicator', 'unknown key'])
def test_refused(installation, fault):
    file = tuning_files.complete(tuning_files.choices(series(installation)))
    intra, inter = ({'algorithm=MPIR_Bcast_allcomm_nb': {}} for _ in range(2))
    trees = {'nothing chosen': ({'comm_type=inter': inter}, 'collective=bcast: MPICH aborts in calls for which nothing is '
                                'chosen: intra-communicators'),
             'of another collective': ({'algorithm=MPIR_Barrier_allcomm_nb': {}}, 'collective=bcast, '
                                       'algorithm=MPIR_Barrier_allcomm_nb: it is of barrier, not of bcast'),
             'of another communicator': ({'comm_type=intra': {'algorithm=MPIR_Bcast_inter_remote_send_local_bcast': {}},
                                          'comm_type=inter': inter}, 'collective=bcast, comm_type=intra, '
                                         'algorithm=MPIR_Bcast_inter_remote_send_local_bcast: it is for '
                                         'inter-communicators (comm_type=inter) only'),
             'unknown key': ({'comm_mood=good': intra}, 'collective=bcast, comm_mood=good: MPICH does not know this key')}
    file['collective=bcast'], text = trees[fault]
    path = written(installation, fault.replace(' ', '-'), file)
    assert not is_sound(installation, path)
    version = '.'.join(map(str, installation.version))
    assert refusals(tuned(installation, mpir=path), 'mpir') == [
        f'mpich-monitoring: MPIR_CVAR_{VARIABLE}={path}: {text}; MPICH chooses as without this file '
        f'(mpimon tune --check FILE --mpich {version} --level mpir says more)']


@pytest.mark.any_device
@pytest.mark.parametrize('collective, name, need', [
    ('allreduce', 'MPIDI_Allreduce_intra_composition_gamma', 'a communicator within one node (comm_size=node_comm_size)'),
    ('barrier', 'MPIDI_Barrier_intra_composition_alpha', 'a communicator with others for its nodes (comm_hierarchy=parent)'),
], ids=['of one node', 'of several nodes'])
def test_refused_compositions(installation, collective, name, need):
    """With such files MPICH has crashed (mpich issue 7456, pull request 7051): a composition for all communicators, of which
    some are not as it needs them, here the world on two nodes, or its parts of one process."""
    path = written(installation, f'{collective}-for-all', {
        f'collective={collective}': {'comm_type=intra': {'comm_size=any': {f'composition={name}': {}}}}})
    text = f'it needs {need}'
    assert problems(installation, path, 'ch4') == [text]
    version = '.'.join(map(str, installation.version))
    assert refusals(tuned(installation, nodes=2, ch4=path), 'ch4') == [
        f'mpich-monitoring: MPIR_CVAR_{LEVELS["ch4"]}={path}: collective={collective}, comm_type=intra, comm_size=any, '
        f'composition={name}: {text}; MPICH chooses as without this file '
        f'(mpimon tune --check FILE --mpich {version} --level ch4 says more)']


@pytest.mark.any_device
def test_refused_without_content(installation):
    empty, folder = installation.scratch / 'empty.json', installation.scratch / 'folder.json'
    empty.write_text('')
    folder.mkdir()
    cut = written(installation, 'cut', tuning_files.complete(tuning_files.choices(series(installation))))
    cut.write_text(cut.read_text()[:300])
    for path, text in ((empty, 'line 1: no JSON'), (cut, f'line {cut.read_text().count(chr(10)) + 1}: no JSON'),
                       (folder, 'not a regular file'), ('/nowhere/a.json', 'No such file or directory')):
        line, = refusals(tuned(installation, mpir=path), 'mpir')
        assert f'={path}: {text}' in line


def damaged(random, text):
    """The text with a few changes by chance."""
    for _ in range(random.choice((1, 1, 2, 5))):
        if text.count('=') < 1:
            break
        place, other = random.randrange(len(text)), random.randrange(len(text))
        kind = random.randrange(5)
        if kind == 0:
            text = text[:place] + random.choice('{}",:<=0x \n') + text[place + 1:]
        elif kind == 1:
            text = text[:place] + text[place + random.randint(1, 40):]
        elif kind == 2:
            text = text[:place] + text[other:other + random.randint(1, 400)] + text[place:]
        elif kind == 3:
            words = text.split('=')
            one, two = random.sample(range(len(words)), 2)
            words[one], words[two] = words[two], words[one]
            text = '='.join(words)
        else:
            text = text[:max(place, 1)]
    return text


def originals(installation):
    """A sound file of each level."""
    compositions = {f'collective={name}': {f'composition=MPIDI_{name.capitalize()}_intra_composition_{which}': {}}
                    for name, which in (('barrier', 'beta'), ('bcast', 'gamma'), ('allreduce', 'beta'), ('reduce', 'gamma'))}
    return {'mpir': tuning_files.complete(tuning_files.choices(series(installation))), 'ch4': compositions}


@pytest.mark.any_device
@pytest.mark.parametrize('part', range(PARTS))
def test_changed_files(installation, part):
    """Changed by chance, they end no program, and are refused if the tool does so. Costs 24 runs."""
    random = Random(part)
    for number in range(CHANGED // PARTS // 2):
        paths = {}
        for level, file in originals(installation).items():
            paths[level] = installation.scratch / f'changed-{part}-{number}-{level}.json'
            paths[level].write_text(damaged(random, json.dumps(file, indent=1)), encoding='utf-8')
        job = tuned(installation, **paths)
        for level, path in paths.items():
            found = problems(installation, path, level)
            assert len(refusals(job, level)) <= 1
            if not all(any(text in one for text in HARMLESS) for one in found):
                assert refusals(job, level), found
            elif not found:
                assert not refusals(job, level)


def rearranged(random, text):
    """The text with keys that became others, other numbers, or choices that are there twice: still JSON."""
    for _ in range(random.choice((1, 1, 2))):
        kind = random.randrange(3)
        if kind == 0:
            one, two = (random.choice(list(re.finditer('"[^"]*"', text))) for _ in range(2))
            text = text[:one.start()] + two.group() + text[one.end():]
        elif kind == 1:
            numbers = list(re.finditer(r'(?<=[<=])\d+|(?<=any)', text))
            number = random.choice(numbers) if numbers else re.search('$', text)
            text = text[:number.start()] + random.choice(('0', '1', '-1', '2147483648', '9' * 30)) + text[number.end():]
        else:
            member = random.choice(list(re.finditer(r'"[^"]*": \{\}', text)))
            text = f'{text[:member.start()]}{member.group()}, {text[member.start():]}'
    return text


def distance_to_reader(installation):
    """From MPI_Init, which the library exports, to its reader of tuning files."""
    symbols = run(['nm', installation.prefix / 'lib/libmpi.so']).stdout
    found = {name: int(address, 16) for address, name in re.findall(r'^(\w+) \w (MPI_Init|mpimon_tuning_json)$', symbols, re.M)}
    if len(found) < 2:
        pytest.skip('the library has no symbols')
    return found['mpimon_tuning_json'] - found['MPI_Init']


@pytest.mark.any_device
def test_the_reader_takes_what_is_sound(installation):
    """Ten thousand changed files of both levels, read by one process: it ends well, and takes what the tool calls sound."""
    random = Random(1)
    texts = {level: json.dumps(file, indent=1) for level, file in originals(installation).items()}
    changed = []
    while len(changed) < READ:
        level = random.choice(list(texts))
        text = random.choice((damaged, rearranged))(random, texts[level])
        if text != texts[level]:
            changed.append((level, text))
    path = installation.scratch / 'changed.list'
    path.write_text(''.join(f'{list(LEVELS).index(level)} {len(text)}\n{text}' for level, text in changed), encoding='utf-8')
    done = run([installation.build('read_tuning', wrapped=False), distance_to_reader(installation), path], timeout=120)
    said = done.stdout.splitlines()
    assert done.status == 0 and len(said) == READ, done.stderr
    taken = [number for number, line in enumerate(said) if line == 'taken']
    assert READ // 100 < len(taken) < READ // 2
    for number in [*taken[:20], *(number for number in range(20) if number not in taken)]:
        level, text = changed[number]
        path = installation.scratch / 'one-changed.json'
        path.write_text(text, encoding='utf-8')
        found = problems(installation, path, level)
        # Of keys that are there twice the library takes the last one, and the tool looks at both.
        if not any(harmless in one for harmless in HARMLESS for one in found):
            assert (number in taken) == (not found), (said[number], found)


def algorithms(job):
    """What was chosen, by operation."""
    return {(row['operation'], row['algorithm']) for row in job.profile().json['collectives'] if row['algorithm']}


@pytest.mark.any_device
def test_processes_agree(installation):
    """What the first process has read is what all take, whatever the others' variables name; none waits for another."""
    known = tuning_files.choices(series(installation))
    good = written(installation, 'agreed', tuning_files.complete(known))
    bad = written(installation, 'not-agreed', {'collective=bcast': {}})
    program = installation.build('tuned')

    def chosen(first, others):
        job = Job(installation, 'tuned', 4)
        named = [['-env', f'MPIR_CVAR_{VARIABLE}', path] if path else [] for path in (first, others)]
        job.command = [installation.tool('mpiexec'), '-n', 1, *named[0], program, ':', '-n', 3, *named[1], program]
        return algorithms(job.succeed()), len(refusals(job, 'mpir'))

    tuned_by_it, plain = chosen(good, good)[0], chosen(None, None)[0]
    assert tuned_by_it != plain
    assert chosen(good, '/nowhere/a.json') == chosen(good, bad) == (tuned_by_it, 0)
    assert chosen(bad, good) == chosen('/nowhere/a.json', good) == (plain, 1)
    assert chosen(None, good) == (plain, 0)


@pytest.mark.any_device
def test_a_whole_page(installation):
    """MPICH reads on behind a file that ends with a page of memory; here it does not."""
    file = tuning_files.complete(tuning_files.choices(series(installation)))
    path = written(installation, 'page', file)
    text = path.read_text()
    path.write_text(text + ' ' * (-len(text) % 4096))
    assert not refusals(tuned(installation, mpir=path), 'mpir')


@pytest.mark.parametrize('operation', ['IBCAST', 'IALLREDUCE'])  # the tree of Ireduce asks for two processes
def test_chunks_smaller_than_an_element(installation, operation):
    """A tree that works in chunks takes one element at a time then; MPICH 4.0 divides by zero."""
    settings = {f'{operation}_INTRA_ALGORITHM': 'tsp_tree', f'{operation}_TREE_PIPELINE_CHUNK_SIZE': 1}
    Job(installation, 'collectives', 3, ['all'], settings=settings).succeed()
