"""mpimon tune: algorithms are tried in the job's own collectives, which compute what they should; what is better is found,
written and proven. 45 s."""

import json
import re

import pytest

from .harness import Job, run

RANKS = 4
RING = 'MPIR_Bcast_intra_scatter_ring_allgather'


@pytest.fixture(scope='module')
def candidates(installation):
    """The file by which the library tries all candidates."""
    tuned = tune(installation, 'all', ['--share', '100'], 'explored', ['bcasts', '20'])
    assert tuned.status in (0, 3), tuned.stderr
    return installation.scratch / 'all' / 'explored.candidates.json'


def tune(installation, folder, options, program, arguments, settings=None, ranks=RANKS, preload=()):
    job = Job(installation, program, ranks, arguments, preload=preload, settings={'MONITORING_ENABLE': None, **(settings or {})})
    return run([installation.tool('mpimon'), 'tune', *options, '-o', installation.scratch / folder, '--', *job.command],
               env=job.env, cwd=job.folder, timeout=240)


def explored_profile(installation, candidates, program, ranks, arguments=(), share=100, **settings):
    job = Job(installation, program, ranks, arguments,
              settings={'MONITORING_EXPLORE': candidates, 'MONITORING_EXPLORE_SHARE': share, **settings}, timeout=120)
    return job.succeed().profile().json


def explored(*arguments, **settings):
    """The trials of a run."""
    return explored_profile(*arguments, **settings).get('trials', [])


@pytest.mark.parametrize('ranks', [3, 4])
def test_results_stay_right(installation, candidates, ranks):
    """All operations and kinds of communicators, of no elements and of many, commutative and not."""
    tried = explored(installation, candidates, 'tuned', ranks)
    names = {row['candidate'] for row in tried}
    known = {entry['name'] for entry in json.loads(candidates.read_text())}
    assert 'default' in names and names <= known | {'default'}
    for operation in ('Bcast', 'Allreduce', 'Reduce', 'Allgather', 'Alltoall'):
        assert len({row['candidate'] for row in tried if row['operation'] == operation}) > 2, operation


def test_sizes_that_differ_between_ranks(installation, candidates):
    """Ranks never disagree: with sizes of their own, and communicators that call different numbers of collectives."""
    tried = explored(installation, candidates, 'explored', 4)
    by_rank = {}
    for row in tried:
        key = row['communicator'], row['operation'], row['candidate']
        by_rank.setdefault(key, {}).setdefault(row['rank'], 0)
        by_rank[key][row['rank']] += row['calls']
    assert {'Alltoallv', 'Allgatherv', 'Gatherv', 'Scatterv'} <= {operation for _, operation, _ in by_rank}
    for key, calls in by_rank.items():
        assert len(set(calls.values())) == 1, f'{key}: {calls}'


@pytest.mark.parametrize('share', [30, 100])
def test_other_communicators_decide_nothing(installation, candidates, share):
    """What a process did on another communicator between two nonblocking calls does not count as one of theirs."""
    rows = [row for row in explored(installation, candidates, 'explored', 3, ['apart', '200'], share=share)
            if row['operation'] == 'Bcast']
    calls = [sorted((row['candidate'], row['calls']) for row in rows if row['rank'] == rank) for rank in range(3)]
    assert calls[0] and calls[0] == calls[1] == calls[2]


def test_the_algorithm_is_the_candidate(installation, candidates):
    """What is timed as a candidate is that algorithm, but for those that hand over to another one. From 4.2 on some
    candidates are one algorithm, with a parameter."""
    for row in explored(installation, candidates, 'tuned', 4):
        name = row['candidate'].split()[0]
        if re.match('MPIR_.*_(intra|allcomm)_(?!nb|smp)', name):
            assert row['algorithm'] == re.sub('_recexch_(doubling|halving)$', '_recexch', name)


