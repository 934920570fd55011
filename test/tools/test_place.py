"""mpimon place: exact outputs for a known job, files for launchers, a command that is run with a placement.

In that job ranks 0 and 2 exchange most bytes, as do 1 and 3, and it ran in rank order: 0 and 1 on node0, 2 and 3 on node1."""

import json
import re
import shutil
from pathlib import Path

import pytest

from support import succeed

TWO = ('--topology', 'node:2 core:2')

# It leaves a known profile, and tells what it was told.
MPIEXEC = """\
#!/bin/sh
cp "$PROFILE" "$MPIR_CVAR_MONITORING_FILENAME"
grep -v '#' "$HYDRA_HOST_FILE" >hosts.told
echo "$MPIR_CVAR_MONITORING_ENABLE ${HYDRA_LAUNCHER:-ssh} $*" >told
"""


@pytest.fixture
def hosts(work):
    (work / 'hosts').write_text('# Two nodes.\nnode0 2 core:2\nnode1:2 core:2\n')


@pytest.fixture
def mpiexec(work):
    (work / 'mpiexec').write_text(MPIEXEC)
    (work / 'mpiexec').chmod(0o755)


@pytest.fixture
def slots(mpimon):
    """slots(ARGUMENT, ...): the slots of the ranks, in their order."""
    def place(*arguments, **options):
        return [int(line) for line in mpimon('place', '--format', 'text', *arguments, **options).splitlines()]
    return place


@pytest.fixture
def verify(mpimon, mpiexec):
    """verify(PROFILE): what mpimon says of a placement with which the command leaves that profile."""
    return lambda profile: mpimon.run('place', '--verify', *TWO, 'pairs.mon', '--', './mpiexec', '-n', '4', './solver',
                                      env={'PROFILE': profile})


def levels(shown):
    return json.loads(shown)['levels']


# What is shown, and files for launchers


@pytest.mark.parametrize('expected, options', [
    ('place.txt', ['--width', '100']),
    ('place.json', ['--json']),
    ('slots.txt', ['--format', 'text']),
], ids=['table', 'JSON', 'text'])
def test_the_placement(mpimon, expected, options):
    mpimon.shows(expected, 'place', *options, *TWO, 'pairs.mon')


@pytest.mark.parametrize('launcher', ['hydra', 'rankmap', 'slurm', 'launcher', 'hpe', 'openmpi'])
def test_the_placement_for_a_launcher(mpimon, hosts, launcher):
    mpimon.shows(f'{launcher}.txt', 'place', '--topology', 'hosts', '--format', launcher, 'pairs.mon')


def test_a_file_names_itself(mpimon, hosts):
    assert mpimon('place', '--topology', 'hosts', '--format', 'hydra', '-o', 'order', 'pairs.mon') == ''
    assert '# mpiexec -f order -n 4 PROGRAM' in Path('order').read_text().splitlines()


def test_the_launcher_is_a_script(mpimon, hosts):
    Path('wrapper').write_text(mpimon('place', '--topology', 'hosts', '--format', 'launcher', 'pairs.mon'))
    succeed('sh', '-n', 'wrapper')


# What counts


@pytest.mark.parametrize('expected, options', [
    ([0, 2, 1, 3], ['node:2 core:2']),
    ([0, 2, 1, 3], ['node:2 package:1 core:2']),
    ([0, 1, 2, 3], ['node:2 core:2', '--by', 'messages']),
    ([0, 1, 2, 3], ['node:2 core:2', '--by', 'time']),
    ([0, 2, 1, 3], ['node:2 core:2', '--by', 'time', '--latency', '1,1', '--bandwidth', '0.001,10']),
    ([0, 1, 2, 3], ['node:2 core:2', '--class', 'rma']),
    ([0, 2, 1, 3], ['node:2 core:2', 'pairs.mon']),
], ids=['bytes', 'a level of one object each costs nothing', 'messages', 'time of short messages', 'time on a slow network',
        'a class without traffic', 'two profiles'])
def test_what_the_slots_are_by(slots, expected, options):
    assert slots('--topology', *options, 'pairs.mon') == expected


def test_standard_input(slots):
    with open('pairs.mon', 'rb') as file:
        assert slots(*TWO, '-', stdin=file) == [0, 2, 1, 3]


def test_traffic_of_several_profiles_is_added_up(mpimon):
    shown = mpimon('place', '--json', *TWO, 'pairs.mon', 'pairs.mon')
    assert [(level['before']['bytes'], level['after']['bytes']) for level in levels(shown)] == [(8000, 800), (800, 8000)]


