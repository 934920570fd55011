"""Plugins: what they are told of, what they may read and set, how they fail, and the policies that come along."""

import re
import tempfile
import time
from collections import Counter
from itertools import pairwise

import pytest

from .harness import FOLDER, Job, Profile, run

RANKS = 2
EXAMPLES = FOLDER.parent.parent / 'docs' / 'examples'
BCAST = 'MPIR_CVAR_BCAST_INTRA_ALGORITHM'
ALLREDUCE = 'MPIR_CVAR_ALLREDUCE_INTRA_ALGORITHM'
# What a broadcast that is made of a nonblocking one is counted as.
NONBLOCKING = 'MPIR_Ibcast_intra_sched_smp'
LOCAL = 'MPIR_CVAR_CH4_RMA_AM_PROGRESS_INTERVAL'
# MPICH's own algorithms, which its variables choose, and not the device's.
OWN_ALGORITHMS = {'DEVICE_COLLECTIVES': 'none'}
# Many times slower than any other algorithm: a message for every 8 bytes.
ENOUGH = 3000  # calls, for all algorithms that a series has to be tried
BAD_ALLREDUCE = {**OWN_ALGORITHMS, 'ALLREDUCE_INTRA_ALGORITHM': 'nb', 'IALLREDUCE_INTRA_ALGORITHM': 'tsp_tree',
                 'IALLREDUCE_TREE_PIPELINE_CHUNK_SIZE': 8}


def job_of(installation, plugins, *arguments, ranks=RANKS, **settings):
    """A job of plugged.c that has ended well."""
    named = ':'.join(map(str, plugins)) if isinstance(plugins, list) else plugins
    return Job(installation, 'plugged', ranks, arguments,
               settings={'MONITORING_PLUGINS': named, 'MONITORING_PLUGINS_SHARE': 100, **settings}).succeed()


def plugins_of(profile):
    """{rank: the rows of its plugins}."""
    rows = {}
    for row in profile.json['plugins']:
        rows.setdefault(row['rank'], []).append(row)
    return rows


def said(job, name, rank):
    """The lines that a plugin of ours has written."""
    return (job.folder / f'{name}.{rank}').read_text().splitlines()


def calls_by_algorithm(profile, operation):
    """{rank: {algorithm: calls}} of the user's calls."""
    calls = {}
    for row in profile.json['collectives']:
        if row['operation'] == operation and not row['step']:
            own = calls.setdefault(row['rank'], Counter())
            own[row['algorithm']] += row['calls']
    return calls


def test_events_are_those_of_the_program(installation):
    job = job_of(installation, f'{installation.build_plugin("recorder")},some,words=1', 'events')
    assert not job.result.stderr
    for rank in range(RANKS):
        lines = [line for line in said(job, 'recorder', rank) if not line.startswith('sample')]
        assert lines[0] == f'init some,words=1 {RANKS} 1 1' and lines[-1] == 'finalize'
        # MPI_COMM_WORLD and MPI_COMM_SELF, the copy and the part.
        made = [line.split()[1:] for line in lines if line.startswith('created')]
        assert [members for _, members in made] == [str(RANKS), '1', str(RANKS), '1']
        (world, _), (own, _), (copy, _), (part, _) = made
        assert [line for line in lines if line.startswith('freed')] == [f'freed {part} 1']
        assert Counter(line for line in lines if line.startswith('collective')) == {
            f'collective Allreduce {world} {RANKS} 0 4096 timed': 30, f'collective Bcast {copy} {RANKS} 0 4 timed': 20,
            f'collective Barrier {world} {RANKS} 1 0 -': 10, f'collective Barrier {own} 1 0 0 -': 3}
        regions = [line for line in lines if line.startswith(('entered', 'left'))]
        assert regions == ['entered outer', *['entered inner', 'left inner'] * 4, 'left outer']


