"""What it costs a job that somebody watches it: whole runs by turns, with a viewer beside them and without.

The fastest batch of many, which the other times are, would be one that the viewer has not disturbed; so here it is the time of
a whole run that counts, and what the viewer itself takes of the processors.
"""

import os
import random
import re
import shutil
import signal
import statistics
import subprocess
import sys
import time
from collections import namedtuple

from subjects import clean_environment, must

from . import intervals
from .plans import PROJECT
from .report import duration, percent, rows

# `interval`: between two looks, in seconds; None: nobody looks. `most`: percent that a run may take longer.
Watch = namedtuple('Watch', 'name interval most')
ALONE = Watch('nobody watches', None, None)
WATCHES = (ALONE, Watch('watched, 1 s', 1, 0.1), Watch('watched, 10 ms', 0.01, 2))
# Programs of some seconds, and how their seconds are told.
PROGRAMS = {'red-black solver': (('redblack', 512, 3000), r'sweeps in ([\d.]+) s'),
            'small Allreduces': (('refine', 2_000_000), r'^([\d.]+) s')}

Point = namedtuple('Point', 'program messages', defaults=(None,))

HEAD = '''# Monitoring compared, watched and not

What a job takes longer while `mpimon watch` looks at it, from the same node and its own two cores. `maint/compare --watched
--write-docs` measures anew and writes this page.

{machine}

How times are taken: {processes} processes, each bound to a core of its own, and `mpimon watch --stream` wherever the system puts
it. In each of {rounds} rounds each program runs once in each way, in random order. A round gives one overhead over the run that
nobody watches; shown is the median over the rounds, and in brackets its 95 % interval by bootstrap over the rounds. "Viewer" is
the processor time that the viewer takes, user and system, of one core. The most that it can cost a job that has all cores is
that, divided by the cores, if no process of the job has to wait for another one.
'''


class Watching:
    """Runs and what they say."""

    def __init__(self, ours, plan, processes, scratch):
        self.ours, self.plan, self.processes, self.scratch = ours, plan, processes, scratch
        self.segments = scratch / 'segments'
        self.samples = {Point(program): {watch.name: [] for watch in WATCHES} for program in PROGRAMS}
        self.viewer = {watch.name: [] for watch in WATCHES}
        for (source, *_), _ in PROGRAMS.values():
            must([ours / 'bin/mpicc', '-O2', PROJECT / f'test/apps/{source}.c', '-o', scratch / source, '-lm'])

    def run(self):
        order = random.Random(1)
        for turn in range(self.plan.rounds):
            begin = time.monotonic()
            for program in PROGRAMS:
                for watch in order.sample(WATCHES, len(WATCHES)):
                    self.samples[Point(program)][watch.name].append(1e9 * self._seconds(program, watch))
            print(f'  round {turn + 1} of {self.plan.rounds}: {time.monotonic() - begin:.0f} s', file=sys.stderr)

    def _seconds(self, program, watch):
        shutil.rmtree(self.segments, ignore_errors=True)
        self.segments.mkdir()
        (name, *arguments), pattern = PROGRAMS[program]
        command = [self.ours / 'bin/mpiexec', '--bind-to', 'core', '-n', self.processes, self.scratch / name, *arguments]
        env = clean_environment({'MPIR_CVAR_MONITORING_ENABLE': '1', 'MPIR_CVAR_MONITORING_OUTPUT': 'none',
                                 'MPIR_CVAR_MONITORING_SEGMENT_DIR': str(self.segments)})
        job = subprocess.Popen(list(map(str, command)), env=env, stdout=subprocess.PIPE, encoding='utf-8')
        viewer = self._viewer(watch) if watch.interval else None
        output, _ = job.communicate()
        if job.returncode:
            raise SystemExit(f'compare: {name} ended with {job.returncode}')
        if viewer:
            self._end(viewer, watch)
        return float(re.search(pattern, output, re.MULTILINE)[1])

    def _viewer(self, watch):
        """Started as soon as every process of the job has its segment."""
        while len(list(self.segments.iterdir())) < self.processes:
            time.sleep(0.01)
        return (time.monotonic(), subprocess.Popen(
            [self.ours / 'bin/mpimon', 'watch', '--stream', '--interval', str(watch.interval), self.segments],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))

    def _end(self, viewer, watch):
        started, process = viewer
        took = time.monotonic() - started
        os.kill(process.pid, signal.SIGTERM)  # which may have ended, as the job has
        _, _, usage = os.wait4(process.pid, 0)
        process.returncode = 0
        self.viewer[watch.name].append(100 * (usage.ru_utime + usage.ru_stime) / took)


class Report:
    """The page made of them."""

    name = 'compare-watched'
    samples = None  # of no operations, so there is no picture

    def __init__(self, watching):
        self.times = watching.samples
        self.viewer = {name: statistics.median(taken) for name, taken in watching.viewer.items() if taken}

    def terminal(self):
        lines = [['', *(watch.name for watch in WATCHES), *(f'viewer, {watch.name}' for watch in WATCHES[1:])]]
        for point in self.times:
            found = [intervals.overhead(self.times, [point], watch.name, (ALONE.name,)) for watch in WATCHES[1:]]
            lines.append([point.program, duration(intervals.typical_time(self.times, point, ALONE.name)),
                          *map(percent, found), *(f'{share:.2f} %' for share in self.viewer.values())])
        return rows(*lines) + '\n' + self._aims()

    def _aims(self):
        words = []
        for watch in WATCHES[1:]:
            value = intervals.overhead(self.times, list(self.times), watch.name, (ALONE.name,)).percent.value
            words.append(f'{watch.most} % {watch.name.replace("watched, ", "at ")} ({"held" if value <= watch.most else "NOT held"}'
                         f' here: {value:+.2f} %)')
        return f'The aim is at most {" and ".join(words)}.\n'

    def page(self, plan, processes, machine, left_out):
        head = HEAD.format(machine=machine, processes=processes, rounds=plan.rounds)
        return '\n'.join((head, self.terminal(), *left_out))


def measure(ours, plan, processes, scratch):
    """A Report."""
    watching = Watching(ours, plan, processes, scratch)
    watching.run()
    return Report(watching)
