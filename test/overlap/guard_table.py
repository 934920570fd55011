"""Guards of overlap: what in its sources keeps each hostile program (a CASE of test/mpi/programs/overlap_*.c) right."""

import re
from collections import namedtuple
from pathlib import Path

PROGRAMS = Path(__file__).resolve().parent.parent / 'mpi' / 'programs'

# The case, by its program and its name; what is taken out: (file, what is in it once, what is there instead), and of several all
# at once, where each would be enough. How it runs: nodes by MPICH's word, whether they have TCP alone between them, its exit
# status (None: any but 0), whether keys of the processor close pages (None: where there are any; True: it takes keys to see it;
# False: never), and the mode.
Guard = namedtuple('Guard', 'case taken_out nodes tcp status keys mode')


def guard(case, *taken_out, nodes=1, tcp=False, status=0, keys=None, mode='paging'):
    return Guard(case, taken_out, nodes, tcp, status, keys, mode)


# Of many cases.
PAGES_ARE_CLOSED = 'flight/pieces.cc', 'if (protect(home.begin, home.bytes(), PROT_NONE))', 'if (true)'
FAULTS_WAIT = 'signals/handlers.cc', 'complete_at(address) || ', ''
CALLS_ARE_STOPPED = 'signals/section.cc', 'stop_system_calls(is_anything_protected());', 'stop_system_calls(false);'
SHARED_PAGES_ARE_CLOSED = 'flight/pieces.cc', '''    if (!protect(home.begin, home.bytes(), PROT_NONE))
        return false;
    if (!move(''', '    if (!move('
OTHER_THREADS_WAIT = 'signals/handlers.cc', ' || is_other_thread();', ';'
OVERLAPPING_WAIT = 'calls/receives.cc', 'complete_all_overlapping(message_.footprint);', ''
FORK_WAITS = 'threads/threads.cc', '''        complete_all();
        new (&held.exclusive) Exclusive;
        is_home = !is_other_thread() || !is_anything_protected();''', '''        new (&held.exclusive) Exclusive;
        is_home = true;'''
MAPPINGS_ARE_LOOKED_AT = ('signals/memory_of_call.cc', 'madvise:\n            return use(memory, range(a.first, a.second));',
                          'madvise:\n            return true;')
STACK_OF_SIGNALS_IS_OURS = ('signals/handlers.cc', '        stack_of_program = *stack;\n',
                            '        system_call(SYS_sigaltstack, stack, nullptr);\n')
BLOCKS_HAVE_OWN_PAGES = 'memory/heap.cc', '''    void *block = plain_block(alignment < kPage ? kPage : alignment, whole);
    if (block) {
        const auto begin = reinterpret_cast<std::uintptr_t>(block);
        add_area({begin, begin + whole});''', '''    void *block = plain_block(bytes + alignment - alignment);
    if (block) {
        const auto begin = reinterpret_cast<std::uintptr_t>(block);
        add_area(Range{begin, begin + whole}.pages());'''
ERRORS_ARE_LOOKED_AT = 'calls/send_and_receive.cc', 'if (!are_errors_fatal(call.comm))', 'if (false)'
MEMORY_IS_KNOWN = 'memory/areas.cc', '''    if (at == count || !areas[at].range.holds(range))
        return false;
    Area &area''', '''    if (at == count || !areas[at].range.holds(range)) {
        *distance = static_cast<std::ptrdiff_t>(reserve_alias(range) - range.begin);
        return true;
    }
    Area &area'''
