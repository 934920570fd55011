"""What monitoring counts of random traffic, against what the program asked for by its own account.

The program is test/mpi/programs/random_traffic.c with the wrappers of test/mpi/truth.h: every way to send and one-sided
operations over dup, split, inter-communicator and self. Both libraries write the same format, one .prof per rank.
"""

import re
from collections import namedtuple

from subjects import OPEN_MPI, OPEN_MPI_ON, clean_environment, launch_openmpi, must, script
from suite.harness import Truth, run

from .plans import PROJECT

SEED = 11
PATIENCE = 300  # seconds for one run
TESTS = PROJECT / 'test' / 'mpi'

# Lines of a .prof: the user's messages; one-sided operations that send data, and those that fetch some.
KINDS = {'E': 'messages', 'S': 'one-sided, sent', 'R': 'one-sided, fetched'}

# `truth` and `found`: {kind: {(rank, peer): (messages, bytes)}}; `end`: how the run failed, or None.
Counted = namedtuple('Counted', 'library ranks truth found end')


def compile_traffic(compiler, target):
    """The program in C with `compiler`, the wrappers with its sibling for C++."""
    name = str(compiler)
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


def how_it_ended(subject, result):
    """The signal, or the error of MPI, and the function that it came in, in Open MPI's own words. Any other failure ends
    the script."""
    text = result.stdout + result.stderr
    signal = re.search(r'Signal: (.+) \(\d+\)', text)
    function = re.search(r'\[ *\d+\] \S+\((\w+)\+0x', text)
    error = re.search(r'\*\*\* An error occurred in (\w+)$.*?\*\*\* (MPI_ERR_\w+)', text, re.MULTILINE | re.DOTALL)
    if signal:
        return signal[1] + (f' in {function[1]}' if function else '')
    if error:
        return f'{error[2]} in {error[1]}'
    raise SystemExit(f'{script()}: random traffic on {subject.name} failed: {text.strip()[-2000:]}')


def switched_on(subject):
    """Its command and environment, to leave one .prof per rank with the user's messages apart from the library's."""
    if subject.name == OPEN_MPI_ON:
        return launch_openmpi(pml_monitoring_enable=2, pml_monitoring_enable_output=3,
                              pml_monitoring_filename='counted'), subject.env
    values = {'ENABLE': '2', 'OUTPUT': 'prof', 'FILENAME': 'counted'}
    return subject.launch, {**subject.env, **{f'MPIR_CVAR_MONITORING_{name}': value for name, value in values.items()}}


def count(subject, program, ranks, steps, folder):
    """Runs random traffic in `folder`, which is made, and compares."""
    folder.mkdir()
    launch, env = (subject.launch, subject.env) if subject.name == OPEN_MPI else switched_on(subject)
    try:
        result = run([*launch, '-n', ranks, program, SEED, steps], cwd=folder, timeout=PATIENCE,
                     env={**clean_environment(env), 'TRUTH_DIR': str(folder)})
    except AssertionError as failure:
        raise SystemExit(f'{script()}: random traffic on {subject.name}: {failure}') from None
    if result.status:
        return Counted(subject.name, ranks, None, None, how_it_ended(subject, result))
    return Counted(subject.name, ranks, true_counts(folder), prof_counts(folder), None)


def measure(chosen, plan, scratch):
    """A Counted for each of `chosen` and number of ranks."""
    results, programs = [], {}
    for subject in chosen:
        compiler = subject.compiler
        if compiler not in programs:
            programs[compiler] = compile_traffic(compiler, scratch / f'random_traffic.{len(programs)}')
        for ranks in plan.ranks:
            folder = scratch / f'traffic.{len(results)}'
            results.append(count(subject, programs[compiler], ranks, plan.steps, folder))
    return results
