"""What the pages tell a new user to type works as it stands there: the README's commands, the tour's one after the other, and
those that read profiles on other pages."""

import json
import re
import shutil

import pytest

from .harness import FOLDER, clean_environment, run

pytestmark = [pytest.mark.alone, pytest.mark.any_device]

TOP = FOLDER.parent.parent
README = (TOP / 'README.md').read_text()
TOUR = (TOP / 'docs/tour.md').read_text()
# What stands for something of the user's own, and a smaller job, as this machine may have two cores.
IN_README = {'-n 64 ./program': '-n 4 ./program', './their-program': './program', 'mpiexec …': 'mpiexec -n 4 ./program',
             'mpimon watch': 'mpimon watch --once', ' FORMAT ': ' --json ', 'A,B': '0,1', ' A B': ' one.mon two.mon',
             'JOB NAME=VALUE': 'program MPIR_CVAR_MONITORING_DETAIL=functions',
             ' WHAT ': ' function ', ' SPEC ': " 'node:2 core:2' ", ' COMMAND': ' mpiexec -n 4 ./program', ' OUT': ' page.html',
             ' DIR': ' .', '--check FILE': '--check tuned.json', ' FILE': ' one.mon'}
# Pages whose commands read profiles that are called so.
READING = ('advise', 'diff', 'export', 'html', 'place', 'regions', 'site')
PROFILES = ('before', 'after', 'old.1', 'old.2', 'new.1', 'new.2', 'before.1', 'before.2', 'after.1', 'after.2', 'reference',
            'solver.4711')
IN_READING = {' || exit 1': '', ' TREE': ' .', '/var/lib/node_exporter/': '', '/var/lib/prometheus/node-exporter/': '',
              'mpiexec -n 8 ./solver': 'mpiexec -n 4 ./program',
              **dict.fromkeys(('node:4 core:2', 'node:4 package:2 core:8'), 'node:2 core:2')}
TOUR_STEPS = 50
IN_TOUR = {'./heat 128 2000': './heat 128 300'} | {f'./heat{end}': f'./heat 512 {TOUR_STEPS}{end}' for end in ('\n', ';')}
DIFFERS = 1
NOTHING_RECOMMENDED = 3
STATUS = {'mpimon recover DIR': 1, 'mpimon set JOB NAME=VALUE': 1}  # no job was killed, and none runs
# What depends on the machine: whether a choice takes less time beyond the noise, and whether a job runs that can be watched.
EITHER = {'mpimon tune -- mpiexec …': (0, NOTHING_RECOMMENDED), 'mpimon watch': (0, 1)}
PROGRAM = r"""
#include <mpi.h>
int main(int argc, char **argv) {
    int rank, size, other, number = 1, sum = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    other = (rank + 2) % size;
    for (int i = 0; i < 1000; i++) {
        MPI_Sendrecv_replace(&number, 1, MPI_INT, other, 0, other, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Allreduce(&number, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return sum != size;
}
"""


def blocks(text):
    """The commands that a page's indented blocks have, block by block."""
    without_output = re.sub(r'^```.*?^```$', '', text, flags=re.M | re.S)
    return [re.sub(r'^    ', '', block, flags=re.M) for block in re.findall(r'(?:^    .*\n)+', without_output, re.M)]


def in_table():
    """The commands of the README's table of subcommands."""
    return re.findall(r'^\| `(mpimon .*?)` \|', README, re.M)


def replaced(command, words):
    command += '\n'
    for word, other in words.items():
        command = command.replace(word, other)
    return command.rstrip()


class Shell:
    """One shell in which commands are typed, in a folder that has the source of the programs."""

    def __init__(self, installation, folder):
        self.folder = folder
        self.prefix = installation.prefix
        self.env = {**clean_environment(), 'LD_PRELOAD': str(installation.build_yielding()), 'UCX_LOG_LEVEL': 'error',
                    'LANG': 'C.UTF-8'}
        (folder / 'test').symlink_to(TOP / 'test')
        (folder / 'program.c').write_text(PROGRAM)

    def type(self, commands):
        """[(exit status, all that is said)] of each."""
        script = ''.join(f'{{ {command}\n}} >said.{i} 2>&1; echo $? >status.{i}\n' for i, command in enumerate(commands))
        done = run(['bash', '-c', script.replace('/where/it/is', str(self.prefix))], env=self.env, cwd=self.folder, timeout=300)
        assert done.status == 0, done.stderr
        return [(int((self.folder / f'status.{i}').read_text()), (self.folder / f'said.{i}').read_text())
                for i in range(len(commands))]


@pytest.fixture
def shell(installation, tmp_path):
    return Shell(installation, tmp_path)


def test_readme_on_ones_own_job(shell, installation):
    section = README.partition('## Using it')[2].partition('\n## ')[0]
    commands = [command for block in blocks(section) for command in block.splitlines()]
    assert len(commands) == 6
    if not installation.has_abi:
        commands = [command for command in commands if 'mpich-abi' not in command]
    said = shell.type([replaced(command, IN_README) for command in commands])
    assert [status for status, _ in said] == [0] * len(commands), said
    assert re.search(r'^ +p2p +\w+ +4,000 +15.6 KiB ', said[3][1], re.M), said[3][1]


