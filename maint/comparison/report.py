"""The comparison as Markdown."""

from counting import table as instruction_table
from subjects import OFF, ON, OPEN_MPI, OPEN_MPI_ON, STOCK, STOCK_AGAIN, baseline

from . import exactness, intervals

# What this project aims at, for monitoring on with the default detail; and what its authors report of Open MPI's.
MOST_PERCENT, MOST_NANOSECONDS = 1, 3
REPORTED = 'For Open MPI\'s monitoring its authors report a median of 4.4 % on shared memory and 2.4 % on a network.'
COLLECTIVES = ('alltoall', 'allreduce')  # one operation is a call; of the others, a message or several

HEAD = '''# Monitoring compared

Stock MPICH, this project and Open MPI on one machine. `maint/compare --write-docs` measures anew and writes this page.
The times over TCP instead of shared memory: [compare-network.md](compare-network.md); those of jobs that are watched:
[compare-watched.md](compare-watched.md).

{machine}
'''

NETWORK_HEAD = '''# Monitoring compared over a network

As in [compare.md](compare.md), but the processes, though on one node, reach each other over TCP alone.
`maint/compare --network --write-docs` measures anew and writes this page.

{machine}
'''

METHOD = '''How times are taken: {processes} processes, each bound to a core of its own, on one node. In each of {rounds} rounds every
program runs once under each library and setting, in random order, with buffers and heap at random offsets of a page and from
a new copy of the library: where copies or code are slow must not be one library's bad luck. A run times an operation in
batches for {milliseconds} ms at each size, 0 B to 1 MiB, and keeps the fastest batch; without data, collectives and
one-sided operations do little but look at their arguments. A round gives one overhead: over stock MPICH for ours, over Open
MPI without monitoring for Open MPI. Stock MPICH, which most are held against, runs twice in a round, and counts by the mean
of both. Shown is the median over the rounds, of several points the median of theirs, and in brackets its 95 % interval by
bootstrap over the rounds. Nanoseconds are those of one message, or of one call of a collective.
'''

NO_TIMES = '''Times were not measured, since the machine was busy with other work (`--no-times`). What follows does not
depend on that.
'''

COUNTED = '''Random traffic of {steps} steps: every way to send and every kind of one-sided operation, over dup, split,
inter-communicator and self. "Asked for" is what the program knows by its own account (`test/mpi/truth.h`), messages and
bytes between different processes; "counted" what monitoring wrote. What Open MPI's MPI 3.1 lacks is sent there by its
nearest relative, so the messages are the same.
'''


def label(name):
    """A subject's name beside those of the others."""
    return name if name in (STOCK, OPEN_MPI, OPEN_MPI_ON) else f'ours, {name}'


def percent(overhead):
    return f'{overhead.percent.value:+.1f} % [{overhead.percent.low:+.1f}, {overhead.percent.high:+.1f}]'


def nanoseconds(overhead):
    if overhead.nanoseconds is None:
        return '–'
    return f'{overhead.nanoseconds.value:+.1f} ns [{overhead.nanoseconds.low:+.1f}, {overhead.nanoseconds.high:+.1f}]'


def duration(nanosecond_count):
    for unit, length in (('s', 1e9), ('ms', 1e6), ('µs', 1e3)):
        if nanosecond_count >= length:
            return f'{nanosecond_count / length:.3g} {unit}'
    return f'{nanosecond_count:.3g} ns'


def size(count):
    for unit, length in (('MiB', 1 << 20), ('KiB', 1 << 10)):
        if count >= length:
            return f'{count // length} {unit}'
    return f'{count} B'


def rows(*lines, left=1):
    """A Markdown table of the first line's columns, all but the `left` first ones aligned right."""
    head, *body = [[str(cell) for cell in line] for line in lines]
    marks = ['---'] * left + ['---:'] * (len(head) - left)
    return '\n'.join('| ' + ' | '.join(line) + ' |' for line in (head, marks, *body)) + '\n'


