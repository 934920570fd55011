"""What `mpimon export` writes for other tools, read by readers that are not ours, has the numbers of `--json`."""

import collections
import csv
import json
import shutil

import h5py
import otf2
import pytest
from google.protobuf import descriptor_pb2, descriptor_pool, message_factory
from prometheus_client.openmetrics import parser as openmetrics
from prometheus_client import parser as prometheus

from support import refused, run, succeed

KINDS = ['sample', 'detailed', 'waiting', 'timed', 'mpmd', 'halo', 'names', 'origins']


@pytest.fixture
def known(samples):
    return lambda kind, *options: json.loads(samples.export(kind, '--json', *options))


# Perfetto


PERFETTO = {  # the part of the public schema that is used: fields by number, type and name
    'ProcessDescriptor': {'pid': (1, 'INT32'), 'process_name': (6, 'STRING')},
    'CounterDescriptor': {'unit': (3, 'INT32'), 'unit_name': (6, 'STRING')},
    'TrackDescriptor': {'uuid': (1, 'UINT64'), 'name': (2, 'STRING'), 'process': (3, 'ProcessDescriptor'),
                        'parent_uuid': (5, 'UINT64'), 'counter': (8, 'CounterDescriptor')},
    'TrackEvent': {'type': (9, 'INT32'), 'track_uuid': (11, 'UINT64'), 'double_counter_value': (44, 'DOUBLE')},
    'TracePacket': {'timestamp': (8, 'UINT64'), 'trusted_packet_sequence_id': (10, 'UINT32'), 'track_event': (11, 'TrackEvent'),
                    'track_descriptor': (60, 'TrackDescriptor')},
    'Trace': {'packet': (1, 'TracePacket')},
}


def trace_class():
    """Protobuf's own reader of such a trace."""
    file = descriptor_pb2.FileDescriptorProto(name='trace.proto', package='trace')
    for name, fields in PERFETTO.items():
        message = file.message_type.add(name=name)
        for field, (number, kind) in fields.items():
            entry = message.field.add(name=field, number=number, label=3 if name == 'Trace' else 1)
            if kind in PERFETTO:
                entry.type, entry.type_name = entry.TYPE_MESSAGE, f'.trace.{kind}'
            else:
                entry.type = getattr(entry, f'TYPE_{kind}')
    pool = descriptor_pool.DescriptorPool()
    pool.Add(file)
    return message_factory.MessageFactory(pool).GetPrototype(pool.FindMessageTypeByName('trace.Trace'))


def counters(samples, kind, *options):
    """The values of each counter by time: {(process, counter, unit): [(time, value), ...]}."""
    path = samples.folder / f'{kind}.perfetto'
    samples.export(kind, '--perfetto', '-o', path, *options)
    trace = trace_class()()
    trace.ParseFromString(path.read_bytes())
    processes, names, values = {}, {}, collections.defaultdict(list)
    for packet in trace.packet:
        track, event = packet.track_descriptor, packet.track_event
        if track.HasField('process'):
            processes[track.uuid] = track.process.process_name
        elif packet.HasField('track_descriptor'):
            assert track.uuid not in names
            unit = {3: 'bytes'}[track.counter.unit] if track.counter.unit else track.counter.unit_name
            names[track.uuid] = processes[track.parent_uuid], track.name, unit
        else:
            assert event.type == 4
            values[names[event.track_uuid]].append((packet.timestamp, event.double_counter_value))
    return values


def value_at(changes, time):
    return [value for since, value in changes if since <= time][-1]


def test_perfetto_has_the_time_line(samples, known):
    profile = known('timed')
    of_rank = {process['rank']: process for process in profile['processes']}
    values, checked = counters(samples, 'timed'), 0
    for line in profile['timelines']:
        process = of_rank[line['rank']]
        group = f'rank {line["rank"]} on {process["host"]}'
        rates = {('collective calls', 'calls/s'): line['collective_calls'], ('time in collectives', 'ns/s'): line['collective_time_ns'],
                 ('time waiting', 'ns/s'): line['wait_time_ns']}
        for part in line['traffic']:
            for what in ('bytes', 'messages'):
                rates[f'{part["class"]} {part["direction"]} {what}', f'{what}/s'] = part[what]
        for (name, unit), amounts in rates.items():
            for start, end, amount in zip(line['start_ns'], line['end_ns'], amounts):
                rate = value_at(values[group, name, unit], process['start_time_ns'] + start)
                assert round(rate * (end - start) / 1e9) == amount
                checked += amount > 0
            assert value_at(values[group, name, unit], 2**63) == 0
        levels = {'resident memory': (line['memory'], 'bytes'),
                  **{gauge['gauge']: (gauge['values'], 'requests') for gauge in line['gauges']}}
        for name, (column, unit) in levels.items():
            for end, level in zip(line['end_ns'], column):
                assert value_at(values[group, name, unit], process['start_time_ns'] + end) == level
                checked += 1
    assert checked > 20 and len({group for group, _, _ in values}) == len(profile['timelines'])


