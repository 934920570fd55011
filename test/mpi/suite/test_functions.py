"""What is counted by MPI function and by region: exact calls, messages and bytes."""

import os
import shutil
from collections import Counter

import pytest

from .harness import FOLDER, WARNINGS, Job, clean_environment, differences
from .harness import run as run_command

# Calls of test/mpi/programs/functions.c that every rank makes; MPI_Init from where its counting begins.
CALLS = {'MPI_Init': 1, 'MPI_Comm_rank': 1, 'MPI_Comm_size': 1, 'MPI_Irecv': 5, 'MPI_Isend': 5, 'MPI_Waitall': 5, 'MPI_Sendrecv': 3,
         'MPI_Allreduce': 2, 'MPI_Comm_create_keyval': 1, 'MPI_Comm_set_attr': 1, 'MPI_Comm_dup': 1,
         'MPI_Comm_delete_attr': 1, 'MPI_Comm_free_keyval': 1, 'MPI_Comm_free': 1, 'MPI_Finalize': 1}


def run(installation, program, ranks, detail='all', arguments=()):
    """A job without the wrappers that keep the truth: these call MPI functions themselves."""
    path = installation.build(program, wrapped=False)
    return Job(installation, path, ranks, arguments, settings={'MONITORING_DETAIL': detail}, raw=True).succeed()


def region_path(profile, index):
    """'solve/exchange', or '' for none."""
    if index is None:
        return ''
    region = profile.json['regions'][index]
    outer = region_path(profile, region['parent'])
    return f'{outer}/{region["name"]}' if outer else region['name']


def context(profile, index):
    """(region, function), '' for none."""
    entry = profile.json['contexts'][index]
    return region_path(profile, entry['region']), entry['function'] or ''


def sent(profile, traffic_class='p2p', direction='sent'):
    """{(rank, region, function, peer): [messages, bytes]}."""
    flows, sums = profile.json['flows'], {}
    for rank, peer, name, way, messages, size, place in zip(*(flows[column] for column in (
            'rank', 'peer', 'class', 'direction', 'messages', 'bytes', 'context'))):
        if name == traffic_class and way == direction:
            total = sums.setdefault((rank, *context(profile, place), peer), [0, 0])
            total[0] += messages
            total[1] += size
    return sums


def calls(profile):
    """{(rank, region, function): calls}."""
    sums = Counter()
    for row in profile.json['functions']:
        region, function = context(profile, row['context'])
        assert function == row['function']
        assert row['shortest_ns'] <= row['longest_ns'] <= row['time_ns'], f'times of {row}'
        assert row['shortest_ns'] * row['calls'] <= row['time_ns'] * 1.001 + row['calls'], f'times of {row}'
        sums[row['rank'], region, function] += row['calls']
    return dict(sums)


def ring(ranks, expected):
    """{(rank, region, function, next rank): sums} for every rank from {(region, function): sums}."""
    return {(rank, *key, (rank + 1) % ranks): sums for rank in range(ranks) for key, sums in expected.items()}


def require_same(got, expected):
    wrong = differences(got, expected)
    assert not wrong, wrong


def test_wait_that_ends_its_function(installation):
    """The end of the wait is the end of MPI_Recv, and of no other function: whatever is called next takes some time."""
    profile = run(installation, 'ended_wait', 2).profile()
    rows = {row['function']: row for row in profile.json['functions'] if row['rank'] == 0}
    assert all(row['shortest_ns'] > 0 for row in rows.values()), rows
    waited = sum(row['time_ns'] for row in profile.json['waits']
                 if row['rank'] == 0 and context(profile, row['context'])[1] == 'MPI_Recv')
    assert 90e6 < waited <= rows['MPI_Recv']['time_ns'] < waited + 1e6


def test_collective_takes_the_time_of_its_function(installation):
    """Both are the same readings of the clock; the collective's alone are others without the function's."""
    profile = run(installation, 'functions', 2).profile()
    for rank in range(2):
        rows = [row['time_ns'] for row in profile.json['functions']
                if row['rank'] == rank and row['function'] == 'MPI_Allreduce']
        calls_made = [row['time_ns'] for row in profile.json['collectives']
                      if row['rank'] == rank and row['operation'] == 'Allreduce' and not row['step']]
        assert sum(rows) > 0 and abs(sum(rows) - sum(calls_made)) <= len(rows) + len(calls_made), (rows, calls_made)