def test_each_of_many_ranks_has_a_slot_of_its_own_and_the_same_by_the_same_seed(slots):
    """64 in a grid of 8 x 8, in which each pair exchanges the same bytes."""
    placed = slots('--topology', 'node:4 package:2 core:8', 'halo.mon')
    assert len(placed) == len(set(placed)) == 64
    assert slots('--topology', 'node:4 package:2 core:8', '--seed', '1', 'halo.mon') == placed


@pytest.mark.skipif(not shutil.which('lstopo-no-graphics'), reason='no lstopo-no-graphics')
def test_a_machine_in_the_xml_of_hwloc(mpimon):
    succeed('lstopo-no-graphics', '--input', 'package:2 core:2 pu:2', '--of', 'xml', 'machine.xml')
    shown = mpimon('place', '--json', '--topology', 'machine.xml', 'pairs.mon')
    assert [level['level'] for level in levels(shown)] == ['node', 'package', 'core']


@pytest.mark.skipif(not shutil.which('lstopo-no-graphics'), reason='no lstopo-no-graphics')
@pytest.mark.parametrize('machine, names, slots_shown', [
    ('package:2 [numa] [numa] core:4 pu:2', ['node', 'package', 'core'], 8), ('package:2 pu:4', ['node', 'package', 'pu'], 8)],
    ids=['two memories beside the same cores', 'processors without cores'])
def test_slots_of_a_machine(mpimon, machine, names, slots_shown):
    succeed('lstopo-no-graphics', '--input', machine, '--of', 'xml', 'machine.xml')
    shown = mpimon.run('place', '--topology', 'machine.xml', 'pairs.mon').stdout
    assert re.search(rf'\b{slots_shown} {names[-1]}s\b', shown), shown
    shown = mpimon.run('place', '--json', '--topology', 'machine.xml', 'pairs.mon').stdout
    assert [level['level'] for level in levels(shown)] == names


def test_as_many_levels_as_can_be(mpimon):
    mpimon('place', '--topology', ' '.join(['rack:1', 'node:2', *(f'level{i}:1' for i in range(13)), 'core:2']), 'pairs.mon')


def test_the_launcher_says_where_it_is(mpimon, hosts, work):
    mpimon('place', '--topology', 'hosts', '--format', 'launcher', '-o', str(work / 'wrapper'), 'pairs.mon')
    assert f'-launcher-exec {work}/wrapper ' in Path('wrapper').read_text()


def test_this_machine(mpimon):
    """It may have one core alone."""
    done = mpimon.run('place', '--json', '--topology', 'this', 'corners.mon')
    if done.status:
        assert ': 1 slot, and the job has 2 ranks' in done.stderr
    else:
        assert 'core' in [level['level'] for level in levels(done.stdout)]


# A command that is run


def test_verify_finds_that_the_placement_did_not_count(verify):
    """The profile is of hosts that tell nodes apart, in rank order: so between nodes is what was there before."""
    done = verify('pairs.mon')
    assert done.status == 1
    assert re.search(r'^ +p2p +400 +4,000 +', done.stdout, re.M)


def test_verify_finds_what_was_predicted(verify):
    done = verify('pairs-one-host.mon')
    assert (done.status, done.stderr) == (0, '')
    assert re.search(r'^ +p2p +400 +400 +40 +40$', done.stdout, re.M)


def test_verify_runs_the_command_on_the_hosts_of_the_placement(verify):
    verify('pairs.mon')
    assert Path('told').read_text() == '2 fork -n 4 ./solver\n'
    assert Path('hosts.told').read_text().splitlines() == ['node0:1', 'node1:1', 'node0:1', 'node1:1']


# Nothing to gain


def test_below_the_threshold_a_launcher_gets_nothing(mpimon):
    mpimon.refuses(3, 'no recommendation: J would be [0-9.]+ % less, and --threshold is 99 %$',
                   'place', *TWO, '--threshold', '99', '--format', 'hydra', 'pairs.mon')


def test_below_the_threshold_the_table_is_shown(mpimon):
    done = mpimon.run('place', *TWO, '--threshold', '99', 'pairs.mon')
    assert done.status == 3
    assert re.search('^Traffic by level', done.stdout, re.M)


def test_below_the_threshold_nothing_is_recommended_in_json(mpimon):
    assert json.loads(mpimon('place', *TWO, '--threshold', '99', '--json', 'pairs.mon'))['recommended'] is False