def test_perfetto_of_one_class(samples):
    assert {name.split()[0] for _, name, unit in counters(samples, 'timed', '--class', 'rma') if unit == 'messages/s'} == {'rma'}


def test_perfetto_needs_a_time_line(samples):
    done = run(samples.command, 'export', '--perfetto', samples.profile('sample'))
    assert done.status == 1 and 'MPIR_CVAR_MONITORING_DETAIL' in done.stderr and done.stderr.count('\n') == 1


# OTF2


def metrics(samples, kind, *options):
    """The values of each metric by time: {(process, node, metric, unit, mode): [(time, value), ...]}."""
    path, values = samples.folder / f'{kind}.otf2', collections.defaultdict(list)
    shutil.rmtree(path, ignore_errors=True)
    samples.export(kind, '--otf2', '-o', path, *options)
    with otf2.reader.open(str(path / 'traces.otf2')) as trace:
        assert trace.timer_resolution == 10**9
        for location, event in trace.events:
            group = location.group
            for member, value in zip(event.metric.members, event.values):
                name = group.name, group.system_tree_parent.name, member.name, member.unit, str(member.metric_mode)
                values[name].append((event.time, value))
    return values


def test_otf2_has_the_time_line(samples, known):
    profile, values, checked = known('timed'), metrics(samples, 'timed'), 0
    of_rank = {process['rank']: process for process in profile['processes']}
    for line in profile['timelines']:
        process = of_rank[line['rank']]
        began = process['start_time_ns']
        place = f'rank {line["rank"]}', process['host']
        amounts = {('collective calls', 'calls'): line['collective_calls'], ('time in collectives', 'ns'): line['collective_time_ns'],
                   ('time waiting', 'ns'): line['wait_time_ns']}
        for part in line['traffic']:
            for what in ('bytes', 'messages'):
                amounts[f'{part["class"]} {part["direction"]} {what}', what] = part[what]
        starts = [start for i, start in enumerate(line['start_ns']) if i == 0 or start != line['end_ns'][i - 1]]
        for (name, unit), column in amounts.items():
            found = values[(*place, name, unit, 'MetricMode.RELATIVE_LAST')]
            assert found == sorted([(began + start, 0) for start in starts] +
                                   [(began + end, amount) for end, amount in zip(line['end_ns'], column)])
            checked += sum(column) > 0
        for name, unit, column in [('resident memory', 'bytes', line['memory']),
                                   *((gauge['gauge'], 'requests', gauge['values']) for gauge in line['gauges'])]:
            found = values[(*place, name, unit, 'MetricMode.ABSOLUTE_POINT')]
            assert found == [(began + end, level) for end, level in zip(line['end_ns'], column)]
            checked += 1
    assert checked > 10 and len({name[0] for name in values}) == len(profile['timelines'])


def test_otf2_of_one_class(samples):
    names = {name for _, _, name, unit, _ in metrics(samples, 'timed', '--class', 'rma') if unit == 'messages'}
    assert {name.split()[0] for name in names} == {'rma'}


def test_otf2_refuses(samples, tmp_path):
    profile = samples.profile('timed')
    refused('mpimon export: --otf2: an archive is a folder; add -o OUT', samples.command, 'export', '--otf2', profile)
    refused(f'mpimon export: {tmp_path}: there already; an OTF2 archive is a folder of its own',
            samples.command, 'export', '--otf2', profile, '-o', tmp_path)
    refused('mpimon export: /proc/none/where: OTF2 cannot write it',
            samples.command, 'export', '--otf2', profile, '-o', '/proc/none/where')


# OpenMetrics


def sums_of(rows, labels, column):
    sums = collections.Counter()
    for row in rows:
        sums[tuple(str(label(row)) for label in labels)] += row[column]
    return {key: value for key, value in sums.items() if value}


def field(name):
    return lambda row: row[name]


def region_paths(profile):
    """For each region, and for each context its region: the names from the outermost one on."""
    regions = []
    for region in profile['regions']:
        regions.append((() if region['parent'] is None else regions[region['parent']]) + (region['name'],))
    return regions, [() if context['region'] is None else regions[context['region']] for context in profile['contexts']]