class Times:
    """What was measured of times."""

    def __init__(self, chosen, samples):
        self.names = [subject.name for subject in chosen]
        self.compared = [name for name in self.names if name != baseline(name)]
        self.samples = samples
        self.overheads = {}  # those known already
        self.programs = {}
        for point in samples:
            self.programs.setdefault(point.program, []).append(point)
        self.operations = [point for point in samples if point.messages is not None]
        self.calls = [point for point in self.operations if point.program in COLLECTIVES]
        self.messages = [point for point in self.operations if point.program not in COLLECTIVES]

    def overhead(self, points, name):
        """The subject's overhead; None where it did not run."""
        if any(name not in self.samples[point] for point in points):
            return None
        key = (name, *points)
        if key not in self.overheads:
            self.overheads[key] = intervals.overhead(self.samples, points, name, self.bases(name))
        return self.overheads[key]

    @staticmethod
    def bases(name):
        """What is measured without monitoring, for this subject."""
        return (STOCK, STOCK_AGAIN) if baseline(name) == STOCK else (baseline(name),)

    def head(self, *columns):
        """A table's first line: further columns, and the subjects."""
        return [*columns, *map(label, self.compared)]

    def median_times(self):
        """Lines of the summary, none if no times were measured."""
        if self.operations:
            for title, points, unit in ((f'median over {len(self.operations)} operations and sizes', self.operations, percent),
                                        ('the same for one message', self.messages, nanoseconds),
                                        ('the same for one call of a collective', self.calls, nanoseconds)):
                yield [title, *(unit(self.overhead(points, name)) for name in self.compared)]

    def aim(self):
        """Whether monitoring costs no more than it should."""
        found = [(f'{MOST_PERCENT} %', self.overhead(self.operations, ON).percent.value <= MOST_PERCENT)]
        if self.most_nanoseconds:
            took = self.overhead(self.messages, ON).nanoseconds.value
            found.append((f'{self.most_nanoseconds} ns a message', took <= self.most_nanoseconds))
        return (f'The aim for "{label(ON)}" is a median of at most '
                + ' and '.join(f'{most} ({"held" if held else "NOT held"} here)' for most, held in found)
                + f'. {REPORTED}\n')

    def beside(self, name, base):
        """The overhead of any subject over any other, of all operations and of a message."""
        overall, message = (intervals.overhead(self.samples, points, name, (base,)) for points in (self.operations, self.messages))
        return f'{percent(overall)} and {nanoseconds(message)} a message'

    def counting(self):
        """What counting costs in one and the same library, and what is found where there is nothing."""
        return ('Two builds differ also in where the linker puts a loop, and a loop across two cache lines may take twice as '
                f'long. Against the same library with monitoring off, where that is equal, on takes {self.beside(ON, OFF)}. '
                "Stock MPICH's second run of each round differs from its first by "
                f'{self.beside(STOCK_AGAIN, STOCK)}.\n')

    def by_program(self):
        lines = [self.head('')]
        for program, points in self.programs.items():
            found = [self.overhead(points, name) for name in self.compared]
            lines.append([program, *(f'{percent(o)}<br>{nanoseconds(o)}'.replace('<br>–', '') if o else '–'
                                     for o in found)])
        return rows(*lines)

    def by_size(self):
        bases = [name for name in self.names if name == baseline(name)]
        lines = [self.head('', 'size', *bases)]
        for point in self.samples:
            times = [duration(intervals.typical_time(self.samples, point, name)) if name in self.samples[point] else '–'
                     for name in bases]
            found = [self.overhead([point], name) for name in self.compared]
            lines.append([point.program, '' if point.bytes is None else size(point.bytes), *times,
                          *(percent(o) if o else '–' for o in found)])
        return rows(*lines, left=2)

    def median_parts(self, left_out):
        """Whether the aim is held, by what, the picture, and a table by program."""
        return (self.aim(), self.counting(), f'![Overhead by size]({self.name}.png)\n', '## By program\n',
                "The median over the program's sizes.\n", self.by_program(), *(f'{sentence}\n' for sentence in left_out))

    def size_parts(self):
        return '## By size\n', 'The time of one operation without monitoring, and the overhead.\n', self.by_size()


