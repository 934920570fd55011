"""A real Slurm of several emulated nodes on this host: its controller, and a daemon for each node, all on loopback."""

import getpass
import os
import random
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path

from support import run, succeed

# The daemons are in folders that are not on everybody's PATH.
PATH = f"{os.environ['PATH']}:/usr/sbin:/sbin"
ENDED = {'COMPLETED', 'FAILED', 'CANCELLED', 'TIMEOUT', 'NODE_FAIL', 'BOOT_FAIL', 'OUT_OF_MEMORY'}

CONFIGURATION = """\
ClusterName=test
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={port}
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/none
CredType=cred/none
CommunicationParameters=NoCtldInAddrAny,NoInAddrAny
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool/%n
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.%n.pid
SlurmctldLogFile={folder}/log/slurmctld
SlurmdLogFile={folder}/log/slurmd.%n
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
MpiDefault=pmi2
KillOnBadExit=1
KillWait=2
MailProg=/bin/true
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SlurmdParameters=config_overrides
SchedulerParameters=batch_sched_delay=0,sched_interval=1,bf_interval=1
NodeName=n[1-{nodes}] NodeHostname={host} NodeAddr=127.0.0.1 Port=[{first}-{last}] CPUs=4 RealMemory=1000
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
"""


def free_ports(count):
    """The first of so many ports in a row that nobody listens on; below those that the system gives to clients."""
    for _ in range(100):
        first = random.randrange(10000, 32000)
        sockets = [socket.socket() for _ in range(count)]
        try:
            for port, listener in enumerate(sockets, first):
                listener.bind(('127.0.0.1', port))
            return first
        except OSError:
            continue
        finally:
            for listener in sockets:
                listener.close()
    raise AssertionError(f'there are no {count} free ports in a row')


def until(condition, seconds, what):
    """Waits until `condition` gives something, and returns it."""
    end = time.monotonic() + seconds
    while not (result := condition()):
        assert time.monotonic() < end, f'{what}: not within {seconds} s'
        time.sleep(0.1)
    return result


class Cluster:
    """A Slurm that runs until it is stopped. It ends with the process that started it, too."""

    def __init__(self, nodes=4, **settings):
        """`settings`: further lines of slurm.conf, such as Epilog='/path' or TaskProlog='/path'."""
        # Slurm makes sockets there, whose names have no room for long ones.
        self.folder = Path(tempfile.mkdtemp(prefix='slurm.', dir='/tmp'))
        self.nodes = nodes
        self.settings = settings
        self.daemons = []
        self.env = {'SLURM_CONF': self.folder / 'slurm.conf', 'PATH': PATH}

    def __enter__(self):
        try:
            return self.start()
        except BaseException:
            self.stop()
            raise

    def __exit__(self, *_):
        self.stop()

    def start(self):
        """Starts it, and waits until all nodes can have jobs."""
        port = free_ports(self.nodes + 1)
        for folder in ('state', 'log', *(f'spool/n{node}' for node in range(1, self.nodes + 1))):
            (self.folder / folder).mkdir(parents=True)
        configuration = CONFIGURATION.format(
            folder=self.folder, host=socket.gethostname().split('.')[0], user=getpass.getuser(), nodes=self.nodes,
            port=port, first=port + 1, last=port + self.nodes)
        configuration += ''.join(f'{name}={value}\n' for name, value in self.settings.items())
        self.env['SLURM_CONF'].write_text(configuration)
        self._daemon('slurmctld', '-D', '-c')
        for node in range(1, self.nodes + 1):
            self._daemon('slurmd', '-D', '-N', f'n{node}')
        until(self._ready, 30, 'Slurm starts')
        return self

    def _daemon(self, *command):
        self.daemons.append(subprocess.Popen(
            ['setpriv', '--pdeathsig', 'TERM', *command], env={**os.environ, **{k: str(v) for k, v in self.env.items()}},
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))

    def _ready(self):
        ended = [daemon for daemon in self.daemons if daemon.poll() is not None]
        assert not ended, f'{ended[0].args[3]} has ended: {self.log()}'
        idle = run('sinfo', '-hN', '-t', 'idle', env=self.env)
        return len(idle.stdout.splitlines()) == self.nodes

    def log(self):
        """The last lines of what the daemons say."""
        return '\n'.join('\n'.join(path.read_text(errors='replace').splitlines()[-10:])
                         for path in sorted((self.folder / 'log').iterdir()))

    def stop(self):
        """Ends all jobs, then the daemons, and removes the folder."""
        if self.daemons and self.daemons[0].poll() is None:
            run('scancel', '--user', getpass.getuser(), env=self.env)
            run('scancel', '--signal=KILL', '--user', getpass.getuser(), env=self.env)
            until(lambda: not run('squeue', '-h', env=self.env).stdout, 30, 'the jobs end')
        for daemon in self.daemons:
            daemon.send_signal(signal.SIGTERM)
        for daemon in self.daemons:
            try:
                daemon.wait(10)
            except subprocess.TimeoutExpired:
                daemon.kill()
                daemon.wait()
        self.daemons.clear()
        shutil.rmtree(self.folder, ignore_errors=True)

    def run(self, *command, env=None, **options):
        """Runs a command such as srun to its end; see support.run."""
        return run(*command, env={**self.env, **(env or {})}, **options)

    def succeed(self, *command, env=None, **options):
        """Its standard output; it must end with 0."""
        return succeed(*command, env={**self.env, **(env or {})}, **options)

    def submit(self, script, *options, **arguments):
        """The id of a new job that runs the lines of `script`; what it prints is in `slurm-ID.out` of its folder."""
        return self.succeed('sbatch', '--parsable', *options, f'--wrap={script}', **arguments).strip()

    def jobs(self, job):
        """What Slurm says of a job, as a dictionary: of an array, one for each of its elements that has begun."""
        lines = self.succeed('scontrol', '--oneliner', 'show', 'job', job).splitlines()
        return [dict(re.findall(r'(\w+)=(\S*)', line)) for line in lines if line]

    def wait_for(self, job, *states, seconds=60):
        """Waits until all of a job is in one of the states, and returns what Slurm says of it."""
        def there():
            jobs = self.jobs(job)
            return jobs if all(entry['JobState'] in states for entry in jobs) else None
        return until(there, seconds, f'job {job} becomes {" or ".join(sorted(states))}')

    def wait(self, job, seconds=60):
        """Waits until all of a job has ended, its epilog included."""
        return self.wait_for(job, *ENDED, seconds=seconds)

    def end_time(self, job):
        """The running job's time is over: Slurm sends SIGTERM, and SIGKILL two seconds later. It looks for such jobs
        every 30 seconds only, so several that end at once take no longer than one."""
        self.succeed('scontrol', 'update', f'JobId={job}', 'EndTime=now+1')
