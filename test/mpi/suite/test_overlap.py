"""Overlap: whatever a program does with what is on its way, it gets what synchronous calls give; and calls are asynchronous
where they can be. 40 s."""

import json
import re
from pathlib import Path

import pytest

from .harness import FOLDER, Job, run

MODES = ('paging', 'chaining', 'auto')
# Why a case's message is synchronous, or None.
HAZARDS = {
    'overlap_hazards': {
        'read_it': None, 'need_it_late': None, 'write_beside_it': None, 'write_over_it': None, 'wide_load': None,
        'system_calls': None, 'fork_it': None, 'raw_fork': None, 'raw_clone': None, 'spawn': None, 'handle_signal': None,
        'handle_signal_without_others': None, 'handle_signal_on_a_stack': None, 'handle_signal_amid_a_wait': None,
        'start_thread': None, 'own_fault': None, 'blocked_signal': 'blocked signals', 'shorter': None, 'set_length': None,
        'nobody': None, 'any_source': 'wildcard', 'any_tag': 'status', 'truncated': 'errors returned',
        'equal_envelopes': None, 'through_stdio': None,
        'own_operations': 'operations under way', 'own_operations_that_ended': None, 'finalize': None},
    'overlap_memory': {
        'give_back': None, 'grow': None, 'trim': None, 'unmap': None, 'unmap_beside': None, 'map_over': None, 'do_not_need': None,
        'protect': None,
        'move': None, 'send_read_only': 'memory', 'overtaken': None, 'stack_of_signals': None,
        'on_the_stack': 'memory', 'of_the_program': None, 'shared_memory': 'memory', 'huge_pages': None, 'allocate': None},
    'overlap_signals': {
        'signals_before_it': None, 'look_in_a_handler_of_faults': None, 'set_handlers': None, 'handle_signal_at_a_fault': None,
        'old_signal': None, 'run_it': None, 'usage_beside_it': None},
    'overlap_dependences': {'threads_at_once': 'threads', 'start_by_a_socket': None, 'give_parts_to_system': None,
                            'set_handlers_by_a_thread': None, 'suspended': None, 'fork_beside_allocations': None},
    'overlap_threads': {
        'read_it': None, 'wake_a_thread': None, 'read_meanwhile': None, 'write_beside_it': None, 'give_to_system': None,
        'allocate_beside_it': None, 'give_back': None, 'system_call_under_way': 'threads', 'protect': None, 'fork_it': None,
        'blocked_signals': None, 'thread_of_a_thread': None, 'handle_signal': None, 'ended_threads': None,
        'cancelled_amid_a_call': None,
        'stack_in_the_block': 'memory', 'handle_signal_amid_a_call': None, 'duplicate_before_it': None},
    'overlap_keys': {
        'write_in_a_handler': None, 'wait_in_a_handler': None, 'wait_amid_a_call': None, 'ask_for_handlers': None,
        'use_others': None, 'give_others_to_system': None, 'receive_parts': None, 'own_keys': None,
        'keys_that_stay': None},
    'overlap_descriptors': {'close_descriptors': None},
    'overlap_traps': {
        'untouched': None, 'locked': 'memory', 'all_locked': 'memory', 'shared_with_a_child': None, 'across_mappings': 'memory',
        'of_a_thread': 'memory', 'own_stack': 'memory', 'lazily_bound': None, 'own_fault_that_reads_it': None,
        'read_into_it': None, 'columns': None, 'columns_beside': None,
        'column_overtaken': None},
    'overlap_statuses': {'counts_in_threads': None, 'counts_in_finalize': None}}
# How pages are closed: by keys of the processor, where it has them, or by moving them away.
WAYS = ['keys', 'moves'] if 'ospke' in Path('/proc/cpuinfo').read_text().split() else ['moves']


def plain(installation, program, ranks, arguments, **more):
    """A job whose program makes no calls but its own."""
    return Job(installation, installation.build(program, wrapped=False), ranks, arguments, raw=True, **more)


