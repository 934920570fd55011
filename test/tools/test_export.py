"""mpimon export: exact outputs for a known job."""

import csv
import json
import re
from pathlib import Path

import pytest

from mpimon import golden


def rows(text):
    """Those of a table in CSV, by the names in its head."""
    return list(csv.DictReader(text.splitlines()))


def sums(table, *columns):
    return [sum(int(row.get(column, 0)) for row in table) for column in columns]


@pytest.fixture
def exported(mpimon):
    """exported(ARGUMENT, ...): what is written as JSON."""
    return lambda *arguments: json.loads(mpimon('export', '--json', *arguments))


WRITTEN = {
    'traffic.csv': ['--csv', 'sample.mon'],
    'traffic-foreign.csv': ['--csv', '--foreign', '--class', 'p2p', 'sample.mon'],
    'traffic-asked.csv': ['--csv', '--class', 'coll', '--collectives', 'asked', 'sample.mon'],
    'traffic-asked-by-algorithm.csv': ['--csv', '--class', 'coll', '--collectives', 'asked', '--by', 'algorithm', 'sample.mon'],
    'traffic-placed.csv': ['--csv', '--places', 'placed.mon'],
    'ranks.csv': ['--csv', '--ranks', 'placed.mon'],
    'ranks-ended.csv': ['--csv', '--ranks', 'batch.mon'],
    'communicators.csv': ['--csv', '--communicators', 'origins.mon'],
    'files.csv': ['--csv', '--files', 'files.mon'],
    'waiting.csv': ['--csv', '--waiting', 'waiting.mon'],
    'waits.csv': ['--csv', '--waits', 'waiting.mon'],
    'waits-made.csv': ['--csv', '--waits', 'origins.mon'],
    'collective-sizes.csv': ['--csv', '--collective-sizes', 'waiting.mon'],
    'timeline.csv': ['--csv', '--timeline', 'timed.mon'],
    'bytes.mtx': ['--matrix-market', 'sample.mon'],
    'messages.mtx': ['--matrix-market', '--messages', '--self', '--class', 'p2p,coll', 'sample.mon'],
    'profile.json': ['--json', 'sample.mon'],
    'profile-placed.json': ['--json', 'placed.mon'],
}


@pytest.mark.parametrize('expected, words', WRITTEN.items(), ids=WRITTEN)
def test_writes(mpimon, expected, words):
    mpimon.shows(expected, 'export', *words)


def test_to_a_file(mpimon):
    assert mpimon('export', '--csv', 'sample.mon', '-o', 'written.csv') == ''
    assert Path('written.csv').read_bytes() == golden('export', 'traffic.csv').encode()


def test_csv_has_places_only_where_they_are_asked_for(mpimon):
    assert mpimon('export', '--csv', 'placed.mon') == mpimon('export', '--csv', 'sample.mon')


def test_csv_of_files_has_no_rows_of_a_profile_without_any(mpimon):
    assert len(mpimon('export', '--csv', '--files', 'sample.mon').splitlines()) == 1


def test_csv_of_waits_of_one_class(mpimon):
    said = mpimon('export', '--csv', '--waiting', '--class', 'p2p', 'waiting.mon')
    assert said.splitlines()[1:] == ['0,1,12000,0', '3,2,6000,0']


def test_csv_of_waits_as_counted_of_one_class(mpimon):
    said = mpimon('export', '--csv', '--waits', '--class', 'p2p', 'waiting.mon')
    assert [row['kind'] for row in rows(said)] == ['late sender', 'late receiver']


def test_csv_of_a_timeline_of_one_class(mpimon):
    """What is of no class stays."""
    said = mpimon('export', '--csv', '--timeline', '--class', 'rma', 'timed.mon')
    of_no_class = [line for line in golden('export', 'timeline.csv').splitlines() if ',,,0,0,' in line]
    assert [line for line in said.splitlines()[1:] if line not in of_no_class] == \
        ['1,1700000001500000000,1700000002500000000,rma,received,4,16384,,,,,']
    assert len(said.splitlines()) == 1 + 1 + len(of_no_class)


# JSON has what CSV has.


def test_json_has_a_table_of_what_is_asked(exported):
    table = exported('--collectives', 'asked', 'sample.mon')['asked_volumes']
    assert [sum(table['messages']), sum(table['bytes'])] == \
        sums(rows(golden('export', 'traffic-asked-by-algorithm.csv')), 'sent_messages', 'sent_bytes')


def test_json_has_the_same_numbers_of_files(exported):
    profile = exported('files.mon')
    columns = ('calls', 'failed', 'bytes', 'time_ns')
    assert sums(profile['file_operations'] + profile['file_accesses'], *columns) == \
        sums(rows(golden('export', 'files.csv')), *columns)
    sizes = [row['sizes'] for row in rows(golden('export', 'files.csv')) if row['direction']]
    assert [[f'{bin_}:{calls}' for bin_, calls in enumerate(row['bins']) if calls] for row in profile['file_accesses']] == \
        [text.split() for text in sizes]
    for row in profile['file_accesses']:
        assert sum(row['bins']) == row['calls'] - row['failed']