@pytest.mark.parametrize('ranks', [2, 3])
def test_calls(installation, ranks):
    profile = run(installation, 'functions', ranks).profile()
    expected = {(rank, '', function): count for rank in range(ranks) for function, count in CALLS.items()}
    expected[0, '', 'MPI_Ssend'] = expected[1, '', 'MPI_Recv'] = 1
    require_same(calls(profile), expected)
    # The callback of MPI_Comm_dup sends by MPI_Sendrecv, which is a part of MPI_Comm_dup there.
    expected = ring(ranks, {('', 'MPI_Isend'): [5, 500], ('', 'MPI_Sendrecv'): [3, 24], ('', 'MPI_Comm_dup'): [1, 4]})
    expected[0, '', 'MPI_Ssend', 1] = [1, 0]
    require_same(sent(profile), expected)
    assert {key[2] for key in sent(profile, 'coll')} <= {'MPI_Allreduce', 'MPI_Comm_dup', 'MPI_Finalize', 'MPI_Init'}, (
        f'collective traffic in {sorted(key[2] for key in sent(profile, "coll"))}')
    assert 'MPI_Allreduce' in {key[2] for key in sent(profile, 'coll')}, 'no collective traffic in MPI_Allreduce'
    collectives = {context(profile, row['context'])[1] for row in profile.json['collectives']
                   if row['operation'] == 'Allreduce' and not row['step']}
    assert collectives == {'MPI_Allreduce'}
    received = {key[2] for key in sent(profile, direction='received')}
    assert received <= {'MPI_Irecv', 'MPI_Isend', 'MPI_Waitall', 'MPI_Sendrecv', 'MPI_Comm_dup', 'MPI_Recv'}, (
        f'received in {sorted(received)}')


# What every rank of test/mpi/programs/noncontiguous.c sends: {(class, function): [messages, bytes, blocks]}.
NONCONTIGUOUS = {('p2p', 'MPI_Send'): [1, 160, 20], ('p2p', 'MPI_Isend'): [2, 89, 11], ('p2p', 'MPI_Start'): [4, 320, 40],
                 ('p2p', 'MPI_Ssend'): [1, 28, 7], ('rma', 'MPI_Put'): [1, 80, 10], ('part', ''): [1, 640, 80]}


def noncontiguous(profile):
    """{(rank, class, function): [messages, bytes, blocks]}; partitions may be sent in any function."""
    sums = {}
    for row in profile.json.get('noncontiguous', []):
        function = '' if row['class'] == 'part' else context(profile, row['context'])[1]
        total = sums.setdefault((row['rank'], row['class'], function), [0, 0, 0])
        for i, column in enumerate(('messages', 'bytes', 'blocks')):
            total[i] += row[column]
    return sums


@pytest.mark.parametrize('detail', ['all', 'peers,functions'])
def test_noncontiguous(installation, detail):
    """Only what does not lie together: neither built-in datatypes nor derived ones without holes, nor empty messages."""
    profile = run(installation, 'noncontiguous', 3, detail).profile()
    require_same(noncontiguous(profile),
                 {(rank, *key): sums for rank in range(3) for key, sums in NONCONTIGUOUS.items()})


def test_noncontiguous_without_functions(installation):
    assert noncontiguous(run(installation, 'noncontiguous', 2, 'peers,sizes,regions').profile()) == {}


REGION_TRAFFIC = {('', 'MPI_Sendrecv'): [2, 32], ('solve', 'MPI_Sendrecv'): [3, 24],
                  ('solve/exchange', 'MPI_Isend'): [6, 600], ('exchange', 'MPI_Sendrecv'): [2, 2],
                  ('open', 'MPI_Sendrecv'): [1, 2]}


def entries(profile):
    return {(region_path(profile, index), row['rank']): row['entries']
            for index, region in enumerate(profile.json['regions']) for row in region['ranks']}


@pytest.mark.parametrize('ranks', [2, 3])
def test_regions(installation, ranks):
    job = run(installation, 'regions', ranks)
    profile = job.profile()
    require_same(sent(profile), ring(ranks, REGION_TRAFFIC))
    passes = {'solve': 3, 'solve/exchange': 3, 'exchange': 1, 'open': 1}
    require_same(entries(profile), {(name, rank): count for name, count in passes.items() for rank in range(ranks)})
    counted = calls(profile)
    for rank in range(ranks):
        assert counted[rank, 'solve/exchange', 'MPI_Waitall'] == 6
        # The call that enters a region is in it, the one that leaves is not; those that do not fit are where they are.
        assert {key[1]: count for key, count in counted.items() if key[0] == rank and key[2] == 'MPI_Pcontrol'} == {
            '': 3 + 33 + 1, 'solve': 6, 'solve/exchange': 3, 'exchange': 3, 'open': 1}
        assert counted[rank, 'open', 'MPI_Finalize'] == 1
    for rank in range(ranks):
        lines = job.result.lines(f'rank {rank} leaves a region')
        assert len(lines) == 1
        assert 'innermost one it is in: solve;' in lines[0], lines[0]
    for index, region in enumerate(profile.json['regions']):
        for row in region['ranks']:
            least = 100e6 if region_path(profile, index) == 'solve' else 1
            assert least <= row['time_ns'] < 60e9, f'time of {region["name"]}: {row}'