def overlapped(installation, program, ranks, arguments, mode='paging', **settings):
    return plain(installation, program, ranks, arguments,
                 settings={'OVERLAP': mode, 'OVERLAP_DEBUG': 'all', 'MONITORING_OUTPUT': 'none', **settings})


def closing_pages(job, installation, way):
    """The job, whose processes close pages in this way: for 'moves' the kernel has no keys for them."""
    if way == 'moves':
        job.command.insert(job.command.index('-n') + 2, installation.build('without_keys', wrapped=False))
    return job


def counted(job, rank):
    """{what is counted: number} of a process, and the same of why calls were synchronous."""
    line = re.search(rf'^overlap of rank {rank}: (.*); synchronous: (.*)$', job.result.stderr, re.M)
    assert line, job.result.stderr
    return [{name: int(number) for number, name in re.findall(r'(\d+) ([a-z ]+)', part)} for part in line.groups()]


def ends_as_without_overlap(job, installation, program, case):
    """The program found all as it should be; then libfabric, whose descriptors it has closed, fails in MPI_Finalize."""
    without = plain(installation, program, 2, [case], settings={'MONITORING_OUTPUT': 'none'}).run().result
    with_overlap = job.run().result
    assert with_overlap.status == without.status, with_overlap.stderr
    for result in (without, with_overlap):
        assert result.status == 0 or 'MPI_Finalize failed' in result.stderr
        assert f'{program}.c:' not in result.stderr


@pytest.mark.parametrize('way', WAYS)
@pytest.mark.parametrize('program, case', [(program, case) for program, cases in HAZARDS.items() for case in cases])
def test_hazard(installation, program, case, way):
    job = closing_pages(overlapped(installation, program, 2, [case]), installation, way)
    if program == 'overlap_descriptors':
        ends_as_without_overlap(job, installation, program, case)
    else:
        job.succeed()
    asynchronous, synchronous = counted(job, 0)
    why = HAZARDS[program][case]
    if why:
        assert asynchronous['receives'] == asynchronous['sends'] == 0 and synchronous[why] == 1
    else:
        assert asynchronous['receives'] > 0 and not synchronous


def ends(job, status):
    """Whether the job ended by a fault, or with its own status. libpsm, where libfabric loads it, has a handler for faults that
    says so and ends the process with status 1, or what Hydra kills the others by."""
    result = job.run().result
    return result.status == status or (status == 11 and 'terminated with signal 11' in result.stderr)


@pytest.mark.parametrize('program, case, status', [
    ('overlap_hazards', 'fatal_fault', 11), ('overlap_hazards', 'abort_it', 5), ('overlap_signals', 'exit_in_a_handler', 9),
    ('overlap_signals', 'fault_in_a_handler_of_faults', 11),
    ('overlap_signals', 'abort_in_a_handler', 9), ('overlap_dependences', 'exit_by_a_thread', 9)])
def test_end(installation, program, case, status):
    assert ends(plain(installation, program, 2, [case], settings={'MONITORING_OUTPUT': 'none'}), status)
    assert ends(overlapped(installation, program, 2, [case]), status)


def test_an_error_that_ends_the_job(installation):
    """The message is too long, and only errors of MPI_COMM_WORLD are returned."""
    for mode in ('off', 'paging'):
        job = overlapped(installation, 'overlap_signals', 2, ['truncated_and_fatal'], mode).run()
        assert job.result.status != 0 and 'truncated' in job.result.stderr, (mode, job.result.stderr)


@pytest.mark.parametrize('way', WAYS)
@pytest.mark.parametrize('case', ['large_rows', 'between_halos'])
def test_what_is_sent_amid_what_a_chain_receives(installation, case, way):
    job = closing_pages(overlapped(installation, 'overlap_memory', 2, [case], 'chaining'), installation, way).succeed()
    assert counted(job, 0)[0]['sends'] >= 12


