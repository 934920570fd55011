"""Instructions of one MPI call, counted by callgrind in one of two processes on this machine."""

import math
import re
import sys
import tempfile
from pathlib import Path

from subjects import baseline, clean_environment, must, script

PROGRAM = Path(__file__).resolve().parent / 'operations.c'
SHORT, LONG = 100, 300

# In a call that waits for its partner, the count depends on when that comes; and a call that takes less or more time than
# any before is recorded out of line. The least of several counts is the call's own.
ATTEMPTS = {'Isend': 3, 'Alltoall': 3}
ROUNDS = 4  # of attempts, at most, where the count is above the operation's limit

# A time stamp is an instruction that reads the processor's counter into two registers, and two that make one of them.
READS_COUNTER = b'\x0f\x31'
STAMP = 3


def clock_instructions(output):
    """Instructions inside calls of clock_gettime, from a file of callgrind: each `cfn=(ID) NAME` (the name only the
    first time) is followed by a line `calls=...` and one that ends with the call's instructions."""
    names, total = {}, 0
    lines = iter(output.splitlines())
    for line in lines:
        found = re.match(r'c?fn=(\(\d+\))(?: (.*))?$', line)
        if not found:
            continue
        if found[2]:
            names[found[1]] = found[2]
        if line.startswith('cfn=') and names[found[1]].startswith(('clock_gettime', '__clock_gettime')):
            next(lines)
            total += int(next(lines).split()[-1])
    return total


def stamp_instructions(output):
    """Instructions of time stamps: what callgrind saw at each address, `0xADDRESS LINE COST` after the object's name,
    and whether the library has the instruction there. Its code lies in the file at its own addresses."""
    objects, library, stamps, is_call = {}, None, 0, False
    for line in output.splitlines():
        found = re.match(r'(c?)ob=(\(\d+\))(?: (.*))?$', line)
        if found:
            if found[3]:
                path = Path(found[3])
                objects[found[2]] = path.read_bytes() if path.name.startswith('libmpi.') else None
            library = library if found[1] else objects[found[2]]
        elif line.startswith('0x') and library and not is_call:
            address, _, cost = line.split()
            if library[int(address, 16):int(address, 16) + len(READS_COUNTER)] == READS_COUNTER:
                stamps += int(cost)
        is_call = line.startswith('calls=')
    return STAMP * stamps


def collected(subject, program, operation, times, scratch):
    """Instructions inside the operation's MPI function during `times` calls, time stamps left out."""
    work = [program, operation, times]
    output = Path(scratch) / 'callgrind.out'
    counter = ['valgrind', '--tool=callgrind', f'--callgrind-out-file={output}', '--dump-instr=yes',
               '--compress-pos=no', f'--toggle-collect=*MPI_{operation}']
    must([*subject.launch, '-n', 1, *counter, *work, ':', '-n', 1, *work], clean_environment(subject.env))
    text = output.read_text(encoding='utf-8')
    found = re.search(r'^totals: (\d+)$', text, re.MULTILINE)
    if not found or int(found[1]) == 0:
        raise SystemExit(f'{script()}: callgrind counted nothing for {operation} of {subject.name}')
    return int(found[1]) - clock_instructions(text) - stamp_instructions(text)


def instructions(subject, program, operation, scratch, attempts, limit=math.inf):
    """Instructions of one call. Above `limit`, the runs' least counts are sought in further attempts: among few, each may
    have a call that is recorded out of line."""
    least = {SHORT: math.inf, LONG: math.inf}
    for _ in range(ROUNDS):
        for times, before in least.items():
            counts = (collected(subject, program, operation, times, scratch) for _ in range(attempts.get(operation, 1)))
            least[times] = min(before, *counts)
        count = (least[LONG] - least[SHORT]) / (LONG - SHORT)
        if count <= limit:
            break
    return count


def limit_of(name, operation, budgets, results):
    """Instructions that the operation may take: `budgets` has {(subject's name, operation): more than its baseline}, in whole
    ones, so that what is less than half of one is nothing."""
    if (name, operation) not in budgets:
        return math.inf
    return results[baseline(name)][operation] + budgets[name, operation] + 0.5


def measure(chosen, operations, attempts=ATTEMPTS, budgets=None):
    """{subject's name: {operation: instructions}}."""
    results = {}
    with tempfile.TemporaryDirectory() as scratch:
        for subject in chosen:
            program = Path(scratch) / re.sub(r'\W', '_', subject.name)
            must([subject.compiler, '-O2', PROGRAM, '-o', program])
            results[subject.name] = {}
            for operation in operations:
                limit = limit_of(subject.name, operation, budgets or {}, results)
                count = instructions(subject, program, operation, scratch, attempts, limit)
                results[subject.name][operation] = count
                print(f'  {subject.name}: {operation} {count:.1f}', file=sys.stderr)
    return results


def table(results, operations):
    """Markdown: instructions, and in brackets those more than without monitoring."""
    lines = ['| | ' + ' | '.join(operations) + ' |', '|---|' + '---:|' * len(operations)]
    for name, counts in results.items():
        base = results[baseline(name)]
        cells = [f'{counts[o]:.0f}' + (f' (+{counts[o] - base[o]:.0f})' if counts is not base else '')
                 for o in operations]
        lines.append(f'| {name} | ' + ' | '.join(cells) + ' |')
    return '\n'.join(lines).replace('(+-', '(-')