def test_only_a_share_is_tried(installation, candidates):
    """Of 4,000 calls, 5 % give or take four standard deviations, or fewer if they take too much time: on a busy machine, a few.
    They take no more than 5 % of the time, by their geometric means, of which the last one may be over it."""
    profile = explored_profile(installation, candidates, 'explored', 2, ['bcasts', '2000'], share=5)
    wall = profile['job']['end_time_ns'] - profile['job']['start_time_ns']
    for rank in range(2):
        rows = [row for row in profile['trials'] if row['rank'] == rank]
        assert 0 < sum(row['calls'] for row in rows) <= 200 + 4 * 14
        spent = sum(row['calls'] * row['mean_ns'] for row in rows)
        assert spent <= 0.05 * wall + 4 * max(row['mean_ns'] for row in rows), rows


def test_waiting_for_others_is_of_the_share(installation, candidates):
    """The root of 4,000 broadcasts is ahead of a process that comes late to each, but where they come together before a trial.
    Of each twentieth call it would wait as long as the twenty before took, which is all of its time: so one of twenty of these
    is tried, ten in all."""
    if installation.has_shm:
        pytest.skip('in shared memory of its own, MPICH may have the root wait for the others')
    tried = explored(installation, candidates, 'explored', 2, ['late', '4000'], share=5)
    assert 0 < sum(row['calls'] for row in tried if row['rank'] == 0) <= 60


NEIGHBORS = [f'Neighbor_{kind}' for kind in ('allgather', 'allgatherv', 'alltoall', 'alltoallv', 'alltoallw')]


def forms_of(operation):
    """The choices of a collective of neighbours, those of its nonblocking form, and the algorithm that is counted for each."""
    form = f'I{operation.lower()}'
    return {f'MPIR_{form}_allcomm_sched_linear': f'MPIR_{form}_allcomm_sched_linear',
            f'MPIR_{form}_allcomm_tsp_linear': f'MPIR_TSP_{form}_sched_allcomm_linear'}


@pytest.mark.parametrize('ranks', [2, 3, 4])
def test_neighbors_take_their_nonblocking_forms(installation, candidates, ranks):
    """Each of 40 blocking calls is tried, as the operation that was called. In between are nonblocking and persistent calls of
    the same forms, whose processes come one after the other: a trial, for which all come together, would never end."""
    tried = [row for row in explored(installation, candidates, 'neighbors', ranks, ['40']) if row['operation'] in NEIGHBORS]
    calls = {}
    for row in tried:
        calls[row['operation'], row['rank']] = calls.get((row['operation'], row['rank']), 0) + row['calls']
        algorithm = forms_of(row['operation']).get(row['candidate'])
        assert row['candidate'] == 'default' or row['algorithm'] == algorithm, row
    assert calls == {(operation, rank): 40 for operation in NEIGHBORS for rank in range(ranks)}
    for operation in NEIGHBORS:
        assert {row['candidate'] for row in tried if row['operation'] == operation} == {'default', *forms_of(operation)}


@pytest.mark.any_device
def test_neighbors_are_tried_offline(installation):
    """All five operations, on a ring of as many processes; what the files would choose is said to be sound before it is kept."""
    done = tune(installation, 'tuned-neighbors', ['--json', '--offline'], 'neighbors', ['30'])
    assert done.status in (0, 3), done.stderr
    points = {row['operation']: row for row in json.loads(done.stdout)['points'] if row['operation'] in NEIGHBORS}
    assert points
    for operation, row in points.items():
        assert (row['ranks'], row['bin']) == (RANKS, None)
        assert set(row['candidates']) == set(forms_of(operation)), row
        assert row['default_time']['calls'] > 0


def test_inter_communicators_are_left_alone(installation, candidates):
    tried = explored(installation, candidates, 'tuned', 4)
    assert not any('_inter_' in row['candidate'] for row in tried)


@pytest.mark.parametrize('value, text', [('/nowhere/file', 'No such file or directory'), (__file__, 'no list of candidates')])
def test_a_wrong_file_ends_the_program(installation, value, text):
    job = Job(installation, 'hello', 2, settings={'MONITORING_EXPLORE': value}).run()
    assert job.result.status != 0
    assert job.result.lines(f'mpich-monitoring: MPIR_CVAR_MONITORING_EXPLORE={value}: {text}')