def test_profile_says_what_plugins_did(installation):
    plugin = installation.build_plugin('recorder')
    job = job_of(installation, str(plugin), 'events')
    profile = job.profile()
    for rank, (row,) in plugins_of(profile).items():
        samples = sum(line.startswith('sample') for line in said(job, 'recorder', rank))
        assert row['calls'] == {
            'init': 1, 'sample': samples, 'communicator_created': 4, 'communicator_freed': 1, 'collective_finished': 63,
            'region_entered': 5, 'region_left': 5, 'changed': 0, 'finalize': 1}
        assert (row['name'], row['version'], row['file'], row['state']) == ('recorder', '3', str(plugin), 'running')
        assert row['time_ns'] > 0 and row['advice'] == []
    calls = sum(sum(row['calls'].values()) for row in profile.json['plugins'])
    report = run([installation.tool('mpimon'), 'report', profile.path]).stdout
    table = report[report.index('\nPlugins'):].splitlines()
    row, = (line.split() for line in table if line.split()[:1] == ['recorder'])
    assert row[:5] == ['recorder', '3', 'running', str(RANKS), str(calls)]


def test_samples_come_while_the_process_waits(installation):
    job = job_of(installation, str(installation.build_plugin('recorder')), 'waits', 800, MONITORING_INTERVAL=100)
    numbers = [int(line.split()[1]) for line in said(job, 'recorder', 0) if line.startswith('sample')]
    # It waits for eight intervals, at whose ends it does nothing else.
    assert len(numbers) >= 4 and all(before < after for before, after in pairwise([0, *numbers]))


@pytest.mark.parametrize('fault, macros, why', [
    ('symbol', ['FAULT=absent', 'SYMBOL=other_symbol'], 'it has no symbol mpich_monitoring_plugin'),
    ('abi', ['FAULT=abi', 'ABI=99'], 'it is made for version 99 of the interface, and this library has 2'),
    ('old', ['FAULT=abi', 'ABI=0'], 'it is made for version 0 of the interface, and this library has 2'),
    ('init', ['FAULT=init'], 'its init returned 3')])
def test_plugin_that_is_of_no_use_is_left_out(installation, fault, macros, why):
    broken = installation.build_plugin('faulty', *macros)
    job = job_of(installation, [broken, installation.build_plugin('recorder')], 'events')
    name = 'faulty' if fault == 'init' else str(broken)
    assert job.result.stderr == f'mpich-monitoring: plugin {name} is not used: {why}\n'
    rows = plugins_of(job.profile())
    assert {rank: [row['state'] for row in own] for rank, own in rows.items()} == {
        rank: ['failed', 'running'] for rank in range(RANKS)}
    assert all(own[0]['reason'] == why and own[1]['calls']['collective_finished'] == 63 for own in rows.values())


@pytest.mark.parametrize('name, words', [('/nowhere/at-all.so', 'cannot open shared object file'),
                                         ('no-such-policy', '/mpich-monitoring/no-such-policy.so')])
def test_plugin_that_is_missing(installation, name, words):
    job = job_of(installation, name, 'events')
    line, = job.result.stderr.splitlines()
    assert line.startswith(f'mpich-monitoring: plugin {name} is not used: ') and words in line
    report = run([installation.tool('mpimon'), 'report', '--width', '300', job.profile().path]).stdout
    assert f'{name} failed in all ranks: ' in report


def test_plugin_that_takes_too_long_is_stopped(installation):
    slow = installation.build_plugin('faulty', 'FAULT=slow')
    job = job_of(installation, str(slow), 'broadcasts', 200, MONITORING_PLUGINS_SHARE=2)
    line, = job.result.stderr.splitlines()
    assert line.startswith('mpich-monitoring: plugin faulty is stopped: it took ')
    assert line.endswith(' % of the time, its longest call aside, and MPIR_CVAR_MONITORING_PLUGINS_SHARE is 2')
    rows = plugins_of(job.profile())
    assert len(rows) == RANKS
    for (row,) in rows.values():
        calls = row['calls']['collective_finished']
        # Each call takes 3 ms at least; 50 ms, and the longest call, are free.
        assert row['state'] == 'stopped' and 1 <= calls < 200 and row['time_ns'] >= 3_000_000 * calls
        assert row['calls']['finalize'] == 0 and 'PLUGINS_SHARE is 2' in row['reason']


