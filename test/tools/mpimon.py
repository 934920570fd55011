"""The command under test, and what is asked of it."""

import os
import re

from support import TOP, run

# How many times slower than usual it may be, such as under sanitizers.
SLOWER = int(os.environ.get('MPIMON_SLOWER', 1))
NEWER = TOP / 'test/tools/newer.mon'
EARLIER = TOP / 'test/tools/earlier'


class Mpimon:
    """mpimon(ARGUMENT, ...) is its standard output; it must end with 0 and say nothing on standard error."""

    def __init__(self, command, *started_by):
        """`started_by`: the words of a command that starts it, such as setpriv and its options."""
        self.command = command
        self.started_by = started_by

    def run(self, *arguments, timeout=60 * SLOWER, **options):
        """Status, standard output and standard error, whatever they are; `options` are those of support.run."""
        return run(*self.started_by, self.command, *arguments, timeout=timeout, **options)

    def __call__(self, *arguments, **options):
        done = self.run(*arguments, **options)
        assert (done.status, done.stderr) == (0, '')
        return done.stdout

    def shows(self, expected, *arguments, **options):
        """Its output is that file of those beside the subcommand, which is the first argument."""
        expected = TOP / 'src/mpimon/commands' / str(arguments[0]) / 'expected' / expected
        assert self(*arguments, **options).splitlines() == expected.read_text().splitlines()

    def refuses(self, status, pattern, *arguments, **options):
        """It ends with this status, and says one line alone, on standard error, in which the pattern is found."""
        done = self.run(*arguments, **options)
        assert (done.status, done.stdout) == (status, '')
        assert len(done.stderr.splitlines()) == 1, done.stderr
        assert re.search(pattern, done.stderr.removesuffix('\n')), done.stderr