def by_region(expected):
    sums = {}
    for (region, _), (messages, size) in expected.items():
        total = sums.setdefault((region, ''), [0, 0])
        total[0] += messages
        total[1] += size
    return sums


def test_regions_alone(installation):
    profile = run(installation, 'regions', 2, 'peers,regions').profile()
    require_same(sent(profile), ring(2, by_region(REGION_TRAFFIC)))
    assert profile.json['functions'] == []


def test_without_regions(installation):
    job = run(installation, 'regions', 2, 'peers,functions')
    profile = job.profile()
    require_same(sent(profile), ring(2, {('', 'MPI_Sendrecv'): [8, 60], ('', 'MPI_Isend'): [6, 600]}))
    assert profile.json['regions'] == []
    assert job.result.lines('mpich-monitoring') == []


def test_neither(installation):
    profile = run(installation, 'regions', 2, 'peers').profile()
    require_same(sent(profile), ring(2, {('', ''): [14, 660]}))
    assert profile.json['contexts'] == [{'region': None, 'function': None}]


@pytest.mark.parametrize('ranks', [2, 3])
def test_regions_in_threads(installation, ranks):
    """Each thread passes its own region in "work" as often as the others; a message has a byte more than its number."""
    names, rounds = ('zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven'), 20
    profile = run(installation, 'regions_threads', ranks).profile()
    everyone = len(names) * rounds
    traffic = {(f'work/{name}', 'MPI_Sendrecv'): [rounds, rounds * (i + 1)] for i, name in enumerate(names)}
    traffic['work', 'MPI_Sendrecv'] = [everyone, 4 * everyone]
    require_same(sent(profile), ring(ranks, traffic))
    passes = {'main': 1, 'work': everyone, **{f'work/{name}': rounds for name in names}}
    require_same(entries(profile), {(name, rank): count for name, count in passes.items() for rank in range(ranks)})
    counted = calls(profile)
    for rank in range(ranks):
        for region, (messages, _) in traffic.items():
            assert counted[(rank, *region)] == messages, f'calls in {region[0]}'


def test_regions_in_cpp(installation):
    profile = run(installation, 'regions_scope', 2).profile()
    require_same(sent(profile), ring(2, {('solve', 'MPI_Sendrecv'): [2, 5], ('solve/inner', 'MPI_Sendrecv'): [4, 8],
                                         ('', 'MPI_Sendrecv'): [1, 8]}))


def test_regions_in_fortran(installation):
    profile = run(installation, 'regions_fortran', 2).profile()
    require_same(sent(profile), ring(2, {('solve', 'MPI_Sendrecv'): [1, 4], ('solve/inner', 'MPI_Sendrecv'): [2, 8],
                                         ('', 'MPI_Sendrecv'): [1, 4]}))


def test_times(installation):
    """Rank 1 waits in MPI_Recv while rank 0 sleeps for 0.2 s outside of MPI."""
    profile = run(installation, 'functions', 2).profile()
    waited = [row['time_ns'] for row in profile.json['functions'] if row['function'] == 'MPI_Recv']
    assert len(waited) == 1 and 0.1e9 < waited[0] < 20e9, f'time in MPI_Recv: {waited}'
    run_ns = max(process['end_time_ns'] - process['start_time_ns'] for process in profile.json['processes'])
    for rank in range(2):
        inside = sum(row['time_ns'] for row in profile.json['functions'] if row['rank'] == rank)
        assert inside < run_ns * 1.01, f'{inside} ns in MPI of {run_ns} ns in all'


def test_regions_with_another_mpi(installation):
    """The header and its calls do nothing in Open MPI."""
    if not shutil.which('mpicc.openmpi') or not shutil.which('mpirun.openmpi'):
        pytest.skip('no Open MPI here')
    program = installation.scratch / 'regions.openmpi'
    done = run_command(['mpicc.openmpi', '-std=c11', '-D_DEFAULT_SOURCE', *WARNINGS,
                        f'-I{FOLDER.parent.parent / "include"}', FOLDER / 'programs' / 'regions.c', '-o', program])
    assert done[::2] == (0, '')
    root = ['--allow-run-as-root'] if os.geteuid() == 0 else []
    done = run_command(['mpirun.openmpi', *root, '--oversubscribe', '-n', 2, program], env=clean_environment())
    assert done == (0, '', '')