def test_json_has_the_same_collective_sizes(exported):
    columns = ('rank', 'operation', 'algorithm', 'root', 'bin', 'calls', 'bytes', 'time_ns')
    table = [{**row, 'root': int(row['root'])} for row in exported('waiting.mon')['collective_sizes']]
    assert [[str(row[column]) for column in columns] for row in table] == \
        [[row[column] for column in columns] for row in rows(golden('export', 'collective-sizes.csv'))]


def test_json_has_the_same_waits_before_and_after_who_was_late(exported):
    profile = exported('waiting.mon')
    waits = sums(rows(golden('export', 'waiting.csv')), 'time_ns')
    assert sums(profile['waits'], 'time_ns') == waits
    assert sums(profile['waited_for'], 'time_ns') == waits


def test_json_has_the_same_waits_row_by_row(exported):
    for kind, expected in (('waiting', 'waits.csv'), ('origins', 'waits-made.csv')):
        profile = exported(f'{kind}.mon')
        columns = ('rank', 'peer', 'communicator', 'class', 'kind', 'operation', 'waits', 'time_ns', 'longest_ns')
        table = [{column: '' if row[column] is None else str(row[column]) for column in columns} |
                 {'function': profile['contexts'][row['context']]['function'] or ''} for row in profile['waits']]
        assert table == [{column: row[column] for column in (*columns, 'function')} for row in rows(golden('export', expected))]


def test_json_has_the_same_timeline(exported):
    table = rows(golden('export', 'timeline.csv'))
    for line in exported('timed.mon')['timelines']:
        of_rank = [row for row in table if row['rank'] == str(line['rank']) and not row['class']]
        columns = {name: line[name] for name in ('collective_calls', 'collective_time_ns', 'wait_time_ns', 'memory')} | \
            {f'gauge_{gauge["gauge"]}': gauge['values'] for gauge in line['gauges']}
        for name, values in columns.items():
            assert [row[name] for row in of_rank] == [str(value) for value in values]


def test_json_has_the_same_ranks(exported):
    profile = exported('placed.mon')
    for process, row in zip(profile['processes'], rows(golden('export', 'ranks.csv')), strict=True):
        known = process | process['place'] | {'node': profile['nodes'][process['place']['node']]['label']}
        for name, text in row.items():
            value = known.get(name)
            assert text == ('' if value is None else str(int(value) if isinstance(value, bool) else value)), name


def test_json_has_the_same_communicators(exported):
    def text(value):
        if isinstance(value, list):
            return ' '.join(text(one) for one in value)
        return '' if value is None else str(int(value) if isinstance(value, bool) else value)

    profile = exported('origins.mon')
    regions = ['setup', 'setup / borders']
    for communicator, row in zip(profile['communicators'], rows(golden('export', 'communicators.csv')), strict=True):
        origin = communicator['origin'] or {}
        region = origin.get('region')
        known = communicator | origin | {'region': None if region is None else regions[region]}
        for name in [name for name in row if name != 'communicator']:
            assert row[name] == text(known.get(name)), name
    labels = [communicator['label'] for communicator in profile['communicators']]
    assert labels[:3] == ['MPI_COMM_WORLD', 'cart 2×2 of MPI_COMM_WORLD', 'split 7 of cart 2×2 of MPI_COMM_WORLD']


# What JSON has alone.


@pytest.mark.parametrize('expected, kind', [('job', 'batch'), ('sizes', 'sized'), ('timelines', 'timed')])
def test_json_has_a_part(mpimon, expected, kind):
    """As in the file that is called like the part."""
    said = mpimon('export', '--json', f'{kind}.mon')
    part = re.search(rf'^  "{expected}".*?^  [}}\]].*?\n', said, re.MULTILINE | re.DOTALL).group()
    assert part == golden('export', f'{expected}.json')


def test_json_has_cancelled_and_unreceived_messages(mpimon):
    """They are directions, once each."""
    said = mpimon('export', '--json', 'undelivered.mon')
    assert len([line for line in said.splitlines() if '"cancelled"' in line or '"unreceived"' in line]) == 2


def test_json_has_noncontiguous_messages_by_rank(exported):
    table = sorted(exported('detailed.mon')['noncontiguous'], key=lambda row: (row['rank'], -row['bytes']))
    assert [(row['rank'], row['class'], row['messages'], row['bytes'], row['blocks']) for row in table] == \
        [(0, 'p2p', 5, 500, 120), (0, 'coll', 1, 64, 2), (1, 'p2p', 3, 300, 30)]


def test_json_has_how_processes_ended(exported):
    assert [(process.get('ending'), process.get('exit_code')) for process in exported('batch.mon')['processes']] == \
        [(None, None), ('aborted', -7), ('killed', None), ('killed', None)]
