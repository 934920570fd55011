"""Jobs that are looked at, and told what to do, while they run."""

import json
import subprocess
import tempfile
import time
from pathlib import Path

from .harness import Job, Profile, run

RANKS = 3
MESSAGES, BYTES = 300, 1000  # as watched.c has them
# MPICH's own algorithms, which its variable chooses, and not the device's.
SETTINGS = {'DEVICE_COLLECTIVES': 'none', 'BCAST_INTRA_ALGORITHM': 'binomial'}


class Watched:
    """A job of watched.c, which goes from one stop to the next when it is told to."""

    def __init__(self, installation, segments=None):
        self.job = Job(installation, 'watched', RANKS)
        # Elsewhere, files lag by a quarter of a second.
        self.segments = segments or Path(tempfile.mkdtemp(dir=installation.memory))
        self.job.command.append(self.job.folder)
        self.job.env['MPIR_CVAR_MONITORING_SEGMENT_DIR'] = str(self.segments)
        self.mpimon = installation.tool('mpimon')

    def __enter__(self):
        self.process = subprocess.Popen([str(word) for word in self.job.command], env=self.job.env, cwd=self.job.folder,
                                        stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.wait_for('stage1')
        return self

    def __exit__(self, *error):
        self.process.kill()
        self.process.communicate()

    def wait_for(self, name):
        end = time.monotonic() + 30
        while not (self.job.folder / name).exists():
            assert time.monotonic() < end and self.process.poll() is None, f'no {name}'
            time.sleep(0.01)

    def go(self, number):
        (self.job.folder / f'go{number}').touch()

    def end(self):
        self.go(1)
        self.go(2)
        assert self.process.wait(timeout=30) == 0

    def watch(self, *options):
        return run([self.mpimon, 'watch', self.segments, *options])

    def look(self, interval=0):
        done = self.watch('--once', '--json', '--interval', interval)
        assert done.status == 0 and not done.stderr, done.stderr
        return json.loads(done.stdout)


class Steered:
    """A job of steered.c that goes on until it is told to end."""

    def __init__(self, installation, kind, folder=None, **settings):
        self.segments = Path(folder or tempfile.mkdtemp(dir=installation.memory))
        self.job = Job(installation, 'steered', RANKS, settings={
            **SETTINGS, 'MONITORING_SEGMENT_DIR': self.segments, 'MONITORING_DETAIL': None, **settings})
        self.job.command += [kind, self.job.folder]
        self.mpimon = installation.tool('mpimon')

    def __enter__(self):
        self.process = subprocess.Popen([str(word) for word in self.job.command], env=self.job.env, cwd=self.job.folder,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding='utf-8')
        end = time.monotonic() + 30
        while not (self.job.folder / 'runs').exists():
            assert time.monotonic() < end and self.process.poll() is None, 'it does not begin'
            time.sleep(0.01)
        return self

    def __exit__(self, *error):
        self.process.kill()
        self.process.communicate()

    def set(self, change, *options, timeout=20):
        return run([self.mpimon, 'set', 'steered', change, *options, '--folder', self.segments, '--timeout', timeout])

    def answers(self, change, *options, timeout=20):
        """The answer of each rank."""
        said, = json.loads(self.set(change, '--json', *options, timeout=timeout).stdout)['changes']
        return {row.pop('rank'): row for row in said['ranks']}

    def refused(self, change, *options):
        """Why it is refused."""
        done = self.set(change, *options)
        assert (done.status, done.stdout) == (1, ''), done
        start = f'mpimon set: {change}: refused'
        assert done.stderr.startswith(start), done.stderr
        return done.stderr[len(start):].strip(': \n')

    def end(self):
        """Ends it; the profile, and how many calls over the world there were."""
        (self.job.folder / 'end').touch()
        out, errors = self.process.communicate(timeout=30)
        assert self.process.returncode == 0 and not errors, errors
        profile, = self.job.profiles()
        return Profile(self.job.installation, profile), int(out)


def calls_by_algorithm(profile):
    """{rank: {algorithm: calls}} of the user's broadcasts."""
    calls = {}
    for row in profile.json['collectives']:
        if row['operation'] == 'Bcast' and not row['step']:
            own = calls.setdefault(row['rank'], {})
            own[row['algorithm']] = own.get(row['algorithm'], 0) + row['calls']
    return calls


def launcher_of_nodes(running):
    """A launcher for three nodes: rank 2's segment is on the second one, as it seems, and the third one has no job."""
    for name in ('n1', 'n2', 'n3'):
        (running.segments / name).mkdir()
    for segment in list(running.segments.glob('*.segment')):
        segment.rename(running.segments / ('n2' if segment.name.split('.')[2] == '2' else 'n1') / segment.name)
    launcher = running.job.folder / 'launcher'
    launcher.write_text(f'#!/bin/sh\nnode=$1; shift\nMPIR_CVAR_MONITORING_SEGMENT_DIR={running.segments}/$node exec "$@"\n')
    launcher.chmod(0o755)
    return launcher