@pytest.mark.parametrize('case', ['status_amid_a_message', 'status_of_nobody_amid_a_message'])
def test_status_amid_a_message(installation, case):
    job = overlapped(installation, 'overlap_statuses', 2, [case], 'chaining').succeed()
    assert counted(job, 0)[0]['in open memory'] > 20


def test_operations_of_the_program(installation):
    """What is sent before a reduction goes on until that begins; what is sent amid it stays synchronous."""
    asynchronous, synchronous = counted(overlapped(installation, 'overlap_reductions', 2, ['sent_before']).succeed(), 0)
    assert asynchronous['sends'] == 1 and not synchronous
    asynchronous, synchronous = counted(overlapped(installation, 'overlap_reductions', 2, ['sent_amid']).succeed(), 0)
    assert asynchronous['sends'] == 0 and synchronous == {'operations under way': 1}


def test_a_call_that_returns_its_error(installation):
    overlapped(installation, 'overlap_signals', 2, ['type_that_is_none']).succeed()


@pytest.mark.parametrize('way', WAYS)
def test_a_kernel_without_room_for_mappings(installation, way):
    """Some messages at least stay synchronous."""
    job = closing_pages(overlapped(installation, 'overlap_traps', 2, ['no_room_for_mappings']), installation, way).succeed()
    asynchronous, synchronous = counted(job, 0)
    assert asynchronous['receives'] >= 2 and synchronous['kernel'] >= 1


def test_programs_of_sessions_stay_as_they_are(installation):
    overlapped(installation, 'overlap_sessions', 2, []).succeed()


# Two nodes, by MPICH's word, that have TCP alone between them; and one, where a message is told of by nobody.
NODES = {'two': {'NUM_CLIQUES': 2}, 'one': {}}


def on_nodes(job, nodes):
    if nodes == 'two':
        job.env.update({'UCX_TLS': 'tcp,self', 'FI_PROVIDER': 'tcp;ofi_rxm'})
    return job


@pytest.mark.alone
@pytest.mark.parametrize('nodes', NODES)
def test_messages_move_while_the_program_computes(installation, nodes):
    """Rank 0 computes for 300 ms, and rank 1 needs it after 100. The helper sleeps then until the network has something; else
    for 0.5 ms at most, some 600 times if the machine is quiet. Without the helper rank 1 would be in its call for 200 ms."""
    job = on_nodes(overlapped(installation, 'overlap_progress', 2, [], **NODES[nodes]), nodes).succeed()
    seen = json.loads(job.result.stdout)
    told = nodes == 'two'
    assert seen['idle'] < 3000 and seen['in_call'] < 100_000
    if told:
        assert seen['wakeups'] >= 2 and seen['sleeps'] <= 12 and seen['busy'] < 30_000
    else:
        assert seen['wakeups'] == 0 and seen['sleeps'] >= 100


@pytest.mark.parametrize('case', ['close_range_of_told', 'close_told_by_system_call'])
def test_closing_what_tells(installation, case):
    """The helper sleeps by time from then on. UCX cannot finalize without its descriptors, so the program ends by MPI_Abort."""
    job = overlapped(installation, 'overlap_descriptors', 2, [case], **NODES['two']).run()
    assert job.result.status == 9, job.result.stderr


@pytest.mark.parametrize('mode', ['paging', 'chaining'])
def test_what_is_sent_goes_on_while_the_program_waits_elsewhere(installation, mode):
    job = on_nodes(overlapped(installation, 'overlap_hazards', 2, ['wait_elsewhere'], mode, **NODES['two']), 'two').succeed()
    assert counted(job, 0)[0]['sends'] == 10


def test_what_is_sent_may_be_written(installation):
    job = overlapped(installation, 'overlap_hazards', 2, ['write_what_is_sent']).succeed()
    assert counted(job, 0)[0]['sends'] == 1


