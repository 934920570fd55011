"""What is measured: stock MPICH, this project off, on and with all details, and Open MPI; and how to run them."""

import os
import subprocess
import sys
from collections import namedtuple
from pathlib import Path

STOCK, OPEN_MPI = 'stock MPICH', 'Open MPI, off'
STOCK_AGAIN = 'stock MPICH, again'  # a comparison's second measurement of it
OFF, ON, ALL_DETAILS, OPEN_MPI_ON = 'off', 'on', 'all details', 'Open MPI, on'

# Operations in which the program is in a region are those of which this is in the environment.
REGION = {'REGION': 'bench'}
# With these, two processes of one node reach each other over TCP alone, as if they were on two.
OVER_TCP = {'ch4:ucx': {'UCX_TLS': 'tcp,self'}, 'ch4:ofi': {'MPIR_CVAR_NOLOCAL': '1', 'FI_PROVIDER': 'tcp'}}
OPEN_MPI_OVER_TCP = {'pml': 'ob1', 'btl': 'self,tcp', 'osc': 'pt2pt'}

# Samples are taken while the program is counted.
SHORT_INTERVALS = {'MPIR_CVAR_MONITORING_INTERVAL': '10'}

DETAILS = 'peers,histograms,communicators,algorithms,functions,regions'

# `launch` precedes each process's own command; `env` is added to a clean environment.
Subject = namedtuple('Subject', 'name compiler launch env')


def monitoring(enable, detail=None):
    env = {'MPIR_CVAR_MONITORING_ENABLE': str(enable), 'MPIR_CVAR_MONITORING_OUTPUT': 'none'}
    if detail:
        env['MPIR_CVAR_MONITORING_DETAIL'] = detail
    return env


def subjects(stock, ours, with_openmpi):
    """In the order of the tables."""
    mpich = [Subject(STOCK, stock / 'bin/mpicc', [stock / 'bin/mpiexec'], {})]
    for name, env in ((OFF, monitoring(0)), (ON, monitoring(1)),
                      ('timeline', {**monitoring(1, 'timeline'), **SHORT_INTERVALS}),
                      ('functions, regions', {**monitoring(2, DETAILS), **REGION}),
                      (ALL_DETAILS, {**monitoring(2, 'all'), **REGION})):
        mpich.append(Subject(name, ours / 'bin/mpicc', [ours / 'bin/mpiexec'], env))
    if not with_openmpi:
        return mpich
    return mpich + [Subject(OPEN_MPI, 'mpicc.openmpi', launch_openmpi(), {}),
                    Subject(OPEN_MPI_ON, 'mpicc.openmpi', launch_openmpi(pml_monitoring_enable=1), {})]


def over_tcp(chosen, device):
    """The same subjects with TCP between their processes."""
    parameters = [word for name, value in OPEN_MPI_OVER_TCP.items() for word in ('--mca', name, value)]
    return [one._replace(launch=[*one.launch, *parameters]) if one.name.startswith('Open MPI')
            else one._replace(env={**one.env, **OVER_TCP[device]}) for one in chosen]


def launch_openmpi(**parameters):
    """With these MCA parameters."""
    root = ['--allow-run-as-root'] if os.geteuid() == 0 else []
    chosen = [word for name, value in parameters.items() for word in ('--mca', name, value)]
    return ['mpirun.openmpi', *root, '--oversubscribe', *chosen]


def baseline(name):
    """The subject without monitoring that this one is held against."""
    return OPEN_MPI if name.startswith('Open MPI') else STOCK


def clean_environment(additions):
    env = {name: value for name, value in os.environ.items()
           if not name.startswith(('MPIR_CVAR_', 'MPICH_', 'UCX_', 'OMPI_'))}
    return {**env, **additions}


def must(command, env=None, cwd=None, timeout=300):
    """Runs a command; ends the script with one line where it fails."""
    words = [str(word) for word in command]
    try:
        done = subprocess.run(words, env=env, cwd=cwd, check=False, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, encoding='utf-8', errors='replace', timeout=timeout)
    except subprocess.TimeoutExpired:
        message = f'not ended after {timeout} s, is the machine too busy? {" ".join(words)}'
        raise SystemExit(f'{script()}: {message}') from None
    if done.returncode:
        raise SystemExit(f'{script()}: {" ".join(words)} failed: {done.stderr.strip()[-2000:]}')
    return done.stdout


def script():
    return Path(sys.argv[0]).name


def version(command):
    """The version of an MPI, as its own command tells it."""
    text = subprocess.run([str(word) for word in command], check=False, capture_output=True, encoding='utf-8').stdout
    return next(line.split(':')[-1].strip() for line in text.splitlines() if 'ersion' in line or 'OpenRTE' in line)
