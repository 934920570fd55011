"""Unmodified Debian binaries through lib/mpich-abi: the same results as on Debian's own MPICH, and sums that close.

Packages: netpipe-mpich2, scalapack-mpi-test, mpich.
"""

import re
import shutil
from pathlib import Path

import pytest

from .harness import TESTERS, Job, clean_environment, run
from .test_traffic import check_balance, check_paths

NETPIPE = Path('/usr/bin/NPmpich2')
DEBIAN_MPIEXEC = 'mpiexec.mpich'
RANKS = 4

# The testers' input files, cut to one small matrix on a 2 x 2 grid of processes: after the output's name and unit
# come, each on a line, how many values follow and the values (of matrix sizes, block sizes, right-hand sides, process
# rows and columns), then the largest residual that passes and what else a tester wants to know.
INPUTS = {
    'lu': ('LU', '1 | 24 | 24 | 1 | 4 | 1 | 4 | 1 | 4 | 1 | 2 | 2 | 3.0 | F'),
    'llt': ('LLT', "'U' | 1 | 24 | 1 | 4 | 1 | 4 | 1 | 4 | 1 | 2 | 2 | 3.0 | F"),
    'qr': ('QR', "2 | 'QR' 'LQ' | 1 | 24 | 20 | 1 | 4 | 4 | 1 | 2 | 2 | 5.0"),
    'inv': ('INV', "2 | 'GEN' 'LPD' | 1 | 24 | 1 | 4 | 1 | 2 | 2 | 1.0"),
    'brd': ('BRD', '1 | 24 | 20 | 1 | 4 | 1 | 2 | 2 | 10.0'),
}
# Those that only the tests of advice run. Some want bandwidths, and the processes in a row; those of symmetric eigenvalues have
# another form. xdtrd and xdsvd are left out, as they take ten times as long, and xdhseqr, which has no input to make short.
SYMMETRIC = "4 | {} | ' ' | 'a matrix' | 1 | 24 | 1 | 'L' | 1 | 2 | 2 | 8 | 1 | 8 | 'N' | 80.0 | -1 | ' ' | 'End of tests' | -1"
MORE_INPUTS = {
    'hrd': ('HRD', '1 | 24 | 1 | 24 | 1 | 4 | 1 | 2 | 2 | 3.0'),
    'ls': ('LS', '1 | 24 | 20 | 1 | 4 | 1 | 2 | 1 | 2 | 1 | 2 | 2 | 4.0'),
    'nep': ('NEP', '1 | 24 | 1 | 8 | 1 | 2 | 2 | 20.0'),
    'pbllt': ('BLLT', "'U' | 1 | 200 | 1 | 4 | 1 | -1 | 1 | 4 | 1 | 1 | 1 | 4 | 3.0"),
    'ptllt': ('BLLT', "'U' | 1 | 200 | 1 | 1 | 1 | -1 | 1 | 4 | 1 | 1 | 1 | 4 | 3.0"),
    'gblu': ('BLU', "'N' | 1 | 200 | 1 | 3 | 2 | 1 | -1 | 1 | 4 | 1 | 1 | 1 | 4 | 3.0"),
    'dblu': ('BLU', "'N' | 1 | 200 | 1 | 3 | 2 | 1 | -1 | 1 | 4 | 1 | 1 | 1 | 4 | 3.0"),
    'dtlu': ('BLU', "'N' | 1 | 200 | 1 | 1 | 1 | 1 | -1 | 1 | 4 | 1 | 1 | 1 | 4 | 3.0"),
    'sep': ('SEP', SYMMETRIC.format("'N'")),
    'gsep': ('SEP', SYMMETRIC.format("'N'")),
    'syevr': ('SEPR', SYMMETRIC.format("'Y'")),
}

OVERLAP = ('off', 'paging', 'chaining', 'auto')