@pytest.mark.parametrize('way', WAYS)
@pytest.mark.parametrize('mode', MODES)
@pytest.mark.parametrize('ranks, seed', [(2, 1), (3, 5), (2, 9)])
def test_chance(installation, mode, ranks, seed, way):
    """The same bytes everywhere as without overlap."""
    before = plain(installation, 'overlap_random', ranks, [seed, 1500], settings={'MONITORING_OUTPUT': 'none'}).succeed()
    job = closing_pages(overlapped(installation, 'overlap_random', ranks, [seed, 1500], mode), installation, way).succeed()
    assert sorted(job.result.stdout.split()) == sorted(before.result.stdout.split())
    if mode != 'auto':
        for rank in range(ranks):
            asynchronous, _ = counted(job, rank)
            assert asynchronous['sends'] > 200 and asynchronous['receives'] > 200
            assert mode == 'paging' or asynchronous['chains'] > 10


@pytest.mark.parametrize('mode', MODES)
@pytest.mark.parametrize('how', ['threads', 'both'])
def test_chance_with_threads(installation, mode, how):
    """The same with two threads beside, and a kernel that refuses half of what it is asked for, too."""
    before = plain(installation, 'overlap_random', 2, [7, 1500, how], settings={'MONITORING_OUTPUT': 'none'}).succeed()
    job = overlapped(installation, 'overlap_random', 2, [7, 1500, how], mode).succeed()
    assert sorted(job.result.stdout.split()) == sorted(before.result.stdout.split())
    if mode != 'auto':
        asynchronous, _ = counted(job, 0)
        assert asynchronous['sends'] > 200 and asynchronous['receives'] > 200


def test_threads_that_call_mpi(installation):
    """The first message goes on; from the thread's call on there is none."""
    job = overlapped(installation, 'overlap_threads', 2, ['thread_in_mpi']).succeed()
    asynchronous, synchronous = counted(job, 0)
    assert asynchronous['receives'] == 1 and synchronous == {'threads': 1}


def test_threads_compute_while_a_message_is_late(installation):
    """By OpenMP, some 20 ms for both; of the 20 ms that the message takes at least half is gained, on few cores: in one of two
    runs, as the kernel may keep a thread waiting."""
    program = installation.build('overlap_openmp', wrapped=False, flags=['-fopenmp'])
    took = {}
    for mode in ('off', 'paging', 'paging', 'chaining', 'chaining'):
        job = Job(installation, program, 2, raw=True, settings={'MONITORING_OUTPUT': 'none', 'OVERLAP': mode,
                                                                'OVERLAP_DEBUG': 'all'})
        job.env['OMP_WAIT_POLICY'] = 'passive'
        job.succeed()
        took[mode] = min(took.get(mode, float('inf')), float(job.result.stdout))
        if mode != 'off':
            assert counted(job, 0)[0]['receives'] == 10, job.result.stderr
    for mode in ('paging', 'chaining'):
        assert took['off'] - took[mode] >= 0.5 * 20, took


@pytest.mark.parametrize('way', WAYS)
@pytest.mark.parametrize('mode', ['paging', 'chaining'])
def test_a_kernel_that_refuses(installation, mode, way):
    """Half of the calls that take pages away, or bring them back, fails."""
    before = plain(installation, 'overlap_random', 3, [5, 1500], settings={'MONITORING_OUTPUT': 'none'}).succeed()
    job = closing_pages(overlapped(installation, 'overlap_random', 3, [5, 1500, 'refused'], mode), installation, way).succeed()
    assert sorted(job.result.stdout.split()) == sorted(before.result.stdout.split())
    for rank in range(3):
        asynchronous, synchronous = counted(job, rank)
        assert asynchronous['receives'] > 50 and synchronous['kernel'] > 10


@pytest.mark.parametrize('variant, mode', [('isend', 'off'), ('full', 'off'), ('sendrecv,isend', 'chaining'),
                                           *(('sendrecv', mode) for mode in MODES)])
def test_the_solver_computes_the_same(installation, variant, mode):
    hashes = set()
    for this, settings in (('sendrecv', {}), (variant, {'OVERLAP': mode})):
        job = plain(installation, 'sor', 4, [this, 128, 60, 20, 5], settings={'MONITORING_OUTPUT': 'none', **settings}).succeed()
        hashes.add(job.result.stdout.split()[2])
    assert len(hashes) == 1


