"""Where communicators come from: which function made them, of what, in which region, and with which topology."""

from .harness import Job, run

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


def test_origins(installation):
    profile = Job(installation, 'origins', 4).succeed().profile()
    assert origins(profile) == ORIGINS


def test_names(installation):
    """The one without a name shows where it comes from."""
    job = Job(installation, 'origins', 4).succeed()
    command = [installation.tool('mpimon'), 'report', '--by', 'communicator', '--top', '50', *job.profiles()]
    report = run(command, env={'LC_ALL': 'C.UTF-8'}).stdout
    assert f'\n  cart 2×2 of {WORLD} ' in report
