"""The machine and what ran on it, in words, for the head of a page."""

import os
import platform
import subprocess
import time
from pathlib import Path

from subjects import version

# The library below a device, and its name for pkg-config.
BELOW = {'ch4:ucx': ('UCX', 'ucx'), 'ch4:ofi': ('libfabric', 'libfabric')}


def output(*command):
    return subprocess.run([str(word) for word in command], check=False, capture_output=True, encoding='utf-8').stdout


def processor():
    lines = Path('/proc/cpuinfo').read_text(encoding='utf-8').splitlines()
    return next((line.split(':')[1].strip() for line in lines if line.startswith('model name')), platform.machine())


def our_version(prefix):
    """This project's version: the custom version string begins with it, and goes on with the hooks in brackets."""
    lines = output(prefix / 'bin/mpichversion').splitlines()
    return next(line.split(':')[1].split('(')[0].strip() for line in lines if line.startswith('MPICH Custom Information'))


def libraries(stock, ours, device, with_openmpi):
    """Names with their versions."""
    name, package = BELOW[device]
    found = [our_version(ours), f'MPICH {version([stock / "bin/mpichversion"])} with {device}',
             f'{name} {output("pkg-config", "--modversion", package).strip()}',
             output(stock / 'bin/mpicc', '--version').splitlines()[0]]
    return found + [version(['mpirun.openmpi', '--version'])] if with_openmpi else found


def description(stock, ours, device, with_openmpi, before):
    """`before`: the load averages when it began."""
    loads = ' before and '.join(f'{load[0]:.1f}' for load in (before, os.getloadavg()))
    return (f'{time.strftime("%Y-%m-%d", time.gmtime())}, {os.cpu_count()} cores {processor()}, '
            f'Linux {platform.release()};\n{", ".join(libraries(stock, ours, device, with_openmpi))}.\n'
            f'Load average (of one minute): {loads} after; niceness {os.nice(0)}.')
