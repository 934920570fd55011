"""What monitoring counts of random traffic, against what the program asked for by its own account.

The program is test/mpi/programs/random_traffic.c with the wrappers of test/mpi/truth.h: every way to send and one-sided
operations over dup, split, inter-communicator and self. Both libraries write the same format, one .prof per rank.
"""

import re
from collections import namedtuple

from subjects import OPEN_MPI, OPEN_MPI_ON, clean_environment, must
from suite.harness import Failure, Truth, run

from .plans import PROJECT

SEED = 11
PATIENCE = 300  # seconds for one run
TESTS = PROJECT / 'test' / 'mpi'

# Lines of a .prof: the user's messages; one-sided operations that send data, and those that fetch some.
KINDS = {'E': 'messages', 'S': 'one-sided, sent', 'R': 'one-sided, fetched'}

# `truth` and `found`: {kind: {(rank, peer): (messages, bytes)}}; `end`: how the run failed, or None.
Counted = namedtuple('Counted', 'library ranks truth found end')


def compile_traffic(compiler, scratch):
    """Compiled in C with `compiler`, the wrappers with its sibling for C++."""
    name = str(compiler)
    target = scratch / f'random_traffic.{len(list(scratch.glob("random_traffic.*")))}'
    must([name, '-O1', '-std=c11', '-c', TESTS / 'programs' / 'random_traffic.c', '-o', f'{target}.o'])
    must(['mpicxx'.join(name.rsplit('mpicc', 1)), '-O1', '-std=c++17', f'{target}.o', TESTS / 'truth.cc',
          TESTS / 'truth_messages.cc', '-o', target])
    return target


def true_counts(folder):
    """What the program asked for, without what a process sends to itself: that is in no .prof of ours."""
    counts = {kind: {} for kind in KINDS}
    for (source, target, traffic_class), flow in Truth(folder, 'world').flows.items():
        if source != target:
            add(counts['S' if traffic_class == 'rma' else 'E'], (source, target), flow[0], flow[1])
            add(counts['R'], (target, source), flow[2], flow[3])
    return counts


def prof_counts(folder):
    """What the library counted."""
    counts = {kind: {} for kind in KINDS}
    for path in folder.glob('counted.*.prof'):
        for line in path.read_text(encoding='utf-8').splitlines():
            found = re.match(r'([ESR])\t(\d+)\t(\d+)\t(\d+) bytes\t(\d+) msgs sent', line)
            if found and found[2] != found[3]:
                add(counts[found[1]], (int(found[2]), int(found[3])), int(found[5]), int(found[4]))
    return counts


def add(pairs, pair, messages, size):
    if messages:
        before = pairs.get(pair, (0, 0))
        pairs[pair] = (before[0] + messages, before[1] + size)


def total(pairs):
    """Messages and bytes over all pairs."""
    return tuple(map(sum, zip(*pairs.values()))) or (0, 0)


def how_it_failed(result):
    """The signal, and the function that it came in, from Open MPI's or the launcher's own words."""
    text = result.stdout + result.stderr
    signal = re.search(r'Signal: (.+) \(\d+\)', text)
    function = re.search(r'\[ *\d+\] \S+\((\w+)\+0x', text)
    if not signal:
        return f'exit status {result.status}'
    return signal[1] + (f' in {function[1]}' if function else '')


def switched_on(subject):
    """Its command and environment, to leave one .prof per rank with the user's messages apart from the library's."""
    if subject.name == OPEN_MPI_ON:
        values = {'pml_monitoring_enable': 2, 'pml_monitoring_enable_output': 3, 'pml_monitoring_filename': 'counted'}
        options = [word for name, value in values.items() for word in ('--mca', name, value)]
        return [*subject.launch, *options], subject.env
    values = {'ENABLE': '2', 'OUTPUT': 'prof', 'FILENAME': 'counted'}
    return subject.launch, {**subject.env, **{f'MPIR_CVAR_MONITORING_{name}': value for name, value in values.items()}}


def count(subject, program, ranks, steps, folder):
    """Runs random traffic in `folder`, which is made, and compares."""
    folder.mkdir()
    launch, env = (subject.launch, subject.env) if subject.name == OPEN_MPI else switched_on(subject)
    try:
        result = run([*launch, '-n', ranks, program, SEED, steps], cwd=folder, timeout=PATIENCE,
                     env={**clean_environment(env), 'TRUTH_DIR': str(folder)})
    except Failure as failure:
        return Counted(subject.name, ranks, None, None, str(failure))
    if result.status:
        return Counted(subject.name, ranks, None, None, how_it_failed(result))
    return Counted(subject.name, ranks, true_counts(folder), prof_counts(folder), None)


def measure(chosen, plan, scratch):
    """A Counted for each of `chosen` and number of ranks."""
    results = []
    for subject in chosen:
        program = compile_traffic(subject.compiler, scratch)
        for ranks in plan.ranks:
            folder = scratch / f'traffic.{len(results)}'
            results.append(count(subject, program, ranks, plan.steps, folder))
    return results