@pytest.mark.usefixtures('needs_nodes')
def test_what_a_stopped_plugin_has_set_is_set_back(installation):
    calls = 400
    job = job_of(installation, f'{installation.build_plugin("changer")},hog', 'broadcasts', calls, **{
        **OWN_ALGORITHMS, 'BCAST_INTRA_ALGORITHM': 'binomial', 'CH4_RMA_AM_PROGRESS_INTERVAL': 33,
        'MONITORING_PLUGINS_SHARE': 2})
    profile = job.profile()
    assert all(own[0]['state'] == 'stopped' for own in plugins_of(profile).values())
    changes = profile.json['changes']
    for rank in range(RANKS):
        own = [(row['name'], row['value']) for row in changes if row['rank'] == rank]
        assert [value for name, value in own if name == LOCAL] == ['7', '33']
        values = [value for name, value in own if name == BCAST]
        # Each rank stops its own, and asks for it.
        assert values[0] == 'nb' and set(values[1:]) == {'binomial'}
    first, back = sorted({row['collective'] for row in changes if row['name'] == BCAST})[:2]
    assert calls_by_algorithm(profile, 'Bcast') == {
        rank: {'MPIR_Bcast_intra_binomial': calls - (back - first), NONBLOCKING: back - first} for rank in range(RANKS)}


def test_share_of_100_stops_nobody(installation):
    job = job_of(installation, str(installation.build_plugin('faulty', 'FAULT=slow')), 'broadcasts', 20)
    assert not job.result.stderr
    assert all(own[0]['calls']['collective_finished'] == 20 for own in plugins_of(job.profile()).values())


@pytest.mark.usefixtures('needs_nodes')
def test_variables_are_read_and_set(installation):
    job = job_of(installation, f'{installation.build_plugin("changer")},asks', 'broadcasts', 100, **OWN_ALGORITHMS,
                 BCAST_INTRA_ALGORITHM='binomial', MONITORING_OUTPUT='file')
    profile = job.profile()
    for rank in range(RANKS):
        assert said(job, 'changer', rank) == [
            'MPIR_CVAR_NO_SUCH_THING: -1: -', 'MPIR_CVAR_MONITORING_OUTPUT: 0: file', f'{BCAST}: 0: binomial',
            'monitoring_p2p_sent_messages_total: 1: 3',
            f'monitoring_p2p_sent_messages: {RANKS}: {3 if rank == RANKS - 1 else 0}',
            'MPIR_CVAR_NO_SUCH_THING: -1: -1', 'word: auto',
            'MPIR_CVAR_NO_SUCH_THING=1: refused: there is no such control variable',
            'MPIR_CVAR_MONITORING_PLUGINS=other: refused: its scope is MPI_T_SCOPE_READONLY: nobody may write it',
            f'{LOCAL}=many: refused: it is a whole number', f'{LOCAL}=7: set', f'{LOCAL}: 1: 7', f'{BCAST}=nb: asked',
            f'{BCAST}=smp: refused: another change is under way', f'{BCAST} is nb: changed',
            f'{BCAST}=auto: refused: MPI_Finalize has begun']
    changes = [(row['rank'], row['name'], row['value'], row['plugin']) for row in profile.json['changes']]
    assert changes == [(rank, *change, 'changer') for rank in range(RANKS) for change in ((LOCAL, '7'), (BCAST, 'nb'))]
    first = {row['collective'] for row in profile.json['changes'] if row['name'] == BCAST}
    assert len(first) == 1
    before, = (call - 1 for call in first)
    assert calls_by_algorithm(profile, 'Bcast') == {
        rank: {'MPIR_Bcast_intra_binomial': before, NONBLOCKING: 100 - before} for rank in range(RANKS)}
    assert all(own[0]['advice'] == ['look'] for own in plugins_of(profile).values())
    report = run([installation.tool('mpimon'), 'report', '--width', '200', profile.path]).stdout
    assert 'changer advises in all ranks: look\n' in report and ', by plugin changer\n' in report