# Of three processes, by operation: {the size that is wanted: the one that a call then has}, as MPICH chooses by it: of an
# allgather that of all parts together.
SWEPT = {'Bcast': {1: 1, 2: 2, 5: 4, 8: 8, 63: 60, 64: 64, 129: 128}, 'Allreduce': {3: 3, 7: 4, 4001: 4000},
         'Allgather': {3: 3, 6: 6, 64: 72, 127: 120}}


@pytest.mark.any_device
def test_calls_that_are_tried_offline_have_their_size(installation):
    """Or one of as many bits, which is tried and chosen for as one: integers where it can be, else bytes."""
    program, plan = installation.scratch / 'sweep', installation.scratch / 'plan'
    source = installation.prefix / 'share/mpich-monitoring/tuning/sweep.c'
    assert run([installation.tool('mpicc'), '-o', program, source]).status == 0
    plan.write_text(''.join(f'{operation} 3 {size} {size}\n' for operation, sizes in SWEPT.items() for size in sizes))
    profile = Job(installation, program, 3, [plan], raw=True).succeed().profile().json
    found = {(row['operation'], row['bin'], row['bytes'], row['calls']) for row in profile['collective_sizes']
             if row['rank'] == 0 and row['operation'] in SWEPT and row['bytes']}
    assert found == {(operation, wanted.bit_length(), size * wanted, wanted) for operation, sizes in SWEPT.items()
                     for wanted, size in sizes.items()}


@pytest.fixture(scope='module')
def badly_tuned(installation):
    """Variables that name tuning files by which broadcasts take an algorithm for long messages."""
    shared = installation.prefix / 'share/mpich-monitoring/tuning'
    bad = {level: json.loads((shared / f'{level}.json').read_text()) for level in ('mpir', 'ch4')}
    bad['mpir']['collective=bcast']['comm_type=intra'] = {f'algorithm={RING}': {}}
    bad['ch4']['collective=bcast']['comm_type=intra'] = {'composition=MPIDI_Bcast_intra_composition_gamma': {}}
    settings = {}
    for level, variable in (('mpir', 'COLL_SELECTION_TUNING_JSON_FILE'), ('ch4', 'CH4_COLL_SELECTION_TUNING_JSON_FILE')):
        path = installation.scratch / f'bad-{level}.json'
        path.write_text(json.dumps(bad[level], indent=1) + '\n')
        settings[variable] = path
    return settings


def fixed_by_tune(installation, folder, options, calls, settings):
    """What tune says of broadcasts of 64 bytes by that algorithm, and the folder of its files. Two ranks have a core each, and
    give it up while they wait. On a busy machine the difference may drown in the noise, as tune says then: a later attempt
    has to find it."""
    for attempt in range(10):
        done = tune(installation, f'{folder}-{attempt}', ['--json', *options], 'explored', ['bcasts', str(calls)], settings,
                    ranks=2, preload=[installation.build_yielding()])
        assert done.status in (0, 3), done.stderr
        bcast = next(row for row in json.loads(done.stdout)['points'] if row['operation'] == 'Bcast')
        assert bcast['default'] == RING
        if bcast['kept']:
            break
    assert bcast['kept'] and bcast['chosen'] != RING, done.stdout
    assert bcast['gain']['ns'] > bcast['gain']['noise_ns'] and bcast['proof']['ns'] > bcast['proof']['noise_ns']
    return bcast, installation.scratch / f'{folder}-{attempt}'


@pytest.mark.alone
def test_a_bad_choice_is_found_and_fixed(installation, badly_tuned):
    _, folder = fixed_by_tune(installation, 'fixed', ['--share', '50'], 1500, badly_tuned)
    for level in ('mpir', 'ch4'):
        checked = run([installation.tool('mpimon'), 'tune', '--check', folder / f'{level}.json', '--level', level,
                       '--mpich', '.'.join(map(str, installation.version))])
        assert checked.status == 0, checked.stdout


@pytest.mark.alone
@pytest.mark.any_device
def test_offline_what_is_quick_is_called_more_often(installation, badly_tuned):
    """The program itself calls it a hundred times only. Of each candidate the first round has 32 calls on average, eight times
    what slow ones get, and what stays to the third one 32 + 64 + 128."""
    bcast, folder = fixed_by_tune(installation, 'offline', ['--offline'], 100, badly_tuned)
    calls = sorted(time['calls'] for time in bcast['candidates'].values())
    assert calls[0] > 10 and calls[-1] > 100, calls
    assert bcast['default_time']['calls'] > 2 * 100


