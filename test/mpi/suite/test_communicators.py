"""Where communicators come from: which function made them, of what, in which region, and with which topology."""

import pytest

from .harness import Job, Profile, run
from .test_worlds import NOT_SUPPORTED, connected

WORLD = 'MPI_COMM_WORLD'
CARTESIAN = {'topology': 'cartesian', 'dimensions': [2, 2], 'periodic': [False, True]}
ROW = {'topology': 'cartesian', 'dimensions': [2], 'periodic': [True]}


def graph(topology, sources, destinations):
    return {'topology': topology, 'sources': sources, 'destinations': destinations}


# By the names that test/mpi/programs/origins.c gives: the function, the parent's name, the region and the rest. The grid
# has no name.
ORIGINS = {
    ('dup', 'MPI_Comm_dup', WORLD, None): {},
    ('dup with info', 'MPI_Comm_dup_with_info', 'dup', None): {},
    ('idup', 'MPI_Comm_idup', WORLD, None): {},
    ('idup with info', 'MPI_Comm_idup_with_info', 'idup', None): {},
    ('even', 'MPI_Comm_split', WORLD, 'setup'): {'color': 0},
    ('odd', 'MPI_Comm_split', WORLD, 'setup'): {'color': -7},
    ('split type', 'MPI_Comm_split_type', WORLD, 'setup'): {},
    ('create', 'MPI_Comm_create', WORLD, 'setup'): {},
    ('create group', 'MPI_Comm_create_group', WORLD, 'setup'): {},
    ('bridge', 'MPI_Intercomm_create', 'even', 'setup'): {},
    ('bridge', 'MPI_Intercomm_create', 'odd', 'setup'): {},
    ('merge', 'MPI_Intercomm_merge', 'bridge', 'setup'): {},
    ('', 'MPI_Cart_create', WORLD, None): CARTESIAN,
    ('dup of grid', 'MPI_Comm_dup', '', None): CARTESIAN,
    ('row 0', 'MPI_Cart_sub', '', None): ROW,
    ('row 1', 'MPI_Cart_sub', '', None): ROW,
    ('graph', 'MPI_Graph_create', WORLD, None): graph('graph', 6, 6),
    ('dist graph', 'MPI_Dist_graph_create', WORLD, None): graph('distributed graph', 4, 4),
    ('dist graph adjacent', 'MPI_Dist_graph_create_adjacent', WORLD, None): graph('distributed graph', 4, 2),
}


def origins(profile):
    """What the profile says, in the form of ORIGINS."""
    communicators, regions = profile.json['communicators'], profile.json['regions']
    found = {}
    for row in communicators:
        origin = dict(row['origin'] or {})
        if origin:
            parent, region = origin.pop('parent'), origin.pop('region')
            key = (row['name'], origin.pop('function'), communicators[parent]['name'],
                   None if region is None else regions[region]['name'])
            assert key not in found, f'{key} twice'
            found[key] = origin
    return found


@pytest.mark.usefixtures('needs_nodes')
def test_origins(installation):
    profile = Job(installation, 'origins', 4).succeed().profile()
    assert origins(profile) == ORIGINS


def test_names(installation):
    """The one without a name shows where it comes from."""
    job = Job(installation, 'origins', 4).succeed()
    command = [installation.tool('mpimon'), 'report', '--by', 'communicator', '--top', '50', *job.profiles()]
    report = run(command, env={'LC_ALL': 'C.UTF-8'}).stdout
    assert f'\n  cart 2×2 of {WORLD} ' in report


# Communicators that lead to other worlds, or were made of groups.


def made(profile):
    """Those with an origin, by the function: the label of what they were made of, and their own."""
    communicators = profile.json['communicators']
    found = {}
    for row in communicators:
        if row['origin'] and not row['internal']:
            parent = row['origin']['parent']
            found.setdefault(row['origin']['function'], set()).add(
                (None if parent is None else communicators[parent]['label'], row['label']))
    return found


@pytest.mark.parametrize('arguments, function', [((), 'MPI_Comm_spawn'), (('multiple',), 'MPI_Comm_spawn_multiple')])
def test_origin_of_spawned_ones(installation, arguments, function):
    """Those who were spawned have the communicator to their parents from the beginning, and so no origin of it."""
    if not installation.has_shm:
        pytest.skip(NOT_SUPPORTED)
    job = Job(installation, 'spawn', 2, arguments).succeed()
    profiles = {profile.json['job']['spawned']: profile
                for profile in (Profile(installation, path) for path in job.profiles())}
    bridge = f'spawn of {WORLD}'
    assert made(profiles[False]) == {function: {(WORLD, bridge)}, 'MPI_Intercomm_merge': {(bridge, f'merge of {bridge}')}}
    assert set(made(profiles[True])) == {'MPI_Intercomm_merge'}


def test_origin_of_connected_ones(installation):
    if not installation.has_shm:
        pytest.skip(NOT_SUPPORTED)
    accepting, connecting = connected(installation)
    assert made(accepting.profile()) == {'MPI_Comm_accept': {(WORLD, f'accept of {WORLD}')}}
    assert made(connecting.profile()) == {'MPI_Comm_connect': {(WORLD, f'connect of {WORLD}')}}


def test_origin_of_those_of_sessions(installation):
    """Made of groups, so of no other communicator; the one between two groups is one for each side."""
    path = installation.build('origins_sessions', wrapped=False)
    profile = Job(installation, path, 4, raw=True).succeed().profile()
    rows = [row for row in profile.json['communicators'] if row['name'].startswith('from group')]
    assert sorted((row['name'], row['size'], row['remote_size'], row['origin']['function']) for row in rows) == [
        ('from group', 4, 0, 'MPI_Comm_create_from_group'), ('from groups', 2, 2, 'MPI_Intercomm_create_from_groups'),
        ('from groups', 2, 2, 'MPI_Intercomm_create_from_groups')]
    assert {row['origin']['parent'] for row in rows} == {None}
