"""mpimon set: what is changed in a running job, in which ranks and from which call on; and why it is refused."""

import os
import random
import tempfile
import time

import pytest

from .harness import run
from .running import RANKS, Steered, calls_by_algorithm

NOBODY = 65534
ALGORITHM = 'MPIR_CVAR_BCAST_INTRA_ALGORITHM'
CELLS = 'MPIR_CVAR_CH4_SHM_POSIX_IQUEUE_CELL_SIZE'
LOCAL = 'MPIR_CVAR_CH4_RMA_AM_PROGRESS_INTERVAL'


def test_all_ranks_change_the_algorithm_at_the_same_call(installation):
    with Steered(installation, 'broadcasts') as running:
        answers = running.answers(f'{ALGORITHM}=scatter_ring_allgather')
        call = answers[0]['collective']
        assert answers == {rank: {'answer': 'changed', 'collective': call} for rank in range(RANKS)}
        profile, total = running.end()
    # The first call over the world was a barrier, and the new value counts for call number `call`, too.
    expected = {'MPIR_Bcast_intra_binomial': call - 2, 'MPIR_Bcast_intra_scatter_ring_allgather': total - call + 1}
    assert calls_by_algorithm(profile) == {rank: expected for rank in range(RANKS)}


def test_the_profile_says_what_was_changed_when_and_by_whom(installation):
    with Steered(installation, 'traffic') as running:
        before = time.time_ns()
        call = running.answers(f'{ALGORITHM}=nb')[0]['collective']
        assert running.answers(f'{LOCAL}=7', '--rank', '1')[1] == {'answer': 'changed'}
        after = time.time_ns()
        profile, _ = running.end()
    changes = profile.json['changes']
    assert [(row['rank'], row['name'], row['value'], row['collective']) for row in changes] == [
        (0, ALGORITHM, 'nb', call), (1, ALGORITHM, 'nb', call), (1, LOCAL, '7', None), (2, ALGORITHM, 'nb', call)]
    assert all(before <= row['time_ns'] <= after and row['uid'] == os.geteuid() and row['pid'] > 0 for row in changes)
    report = run([installation.tool('mpimon'), 'report', '--width', '200', profile.path]).stdout
    assert f'from collective call {call:,} on, by process {changes[0]["pid"]} of user {os.geteuid()}\n' in report
    assert f'{LOCAL}=7 at ' in report and ', rank 1, by process' in report


def test_text_for_people(installation):
    with Steered(installation, 'broadcasts') as running:
        said = running.set(f'{ALGORITHM}=smp').stdout
        assert said.startswith(f'{ALGORITHM}=smp: changed in ranks 0-2 from collective call ')
        assert said.endswith(' over MPI_COMM_WORLD on\n')
        assert running.set(f'{LOCAL}=3', '--rank', '0,2').stdout == f'{LOCAL}=3: changed at once in ranks 0, 2\n'


def test_detail_is_switched_in_one_rank(installation):
    with Steered(installation, 'traffic') as running:
        assert running.answers('MPIR_CVAR_MONITORING_DETAIL=functions', '--rank', '2') == {2: {'answer': 'changed'}}
        profile, _ = running.end()
    assert {row['rank'] for row in profile.json['functions']} == {2}


def test_reasons_of_refusals(installation):
    with Steered(installation, 'broadcasts') as running:
        assert running.refused('MPIR_CVAR_NO_SUCH_THING=1') == 'there is no such control variable'
        assert running.refused(f'{ALGORITHM}=fastest').startswith('it is one of auto, binomial, nb, smp, scatter_')
        assert running.refused(f'{LOCAL}=many') == 'it is a whole number'
        assert running.refused(f'{ALGORITHM}=nb', '--rank', '1') == 'it must be equal in all ranks, and not all were asked'
        assert running.refused('MPIR_CVAR_MONITORING_ENABLE=3') == 'it is 0, 1 or 2'
        done = running.set(f'{LOCAL}=1', '--rank', '9')
        assert (done.status, done.stderr) == (1, 'mpimon set: rank 9 is not on this node\n')
        profile, total = running.end()
    assert 'changes' not in profile.json
    assert calls_by_algorithm(profile) == {rank: {'MPIR_Bcast_intra_binomial': total - 1} for rank in range(RANKS)}


