"""Times of MPI operations and of two applications, by turns under each subject."""

import random
import re
import shutil
import sys
import time
from collections import namedtuple

from subjects import clean_environment, must
from suite.harness import TESTERS

from .plans import PROJECT

PATIENCE = 300  # seconds for one run

# What is timed: one operation of a program. An application has neither size nor a number of messages.
Point = namedtuple('Point', 'program bytes messages', defaults=(None, None))
RED_BLACK, SCALAPACK = Point('red-black solver'), Point('ScaLAPACK LU')

BLOCK, RIGHT_HAND_SIDES = 16, 4

# MPICH's libraries, and the names that Debian's programs look for: the ABI is the same.
LIBRARIES = {'libmpi.so.12': 'libmpich.so.12', 'libmpifort.so.12': 'libmpichfort.so.12'}


class Runs:
    """Compiles the programs for each subject, and runs them by turns."""

    def __init__(self, chosen, plan, processes, scratch):
        self.subjects, self.plan, self.processes, self.scratch = chosen, plan, processes, scratch
        self.samples = {}
        self.left_out = []  # what cannot run here, a sentence each
        self.programs = {}
        for compiler in {subject.compiler for subject in chosen}:
            for source in ('bench/timings.c', 'apps/redblack.c'):
                self._compile(compiler, PROJECT / 'test' / source)
        self._write_matrix()

    def _compile(self, compiler, source):
        program = self.scratch / f'{source.stem}.{len(self.programs)}'
        must([compiler, '-O2', source, '-o', program, '-lm'])
        self.programs[compiler, source.stem] = program

    def run(self):
        """Returns {point: {subject's name: [nanoseconds of one operation in each round]}}."""
        order = random.Random(1)
        for turn in range(self.plan.rounds):
            begin = time.monotonic()
            self._renew_libraries()
            for measure in (self._operations, self._red_black, self._scalapack):
                for subject in order.sample(self.subjects, len(self.subjects)):
                    for point, nanoseconds in measure(subject):
                        self.samples.setdefault(point, {}).setdefault(subject.name, []).append(nanoseconds)
            print(f'  round {turn + 1} of {self.plan.rounds}: {time.monotonic() - begin:.0f} s', file=sys.stderr)
        return self.samples

    def _renew_libraries(self):
        """Copies each subject's libraries: where they lie in memory must not be one subject's bad luck. Open MPI's stay,
        since what is compared there is one library with itself."""
        for subject in filter(is_mpich, self.subjects):
            folder = self._libraries(subject)
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir()
            for library, debians_name in LIBRARIES.items():
                original = subject.compiler.parent.parent / 'lib' / library
                if original.exists():  # an MPICH without Fortran has but one
                    shutil.copyfile(original, folder / library)
                    (folder / debians_name).symlink_to(library)

    def _libraries(self, subject):
        return self.scratch / f'libraries.{self.subjects.index(subject)}'

    def _launch(self, subject, command, env=()):
        """Runs a program with each process on a core of its own; returns what it prints."""
        library = {'LD_LIBRARY_PATH': str(self._libraries(subject))} if is_mpich(subject) else {}
        return must([*subject.launch, '--bind-to', 'core', '-n', self.processes, *command],
                    {**clean_environment(subject.env), **library, **dict(env)}, cwd=self.scratch, timeout=PATIENCE)

    def _operations(self, subject):
        command = [self.programs[subject.compiler, 'timings'], self.plan.milliseconds, *self.plan.sizes]
        for line in self._launch(subject, command).splitlines():
            program, size, messages, nanoseconds = line.split()
            yield Point(program, int(size), int(messages)), float(nanoseconds)

    def _red_black(self, subject):
        output = self._launch(subject, [self.programs[subject.compiler, 'redblack'], self.plan.grid])
        yield RED_BLACK, 1e9 * float(re.search(r'sweeps in ([\d.]+) s', output)[1])

    def _write_matrix(self):
        """The tester's input. In the middle, how many values follow and the values: of rows and columns, of block sizes,
        of right-hand sides, of their blocks, and of process rows and columns."""
        values = (1, self.plan.matrix, self.plan.matrix, 1, BLOCK, 1, RIGHT_HAND_SIDES, 1, RIGHT_HAND_SIDES,
                  1, 1, self.processes)
        lines = ["'one matrix'", "'all processes'", "'LU.out'", 6, *values, 3.0, 'F']
        (self.scratch / 'LU.dat').write_text(''.join(f'{line}\n' for line in lines), encoding='utf-8')

    def _scalapack(self, subject):
        """Debian's own binary; MPICH's runs on the subject's library, which has the same ABI."""
        program = (TESTERS if is_mpich(subject) else TESTERS.parent / 'openmpi-tests') / 'xdlu'
        if not program.exists():
            reason = f'{subject.name} without ScaLAPACK: {program} is not installed.'
            self.left_out += [reason] if reason not in self.left_out else []
            return
        output = self._launch(subject, [program], {'OPENBLAS_NUM_THREADS': '1', 'OMP_NUM_THREADS': '1'})
        rate = re.search(r'^WALL .* ([\d.]+) PASSED$', output, re.MULTILINE)
        yield SCALAPACK, 1e9 * operations_of(self.plan.matrix) / (1e6 * float(rate[1]))


def is_mpich(subject):
    return subject.compiler != 'mpicc.openmpi'


def operations_of(size):
    """Floating-point operations by which the tester takes the rate: to factor the matrix and solve for the right-hand
    sides. The rate has more digits than the times beside it."""
    return 2 / 3 * size**3 - size**2 / 2 + 2 * RIGHT_HAND_SIDES * size**2