class NetworkReport(Times):
    """Times over a network, and the page made of them."""

    name = 'compare-network'
    most_nanoseconds = None  # the times of one library vary by more

    def summary(self):
        return rows(self.head(''), *self.median_times())

    def terminal(self):
        return '\n'.join((self.summary(), self.aim(), self.counting(), self.by_program()))

    def page(self, plan, processes, machine, left_out):
        """All of it, as Markdown; the picture is beside it."""
        return '\n'.join((NETWORK_HEAD.format(machine=machine), method(plan, processes), self.summary(),
                          *self.median_parts(left_out), *self.size_parts()))


class Report(Times):
    """Times, instructions and exactness, and the page made of them."""

    name = 'compare'
    most_nanoseconds = MOST_NANOSECONDS

    def __init__(self, chosen, samples, instructions, counted):
        super().__init__(chosen, samples)
        self.instructions, self.counted = instructions, counted

    def summary(self):
        more = [round(self.instructions[name]['Isend'] - self.instructions[baseline(name)]['Isend'])
                for name in self.compared]
        ranks = ', '.join(map(str, sorted({run.ranks for run in self.counted})))
        return rows(self.head(''), *self.median_times(),
                    ['instructions for an Isend of 8 bytes', *(f'{count:+d}' for count in more)],
                    [f'messages counted, random traffic on {ranks} processes',
                     *map(self.messages_counted, self.compared)])

    def messages_counted(self, name):
        """The user's messages that were counted of those asked for, for each number of processes."""
        return '; '.join('failed' if run.end else '{} of {}'.format(*(exactness.total(pairs['E'])[0]
                                                                      for pairs in (run.found, run.truth)))
                         for run in self.counted if run.library == name) or '–'

    def exactness(self):
        lines = [['', 'processes', *(f'{kind}: asked for' if i == 0 else 'counted' for kind in exactness.KINDS.values()
                                     for i in range(2)), 'verdict']]
        for run in self.counted:
            cells = []
            for kind in exactness.KINDS:
                cells += ['–', '–'] if run.end else [amount(run.truth[kind]), amount(run.found[kind])]
            if run.library == OPEN_MPI:  # the control: it counts nothing
                cells[1::2] = ['–'] * len(exactness.KINDS)
            lines.append([label(run.library), run.ranks, *cells, verdict(run)])
        return rows(*lines)

    def terminal(self):
        times = (self.aim(), self.counting(), self.by_program()) if self.samples else ()
        return '\n'.join((self.summary(), *times, self.exactness()))

    def page(self, plan, processes, machine, left_out):
        """All of it, as Markdown; the picture is beside it."""
        how, times, sizes = NO_TIMES, (), ()
        if self.samples:
            how, times, sizes = method(plan, processes), self.median_parts(left_out), self.size_parts()
        return '\n'.join((
            HEAD.format(machine=machine), how, self.summary(), *times,
            '## What is counted\n', COUNTED.format(steps=plan.steps), self.exactness(),
            '## Instructions\n', 'Of one call with 8 bytes, by callgrind, time stamps aside; see [budget.md](budget.md).\n',
            instruction_table(self.instructions, list(next(iter(self.instructions.values())))) + '\n', *sizes))


def method(plan, processes):
    return METHOD.format(processes=processes, rounds=plan.rounds, milliseconds=plan.milliseconds)


def amount(pairs):
    return '{:,} ({:,} B)'.format(*exactness.total(pairs))


def verdict(run):
    if run.end:
        return run.end
    if run.library == OPEN_MPI:
        return 'runs'
    wrong = sum(run.truth[kind].get(pair) != run.found[kind].get(pair)
                for kind in exactness.KINDS for pair in {*run.truth[kind], *run.found[kind]})
    return f'{wrong} counts are wrong' if wrong else 'exact'