def test_watermarks_and_texts_are_read(installation):
    """From their first reading on: at that of the first broadcast, no receive of rank 0 is posted."""
    posted = 7
    job = job_of(installation, str(installation.build_plugin('marks')), 'posts', posted)
    assert said(job, 'marks', 0) == ['1: 0, 1: 0, -1, 0: ', *[f'1: {posted}, 1: 0, -1, 0: '] * 3]


def test_watermarks_are_not_read_where_threads_might_wait_for_each_other(installation):
    job = job_of(installation, str(installation.build_plugin('marks')), 'posts', 3, DEFAULT_THREAD_LEVEL='MPI_THREAD_MULTIPLE')
    assert set(said(job, 'marks', 0)) == {'-1: -1, -1: -1, -1, -1: -'}


@pytest.mark.usefixtures('needs_nodes')
def test_what_is_asked_for_in_the_beginning_counts_for_the_first_call(installation):
    job = job_of(installation, f'{installation.build_plugin("changer")},early', 'broadcasts', 50, **OWN_ALGORITHMS,
                 BCAST_INTRA_ALGORITHM='binomial')
    profile = job.profile()
    assert calls_by_algorithm(profile, 'Bcast') == {rank: {NONBLOCKING: 50} for rank in range(RANKS)}
    assert [row['collective'] for row in profile.json['changes']] == [1] * RANKS


def test_ranks_that_want_different_values_get_none(installation):
    job = job_of(installation, f'{installation.build_plugin("changer")},differs', 'broadcasts', 100)
    assert 'changes' not in job.profile().json
    for rank in range(RANKS):
        assert said(job, 'changer', rank)[1].endswith(': ranks ask for different changes')


@pytest.mark.usefixtures('needs_nodes')
def test_many_changes_during_calls(installation):
    """Each call is counted for the algorithm that was set for it, in all ranks at the same one."""
    calls, ranks = 6000, 3
    job = job_of(installation, f'{installation.build_plugin("changer")},storm', 'broadcasts', calls, ranks=ranks,
                 **OWN_ALGORITHMS, BCAST_INTRA_ALGORITHM='binomial')
    profile = job.profile()
    changes = {rank: [(row['collective'], row['value']) for row in profile.json['changes'] if row['rank'] == rank]
               for rank in range(ranks)}
    assert len(changes[0]) >= 200 and changes[1] == changes[0] and changes[2] == changes[0]
    lengths = Counter()
    for (first, value), (end, _) in pairwise([(1, 'binomial'), *changes[0], (calls + 1, '')]):
        lengths[value] += end - first
    counted = calls_by_algorithm(profile, 'Bcast')
    for own in counted.values():
        assert sum(own.values()) == calls
        # The others are chosen by `auto`, too, or fall back where they do not fit a call of 4 bytes.
        assert own[NONBLOCKING] == lengths['nb'] and own['MPIR_Bcast_intra_binomial'] >= lengths['binomial']


def test_a_job_that_aborts_keeps_what_plugins_did(installation):
    job = Job(installation, installation.build('ends_badly', wrapped=False), 3, raw=True, settings={
        'MONITORING_PLUGINS': installation.build_plugin('recorder')})
    log, segments = job.folder / 'log', tempfile.mkdtemp(dir=installation.memory)
    log.mkdir()
    job.env['MPIR_CVAR_MONITORING_SEGMENT_DIR'] = segments
    job.command += [log, 'abort']
    assert job.run().result.status != 0
    end = time.monotonic() + 20
    while run([installation.tool('mpimon'), 'recover', '-o', 'recovered.mon', segments], cwd=job.folder).status != 0:
        assert time.monotonic() < end, 'a process runs still, or nothing can be recovered'
        time.sleep(0.1)
    rows = plugins_of(Profile(installation, job.folder / 'recovered.mon', whole=False))
    assert len(rows) == 3
    for (row,) in rows.values():
        assert (row['name'], row['state']) == ('recorder', 'running')
        assert (row['calls']['init'], row['calls']['communicator_created'], row['calls']['finalize']) == (1, 2, 0)


