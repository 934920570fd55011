"""What it costs a job that somebody watches it: one job that runs on, while a viewer is let run and stopped by turns.

Two runs of a program differ by more than a viewer could cost, so both ways are seen within one. How fast the job is, a second
viewer tells, which looks at the begin and at the end of a turn: how many messages went meanwhile.
"""

import json
import os
import random
import shutil
import signal
import statistics
import subprocess
import sys
import time
from collections import namedtuple
from pathlib import Path

from subjects import clean_environment, must

from . import intervals
from .plans import PROJECT
from .report import duration, percent, rows

# `interval`: between two looks, in seconds. `most`: percent that a job may take longer.
Watch = namedtuple('Watch', 'name interval most')
WATCHES = (Watch('watched, 1 s', 1, 0.1), Watch('watched, 10 ms', 0.01, 2))
# Programs that would run for longer.
PROGRAMS = {'red-black solver': ('redblack', 4000, 100_000), 'small Allreduces': ('refine', 2_000_000_000)}
TURN, TURNS = 2, 2  # seconds; and how many of each kind there are in a round
SETTLING = 0.2  # seconds, before a turn

Point = namedtuple('Point', 'program messages', defaults=(None,))

HEAD = '''# Monitoring compared, watched and not

What a job takes longer while `mpimon watch` looks at it, from the same node and its own two cores. `maint/compare --watched
--write-docs` measures anew and writes this page.

{machine}

How times are taken: {processes} processes, each bound to a core of its own, and `mpimon watch --stream` wherever the system puts
it. In one job of each program, the viewer is let run for {turn} s and stopped for {turn} s by turns, in random order, {turns} times
each; the time of a message, over one such pair, gives one overhead. Shown is the median over the pairs, and in brackets its 95 %
interval by bootstrap. "Viewer" is the processor time that the viewer takes while it runs, of one core. What it can cost a job
that has all cores is that, divided by the cores, unless a process of the job has to wait for another one.
'''


class Watching:
    """Jobs and what was seen of them."""

    def __init__(self, ours, plan, processes, scratch):
        self.mpimon, self.mpiexec = ours / 'bin/mpimon', ours / 'bin/mpiexec'
        self.pairs, self.processes, self.scratch = TURNS * plan.rounds, processes, scratch
        self.segments = scratch / 'segments'
        self.samples = {}
        self.viewer = {}
        for name, *_ in PROGRAMS.values():
            must([ours / 'bin/mpicc', '-O2', PROJECT / f'test/apps/{name}.c', '-o', scratch / name, '-lm'])

    def run(self):
        for program in PROGRAMS:
            job = self._start(program)
            try:
                for watch in WATCHES:
                    begin = time.monotonic()
                    self._watch(Point(program), watch)
                    print(f'  {program}, {watch.name}: {time.monotonic() - begin:.0f} s', file=sys.stderr)
            finally:
                job.terminate()
                job.wait()

    def _start(self, program):
        """Until the job can be watched."""
        shutil.rmtree(self.segments, ignore_errors=True)
        self.segments.mkdir()
        name, *arguments = PROGRAMS[program]
        env = clean_environment({'MPIR_CVAR_MONITORING_ENABLE': '1', 'MPIR_CVAR_MONITORING_OUTPUT': 'none',
                                 'MPIR_CVAR_MONITORING_SEGMENT_DIR': str(self.segments)})
        job = subprocess.Popen(list(map(str, [self.mpiexec, '--bind-to', 'core', '-n', self.processes, self.scratch / name,
                                              *arguments])), env=env, stdout=subprocess.DEVNULL)
        while self._look().returncode:
            if job.poll() is not None:
                raise SystemExit(f'compare: {name} ended with {job.returncode}')
            time.sleep(0.1)
        return job

    def _look(self, seconds=0.1):
        return subprocess.run([self.mpimon, 'watch', '--once', '--json', '--interval', str(seconds), self.segments],
                              check=False, capture_output=True)

    def _watch(self, point, watch):
        viewer = subprocess.Popen([self.mpimon, 'watch', '--stream', '--interval', str(watch.interval), self.segments],
                                  stdout=subprocess.DEVNULL)
        times = self.samples.setdefault(point, {})
        shares = self.viewer.setdefault(point, {}).setdefault(watch.name, [])
        time.sleep(1)
        order = random.Random(1)
        for _ in range(self.pairs):
            for runs in order.sample((True, False), 2):
                viewer.send_signal(signal.SIGCONT if runs else signal.SIGSTOP)
                time.sleep(SETTLING)
                used, begin = processor_ns(viewer), time.monotonic_ns()
                times.setdefault((watch.name, runs), []).append(self._message_ns())
                if runs:
                    shares.append(100 * (processor_ns(viewer) - used) / (time.monotonic_ns() - begin))
        viewer.send_signal(signal.SIGCONT)
        viewer.send_signal(signal.SIGTERM)
        viewer.wait()

    def _message_ns(self):
        """Nanoseconds of a message that any process sends, over one turn."""
        return 1e9 / sum(row['messages_per_second'] for row in json.loads(self._look(TURN).stdout)['classes'])


def processor_ns(process):
    """What a process had of a processor, by the scheduler."""
    return int(Path(f'/proc/{process.pid}/schedstat').read_text(encoding='ascii').split()[0])


class Report:
    """The page made of them."""

    name = 'compare-watched'
    samples = None  # of no operations, so there is no picture

    def __init__(self, watching):
        self.times = watching.samples
        self.viewer = {point: {name: statistics.median(shares) for name, shares in found.items()}
                       for point, found in watching.viewer.items()}
        self.pairs = watching.pairs

    def _overhead(self, points, watch):
        return intervals.overhead(self.times, points, (watch.name, True), [(watch.name, False)])

    def terminal(self):
        lines = [['', 'a message', *(watch.name for watch in WATCHES), *(f'viewer, {watch.name}' for watch in WATCHES)]]
        for point in self.times:
            alone = intervals.typical_time(self.times, point, (WATCHES[0].name, False))
            lines.append([point.program, duration(alone), *(percent(self._overhead([point], watch)) for watch in WATCHES),
                          *(f'{self.viewer[point][watch.name]:.3f} %' for watch in WATCHES)])
        return rows(*lines) + '\n' + self._aims()

    def _aims(self):
        cores = os.cpu_count()
        words = []
        for watch in WATCHES:
            value = max(found[watch.name] for found in self.viewer.values()) / cores
            words.append(f'{watch.most} % {watch.name.replace("watched, ", "at ")} '
                         f'({"held" if value <= watch.most else "NOT held"} here: {value:.3f} %)')
        return f'The aim is at most {" and ".join(words)}, by what the viewer takes of {cores} cores.\n'

    def page(self, plan, processes, machine, left_out):
        head = HEAD.format(machine=machine, processes=processes, turn=TURN, turns=self.pairs)
        return '\n'.join((head, self.terminal(), *left_out))


def measure(ours, plan, processes, scratch):
    """A Report."""
    watching = Watching(ours, plan, processes, scratch)
    watching.run()
    return Report(watching)