def test_readme_on_each_subcommand(shell, installation):
    share = installation.prefix / 'share/mpich-monitoring'
    shutil.copy(share / 'tuning/mpir.json', shell.folder / 'tuned.json')
    runs = [f'MPIR_CVAR_MONITORING_ENABLE=2 MPIR_CVAR_MONITORING_DETAIL=all MPIR_CVAR_MONITORING_FILENAME={name}.mon '
            'mpiexec -n 4 ./program' for name in ('one', 'two')]
    before = ['export PATH=/where/it/is/bin:$PATH', 'mpicc -o program program.c', *runs]
    commands = in_table()
    assert len(commands) == 18
    said = shell.type(before + [replaced(command, IN_README) for command in commands])[len(before):]
    found = {command: status for command, (status, _) in zip(commands, said)}
    expected = {command: STATUS.get(command, 0) for command in commands}
    assert found == expected | {command: found[command] for command, either in EITHER.items() if found[command] in either}, said
    exported = said[commands.index('mpimon export FORMAT FILE')][1]
    flows = json.loads(exported)['flows']
    exchanged = {(rank, peer): messages for rank, peer, messages, name, direction in
                 zip(flows['rank'], flows['peer'], flows['messages'], flows['class'], flows['direction'])
                 if name == 'p2p' and direction == 'sent'}
    assert exchanged == {(rank, (rank + 2) % 4): 1000 for rank in range(4)}


def test_other_pages(shell):
    """On copies of one profile, so that nothing differs."""
    (shell.folder / 'hosts').write_text('n1 2 core:2\nn2 2 core:2\n')
    before = ['export PATH=/where/it/is/bin:$PATH', 'mpicc -o program program.c',
              'MPIR_CVAR_MONITORING_ENABLE=2 MPIR_CVAR_MONITORING_DETAIL=all MPIR_CVAR_MONITORING_FILENAME=one.mon '
              'mpiexec -n 4 ./program', *(f'cp one.mon {name}.mon' for name in PROFILES)]
    pages = {name: [command for block in blocks((TOP / f'docs/{name}.md').read_text()) for command in block.splitlines()
                    if command.startswith('mpimon')] for name in READING}
    assert all(pages.values())
    commands = [command for page in pages.values() for command in page]
    said = shell.type(before + [replaced(command, IN_READING) for command in commands])[len(before):]
    failed = [(command, *result) for command, result in zip(commands, said) if result[0] != 0]
    assert failed == []


def test_tour(shell):
    """All of it, on smaller plates; what its words promise holds, but for times, which are the machine's. Whether a choice takes
    less time beyond the noise is up to the machine, too: if none does, there are no settings to read."""
    commands = [command for block in blocks(TOUR) for command in block.splitlines()]
    said = shell.type([replaced(command, IN_TOUR) for command in commands])
    results = dict(zip(commands, said))
    tuned = next(status for command, (status, _) in results.items() if command.startswith('mpimon tune'))
    expected = {command: 0 for command in commands} | {
        command: DIFFERS for command in commands if command.startswith('mpimon diff')} | {
        command: tuned for command in commands if command.startswith('mpimon tune')} | {
        command: int(tuned != 0) for command in commands if 'settings.sh' in command}
    assert tuned in (0, NOTHING_RECOMMENDED)
    assert {command: status for command, (status, _) in results.items()} == expected, said

    # All versions of the program compute the same.
    lines = [line for _, text in said for line in text.splitlines() if line.startswith('512 x 512 points')]
    assert len(lines) == 8 and len({line.partition(' s: ')[2] for line in lines}) == 1, lines

    # In rank order each of the three borders is between nodes, and one needs to be: in both directions, once a step.
    placed = next(text for command, (_, text) in results.items() if command.startswith('mpimon place') and '--verify' not in command)
    row = 512 * 8
    steps = TOUR_STEPS
    assert f'{3 * 2 * steps:,}' in placed and f'{2 * steps:,}' in placed, placed
    verified = next(text for command, (_, text) in results.items() if '--verify' in command)
    assert re.search(rf'^ +p2p +{2 * steps * row:,} +{2 * steps * row:,} +{2 * steps:,} +{2 * steps:,}$', verified, re.M), verified

    # Sixteen sums in each step, and one with all of them; a broadcast that all take part in without.
    compared = next(text for command, (_, text) in results.items() if command.startswith('mpimon diff'))
    ranks = 4
    assert re.search(rf'^ +MPI_Allreduce +calls +{17 * ranks * steps:,} +{2 * ranks * steps:,} ', compared, re.M), compared
    assert re.search(rf'^ +MPI_Bcast +calls +{ranks * steps:,} +0 .* gone$', compared, re.M), compared