def test_without_monitoring_no_plugin_is_loaded(installation):
    job = job_of(installation, str(installation.build_plugin('recorder')), 'events', MONITORING_ENABLE=0)
    assert not job.result.stderr and not job.profiles() and not list(job.folder.glob('recorder.*'))


@pytest.mark.parametrize('source, advice', [
    ('longest_call.c', 'the longest collective call: '),
    ('allreduce_sizes.cc', '30 Allreduces of up to 4096 bytes, 30 of them over 2 ranks')])
def test_examples(installation, source, advice):
    plugin = installation.build_plugin(EXAMPLES / source)
    profile = job_of(installation, str(plugin), 'events').profile()
    assert all(own[0]['advice'][0].startswith(advice) for own in plugins_of(profile).values())


@pytest.mark.parametrize('policy', ['small-allreduces', 'algorithms'])
def test_bad_choice_is_fixed(installation, policy):
    job = job_of(installation, f'{policy},share=1,calls=64', 'sums', ENOUGH, **BAD_ALLREDUCE)
    assert not job.result.stderr
    profile = job.profile()
    last = {row['rank']: row['value'] for row in profile.json['changes'] if row['name'] == ALLREDUCE}
    rows = plugins_of(profile)
    gain, tried = rows[0][0]['advice']
    assert len(last) == RANKS and set(last.values()) != {'nb'}
    assert gain.startswith(f'{ALLREDUCE}={last[0]}: Allreduces of about 4096 bytes take ')
    assert tried.startswith('Allreduces: the trials lost ') and all(rows[rank][0]['advice'] == [] for rank in range(1, RANKS))


@pytest.mark.alone
def test_advice_alone_leaves_all_as_it_was(installation):
    job = job_of(installation, 'small-allreduces,share=1,calls=64,only-advice', 'sums', ENOUGH, **BAD_ALLREDUCE)
    profile = job.profile()
    changes = [row['value'] for row in profile.json['changes'] if row['name'] == ALLREDUCE and row['rank'] == 0]
    assert len(changes) >= 2 and changes[-1] == 'nb'
    assert plugins_of(profile)[0][0]['advice'][0].endswith('; not kept, as wished')


@pytest.mark.alone
def test_what_does_not_gain_is_undone(installation):
    """Nothing gains all of the time."""
    job = job_of(installation, 'small-allreduces,share=1,calls=64,gain=100', 'sums', ENOUGH, **BAD_ALLREDUCE)
    profile = job.profile()
    values = [row['value'] for row in profile.json['changes'] if row['name'] == ALLREDUCE and row['rank'] == 0]
    advice, = plugins_of(profile)[0][0]['advice']
    assert len(values) >= 5 and values[-1] == 'nb'
    assert advice.startswith('Allreduces: nothing gains 100 %, so all is as it was; the trials lost ')