def test_chains_are_recognized(installation):
    """Four exchanges with the neighbours before each half of the 60 iterations. How many, is up to whether messages are faster
    than the program: then it is not seen to wait for any."""
    job = overlapped(installation, 'sor', 4, ['sendrecv', 512, 60], 'chaining').succeed()
    for rank in range(4):
        asynchronous, _ = counted(job, rank)
        assert asynchronous['chains'] >= 20 and asynchronous['in chains'] > asynchronous['chains']


@pytest.mark.alone
def test_an_end_is_looked_at_more_and_more_seldom(installation):
    """Where it cannot be seen ahead: in 1,200 steps after 300 at the 512th and the 1,024th, and not at each 64th. A look stops the
    program at one message or both. There is none where a slow kernel has made the library try whether to wait."""
    job = overlapped(installation, 'overlap_ends', 2, [], 'chaining').succeed()
    assert int(job.result.stdout) <= 8
    assert counted(job, 0)[0]['in open memory'] > 1000


def test_a_chain_that_breaks(installation):
    """Natvig's algorithm 8: right results, and each process tells once where its chain broke."""
    job = overlapped(installation, 'overlap_hazards', 2, ['broken_chain'], 'chaining').succeed()
    assert any(counted(job, rank)[0]['broken'] > 0 for rank in range(2))
    broken = re.findall(r'^overlap of rank (\d): MPI_\w+ at overlap_hazards\S*\+0x\w+: .*; (\d+) chains broken$',
                        job.result.stderr, re.M)
    assert sum(int(times) for _, times in broken) == sum(counted(job, rank)[0]['broken'] for rank in range(2))


# What a program does between two calls of a chain.
BETWEEN = ['read_it', 'read_beside_and_into_it', 'read_by_a_vector', 'read_by_a_string_instruction',
           'read_by_the_library', 'depend_on_it', 'read_it_if_told', 'write_into_it', 'write_over_what_is_sent', 'write_by_a_vector',
           'ask_the_system', 'call_another_function', 'send_it_on', 'exchange_another', 'exchange_a_third',
           'handle_signal', 'handle_signal_that_is_set', 'read_it_behind_a_barrier', 'read_it_on_own_stack']


def stays_open(installation, program, arguments):
    """Whether all is as it should be in the program's memory, and most of its 300 chains or more stay in open memory."""
    job = overlapped(installation, program, 2, arguments, 'chaining').succeed()
    return counted(job, 0)[0]['in open memory'] > 200


@pytest.mark.parametrize('case', BETWEEN)
def test_between_calls_of_a_chain_in_open_memory(installation, case):
    assert stays_open(installation, 'overlap_open', [case])


@pytest.mark.parametrize('case', ['receive_what_is_sent_on', 'receive_by_another_type', 'receive_a_status_into_it'])
def test_a_chain_in_open_memory_that_is_not_as_before(installation, case):
    assert stays_open(installation, 'overlap_order', [case])


@pytest.mark.skipif(not re.search(r'^flags.* avx2 ', Path('/proc/cpuinfo').read_text(), re.M), reason='the processor has no AVX2')
def test_chains_with_long_vectors_stay_in_open_memory(installation):
    assert stays_open(installation, 'overlap_open', ['read_by_a_long_vector'])


def test_handlers_that_were_set_before_overlap_began(installation):
    job = overlapped(installation, 'overlap_open', 2, ['handle_signal_from_the_beginning'], 'chaining')
    job.env['LD_PRELOAD'] = installation.build_tool('early_handler')
    assert counted(job.succeed(), 0)[0]['in open memory'] > 200


@pytest.mark.parametrize('case', [
    'look_at_shared_memory', 'look_at_shared_memory_amid_own', 'look_at_shared_memory_on_own_stack', 'read_it_if_so_many',
    'read_it_by_written_code'])