OPEN_MEMORY_IS_NOT_READ = 'ahead/machine.cc', 'if (!may_access(range, false))', 'if (false)'
OPEN_MEMORY_IS_NOT_WRITTEN_TO = 'ahead/machine.cc', '!may_access(range, true) || ', ''
VECTORS_ARE_NOT_READ = 'ahead/machine.cc', 'return may_access({address, address + operand.bytes}, false);', 'return true;'
ALL_IS_SEEN_AHEAD = 'calls/send_and_receive.cc', 'look_ahead(entry) == Ahead::kCall', 'look_ahead(entry) != Ahead::kTouch'
CHAINS_END_BEFORE_OTHERS = 'chains/chains.cc', 'if (!is_expected && is_anything_open())', 'if (false)'
COUNTS_ARE_KNOWN = ('calls/other_functions.cc', 'if (function.effect == Effect::kStatus)',
                    'if (function.effect == Effect::kStatus && is_on())')
STACKS_ARE_KEPT = 'flight/starts.cc', 'pages.holds(stack) || ', ''

GUARDS = [
    # What the program does with a message.
    guard('hazards.read_it', PAGES_ARE_CLOSED, keys=False),
    guard('hazards.need_it_late', FAULTS_WAIT),
    guard('hazards.write_beside_it', PAGES_ARE_CLOSED, keys=False),
    guard('hazards.write_over_it', PAGES_ARE_CLOSED, keys=False),
    guard('hazards.write_what_is_sent',
          ('flight/pieces.cc', 'if (!protect(pages.begin, pages.bytes(), PROT_READ))', 'if (false)')),
    guard('hazards.wide_load', PAGES_ARE_CLOSED, keys=False),

    # System calls.
    guard('hazards.system_calls', CALLS_ARE_STOPPED),
    guard('hazards.system_calls', ('signals/memory_of_call.cc', '''        case SYS_getdents64:
            return use(memory, range(a.second, a.third));''', '''        case SYS_getdents64:
            return true;''')),
    guard('hazards.through_stdio', CALLS_ARE_STOPPED),
    guard('hazards.fork_it', FORK_WAITS, CALLS_ARE_STOPPED),
    guard('hazards.raw_fork', CALLS_ARE_STOPPED),
    guard('hazards.raw_clone', CALLS_ARE_STOPPED),
    guard('hazards.spawn', ('signals/program_calls.cc', ' && !blocks_needed(registers)', ''),
          ('signals/mask_of_call.cc', '*wanted & ~kNeededSignals', '*wanted')),
    guard('signals.usage_beside_it', ('signals/memory_of_call.cc', '''        case SYS_getrusage:
            return use(memory, range(a.second, kStatus));''', '''        case SYS_getrusage:
            return use(memory, range(a.second, kSmall));'''), keys=False),
    guard('dependences.start_by_a_socket',
          ('signals/memory_of_call.cc', 'sendto:\n            return use(', 'sendto:\n            return false && use(')),
    guard('dependences.give_parts_to_system',
          ('signals/memory_of_call.cc', 'memory->add(range(reinterpret_cast<std::uintptr_t>(part.iov_base), part.iov_len));',
           'static_cast<void>(part);')),
    guard('descriptors.close_descriptors', ('start.cc', ''' &&
           status->st_dev == threads_found.st_dev && status->st_ino == threads_found.st_ino;''', ';')),
    guard('descriptors.close_range_of_told', ('flight/transport.cc', '        give_up();\n}\n\n}', '        ;\n}\n\n}'),
          nodes=2, status=9),
    guard('descriptors.close_told_by_system_call', ('flight/transport.cc', 'if (!is_same(waited.fd))', 'if (false)'),
          nodes=2, status=9),

    # Signals.
    guard('hazards.handle_signal', ('signals/handlers.cc', '(on_program_thread && !in_section()) || ', '')),
    guard('hazards.handle_signal_without_others', ('signals/handlers.cc', '        sigdelset(&open.sa_mask, SIGSEGV);\n', '')),
    guard('hazards.handle_signal_on_a_stack', STACK_OF_SIGNALS_IS_OURS),
    guard('hazards.own_fault', ('signals/handlers.cc', 'action->simple == SIG_IGN && info->si_code <= 0', 'info->si_code > 0')),
    guard('hazards.fatal_fault',
          ('flight/flight.cc', '    if (!is_protected(accessed))\n        return false;\n', ''), status=11),
    guard('hazards.blocked_signal',
          ('signals/section.cc', 'return before_section & (bit(SIGSEGV) | bit(SIGSYS));', 'return false;')),
    guard('memory.stack_of_signals', STACK_OF_SIGNALS_IS_OURS),
    guard('signals.set_handlers',
          ('signals/handlers.cc', '    if (is_ours(signal))\n        return set_of_program(signal, action, before);\n', '')),
    guard('signals.handle_signal_at_a_fault', ('signals/handlers.cc', 'if (!is_known({address, address + 1}))',
                                              'if (!is_shared() || !is_known({address, address + 1}))'), keys=False),
    guard('signals.old_signal', ('signals/handlers.cc', ' *__sysv_signal(', ' *not_sysv_signal(')),
    guard('signals.run_it', ('signals/handlers.cc', 'of_key && open_bystander', 'open_bystander'), keys=True),
    guard('signals.exit_in_a_handler', ('signals/program_calls.cc', 'registers[REG_RAX] == SYS_exit_group', 'false'), status=9),
    guard('signals.abort_in_a_handler',
          ('calls/other_functions.cc', 'return Effect::kEnds;', 'return Effect::kPlain;'), status=9),
    guard('dependences.set_handlers_by_a_thread', ('signals/handlers.cc', 'if (signal == SIGSYS)\n', 'if (false)\n')),
    guard('dependences.suspended', ('signals/mask_of_call.cc', 'mask_ = *mask & ~kNeededSignals;', 'mask_ = *mask;')),

    # Calls of MPI.
    guard('hazards.shorter', ('calls/status.cc', 'if (actual.count_lo == static_cast<int>(promised))', 'if (true)')),
    guard('hazards.set_length', ('calls/status.cc', 'token < next_token', 'token < kEnd')),
    guard('hazards.nobody', ('calls/receives.cc', '*status = status_of_nobody(*status);', ';')),
    guard('hazards.any_source', ('messages/message.cc', '''    if (peer == kAnySource)
        return Reason::kWildcard;
    const CommFacts &facts = facts_of_comm(comm);
    return peer >= 0 && ''', '''    const CommFacts &facts = facts_of_comm(comm);
    return ''')),
    guard('hazards.any_tag', ('calls/receives.cc', 'half_.tag < 0 || ', '')),
    guard('hazards.truncated', ERRORS_ARE_LOOKED_AT),
    guard('signals.type_that_is_none', ERRORS_ARE_LOOKED_AT),
    guard('signals.truncated_and_fatal', ('messages/message.cc', ' && ends_job_on_error(kCommWorld)', ''), status=None),
    guard('hazards.equal_envelopes', OVERLAPPING_WAIT, nodes=2, tcp=True),
    guard('memory.overtaken', OVERLAPPING_WAIT),
    guard('statuses.status_amid_a_message', ('calls/receives.cc', '    complete_where(status_);\n', ''),
          mode='chaining'),
    guard('statuses.status_of_nobody_amid_a_message',
          ('calls/send_and_receive.cc', '    if (!manner.is_checked)\n        complete_where(status);\n', ''), mode='chaining'),
    guard('statuses.counts_in_threads', COUNTS_ARE_KNOWN),
    guard('statuses.counts_in_finalize', COUNTS_ARE_KNOWN),
    guard('reductions.sent_before', ('calls/own_operations.cc', '    complete_all();\n', '')),
    guard('reductions.sent_amid', ('calls/sends.cc', 'if (may_call_program())', 'if (false)')),
    guard('traps.columns_beside', ('messages/message.cc', '        facts.layout = ', '        (void)')),
    guard('traps.column_overtaken', ('messages/footprint.cc', '            sort();\n', '            (void)0;\n')),
    guard('hazards.own_operations',
          ('calls/receives.cc', '    if (has_own_operations())\n        return Reason::kOutstanding;\n', '')),
    guard('hazards.own_operations_that_ended',
          ('calls/own_operations.cc', 'under_way -= before_ - count_of(count_, requests_);', ';')),
    guard('hazards.finalize', ('start.cc', 'void turn_off() {\n    complete_all();\n', 'void turn_off() {\n')),
    guard('hazards.wait_elsewhere',
          ('flight/helper.cc', 'else if (under_way.load() && changes.load() == before && !program_waits.load())',
           'else if (false)'), nodes=2, tcp=True),
    guard('dependences.threads_at_once',
          ('start.cc', '(asked_level == kThreadMultiple && other_threads() > 0) ||', '')),
    guard('dependences.exit_by_a_thread', ('threads/thread_calls.cc', 'complete_soon();', 'complete_all();'), status=9),

    # Memory.
    guard('memory.give_back', ('memory/heap.cc', '        complete_meeting(range);\n', ''), keys=False),
    guard('memory.grow', ('memory/heap.cc', '    end_area(block);\n    void *moved', '    void *moved'), keys=False),
    guard('memory.trim', BLOCKS_HAVE_OWN_PAGES),
    guard('memory.unmap', ('memory/mappings.cc', '    give_up(address, bytes);\n    return next(&real, "munmap")',
                           '    return next(&real, "munmap")'), MAPPINGS_ARE_LOOKED_AT),
    guard('memory.unmap_beside',
          ('memory/mappings.cc', '        complete_meeting(all);', '        complete_meeting(pages);'), keys=False),
    guard('memory.map_over', ('signals/memory_of_call.cc', 'return !(a.fourth & MAP_FIXED);', 'return true;')),
    guard('memory.do_not_need', MAPPINGS_ARE_LOOKED_AT),
    guard('memory.protect', ('memory/mappings.cc', '    give_up(address, bytes);\n    return next(&real, "mprotect")',
                             '    return next(&real, "mprotect")'), MAPPINGS_ARE_LOOKED_AT),
    guard('memory.move', CALLS_ARE_STOPPED, keys=False),
    guard('memory.move', ('signals/program_calls.cc', '        give_up_keys(kAllPages);', '        ;'), keys=True),
    guard('memory.send_read_only', ('calls/sends.cc', 'if (!is_known(message_.range().pages()))', 'if (false)')),
    guard('memory.on_the_stack', MEMORY_IS_KNOWN, STACKS_ARE_KEPT, keys=False),
    guard('memory.of_the_program', ('start.cc', '    add_program_data();\n', '')),
    guard('memory.shared_memory', ('memory/mappings.cc', '''
           (flags & (MAP_PRIVATE | MAP_ANONYMOUS)) == (MAP_PRIVATE | MAP_ANONYMOUS);''', ' true;')),
    guard('memory.huge_pages', PAGES_ARE_CLOSED, keys=False),
    guard('memory.allocate', ('memory/heap.cc', 'block && !is_zero(block) ?', 'block ?')),
    guard('memory.fill_blocks', ('memory/heap.cc', ' && *static_cast<const char *>(block) == 0', '')),
    guard('memory.fill_blocks', ('memory/heap.cc', 'block ? malloc_usable_size(block) : 0', 'area.bytes()')),
    guard('memory.between_halos',
          ('calls/send_and_receive.cc', '    if (!is_within_chain())\n', '    if (step.way() == Way::kFirst)\n'),
          ('calls/receives.cc', '''all = expected.pages();
    if (!all.holds(pages) ||''', '''all = pages.hull(expected.pages());
    if (!expected.bytes() ||'''), keys=False, mode='chaining'),
    guard('memory.large_rows',
          ('calls/receives.cc', 'if (expected.pages().meets(pages))', 'if (false)'), keys=False, mode='chaining'),
    guard('hazards.broken_chain', PAGES_ARE_CLOSED, keys=False, mode='chaining'),

    # What protected memory has come to grief by.
    guard('traps.untouched', PAGES_ARE_CLOSED, keys=False),
    guard('traps.locked', ('memory/mappings.cc', '    give_up(address, bytes);\n    return next(&real, "mlock")',
                           '    return next(&real, "mlock")'), keys=False),
    guard('traps.all_locked', ('memory/mappings.cc', '        end_areas();\n', '')),
    guard('traps.shared_with_a_child', PAGES_ARE_CLOSED, keys=False),
    guard('traps.across_mappings', ('memory/areas.cc', '|| !areas[at].range.holds(range)', '|| !areas[at].range.meets(range)'),
          keys=False),
    guard('traps.of_a_thread', MEMORY_IS_KNOWN, keys=False),
    guard('traps.own_stack', STACKS_ARE_KEPT),
    guard('traps.lazily_bound', FAULTS_WAIT),
    guard('traps.read_into_it', CALLS_ARE_STOPPED),
    guard('traps.columns', PAGES_ARE_CLOSED, keys=False),
    guard('traps.own_fault_that_reads_it', ('signals/handlers.cc', '    complete_soon();\n', '')),
    guard('traps.no_room_for_mappings',
          ('flight/starts.cc', 'return take_rest(pages, distance, group) ? Reason::kNone : Reason::kKernel;',
           'take_rest(pages, distance, group);\n    return Reason::kNone;')),
    guard('traps.no_room_for_mappings', ('flight/pieces.cc', 'if (move(away, home.bytes(), home.begin))\n        return;',
                                         'if (move(away, home.bytes(), home.begin) || true)\n        return;'), keys=False),

    # Other threads.
    guard('hazards.handle_signal_amid_a_wait', ('signals/handlers.cc', 'SA_ONSTACK | SA_NODEFER', 'SA_ONSTACK')),
    guard('hazards.handle_signal_amid_a_wait',
          ('threads/threads.cc', '        const SignalsWait signals_wait(true);\n', '')),
    guard('hazards.start_thread', CALLS_ARE_STOPPED,
          ('threads/threads.cc', '        complete_all();\n        return_keys();', '        return_keys();'),
          ('threads/threads.cc', '    look_after_this_thread();\n', '')),
    guard('threads.read_it', SHARED_PAGES_ARE_CLOSED),
    guard('threads.wake_a_thread', ('signals/memory_of_call.cc', '''        case FUTEX_WAIT_BITSET:
            return use(''', '''        case FUTEX_WAIT_BITSET:
            return false && use(''')),
    guard('threads.read_meanwhile',
          ('flight/pieces.cc', 'is_shared() ? move_away_unseen(pages, distance) : move_away', 'move_away')),
    guard('threads.write_beside_it', SHARED_PAGES_ARE_CLOSED),
    guard('threads.allocate_beside_it', BLOCKS_HAVE_OWN_PAGES),
    guard('threads.give_back', ('memory/heap.cc', '        complete_meeting(range);\n', '')),
    guard('threads.give_to_system', ('threads/thread_calls.cc', 'const Use use(is_known ? &memory : nullptr);', '')),
    guard('threads.system_call_under_way', ('threads/threads.cc', 'memory.ranges[j].meets(pages)', 'false')),
    guard('threads.protect', ('memory/mappings.cc', '    give_up(address, bytes);\n    return next(&real, "mprotect")',
                              '    return next(&real, "mprotect")'), MAPPINGS_ARE_LOOKED_AT),
    guard('threads.fork_it', FORK_WAITS),
    guard('threads.blocked_signals', ('signals/mask_of_call.cc', '*wanted & ~kNeededSignals', '*wanted')),
    guard('threads.thread_of_a_thread', ('threads/threads.cc', '    const Unstopped unstopped;\n', '')),
    guard('threads.handle_signal', OTHER_THREADS_WAIT),
    guard('threads.ended_threads',
          ('threads/threads.cc', 'void at_thread_end(void *) {\n    leave_thread_alone();', 'void at_thread_end(void *) {'),
          ('threads/thread_calls.cc', '            leave_thread_alone();\n            system_call(SYS_exit, ',
           '            system_call(SYS_exit, ')),
    guard('threads.cancelled_amid_a_call', ('signals/system_call.S', 'mov $1, %edi', 'mov $0, %edi')),
    guard('threads.thread_in_mpi',
          ('threads/threads.cc', 'have_called.store(true);\n    complete_all();', 'have_called.store(true);')),
    guard('threads.stack_in_the_block', ('threads/threads.cc', '    keep_stack(attributes);\n', '')),
    guard('dependences.fork_beside_allocations', ('threads/threads.cc', '    forget_areas_in_child();\n', '')),

    # Keys of the processor.
    guard('keys.write_in_a_handler', ('signals/program_handlers.cc', '    use_keys_from(context);\n', ''), keys=True),
    guard('keys.wait_in_a_handler', ('signals/program_handlers.cc', '    return_as_program(context);\n', ''), keys=True),
    guard('keys.ask_for_handlers',
          ('signals/program_handlers.cc', '        show_as_set(old, before);\n', '        ;\n'), keys=True),
    guard('keys.wait_amid_a_call',
          ('signals/program_calls.cc', '    use_keys_as_program();', '    use_keys_as_library();'), keys=True),
    guard('keys.give_others_to_system',
          ('signals/program_calls.cc', 'if (!open_bystanders(memory.ranges[i]))', 'if (false)'), keys=True),
    guard('keys.use_others', ('signals/handlers.cc', ' || (of_key && open_bystander(address))', ''), keys=True),
    guard('keys.receive_parts',
          ('memory/keys.cc', 'if (!split_at(pages.begin) || !split_at(pages.end))', 'if (false)'), keys=True),
    guard('keys.receive_parts', PAGES_ARE_CLOSED, keys=False),

    # Chains in open memory.
    *(guard(f'open.{case}', OPEN_MEMORY_IS_NOT_READ, mode='chaining')
      for case in ('read_it', 'read_it_on_own_stack', 'read_beside_and_into_it', 'depend_on_it')),
    *(guard(f'open.{case}', VECTORS_ARE_NOT_READ, mode='chaining') for case in ('read_by_a_vector', 'read_by_a_long_vector')),
    *(guard(f'open.{case}', OPEN_MEMORY_IS_NOT_WRITTEN_TO, mode='chaining')
      for case in ('write_into_it', 'write_over_what_is_sent', 'write_by_a_vector')),
    *(guard(f'open.{case}', ALL_IS_SEEN_AHEAD, mode='chaining')
      for case in ('read_by_the_library', 'ask_the_system', 'call_another_function')),
    guard('open.read_by_a_string_instruction', ('ahead/instruction.cc', 'case 0x90:', 'case 0xa4:\n            case 0x90:'),
          ('ahead/instruction.cc', 'if (repeat() && !(opcode == 0xc3', 'if (repeat() && !(opcode == 0xa4 || opcode == 0xc3'),
          mode='chaining'),
    guard('open.read_it_if_told',
          ('ahead/path.cc', 'return mpimon_overlap_are_as_read(reads_, reads_ + read_count_);', 'return true;'), mode='chaining'),
    guard('order.receive_what_is_sent_on', ('chains/sequence.h', ' || checked.after != last_', ''), mode='chaining'),
    guard('order.receive_by_another_type', ('chains/sequence.h', ' || checked.age != age', ''), mode='chaining'),
    guard('order.receive_by_another_type', ('chains/chains.cc', 'record->described != handles_age()', 'record->described == 0'),
          mode='chaining'),
    guard('order.receive_a_status_into_it', ('chains/sequence.h', ' || checked.status != status', ''), mode='chaining'),
    guard('open.read_it_if_so_many', ('ahead/machine.cc', 'if (it.op == Op::kConvert)', 'if (false)'),
          ('ahead/machine.cc', ' && it.op != Op::kConvert)', ')'), mode='chaining'),
    guard('open.read_it_by_written_code',
          ('ahead/known_code.cc', '!memory->holds_code(address)', '!memory->holds({address, address + 1})'), mode='chaining'),
    guard('open.read_it_behind_a_barrier', ('signals/handlers.cc', '    complete_after_handler();\n', ''), mode='chaining'),
    guard('open.handle_signal_that_is_set',
          ('signals/handlers.cc', 'MPIMON_EXPORT SignalHandler *sigset(', 'SignalHandler *not_sigset('), mode='chaining'),
    guard('signals.signals_before_it', ('signals/program_calls.cc', 'if (registers[REG_RAX] == SYS_rt_sigreturn)', 'if (false)')),
    guard('signals.look_in_a_handler_of_faults',
          ('signals/handlers.cc', 'called.mask & ~kNeededSignals', 'called.mask | SignalMask{1} << (signal - 1)'), keys=False),
    guard('signals.fault_in_a_handler_of_faults',
          ('signals/handlers.cc', 'Running::is_within(signal, __builtin_frame_address(0))', 'false'), status=11),
    guard('threads.handle_signal_amid_a_call',
          ('signals/mask_of_call.cc', '        case SYS_epoll_pwait2:\n', '')),
    guard('threads.duplicate_before_it', ('signals/memory_of_call.cc', '        case SYS_dup:\n', '')),
    guard('open.send_it_on', CHAINS_END_BEFORE_OTHERS,
          ('calls/sends.cc', 'bool Send::copy() {\n    complete_overlapping(message_.footprint);', 'bool Send::copy() {'),
          mode='chaining'),
    guard('open.exchange_a_third', ('chains/chains.cc', 'if (!is_expected && is_anything_open())', 'if (left > 0 && !is_expected)'),
          mode='chaining'),
    guard('open.exchange_another', CHAINS_END_BEFORE_OTHERS, mode='chaining'),
    guard('open.handle_signal',
          ('signals/program_handlers.cc', 'complete_open(complete_soon);', ''), mode='chaining'),

    guard('keys.own_keys', ('memory/mappings.cc', '    complete_all();\n    return_keys();\n', ''), keys=True),
    guard('keys.keys_that_stay', ('memory/mappings.cc', 'give_up_keys(all)', 'forget_keys(all)'), keys=True),
]