MESSAGES, MESSAGE_BYTES, PAGE = 60, 60_000, 4096
CELL_BYTES = 17 * PAGE  # as in 4.0; later series have smaller ones
# Each message is in a cell of its own, and covers so many whole pages wherever that begins.
BURST_KIB = MESSAGES * (MESSAGE_BYTES // PAGE - 1) * PAGE // 1024


def bursts(installation, plugin, milliseconds, rounds):
    """A job of bursts.c, and for each rank how many KiB of shared memory went while it computed, round by round."""
    if not installation.has_shm:
        pytest.skip('this device has no cells')
    job = Job(installation, 'bursts', 2, (milliseconds, rounds), settings={
        'MONITORING_PLUGINS': plugin, 'MONITORING_PLUGINS_SHARE': 100, 'MONITORING_INTERVAL': 50,
        'CH4_SHM_POSIX_IQUEUE_CELL_SIZE': CELL_BYTES, 'CH4_PACK_BUFFER_SIZE': CELL_BYTES,
        'CH4_CMA_ENABLE': 0}).succeed()  # where later series would copy without cells
    gone = {0: [], 1: []}
    for line in job.result.stdout.splitlines():
        rank, before, end = map(int, line.replace(':', '').split())
        gone[rank].append(before - end)
    return job.profile(), gone


def test_cells_that_hold_no_message_are_given_back(installation):
    """After each of two bursts, whose data the program checks; both ranks have them in their memory."""
    profile, gone = bursts(installation, 'buffers,floor=0,no-heap,cost=100', 500, 2)
    assert len(gone[0]) == 2 and all(kib >= BURST_KIB for kib in gone[0])
    (row,), (other,) = (plugins_of(profile)[rank] for rank in range(2))
    given = re.fullmatch(r'given back: ([\d.]+) MiB of cells and 0\.00 MiB of the heap, in (\d+) goes; the first time, the '
                         r'process had ([\d.]+) MiB in memory before and ([\d.]+) MiB after it; it took .*', row['advice'][0])
    mib, goes, before, end = map(float, given.groups())
    queues = 1 if installation.version == (4, 0) else 2
    assert goes >= 2 and 2 * BURST_KIB / 1024 <= mib <= goes * queues * 64 * CELL_BYTES / 2**20
    assert before - end >= BURST_KIB / 1024 - 0.1
    # Rank 1 sends nothing but the messages of barriers; later series write to all cells once.
    assert installation.version > (4, 0) or not other['advice']
    assert profile.flows(('p2p',))[0, 1, 'p2p'][:2] == [2 * MESSAGES, 2 * MESSAGES * MESSAGE_BYTES]


@pytest.mark.parametrize('plugin', ['', 'buffers,floor=64,no-heap'])
def test_cells_stay_without_the_policy_or_below_its_floor(installation, plugin):
    profile, gone = bursts(installation, plugin, 200, 2)
    assert all(kib < BURST_KIB / 4 for kib in gone[0] + gone[1])
    assert not plugin or all(not own[0]['advice'] for own in plugins_of(profile).values())


def test_what_is_needed_again_each_time_is_no_longer_given_back(installation):
    profile, _ = bursts(installation, 'buffers,floor=0,no-heap,cost=100', 20, 150)
    row, = plugins_of(profile)[0]
    assert row['advice'][0].endswith('; stopped: what was given back was needed again each time')


@pytest.mark.parametrize('missing', range(3))
def test_a_rank_without_plugins_ends_the_job(installation, missing):
    """It would not come where the others meet, and take their messages for those of its own calls."""
    job = Job(installation, 'plugged', 3, timeout=60)
    program = installation.build('plugged')
    named = ['-env', 'MPIR_CVAR_MONITORING_PLUGINS', installation.build_plugin('recorder')]
    job.command = [installation.tool('mpiexec')]
    for rank in range(3):
        job.command += ['-n', 1, *(named if rank != missing else []), program, 'sums', 100, ':']
    job.command.pop()
    job.run()
    assert job.result.status != 0
    assert re.search(rf'mpich-monitoring: rank [^{missing}] loads plugins and rank {missing} does not; set '
                     'MPIR_CVAR_MONITORING_PLUGINS and _ENABLE in all ranks, and alike, or in none', job.result.stderr)


@pytest.mark.parametrize('plugin', ['buffers,floor=0,cost=100', 'buffers,floor=0,no-heap,cost=100'])
def test_free_heap_is_given_back(installation, plugin):
    """16 MB of each rank that it has freed, and none if the heap is left alone."""
    job = Job(installation, 'heap', 2, (400,), settings={
        'MONITORING_PLUGINS': plugin, 'MONITORING_PLUGINS_SHARE': 100, 'MONITORING_INTERVAL': 50}).succeed()
    lines = [list(map(int, line.replace(':', '').split())) for line in job.result.stdout.splitlines()]
    gone = [before - end for _, before, end in lines]
    freed = 4000 * 4000 // 1024
    assert len(gone) == 2
    if 'no-heap' in plugin:
        assert all(kib < freed / 10 for kib in gone)
    else:
        assert all(kib > freed * 0.9 for kib in gone)
        for (row,) in plugins_of(job.profile()).values():
            assert float(re.search(r'([\d.]+) MiB of the heap', row['advice'][0])[1]) > freed * 0.9 / 1024
