"""The command under test, and what is asked of it."""

import os
import pty
import re
import subprocess
from contextlib import suppress

from support import TOP, run

# How many times slower than usual it may be, such as under sanitizers.
SLOWER = int(os.environ.get('MPIMON_SLOWER', 1))
NEWER = TOP / 'test/tools/newer.mon'
EARLIER = TOP / 'test/tools/earlier'


def golden(subcommand, name):
    """The text of a file beside a subcommand, of what it is to show."""
    return (TOP / 'src/mpimon/commands' / subcommand / 'expected' / name).read_text()


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
        assert self(*arguments, **options) == golden(arguments[0], expected)

    def on_terminal(self, *arguments, **variables):
        """What it shows on a terminal, colours and all; it must end with 0. `variables` are of its environment."""
        screen, terminal = pty.openpty()
        process = subprocess.Popen([*self.started_by, self.command, *arguments], stdin=terminal, stdout=terminal, stderr=terminal,
                                   env={**os.environ, 'TERM': 'xterm', **variables})
        os.close(terminal)
        shown = b''
        with os.fdopen(screen, 'rb', buffering=0), suppress(OSError):  # by which Linux says that the other end is closed
            while part := os.read(screen, 65536):
                shown += part
        assert process.wait() == 0, shown
        return shown.decode()

    def refuses(self, status, pattern, *arguments, **options):
        """It ends with this status, and says one line alone, on standard error, in which the pattern is found."""
        done = self.run(*arguments, **options)
        assert (done.status, done.stdout) == (status, '')
        assert re.fullmatch('.+\n', done.stderr), done.stderr
        assert re.search(pattern, done.stderr.removesuffix('\n')), done.stderr