def test_what_cannot_be_known_is_not_looked_ahead_for(installation, case):
    """What other processes may change, numbers with a fraction, and code that may be written to."""
    job = overlapped(installation, 'overlap_open', 2, [case], 'chaining').succeed()
    assert counted(job, 0)[0]['in open memory'] == 0


def test_chains_of_fortran_stay_in_open_memory(installation):
    assert stays_open(installation, 'overlap_fortran_chain', [])


def times(installation, program, ranks, blocking, by_hand):
    """Milliseconds of a round: of the program's variant with blocking calls, of that by hand, and with overlap."""
    took = {}
    for way, variant, mode in (('before', blocking, 'off'), ('by hand', by_hand, 'off'), ('paging', blocking, 'paging'),
                               ('chaining', blocking, 'chaining')):
        job = plain(installation, program, ranks, [variant], settings={'MONITORING_OUTPUT': 'none', 'OVERLAP': mode})
        took[way] = float(job.succeed().result.stdout)
    return took


@pytest.mark.alone
def test_a_late_sender_is_not_waited_for(installation):
    """Of what a nonblocking receive by hand gains, at least 90 %; on a quiet machine it is all."""
    took = times(installation, 'late_sender', 2, 'recv', 'irecv')
    for mode in ('paging', 'chaining'):
        assert took['before'] - took[mode] >= 0.9 * (took['before'] - took['by hand']), took


def test_messages_that_are_there_are_waited_for(installation):
    """A program that computes for 60 µs before it touches them gains nothing by not waiting; that is found out by turns, in some 40
    of its 400 rounds. From then on they stay in open memory."""
    job = overlapped(installation, 'early_sender', 2, [], 'chaining').succeed()
    assert counted(job, 0)[0]['in open memory'] > 200


@pytest.mark.alone
def test_late_answers_are_not_waited_for(installation):
    """Three answers, each 20 ms after its question, which are not needed for another 20 ms: 80 ms in turn, and 20 at once. Where the
    kernel takes a millisecond to move a page, overlap takes some of that."""
    took = times(installation, 'late_answers', 4, 'send', 'isend')
    for mode in ('paging', 'chaining'):
        assert took['before'] - took[mode] >= 0.7 * (took['before'] - took['by hand']), took


def test_calls_have_their_own_names(installation):
    """Counted as without overlap: functions, messages and bytes."""
    jobs = [plain(installation, 'overlap_hazards', 2, ['broken_chain'], settings={'OVERLAP': mode}).succeed()
            for mode in ('off', 'paging', 'chaining')]
    calls = [{(row['function'], row['rank']): row['calls'] for row in job.profile().json['functions']} for job in jobs]
    assert calls[0] == calls[1] == calls[2]
    assert calls[0]['MPI_Send', 0] == calls[0]['MPI_Recv', 0] == 80
    flows = [job.profile().flows(('p2p',)) for job in jobs]
    assert flows[0] == flows[1] == flows[2]


def site_lines(source):
    """{name: line} of the calls below the lines that a program's source marks."""
    lines = (FOLDER / 'programs' / source).read_text().splitlines()
    return {found[1]: number for number, line in enumerate(lines, 2) if (found := re.search(r'(?:/\*|!) site: (\w+)', line))}


def test_places_of_a_fortran_program(installation):
    program = installation.build('overlap_fortran', wrapped=False)
    job = Job(installation, program, 2, raw=True, settings={'OVERLAP': 'paging'}).succeed()
    report = run([installation.tool('mpimon'), 'report', '--by', 'overlap', '--json', job.profile().path])
    rows = {row['line']: (row['function'], row['calls']) for row in json.loads(report.stdout)['rows']}
    lines = site_lines('overlap_fortran.f90')
    assert rows == {lines['use']: ('MPI_Sendrecv', 10), lines['send']: ('MPI_Send', 5), lines['receive']: ('MPI_Recv', 5)}