# Wrong use


@pytest.mark.parametrize('topology, pattern', [
    ('core:3', '3 slots, and the job has 4 ranks: each needs one$'),
    ('nowhere', "'nowhere' is no file, and no levels such as"),
    ('node:2 core:x', "'core:x' is no level"),
    ('.', r'\.: not a regular file$'),
])
def test_a_wrong_topology_is_refused(mpimon, topology, pattern):
    mpimon.refuses(2, f'^mpimon place: --topology: {pattern}', 'place', '--topology', topology, 'pairs.mon')


@pytest.mark.parametrize('name, text, pattern', [
    ('wrong-hosts', 'n1 2 core:3\n', 'wrong-hosts: line 1: 2 slots, but 3 by its levels$'),
    ('wrong.xml', 'nothing\n', '(wrong.xml: not the XML file|hwloc cannot tell)'),
], ids=['hosts', 'XML'])
def test_a_wrong_file_of_a_topology_is_refused(mpimon, name, text, pattern):
    Path(name).write_text(text)
    mpimon.refuses(2, f'^mpimon place: --topology: {pattern}', 'place', '--topology', name, 'pairs.mon')


@pytest.mark.parametrize('other, pattern', [
    ('halo.mon', '^mpimon place: pairs.mon is of 4 ranks, and halo.mon of 64: '),
    ('mpmd.mon', '^mpimon place: pairs.mon is of .*, and mpmd.mon of '),
], ids=['of different sizes', 'of different programs'])
def test_jobs_that_do_not_belong_together_are_refused(mpimon, other, pattern):
    mpimon.refuses(1, pattern, 'place', *TWO, 'pairs.mon', other)


@pytest.mark.parametrize('options, pattern', [
    (['--by', 'weight'], '--by: '),
    (['--distances', '3,2,1'], '--distances: 3 values, and the topology has 2 levels$'),
    (['--distances', '1,5'], '--distances: 5 is not above 0, or larger than the level before'),
    (['--latency', '2,1'], '--latency and --bandwidth are for --by time$'),
], ids=['by what is not known', 'too many distances', 'distances that grow inwards', 'a latency by bytes'])
def test_wrong_options_are_refused(mpimon, options, pattern):
    mpimon.refuses(2, f'^mpimon place: {pattern}', 'place', *TWO, *options, 'pairs.mon')


def test_no_profile_is_refused(mpimon):
    mpimon.refuses(2, '^mpimon place: FILE is required', 'place', *TWO)


def test_to_measure_without_a_command_is_refused(mpimon):
    mpimon.refuses(2, '^mpimon place: --measure: give what starts the ranks, too: ', 'place', *TWO, '--measure')


def test_to_measure_with_a_profile_is_refused(mpimon, mpiexec):
    mpimon.refuses(2, '^mpimon place: (FILE|--measure) excludes (FILE|--measure)',
                   'place', '--measure', 'pairs.mon', '--', './mpiexec', '-n', '4')


def test_to_measure_without_an_installation_is_refused(mpimon, mpiexec):
    mpimon.refuses(1, 'pingpong.c: not there', 'place', '--measure', '--', './mpiexec', '-n', '4')


@pytest.mark.parametrize('status, words, pattern', [
    (2, 'pairs.mon -- true', 'a command is for --verify and --measure alone$'),
    (2, '--verify pairs.mon', '--verify: give the command, too'),
    (1, '--verify pairs.mon -- false', '--verify: the command ended with 1$'),
    (1, '--verify pairs.mon -- true', '--verify: the command left no profile'),
], ids=['without --verify', 'missing', 'that fails', 'that does not monitor'])
def test_a_command_is_refused(mpimon, status, words, pattern):
    mpimon.refuses(status, f'^mpimon place: {pattern}', 'place', *TWO, *words.split())


def test_rank_order_for_unequal_nodes_is_refused(mpimon):
    Path('uneven-hosts').write_text('n1 2\nn2 1\nn3 1\n')
    mpimon.refuses(1, '^mpimon place: MPICH_RANK_ORDER needs the same number of ranks on each node',
                   'place', '--topology', 'uneven-hosts', '--format', 'hpe', 'pairs.mon')


def test_the_profile_as_output_is_refused(mpimon):
    mpimon.refuses(1, 'pairs.mon: is what is read', 'place', *TWO, '--json', '-o', 'pairs.mon', 'pairs.mon')