def test_cells_stay_as_they_are(installation):
    """Of a message that does not fit into a cell and is taken to, the rest would be lost."""
    if not installation.has_shm:
        pytest.skip('UCX keeps messages to itself')
    with Steered(installation, 'broadcasts', CH4_SHM_POSIX_IQUEUE_CELL_SIZE=69632,
                 CH4_PACK_BUFFER_SIZE=69632) as running:
        assert running.refused(f'{CELLS}=1000000') == 'cells were made with 69632 bytes, and stay so'
        for size in (1000, 69632):
            answers = running.answers(f'{CELLS}={size}')
            assert [answers[rank]['answer'] for rank in range(RANKS)] == RANKS * ['changed'], answers
        assert running.refused(f'{CELLS}=69633') == 'cells were made with 69632 bytes, and stay so'
        running.end()


def test_ranks_that_are_elsewhere(installation):
    """One rank's segment is in another folder, as if on another node."""
    with Steered(installation, 'broadcasts') as running:
        segment, = running.segments.glob('mpimon.*.2.*.segment')
        elsewhere = running.segments / 'elsewhere'
        elsewhere.mkdir()
        segment.rename(elsewhere / segment.name)
        assert running.refused(f'{ALGORITHM}=nb') == 'it must be equal in all ranks, and not all were asked'
        assert running.answers(f'{LOCAL}=5') == {rank: {'answer': 'changed'} for rank in (0, 1)}
        profile, _ = running.end()
    assert [(row['rank'], row['name']) for row in profile.json['changes']] == [(0, LOCAL), (1, LOCAL)]


@pytest.mark.parametrize('kind, reason', [
    ('threads', 'threads may make collective calls at the same time (MPI_THREAD_MULTIPLE)'),
    ('duplicates', 'MPI_Comm_idup was called, whose messages come at any time')], ids=['threads', 'duplicates'])
def test_programs_without_a_call_that_is_the_same_in_all(installation, kind, reason):
    with Steered(installation, kind) as running:
        if kind == 'duplicates':
            time.sleep(0.2)
        assert running.refused(f'{ALGORITHM}=nb') == reason
        assert running.answers(f'{LOCAL}=5') == {rank: {'answer': 'changed'} for rank in range(RANKS)}
        running.end()


def test_after_counting_was_off(installation):
    with Steered(installation, 'broadcasts') as running:
        for enable in (0, 2):
            assert running.answers(f'MPIR_CVAR_MONITORING_ENABLE={enable}', '--rank', '1')[1] == {'answer': 'changed'}
        assert running.refused(f'{ALGORITHM}=nb') == 'by rank 1: counting was off for some time'
        running.end()


def test_nonblocking_calls_that_overtake(installation):
    """A change that would fall between the beginnings of one call in different ranks does not happen in any."""
    seen = set()
    with Steered(installation, 'overtakes') as running:
        for turn in range(60):
            answers = running.answers(f'{ALGORITHM}={("binomial", "scatter_ring_allgather")[turn % 2]}')
            assert len(answers) == RANKS and all(answer == answers[0] for answer in answers.values()), answers
            seen.add((answers[0]['answer'], answers[0].get('reason')))
            if len(seen) == 2:
                break
        running.end()
    assert seen == {('changed', None), ('refused', 'other collective calls were under way just then; try again')}


def test_messages_alone(installation):
    """Nobody makes a collective call: what may differ changes, and the rest waits and is not in the way."""
    with Steered(installation, 'messages') as running:
        assert running.answers(f'{LOCAL}=5') == {rank: {'answer': 'changed'} for rank in range(RANKS)}
        agreed = {rank: {'answer': 'agreed', 'collective': 2} for rank in range(RANKS)}
        assert running.answers(f'{ALGORITHM}=nb', timeout=1) == agreed
        done = running.set(f'{ALGORITHM}=smp', timeout=0.5)
        assert (done.status, done.stderr) == (
            1, 'mpimon set: an earlier change comes at collective call 2 over MPI_COMM_WORLD, which was not made yet\n')
        profile, _ = running.end()
    assert [row['name'] for row in profile.json['changes']] == [LOCAL] * RANKS