def test_each_place_has_its_numbers(installation):
    """20 messages are late by 20 ms, and needed after 10 ms: so each call's 10 ms are computed meanwhile, and 10 are waited."""
    program = installation.build('overlap_sites', wrapped=False, flags=['-g'])
    job = Job(installation, program, 2, raw=True, settings={'OVERLAP': 'paging'}).succeed()
    lines = site_lines('overlap_sites.c')
    report = run([installation.tool('mpimon'), 'report', '--by', 'overlap', '--json', job.profile().path])
    rows = {row['line']: row for row in json.loads(report.stdout)['rows']}
    places = {name: rows[line] for name, line in lines.items()}
    assert len(rows) == len(lines)
    assert {name: (row['function'], row['in'], row['ranks'], row['calls'], row['asynchronous'], row['synchronous'])
            for name, row in places.items()} == {
        'receive': ('MPI_Recv', 'receive_and_do_something_else', 1, 20, 20, {}),
        'any': ('MPI_Recv', 'receive_from_any', 1, 1, 0, {'wildcard': 1}),
        'send': ('MPI_Send', 'send_late', 1, 20, 20, {}),
        'last': ('MPI_Send', 'main', 1, 1, 1, {}),
        'little': ('MPI_Sendrecv', 'exchange_little', 2, 14, 0, {'small': 14}),
    }
    late = places['receive']
    assert late['seconds_meanwhile'] > 0.15 and late['seconds_waited'] > 0.15
    assert late['seconds_in_calls'] < 0.05 and late['worth_nonblocking'] and not places['little']['worth_nonblocking']
    text = run([installation.tool('mpimon'), 'report', '--by', 'overlap', '--width', '200', job.profile().path]).stdout
    assert f'overlap_sites.c:{lines["receive"]} in receive_and_do_something_else: MPI_Recv as MPI_Irecv' in text


def test_places_of_a_run_without_overlap(installation):
    job = plain(installation, 'hello', 2, []).succeed()
    report = run([installation.tool('mpimon'), 'report', '--by', 'overlap', job.profile().path])
    assert report.status == 1 and 'MPIR_CVAR_OVERLAP=auto' in report.stderr


@pytest.mark.parametrize('name, value, allowed', [('OVERLAP', 'often', 'off, paging, chaining or auto'),
                                                 ('OVERLAP_MIN_BYTES', '-1', 'a number of bytes'),
                                                 ('OVERLAP_CONFIDENCE', '0', 'a number of times, from 1 on'),
                                                 ('OVERLAP_DEBUG', 'some', 'a rank or all')])
def test_bad_values(installation, name, value, allowed):
    job = overlapped(installation, 'hello', 2, [], **{name: value}).run()
    assert job.result.status == 1
    assert job.result.lines(f'MPIR_CVAR_{name}={value}: must be {allowed}')


@pytest.mark.parametrize('case, saved', [('read_it', 0), ('need_it_late', 1)])
def test_waits_saved(installation, case, saved):
    job = overlapped(installation, 'overlap_hazards', 2, [case]).succeed()
    assert counted(job, 0)[0]['waits saved'] == saved


def test_small_messages_stay_synchronous(installation):
    job = overlapped(installation, 'overlap_hazards', 2, ['read_it'], OVERLAP_MIN_BYTES=1 << 20).succeed()
    assert counted(job, 0) == [{**counted(job, 0)[0], 'receives': 0}, {'small': 1}]


# Functions that neither touch memory of the program's nor messages.
HARMLESS = {'MPI_Wtime', 'MPI_Wtick', 'MPI_Pcontrol', 'MPI_Comm_rank', 'MPI_Comm_size', 'MPI_Get_address', 'MPI_Address',
            'MPI_Aint_add', 'MPI_Aint_diff', 'MPI_Initialized', 'MPI_Finalized', 'MPI_Is_thread_main'}


def functions_of(library):
    listed = run(['nm', '-D', '--defined-only', library])
    return set(re.findall(r' [TW] P?(MPIX?_(?:[A-Z][a-z]|T_)\w*)$', listed.stdout, re.M))


