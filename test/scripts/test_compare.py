"""maint/compare: what wrong use is told, before anything is measured. The installations are as far as it looks till then."""

import os

import pytest

from support import TOP, refused

COMPARE = TOP / 'maint' / 'compare'
TWO = ['--stock', 'stock', '--ours', 'ours']

REFUSED = {
    'nothing is installed': ([], 'no stock MPICH in {scratch}/cache/install/stock; give --stock the folder of one'),
    'nothing is installed for the other device': (
        ['--device', 'ch4:ofi'],
        'no stock MPICH in {scratch}/cache/install/stock-ofi; give --stock the folder of one'),
    'ours is not there': (
        ['--stock', 'stock', '--ours', 'empty'],
        'no MPICH Monitoring in {scratch}/empty; give --ours the folder of one'),
    'ours is stock': (
        ['--stock', 'stock', '--ours', 'stock'],
        '{scratch}/stock is an MPICH without monitoring; give --ours the folder of one that maint/install made'),
    'two devices': (
        ['--stock', 'stock', '--ours', 'other'],
        '{scratch}/stock has device ch4:ucx, {scratch}/other has ch4:ofi; give --stock one of the same device'),
    'too quick for the documentation': (
        ['--quick', '--write-docs'], '--quick measures too little for the documentation; leave it out'),
    'a network without times': (
        ['--network', '--no-times'], '--network measures nothing but times; leave --no-times out'),
    'one round': (['--rounds', '1'], '--rounds 1: an interval needs at least 2'),
    'single times without times': (
        ['--samples', 'times.json', '--no-times'], '--samples keeps times of operations; leave --no-times out'),
    'single times of jobs that are watched': (
        ['--samples', 'times.json', '--watched'], '--samples keeps times of operations; leave --watched out'),
    'nowhere for single times': (
        ['--samples', 'nowhere/times.json'], '--samples nowhere/times.json: no such folder'),
    'nowhere to write': (['--output', 'nowhere'], '--output nowhere: no such folder'),
    'a folder for single times': (['--samples', 'empty'], '--samples empty: this is a folder; name a file'),
}

NOT_WRITABLE = {
    'a folder': (['--output', 'read-only'], '--output read-only: you may not write to read-only'),
    'a folder for single times': (
        ['--samples', 'read-only/new.json'], '--samples read-only/new.json: you may not write to read-only'),
    'a file for single times': (
        ['--samples', 'read-only/times.json'], '--samples read-only/times.json: you may not write to it'),
}


def install(prefix, device, monitoring=False):
    (prefix / 'bin').mkdir(parents=True)
    version = prefix / 'bin' / 'mpichversion'
    version.write_text(f'#!/bin/sh\necho "MPICH Device:    \tch4:{device}"\n')
    version.chmod(0o755)
    if monitoring:
        (prefix / 'bin' / 'mpimon').touch()


@pytest.fixture
def installations(scratch):
    install(scratch / 'stock', 'ucx')
    install(scratch / 'ours', 'ucx', monitoring=True)
    install(scratch / 'other', 'ofi', monitoring=True)
    (scratch / 'empty').mkdir()
    yield scratch
    assert not (scratch / 'compare.md').exists() and not (scratch / 'compare.png').exists()


@pytest.mark.parametrize('arguments, message', REFUSED.values(), ids=REFUSED)
def test_refused(installations, arguments, message):
    refused('compare: ' + message.format(scratch=installations), COMPARE, *arguments)


@pytest.mark.parametrize('arguments, message', NOT_WRITABLE.values(), ids=NOT_WRITABLE)
def test_not_writable(installations, arguments, message):
    (installations / 'read-only').mkdir()
    (installations / 'read-only/times.json').touch(mode=0o444)
    (installations / 'read-only').chmod(0o555)
    # Root's own capabilities would pass over the modes.
    by_modes = ['setpriv', '--inh-caps=-all', '--bounding-set=-all'] if os.geteuid() == 0 else []
    refused(f'compare: {message}', *by_modes, COMPARE, *arguments)


def test_without_open_mpi(installations, tools):
    (tools / 'valgrind').unlink(missing_ok=True)
    (tools / 'valgrind').symlink_to('/bin/true')
    (tools / 'mpicc.openmpi').unlink(missing_ok=True)
    refused("compare: mpicc.openmpi is missing; install Debian's package libopenmpi-dev, or leave Open MPI out by "
            '--no-openmpi', COMPARE, *TWO, env={'PATH': tools})


def test_without_valgrind(installations, tools):
    (tools / 'valgrind').unlink(missing_ok=True)
    refused("compare: valgrind is missing; install Debian's package valgrind", COMPARE, *TWO, '--no-openmpi',
            env={'PATH': tools})