@pytest.mark.parametrize('kind', KINDS)
def test_openmetrics(samples, known, kind):
    profile, text = known(kind), samples.export(kind, '--openmetrics')
    read = [[(sample.name, sample.labels, sample.value) for family in module.text_string_to_metric_families(text)
             for sample in family.samples] for module in (openmetrics, prometheus)]
    assert read[0] == read[1]
    series = collections.defaultdict(dict)
    for name, labels, value in read[0]:
        assert tuple(labels.values()) not in series[name]
        series[name][tuple(labels.values())] = value
    flows = [dict(zip(profile['flows'], row)) for row in zip(*profile['flows'].values())]
    by = [field(name) for name in ('rank', 'class', 'path', 'direction')]
    assert series['mpimon_messages'] == sums_of(flows, by, 'messages')
    assert {key: value for key, value in series['mpimon_bytes'].items() if value} == sums_of(flows, by, 'bytes')
    by = [field('operation'), field('algorithm'), lambda row: 'step' if row['step'] else 'call']
    assert series['mpimon_collective_calls'] == sums_of(profile['collectives'], by, 'calls')
    assert {key: round(value * 1e9) for key, value in series['mpimon_collective_seconds'].items() if value} == \
        sums_of(profile['collectives'], by, 'time_ns')
    _, contexts = region_paths(profile)
    by = [field('function'), lambda row: ' / '.join(contexts[row['context']])]
    assert {key: value for key, value in series['mpimon_function_calls'].items() if value} == \
        sums_of(profile['functions'], by, 'calls')
    assert sum(round(value * 1e9) for value in series['mpimon_function_seconds'].values()) == \
        sum(row['time_ns'] for row in profile['functions'])
    by = [field(name) for name in ('rank', 'class', 'kind')]
    assert {key: round(value * 1e9) for key, value in series['mpimon_wait_seconds'].items() if value} == \
        sums_of(profile.get('waits', []), by, 'time_ns')
    assert series['mpimon_ranks'] == {(): profile['job']['world_size']}


@pytest.mark.skipif(not shutil.which('promtool'), reason="promtool is not there; install Debian's package prometheus")
@pytest.mark.parametrize('kind', KINDS)
def test_openmetrics_by_promtool(samples, kind):
    """It reads them and finds nothing to say."""
    path = samples.folder / f'{kind}.prom'
    samples.export(kind, '--openmetrics', '-o', path)
    assert succeed('sh', '-c', f'promtool check metrics < {path}') == ''


# Caliper


@pytest.mark.parametrize('kind', KINDS)
def test_caliper(samples, known, kind):
    """Read as Hatchet does: nodes by their index, parents before children, rows by the names of the columns."""
    profile, read = known(kind), json.loads(samples.export(kind, '--caliper'))
    assert [column['is_value'] for column in read['column_metadata']] == [name != 'path' for name in read['columns']]
    paths = []
    for node in read['nodes']:
        assert node['column'] == 'path'
        paths.append((paths[node['parent']] if 'parent' in node else ()) + (node['label'],))
    assert len(set(paths)) == len(paths)
    rows = {(paths[row['path']], row['mpi.rank']): row for row in (dict(zip(read['columns'], row)) for row in read['data'])}
    assert len(rows) == len(read['data'])
    regions, contexts = region_paths(profile)
    expected = collections.defaultdict(collections.Counter)
    for path, region in zip(regions, profile['regions']):
        for rank in region['ranks']:
            expected[path, rank['rank']].update(calls=rank['entries'], time=rank['time_ns'], own=rank['time_ns'])
            expected[path[:-1], rank['rank']].update(own=-rank['time_ns'])
    for row in profile['functions']:
        path = contexts[row['context']]
        expected[path + (row['function'],), row['rank']].update(calls=row['calls'], time=row['time_ns'], own=row['time_ns'])
        expected[path, row['rank']].update(own=-row['time_ns'])
    flows = [dict(zip(profile['flows'], row)) for row in zip(*profile['flows'].values())]
    for flow in flows:
        if flow['direction'] == 'sent':
            function = profile['contexts'][flow['context']]['function']
            path = contexts[flow['context']] + ((function,) if function else ())
            expected[path or ('(outside of regions and functions)',), flow['rank']].update(
                messages=flow['messages'], bytes=flow['bytes'])
    found = {key: [row['calls'], round(row['inclusive#sum#time.duration'] * 1e9), round(row['sum#time.duration'] * 1e9),
                   row['sent_messages'], row['sent_bytes']] for key, row in rows.items()}
    assert found == {key: [sums['calls'], sums['time'], max(0, sums['own']), sums['messages'], sums['bytes']]
                     for key, sums in expected.items() if key[0]}
    assert read['executable'] == profile['job']['executable'] and read['world_size'] == profile['job']['world_size']


# HDF5