def prepare(installation, program, ranks, arguments=(), overlap='off'):
    """A job of a Debian binary on our libraries; with overlap, of messages however small."""
    if not program.exists():
        pytest.skip(f'{program} is not installed')
    if not shutil.which(DEBIAN_MPIEXEC):
        pytest.skip(f'{DEBIAN_MPIEXEC} is not installed')
    if not installation.has_abi:
        pytest.skip("this MPICH's libraries have no version of the ABI")
    job = Job(installation, program, ranks, arguments, raw=True, timeout=90,
              settings={'OVERLAP': overlap, 'OVERLAP_MIN_BYTES': 1})
    abi = installation.prefix / 'lib' / 'mpich-abi'
    assert (abi / 'libmpich.so.12').exists(), f'no libmpich.so.12 in {abi}'
    job.env['LD_LIBRARY_PATH'] = str(abi)
    return job


def prepare_tester(installation, tester, overlap='off'):
    """A job of one of ScaLAPACK's testers, with its input."""
    job = prepare(installation, TESTERS / f'xd{tester}', RANKS, overlap=overlap)
    name, values = {**INPUTS, **MORE_INPUTS}[tester]
    head = ['', '', "'one small matrix'", "' '"] if 'SEP' in name else ["'one small matrix'", "'four processes'"]
    lines = [*head, f"'{name}.out'", '6', *values.split(' | ')]
    (job.folder / f'{name}.dat').write_text('\n'.join(lines) + '\n')
    return job


def on_debian(job):
    """The same command in the same folder on Debian's MPICH."""
    env = {**clean_environment(), 'LD_PRELOAD': str(job.installation.build_yielding('ch4:ucx'))}
    result = run([DEBIAN_MPIEXEC, *job.command[1:]], env=env, cwd=job.folder, timeout=90)
    assert result.status == 0
    return result


def close_sums(installation, job):
    """What was sent was received, by user messages and by collectives alike; returns the sums per class."""
    profile = job.profile()
    assert Path(profile.json['job']['executable']).name == job.command[3].name
    check_balance(profile, ('p2p', 'coll'))
    check_paths(installation, profile, 'one node')
    sums = {}
    for key, flow in profile.flows(('p2p', 'coll', 'rma', 'part')).items():
        sums[key[2]] = sums.get(key[2], 0) + flow[0]
    return sums


def verdicts(output):
    """The tests' numbers and verdicts without times and rates, and the closing counts."""
    lines = []
    for line in output.splitlines():
        parts = re.split(r'(PASSED|FAILED)', line)
        if line.startswith('WALL') and len(parts) == 3:
            lines.append((re.findall(r'\s(\d+|[A-Z])(?=\s)', parts[0]), parts[1]))
        elif re.match(r'\s*\d+ tests ', line):
            lines.append(line.split())
    return lines


@pytest.mark.parametrize('overlap', OVERLAP)
@pytest.mark.parametrize('tester', INPUTS)
def test_scalapack(installation, tester, overlap):
    job = prepare_tester(installation, tester, overlap)
    expected = verdicts(on_debian(job).stdout)
    assert expected and not any('FAILED' in line for line in expected), f"on Debian's MPICH: {expected}"
    assert verdicts(job.succeed().result.stdout) == expected
    sums = close_sums(installation, job)
    assert sorted(sums) == ['coll', 'p2p']


def integrity(output):
    """Which sizes were tried and that they arrived whole."""
    return re.findall(r'(\d+) bytes\s+(\d+) times -->\s+(Integrity check \w+)', output)


@pytest.mark.parametrize('overlap', OVERLAP)
def test_netpipe(installation, overlap):
    """NetPIPE's integrity check sends each block there and back as often as it says."""
    job = prepare(installation, NETPIPE, 2, ('-i', '-u', '1024', '-n', '5'), overlap)
    expected = integrity(on_debian(job).stderr)
    assert expected and all(line[2] == 'Integrity check passed' for line in expected), f'{expected}'
    job.succeed()
    assert integrity(job.result.stderr) == expected
    sums = close_sums(installation, job)
    flows = job.profile().flows(('p2p',))
    tried = sum(int(line[1]) for line in expected)
    assert flows[0, 1, 'p2p'][0] >= tried and flows[1, 0, 'p2p'][0] >= tried, f'{flows}, {sums}'