def nodes_of(profile, communicator):
    """How a communicator is spread over nodes, by where its members' processes are."""
    node_of = {process['rank']: process['place']['node'] for process in profile['processes']}
    members = range(communicator['size']) if communicator['world_order'] else communicator['members']
    nodes = len({node_of[rank] for rank in members})
    return 'one' if nodes == 1 else 'one each' if nodes == communicator['size'] else 'several'


def chosen_for_bcasts(job):
    """The algorithms of the program's own calls, by size and nodes of their communicators."""
    profile = job.succeed().profile().json
    names = {}
    for row in profile['collectives']:
        communicator = profile['communicators'][row['communicator']]
        if row['operation'] == 'Bcast' and not row['step'] and communicator['size'] > 1:
            names.setdefault((communicator['size'], nodes_of(profile, communicator)), set()).add(row['algorithm'])
    return names


ON_NODES = 6  # ranks on four nodes: two of these have two
KINDS = {(6, 'several'), (2, 'one'), (4, 'one each'), (2, 'one each')}


def tuned_on_nodes(installation, folder, options, calls, settings):
    """What tune says of broadcasts, by size and nodes of their communicators, and the folder of its files. What takes most of
    the time has to be found; on a busy machine, by a later attempt."""
    for attempt in range(5):
        done = tune(installation, f'{folder}-{attempt}', ['--json', *options], 'explored', ['nodes', str(calls)],
                    {**settings, 'NUM_CLIQUES': 4}, ranks=ON_NODES)
        assert done.status in (0, 3), done.stderr
        points = {(row['ranks'], row['nodes']): row for row in json.loads(done.stdout)['points'] if row['operation'] == 'Bcast'}
        if points[6, 'several']['kept'] and points[4, 'one each']['kept']:
            return points, installation.scratch / f'{folder}-{attempt}'
    raise AssertionError(done.stdout)


@pytest.mark.alone
@pytest.mark.usefixtures('needs_nodes')
@pytest.mark.parametrize('way', ['in the run', 'offline'])
def test_communicators_on_nodes_are_told_apart(installation, badly_tuned, way):
    """Those of one size have a choice of their own on one node, on several, and with a node for each member; only what is legal
    there is tried, and MPICH takes each choice where it was proven, and nowhere else."""
    options, calls = (['--share', '100'], 150) if way == 'in the run' else (['--offline'], 40)
    points, folder = tuned_on_nodes(installation, f'nodes-{way.split()[0]}', options, calls, badly_tuned)
    assert set(points) == KINDS if way == 'in the run' else set(points) <= KINDS
    for (_, nodes), row in points.items():
        composed = {name for name in row['candidates'] if 'composition_alpha' in name or name.endswith('_smp')}
        assert bool(composed) == (nodes != 'one each'), row
    kept = {kind: row['chosen'] for kind, row in points.items() if row['kept']}
    files = {'COLL_SELECTION_TUNING_JSON_FILE': folder / 'mpir.json', 'CH4_COLL_SELECTION_TUNING_JSON_FILE': folder / 'ch4.json'}
    chosen = chosen_for_bcasts(Job(installation, 'explored', ON_NODES, ['nodes', '3'], settings={**files, 'NUM_CLIQUES': 4}))
    assert set(chosen) == KINDS
    for kind, names in chosen.items():
        assert (names == {RING}) == (kind not in kept), f'{kind}: {names}, {kept}'
        if re.match('MPIR_Bcast_intra_(?!smp)', kept.get(kind, '')):
            assert names == {kept[kind]}, kind


def test_wrong_commands(installation):
    mpimon = installation.tool('mpimon')
    for command, text in ((['true'], 'left no profile'), (['false'], 'ended with 1'),
                          (['/nowhere/mpiexec', '-n', '2'], 'No such file')):
        done = run([mpimon, 'tune', '-o', installation.scratch / 'wrong', '--', *command])
        assert done.status == 1 and len(done.stderr.splitlines()) == 1 and text in done.stderr, done.stderr
