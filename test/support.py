"""What the suites in Python share: where the project is, running commands, and what bad input is told."""

import os
import subprocess
from collections import namedtuple
from pathlib import Path

TOP = Path(__file__).resolve().parent.parent

Result = namedtuple('Result', 'status stdout stderr')


def kept():
    """The folder of what the scripts keep between runs, before a test names another one."""
    home = os.environ.get('XDG_CACHE_HOME') or Path.home() / '.cache'
    return Path(os.environ.get('MPICH_MONITORING_CACHE') or Path(home, 'mpich-monitoring')).resolve()


def run(*command, cwd=None, env=None, timeout=300, stdin=subprocess.DEVNULL, **options):
    """Runs a command to its end, and has what it says as it is, with the ends of lines that it wrote. `env`: variables beside
    those of this process; None takes one away."""
    variables = {**os.environ, **{name: str(value) for name, value in (env or {}).items() if value is not None}}
    for name, value in (env or {}).items():
        if value is None:
            variables.pop(name, None)
    done = subprocess.run([str(word) for word in command], cwd=cwd, env=variables, timeout=timeout, check=False,
                          stdin=stdin, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options)
    return Result(done.returncode, *(said.decode(errors='replace') for said in (done.stdout, done.stderr)))


def succeed(*command, **options):
    """The command's standard output; it must end with 0."""
    done = run(*command, **options)
    assert done.status == 0, done.stderr or done.stdout
    return done.stdout


class Samples:
    """Profiles by what make_profile calls them, and the mpimon of a folder in which `make check` was run."""

    def __init__(self, build, folder):
        self.build, self.folder = build, folder
        self.command = build / 'src/mpimon/mpimon'

    def mpimon(self, *arguments):
        return succeed(self.command, *arguments)

    def profile(self, kind):
        path = self.folder / f'{kind}.mon'
        if not path.exists():
            self.make(kind, path)
        return path

    def make(self, kind, path):
        succeed(self.build / 'test/tools/make_profile', kind, path)

    def export(self, kind, *options):
        return self.mpimon('export', *options, self.profile(kind))


def refused(message, *command, **options):
    """The command fails, and says this line alone on standard error."""
    done = run(*command, **options)
    assert done.stderr == f'{message}\n'
    assert done.status != 0
