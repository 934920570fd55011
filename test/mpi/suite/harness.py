"""What the tests share: the installation under test, building and running programs, reading what they leave behind."""

import csv
import fcntl
import json
import os
import re
import shutil
import subprocess
import tempfile
from collections import namedtuple
from contextlib import contextmanager
from pathlib import Path

FOLDER = Path(__file__).resolve().parent.parent
APPS = FOLDER.parent / 'apps'
TESTERS = Path('/usr/lib/x86_64-linux-gnu/scalapack/mpich-tests')  # Debian's scalapack-mpi-test
YIELDING = FOLDER.parent.parent / 'maint' / 'mpichtests'

# Programs of several threads. One that yields holds MPICH's lock meanwhile, for which the others wait; so these do not.
THREADED = re.compile('threads|storm|switch|phases')

# GCC takes MPI_STATUSES_IGNORE for an array without elements.
WARNINGS = ['-Wall', '-Wextra', '-Wpedantic', '-Werror', '-Wno-stringop-overflow']

Flow = namedtuple('Flow', 'sent_messages sent_bytes received_messages received_bytes')


class Result(namedtuple('Result', 'status stdout stderr')):
    """How a command ended."""

    def lines(self, word):
        """Lines of stderr that contain `word`."""
        return [line for line in self.stderr.splitlines() if word in line]


def run(command, env=None, cwd=None, timeout=60):
    """Runs a command to its end; a command that does not end is a failure."""
    try:
        done = subprocess.run([str(word) for word in command], env=env, cwd=cwd, timeout=timeout, check=False,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              encoding='utf-8', errors='replace')
    except subprocess.TimeoutExpired as error:
        raise AssertionError(f'not ended after {timeout} s: {" ".join(map(str, command))}') from error
    return Result(done.returncode, done.stdout, done.stderr)


@contextmanager
def locked(path, shared=False):
    """While the lock of this file is held: by one alone, or by all those who share it."""
    with path.open('w') as file:
        fcntl.flock(file, fcntl.LOCK_SH if shared else fcntl.LOCK_EX)
        yield