def test_all_functions_wait(installation):
    """Of those that this series of MPICH has, all but the harmless ones."""
    libraries = installation.prefix / 'lib'
    missing = functions_of(libraries / 'libmpi.so') - functions_of(libraries / 'libmpimon_overlap.so') - HARMLESS
    assert not {name for name in missing if not re.search('_(c2f|f2c|toint|fromint)$', name)}


def test_the_next_run_knows_the_chains(installation):
    """Where the program cannot be looked ahead for. The file has each call once, however many processes write; what is none is left
    alone, and told."""
    database = installation.scratch / 'overlap.db'
    database.unlink(missing_ok=True)
    chains = []
    for _ in range(2):
        job = overlapped(installation, 'overlap_open', 2, ['look_at_shared_memory', 12], 'chaining',
                         OVERLAP_DATABASE=database).succeed()
        chains.append(sum(counted(job, rank)[0]['in chains'] for rank in range(2)))
    lines = database.read_text().splitlines()
    assert lines[0] == 'mpich-monitoring overlap 1' and len(set(lines)) == len(lines) > 2
    assert {line.split()[2] for line in lines[1:]} == {'goes-on', 'ends'}
    assert chains[1] > chains[0]
    database.write_text('something else\n')
    job = overlapped(installation, 'sor', 4, ['sendrecv', 128, 12], 'chaining', OVERLAP_DATABASE=database).succeed()
    assert job.result.lines('not used: no database of overlap') and database.read_text() == 'something else\n'


@pytest.mark.alone
def test_auto_leaves_a_fast_network_alone(installation):
    """Two processes with a core each exchange by shared memory some 4,000 times: few calls at most are tried."""
    job = overlapped(installation, 'sor', 2, ['sendrecv', 128, 1000], 'auto').succeed()
    asynchronous, synchronous = counted(job, 0)
    assert synchronous['fast'] > 3000 and asynchronous['receives'] < 500


@pytest.mark.alone
def test_auto_leaves_system_calls_alone(installation):
    """Where calls stay synchronous, the kernel does not look whether a system call is to be stopped: a short one would take up to
    three times as long, as in a chain that is not open; or little more, where the processor takes long for any."""
    took = {mode: float(overlapped(installation, 'overlap_system_calls', 2, [1000], mode).succeed().result.stdout)
            for mode in ('auto', 'chaining')}
    assert took['auto'] < 1.3 or took['auto'] < 0.8 * took['chaining'], took


@pytest.mark.alone
def test_auto_decides_for_each_signature(installation, tmp_path):
    """Receives from two processes by one call of the program: what is there already is received as before. Until that is
    known they are asynchronous in four windows of 64 calls or more; and not at all where a run before has left it."""
    database = tmp_path / 'known'
    first = overlapped(installation, 'overlap_signatures', 3, [700], 'auto', OVERLAP_DATABASE=database).succeed()
    receives = counted(first, 0)[0]['receives']
    assert 400 < receives < 800
    second = overlapped(installation, 'overlap_signatures', 3, [300], 'auto', OVERLAP_DATABASE=database).succeed()
    asynchronous, synchronous = counted(second, 0)
    assert 300 <= asynchronous['receives'] < 330 and synchronous['fast'] > 250
    lines = [line.split()[1:3] for line in database.read_text().splitlines()[1:]]
    assert ['0', 'asynchronous'] in lines and 'fast' in {what for _, what in lines}


def test_preloaded_where_the_program_does_not_start_again(installation):
    library = installation.prefix / 'lib/libmpimon_overlap.so'
    job = plain(installation, 'overlap_hazards', 2, ['read_it'], preload=[library],
                settings={'OVERLAP': 'paging', 'OVERLAP_DEBUG': 'all', 'MONITORING_OUTPUT': 'none'}).succeed()
    assert counted(job, 0)[0]['receives'] == 1


def test_variables(installation):
    overlapped(installation, 'mpit_overlap', 2, []).succeed()
