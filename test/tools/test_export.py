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
    'files.csv': ['--csv', '--files', 'files.mon'],
    'waiting.csv': ['--csv', '--waiting', 'waiting.mon'],
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


def test_csv_of_a_timeline_of_one_class(mpimon):
    said = mpimon('export', '--csv', '--timeline', '--class', 'rma', 'timed.mon')
    assert said.splitlines()[1:] == ['1,1700000001500000000,1700000002500000000,rma,received,4,16384']


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
