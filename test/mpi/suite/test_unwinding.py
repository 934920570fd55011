"""A debugger that stops amid the hooks' rare ways, in the library as it is installed, finds the application's main."""

import re

from .harness import Job, run

RANKS = 2

# What hooks call where something is new to them. Where a compiler makes a variant of a function, that has a suffix.
SLOW = ('mpimon_send_slow', 'mpimon_flow_slow', 'mpimon_count_size_slow', 'get_slow', 'step_slow', 'count_call_slow')
# Register-preserving calls: in assembly, which has frame information of its own.
PRESERVING = ('mpimon_send_slow', 'mpimon_function_enter', 'mpimon_function_exit', 'mpimon_function_extreme')
INSTRUCTIONS = 33  # of each

# Shows where it is, and the outermost frame, at each stop and at as many instructions after it; calls are one.
SCRIPT = """\
set pagination off
set confirm off
tbreak main
run
{breakpoints}
while $_isvoid($_exitcode)
    continue
    set $steps = 0
    while $_isvoid($_exitcode) && $steps <= {steps}
        info symbol $pc
        bt -1
        if $steps < {steps}
            nexti
        end
        set $steps = $steps + 1
    end
end
"""


def functions(installation):
    """The names of the library's functions as its symbol table has them, by their names without suffixes."""
    listed = run(['nm', installation.prefix / 'lib/libmpi.so']).stdout.splitlines()
    names = [line.split()[-1] for line in listed if re.search(r' [tT] ', line)]
    return {name.split('.')[0]: name for name in names if not name.endswith('.cold')}


def stops(text):
    """Function and offset of each stop that was shown, and whether its outermost frame is main."""
    shown = re.findall(r'^(\S+?)(?:\.\S+)?(?: \+ (\d+))? in section .*\n(?:\(.*\n)?#(?:.* in )?(.*)', text, re.M)
    return [(name, int(offset or 0), frame.startswith('main (')) for name, offset, frame in shown]


def test_backtraces_from_slow_ways_show_main(installation):
    """Rank 0 is stepped through the assembly, one instruction after the other; rank 1 stops in the functions."""
    known = functions(installation)
    slow = [known[name] for name in SLOW]
    preserving = [f'{name}_preserving' for name in PRESERVING if f'{name}_preserving' in known]
    assert len(preserving) in (0, len(PRESERVING)), 'the library has assembly, or none'
    job = Job(installation, 'unwound', RANKS, settings={'MONITORING_OUTPUT': 'none'})
    program = installation.build('unwound', wrapped=False)
    job.command = [installation.tool('mpiexec'), '-outfile-pattern', 'said.%r']
    for rank, (breakpoints, steps) in enumerate((([f'*{name}' for name in preserving], INSTRUCTIONS), (slow, 0))):
        script = job.folder / f'script.{rank}'
        script.write_text(SCRIPT.format(breakpoints='\n'.join(f"tbreak {name}" for name in breakpoints), steps=steps))
        job.command += ['-n', 1, 'gdb', '-nx', '-batch', '-x', script, program, ':']
    job.command.pop()
    job.succeed()
    stepped, stopped = (stops((job.folder / f'said.{rank}').read_text()) for rank in range(RANKS))
    assert not [stop for stop in stepped + stopped if not stop[2]]
    assert sorted(name for name, _, _ in stopped) == sorted(SLOW)
    assert len(stepped) == len(preserving) * (INSTRUCTIONS + 1), 'each instruction, and where it goes on'
    for name in preserving:
        assert len({offset for function, offset, _ in stepped if function == name}) == INSTRUCTIONS