class Installation:
    """An installed MPICH Monitoring and the programs built with it."""

    def __init__(self, prefix, scratch, memory):
        """`scratch`: a folder for what the tests make; `memory`: one on a file system in memory."""
        self.prefix = Path(prefix).resolve()
        self.scratch = Path(scratch)
        self.memory = memory
        self.compiling = compiler_environment()
        for tool in ('mpicc', 'mpicxx', 'mpiexec', 'mpichversion'):
            if not (self.prefix / 'bin' / tool).exists():
                raise SystemExit(f'run: no {tool} in {self.prefix}/bin; give --prefix the folder of an installation')
        version = run([self.tool('mpichversion')]).stdout
        facts = dict(line.split(':', 1) for line in version.splitlines() if ':' in line)
        self.version = tuple(int(part) for part in re.findall(r'\d+', facts['MPICH Version'])[:2])
        self.device = facts['MPICH Device'].split()[-1]
        # In ch4:ucx everything goes through UCX, which decides on shared memory by itself.
        self.has_shm = 'ucx' not in self.device
        # From 5.0 on, a process may read the memory of another one of its node: path `ipc`. In 4.3 it may, too, but only
        # if it is switched on, and if one element of the datatype is as large as that.
        library = (self.prefix / 'lib' / 'libmpi.so').read_bytes()
        self.has_direct_copy = self.has_shm and self.version >= (5, 0) and b'MPIR_CVAR_CH4_CMA_ENABLE' in library
        # A source tree from git has no version of the ABI, so programs made for another MPICH do not fit.
        self.has_abi = (self.prefix / 'lib' / 'libmpi.so.12').exists()
        # MPICH may be built without ROMIO, which is its MPI-IO.
        self.has_io = b'PMPI_File_open\0' in library
        # QMPI: MPICH's interface for several tools in a row.
        self.has_layers = '--enable-qmpi' in version
        # Several virtual interfaces, each with a lock of its own.
        self.has_vcis = self.version >= (4, 1) or '--enable-thread-cs=per-vci' in version

    def tool(self, name):
        return self.prefix / 'bin' / name

    def build(self, name, wrapped=True, flags=()):
        """The path of a test program; `wrapped`: compiled with the wrappers that keep the truth. `flags`: of a plain one."""
        target = self.scratch / (name if wrapped else f'{name}.plain')
        return self._once(target, self._compile, name, target, wrapped, flags)

    def build_tool(self, name, copy=''):
        """The path of a tool, test/mpi/tools/NAME.c as a shared library; each `copy` is a library of its own."""
        target = self.scratch / f'lib{name}{copy}.so'
        return self._once(target, self._must, [
            self.tool('mpicc'), '-O1', '-std=c11', '-D_DEFAULT_SOURCE', *WARNINGS, '-fPIC', '-shared',
            FOLDER / 'tools' / f'{name}.c', '-o', target, '-pthread'])

    def build_plugin(self, name, *defined):
        """The path of a plugin: test/mpi/plugins/NAME.c, or a file given by its path, compiled as users do; each one with
        other macros `defined` is one of its own."""
        source = FOLDER / 'plugins' / f'{name}.c' if isinstance(name, str) else name
        target = self.scratch / '.'.join(['plugin', source.stem, *defined, 'so'])
        compiler, standard = ('mpicxx', 'c++17') if source.suffix == '.cc' else ('mpicc', 'c11')
        return self._once(target, self._must, [
            self.tool(compiler), '-O1', f'-std={standard}', '-D_DEFAULT_SOURCE', *WARNINGS,
            *(f'-D{macro}' for macro in defined), '-fPIC', '-shared', source, '-o', target])

    def build_shim(self, name):
        """The path of test/mpi/shims/NAME.c as a shared library that stands before others'."""
        target = self.scratch / f'{name}.so'
        # ISO C knows no way from dlsym() to a function.
        return self._once(target, self._must, [
            'gcc', '-O1', '-D_GNU_SOURCE', *WARNINGS, '-Wno-pedantic', '-fPIC', '-shared',
            FOLDER / 'shims' / f'{name}.c', '-o', target])

    def build_yielding(self, device=None):
        """The path of a library that makes waiting processes of a device, else this one's, give up their core. Where they
        are more than cores, each message takes a time slice without it."""
        name = 'yielding' if 'ucx' in (device or self.device) else 'yielding_ofi'
        target = self.scratch / f'{name}.so'
        return self._once(target, self._must, ['gcc', '-O2', '-fPIC', '-shared', YIELDING / f'{name}.c', '-o', target])

    def _once(self, target, make, *arguments):
        """`target`, made unless it is there; of several tests that want it, one makes it and the others wait."""
        with locked(target.with_name(f'{target.name}.lock')):
            if not target.exists():
                make(*arguments)
        return target

    def _compile(self, name, target, wrapped, flags):
        source = next(path for path in (*(FOLDER / 'programs' / f'{name}.{end}' for end in ('c', 'cc', 'f90')),
                                        APPS / f'{name}.c') if path.exists())
        if source.suffix == '.f90':
            self._must([self.tool('mpifort'), '-g', source, '-o', target, '-J', self.scratch])
            return
        # The compiler cache knows objects, not programs.
        program = target.with_name(f'{target.name}.o')
        if not wrapped:
            compiler, standard = ('mpicxx', 'c++17') if source.suffix == '.cc' else ('mpicc', 'c11')
            self._must([self.tool(compiler), '-O1', f'-std={standard}', '-D_DEFAULT_SOURCE', *WARNINGS, *flags, '-c', source,
                        '-o', program, '-pthread'])
            self._must([self.tool(compiler), *flags, program, '-o', target, '-pthread'])
            return
        self._must([self.tool('mpicc'), '-O1', '-std=c11', *WARNINGS, '-c', source, '-o', program])
        self._must([self.tool('mpicxx'), program, *self._truth(), '-o', target, '-lm', '-pthread'])

    def _truth(self):
        return [self._truth_object(source) for source in sorted(FOLDER.glob('truth*.cc'))]

    def _truth_object(self, source):
        target = self.scratch / f'{source.stem}.o'
        return self._once(target, self._must, [
            self.tool('mpicxx'), '-O1', '-std=c++17', *WARNINGS, '-c', source, '-o', target])

    def _must(self, command):
        done = run(command, env=self.compiling, timeout=300)
        assert done.status == 0, f'does not compile: {done.stderr.strip()[:2000]}'


def compiler_environment():
    """This process's environment, with the compiler cache that maint/ keeps before the compilers, if there is one."""
    env = dict(os.environ)
    kept = env.get('MPICH_MONITORING_CACHE') or f"{env.get('XDG_CACHE_HOME') or Path.home() / '.cache'}/mpich-monitoring"
    if shutil.which('ccache') and Path(kept, 'ccache-bin', 'gcc').exists():
        env['PATH'] = f"{kept}/ccache-bin:{env['PATH']}"
        env.setdefault('CCACHE_DIR', f'{kept}/ccache')
    return env


def clean_environment():
    """This process's environment without variables that would change what MPI does."""
    return {name: value for name, value in os.environ.items()
            if not name.startswith(('MPIR_CVAR_', 'MPICH_', 'UCX_', 'FI_'))}