def test_a_rank_that_does_not_answer(installation):
    """Nothing is changed, later neither."""
    with Steered(installation, 'computes') as running:
        done = running.set(f'{ALGORITHM}=nb', timeout=0.5)
        assert (done.status, done.stdout) == (1, '')
        assert done.stderr == (f'mpimon set: {ALGORITHM}=nb: no answer in time from rank 0, so nothing is changed; ranks look in '
                               'collective calls, and where MPICH makes progress\n')
        answers = running.answers(f'{LOCAL}=5', timeout=0.5)
        assert answers == {0: {'answer': 'silent'}, 1: {'answer': 'changed'}, 2: {'answer': 'changed'}}
        assert running.answers(f'{ALGORITHM}=nb', timeout=0.5) == {0: {'answer': 'silent'}, 1: {'answer': 'agreed'},
                                                                   2: {'answer': 'agreed'}}
        profile, _ = running.end()
    assert [(row['rank'], row['name']) for row in profile.json['changes']] == [(1, LOCAL), (2, LOCAL)]


def test_on_a_disk(installation):
    with Steered(installation, 'broadcasts', folder=tempfile.mkdtemp(dir=installation.scratch)) as running:
        time.sleep(0.5)
        done = running.set(f'{LOCAL}=1')
        running.end()
    assert done.status == 1
    assert done.stderr.endswith('it takes no requests, since it is not in memory; MPIR_CVAR_MONITORING_SEGMENT_DIR must be, '
                                'as /dev/shm is\n')


def test_another_user(installation):
    if os.geteuid() != 0:
        pytest.skip('being somebody else needs root')
    with Steered(installation, 'broadcasts') as running:
        os.chmod(running.segments, 0o755)
        os.chmod(installation.memory, 0o755)
        # Not even with the right to open it: who is asked for is the owner.
        for segment in running.segments.iterdir():
            os.chmod(segment, 0o666)
        done = run(['setpriv', f'--reuid={NOBODY}', f'--regid={NOBODY}', '--clear-groups', running.mpimon, 'set', 'steered',
                    f'{LOCAL}=1', '--folder', running.segments])
        profile, _ = running.end()
    assert done.status == 1 and 'no such job runs' in done.stderr, done
    assert 'changes' not in profile.json


def random_changes(count):
    """Some that are carried out, and some that are refused."""
    draw = random.Random(23)
    variables = [(ALGORITHM, ('binomial', 'nb', 'scatter_ring_allgather', 'smp', 'auto', 'no_such')),
                 ('MPIR_CVAR_ALLREDUCE_INTRA_ALGORITHM', ('recursive_doubling', 'reduce_scatter_allgather', 'nb')),
                 ('MPIR_CVAR_ALLGATHER_INTRA_ALGORITHM', ('brucks', 'ring', 'nb')),
                 ('MPIR_CVAR_IBCAST_INTRA_ALGORITHM', ('sched_binomial', 'tsp_ring', 'sched_scatter_ring_allgather')),
                 ('MPIR_CVAR_BCAST_SHORT_MSG_SIZE', ('1', '100', '100000', 'x')), (LOCAL, ('0', '5'))]
    for _ in range(count):
        name, values = draw.choice(variables)
        yield f'{name}={draw.choice(values)}'


def test_a_thousand_changes_during_traffic(installation):
    """All results are right, and p2p counts exact, whatever changes meanwhile."""
    with Steered(installation, 'traffic', DEVICE_COLLECTIVES='none', BCAST_INTRA_ALGORITHM='auto') as running:
        done = running.set(*random_changes(1000))
        profile, total = running.end()
    carried_out, refused = done.stdout.splitlines(), done.stderr.splitlines()
    assert all(' changed in ranks 0-2 from ' in line or ' changed at once in ranks 0-2' in line for line in carried_out)
    assert all(': refused: it is ' in line for line in refused)
    assert len(carried_out) + len(refused) == 1000 and len(refused) > 50
    changed = {rank: [row for row in profile.json['changes'] if row['rank'] == rank] for rank in range(RANKS)}
    assert all(len(rows) == len(carried_out) for rows in changed.values())
    same = [[(row['name'], row['value'], row['collective']) for row in rows] for rows in changed.values()]
    assert same[0] == same[1] == same[2]
    rounds = (total - 2) // 3
    flows = profile.flows(('p2p',))
    assert {key[:2]: flow[0] for key, flow in flows.items()} == {(rank, (rank + 1) % RANKS): rounds for rank in range(RANKS)}