def tables_of(samples, kind, *options):
    """What h5py reads: tables as lists of rows, words of enumerations and texts as strings."""
    path = samples.folder / f'{kind}.h5'
    samples.export(kind, '--hdf5', '-o', path, *options)
    tables = {}
    with h5py.File(path) as file:
        for name, group in file.items():
            columns = {}
            for column, data in group.items():
                words = h5py.check_enum_dtype(data.dtype)
                if words:
                    names = {value: word for word, value in words.items()}
                    columns[column] = [names[value] for value in data[()]]
                else:
                    columns[column] = (data.asstr() if h5py.check_string_dtype(data.dtype) else data)[()].tolist()
            tables[name] = [dict(zip(columns, row)) for row in zip(*columns.values())]
        return tables, dict(file.attrs)


def only(rows, names):
    return [{name: row[name] for name in names} for row in rows]


@pytest.mark.parametrize('kind', KINDS)
def test_hdf5(samples, known, kind):
    tables, attributes = tables_of(samples, kind)
    profile = known(kind)
    assert {name: value for name, value in attributes.items()} == \
        {name: value for name, value in profile['job'].items() if isinstance(value, (str, int))}
    header, *rows = samples.export(kind, '--csv').splitlines()
    assert [','.join(str(row[name]) for name in header.split(',')) for row in tables['traffic']] == rows
    for name, columns in (('processes', ('rank', 'pid', 'host', 'start_time_ns', 'end_time_ns', 'complete')),
                          ('functions', ('rank', 'function', 'calls', 'time_ns', 'shortest_ns', 'longest_ns')),
                          ('collectives', ('rank', 'communicator', 'operation', 'algorithm', 'step', 'calls', 'bytes', 'time_ns',
                                           'root_calls', 'root_bytes'))):
        assert only(tables[name], columns) == only(profile[name], columns)
    assert sorted((row['rank'], row['entries'], row['time_ns']) for row in tables['regions']) == \
        sorted((row['rank'], row['entries'], row['time_ns']) for region in profile['regions'] for row in region['ranks'])
    regions, contexts = region_paths(profile)
    assert [row['region'] for row in tables['functions']] == [' / '.join(contexts[row['context']]) for row in profile['functions']]
    assert {row['region'] for row in tables['regions']} <= {' / '.join(names) for names in regions}
    columns = ('rank', 'class', 'kind', 'waits', 'time_ns', 'longest_ns')
    assert only(tables['waits'], columns) == only(profile.get('waits', []), columns)
    known_as = [row['label'] for row in profile['communicators']]
    for row, counted in zip(tables['waits'], profile.get('waits', []), strict=True):
        place, context = counted['communicator'], profile['contexts'][counted['context']]
        assert row['communicator_label'] == ('' if place is None else known_as[place])
        assert (row['operation'], row['function']) == (counted['operation'] or '', context['function'] or '')
    assert [row['communicator_label'] for row in tables['collectives']] == \
        [known_as[row['communicator']] for row in profile['collectives']]
    columns = ('name', 'label', 'size', 'remote_size', 'internal')
    assert only(tables['communicators'], columns) == only(profile['communicators'], columns)
    origins = [row['origin'] or {'function': '', 'parent': None} for row in profile['communicators']]
    assert [(row['function'], row['parent']) for row in tables['communicators']] == \
        [(row['function'], '' if row['parent'] is None else known_as[row['parent']]) for row in origins]
    assert {(row['rank'], row['class'], row['bin']): row['messages'] for row in tables['sizes']} == \
        {(process['rank'], name, bin_): count for process in profile['processes']
         for name, counts in process['histograms'].items() for bin_, count in enumerate(counts) if count}


def test_hdf5_has_the_time_line(samples):
    tables, _ = tables_of(samples, 'timed')
    rows = [row for row in csv.DictReader(samples.export('timed', '--csv', '--timeline').splitlines()) if row['class']]
    columns = ('rank', 'start_ns', 'end_ns', 'class', 'direction', 'messages', 'bytes')
    found = [tuple(str(row[name]) for name in columns) for row in tables['timeline'] if row['messages'] or row['bytes']]
    assert found and sorted(found) == sorted(tuple(row[name] for name in columns) for row in rows)


def test_hdf5_of_one_class(samples):
    tables, _ = tables_of(samples, 'sample', '--class', 'coll')
    assert {row['class'] for name in ('traffic', 'sizes') for row in tables[name]} == {'coll'}


def test_hdf5_refuses(samples, tmp_path):
    profile = samples.profile('sample')
    refused('mpimon export: --hdf5: such a file is not written from its beginning to its end; add -o OUT',
            samples.command, 'export', '--hdf5', profile)
    refused(f'mpimon export: {tmp_path}/nowhere/out.h5: No such file or directory',
            samples.command, 'export', '--hdf5', profile, '-o', tmp_path / 'nowhere/out.h5')
    before = profile.read_bytes()
    assert run(samples.command, 'export', '--hdf5', profile, '-o', profile).status == 1 and profile.read_bytes() == before
    assert run(samples.command, 'export', '--hdf5', profile, '-o', '/dev/full').status == 1
