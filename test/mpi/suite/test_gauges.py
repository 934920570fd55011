"""Levels inside the library: exact lengths of queues, requests, cells and buffers, and where they changed."""

from .test_functions import context, run

MESSAGES, BYTES = 6, 100  # as in test/mpi/programs/gauges.c
CELLS = 64  # MPICH's default
ROOM = sum(range(1, MESSAGES + 1))


def test_functions_and_regions(installation):
    run(installation, 'mpit_contexts', 3)


def test_queues_and_cells(installation):
    """The program checks what it reads; the profile says in which function it changed."""
    local = 'ofi' in installation.device  # ch4:ucx of MPICH 4.0 sends nothing through shared memory of its own
    # From 5.0 on there is a second queue of them, for messages between processes that are far from each other.
    cells = CELLS * (1 if installation.version < (5, 0) else 2)
    profile = run(installation, 'gauges', 2, arguments=(str(cells),) if local else ()).profile()
    for rank in range(2):
        assert changes(profile, rank, 'posted_bytes', 'MPI_Irecv') == (ROOM, 0), f'posted room of rank {rank}'
    if not local:
        return
    for gauge, amount in (('unexpected_messages', MESSAGES), ('unexpected_bytes', MESSAGES * BYTES)):
        assert changes(profile, 1, gauge, 'MPI_Iprobe') == (amount, 0), f'{gauge} that arrived'
        fallen = changes(profile, 1, gauge, 'MPI_Recv')
        assert fallen[1] - fallen[0] == amount, f'{gauge} that were received: {fallen}'
    assert changes(profile, 0, 'cells', 'MPI_Send')[0] >= MESSAGES


def changes(profile, rank, gauge, function):
    """(rises, falls) of the gauge in the function."""
    rows = [row for row in profile.json['gauges'] if row['rank'] == rank and row['gauge'] == gauge
            and context(profile, row['context'])[1] == function]
    return sum(row['rises'] for row in rows), sum(row['falls'] for row in rows)