# Cases of which no guard can be taken out, and why.
WITHOUT = {
    'open.look_at_shared_memory': 'another process would have to write between the look ahead and the access, microseconds later; '
                                  'test_overlap.py asserts that there is no look ahead',
    'open.look_at_shared_memory_amid_own': 'the same',
    'open.look_at_shared_memory_on_own_stack': 'the same',
    'open.handle_signal_from_the_beginning': 'it needs a library that is loaded before; test_overlap.py has one',
    'hazards.abort_it': 'the job ends with its status whether the message is awaited first or not; of one that never comes is '
                        'signals.abort_in_a_handler',
}


def cases():
    """All of them, by program and name."""
    return [f'{path.stem.removeprefix("overlap_")}.{name}' for path in sorted(PROGRAMS.glob('overlap_*.c'))
            for name in re.findall(r'\bCASE\((\w+)\)', path.read_text(encoding='utf-8'))]


def wrong_names():
    """What is wrong with the table: a line for each case without a guard, and for what is no case."""
    known, guarded = set(cases()), {guard.case for guard in GUARDS}
    return [*(f'no guard: {name}' for name in sorted(known - guarded - set(WITHOUT))),
            *(f'no case: {name}' for name in sorted((guarded | set(WITHOUT)) - known)),
            *(f'both a guard and a reason for none: {name}' for name in sorted(guarded & set(WITHOUT)))]