class Job:
    """One run under mpiexec with monitoring on, in a folder of its own."""

    def __init__(self, installation, program, ranks, arguments=(), settings=None, timeout=60, raw=False,
                 preload=()):
        """`settings` are control variables without MPIR_CVAR_, None for unset; `raw`: the program is a path, not built
        here; `preload`: libraries by their paths, loaded into the processes before anything else."""
        self.installation = installation
        self.ranks = ranks
        self.folder = Path(tempfile.mkdtemp(dir=installation.scratch))
        self.truth_folder = self.folder / 'truth'
        self.truth_folder.mkdir()
        self.env = clean_environment()
        self.env['TRUTH_DIR'] = str(self.truth_folder)
        self.env['TOOL_FOLDER'] = str(self.folder)
        self.env.setdefault('UCX_LOG_LEVEL', 'error')
        values = {'MONITORING_ENABLE': 2, 'MONITORING_DETAIL': 'all', 'MONITORING_FILENAME': '%e.%j.mon'}
        values.update(settings or {})
        for name, value in values.items():
            if value is not None:
                self.env[f'MPIR_CVAR_{name}'] = str(value)
        path = Path(program) if raw else installation.build(program)
        if not THREADED.search(path.name):
            self.env['LD_PRELOAD'] = str(installation.build_yielding())
            preload = preload and [*preload, installation.build_yielding()]
        tools = ['-genv', 'LD_PRELOAD', ':'.join(map(str, preload))] if preload else []
        self.command = [installation.tool('mpiexec'), *tools, '-n', ranks, path, *arguments]
        self.timeout = timeout
        self.result = None

    def run(self):
        self.result = run(self.command, env=self.env, cwd=self.folder, timeout=self.timeout)
        return self

    def succeed(self):
        """Runs, and requires exit status 0."""
        self.run()
        said = (self.result.stderr or self.result.stdout).strip()
        assert self.result.status == 0, f'exit status {self.result.status}: {said[:1000]}'
        return self

    def profiles(self):
        return sorted(self.folder.glob('*.mon'))

    def profile(self):
        """The one profile that the job left."""
        found = self.profiles()
        assert len(found) == 1, self.result.stderr.strip()[:500]
        return Profile(self.installation, found[0])

    def truth(self, world='world'):
        return Truth(self.truth_folder, world)


def has_nodes(installation):
    """Whether MPICH has nodes of its own. Without shared memory of its own, as ch4:ucx is from 5.0 on, it takes each process
    for a node."""
    job = Job(installation, installation.build('lives_together', wrapped=False), 2, raw=True, settings={'MONITORING_ENABLE': 0})
    return job.succeed().result.stdout == '2 of 2\n'


def has_quiet_init(installation):
    """Whether processes send no messages in MPI_Init. From 5.0 on they tell each other their addresses by some."""
    return not list(Job(installation, installation.build('hello', wrapped=False), 3, raw=True).succeed().profile().rows())


class Profile:
    """A profile as `mpimon export` shows it; `whole`: none of its processes is missing or damaged."""

    def __init__(self, installation, path, whole=True):
        self.path = path
        self.whole = whole
        self.installation = installation
        self._json = None

    def export(self, *forms):
        done = run([self.installation.tool('mpimon'), 'export', *forms, self.path])
        assert done.status == 0, done.stderr.strip()
        assert not self.whole or not done.stderr, f'diagnostics: {done.stderr}'
        return done.stdout

    def rows(self, *options):
        """The rows of the CSV: (src, dst, class, path) and a Flow; foreign peers keep their names."""
        for row in csv.DictReader(self.export('--csv', *options).splitlines()):
            ends = [int(row[end]) if row[end].isdigit() else row[end] for end in ('src', 'dst')]
            yield (*ends, row['class'], row['path']), Flow(*(int(row[field]) for field in Flow._fields))

    @property
    def json(self):
        if self._json is None:
            self._json = json.loads(self.export('--json'))
        return self._json

    def flows(self, classes, *options):
        """Summed over paths: {(src, dst, class): [four sums]}."""
        return add_up((key[:3], flow) for key, flow in self.rows(*options) if key[2] in classes)

    def sizes(self, classes):
        """Detail `sizes`, of ranks of this world: {(src, dst, class): {bin: messages}}."""
        columns = (self.json['sizes'][name] for name in ('rank', 'peer', 'class', 'bins'))
        return {(rank, peer, name): {bin: count for bin, count in enumerate(bins) if count}
                for rank, peer, name, bins in zip(*columns) if name in classes and isinstance(peer, int)}


class Truth:
    """What the wrappers of one world's processes wrote."""

    def __init__(self, folder, world):
        self.flows = {}
        self.sizes = {}
        self.calls = {}
        files = list(folder.glob(f'{world}.*.csv'))
        assert files, f'no truth of the {world} processes'
        flows = []
        for path in files:
            rank = int(path.name.split('.')[1])
            for row in csv.reader(path.read_text().splitlines()):
                if row[0] == 'flow':
                    flows.append(((int(row[1]), int(row[2]), row[3]), Flow(*map(int, row[4:]))))
                elif row[0] == 'sizes':
                    self.sizes.setdefault((int(row[1]), int(row[2]), row[3]), {})[int(row[4])] = int(row[5])
                else:
                    self.calls[rank, row[1], row[2]] = tuple(map(int, row[3:]))
        self.flows = add_up(flows)


def add_up(pairs):
    sums = {}
    for key, flow in pairs:
        sums[key] = [a + b for a, b in zip(sums.get(key, (0, 0, 0, 0)), flow)]
    return sums


def differences(got, expected, most=4):
    """A line per key where two dictionaries differ, at most `most`, or an empty string."""
    keys = sorted(key for key in set(got) | set(expected) if got.get(key) != expected.get(key))
    shown = [f'{key}: {got.get(key)} instead of {expected.get(key)}' for key in keys[:most]]
    if len(keys) > most:
        shown.append(f'and {len(keys) - most} more')
    return '; '.join(shown)
