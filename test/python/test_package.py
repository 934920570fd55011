"""Data frames and matrices have the numbers of `mpimon export`, row by row."""

import csv
import io
import json
import os
import shutil
import subprocess
import time

import matplotlib
import pytest

import mpich_monitoring
from support import TOP, succeed

matplotlib.use('Agg')
KINDS = ['sample', 'detailed', 'halo', 'sized', 'mpmd', 'placed', 'merged']


def csv_rows(samples, kind, *options):
    return list(csv.DictReader(io.StringIO(samples.export(kind, '--csv', *options))))


def as_text(frame):
    return [{name: str(value) for name, value in row.items()} for row in frame.to_dict('records')]


@pytest.mark.parametrize('kind', KINDS)
def test_traffic_is_the_csv(samples, kind):
    profile = mpich_monitoring.load(samples.profile(kind))
    assert as_text(profile.traffic) == csv_rows(samples, kind)
    assert list(profile.traffic) == list(csv.reader(io.StringIO(samples.export(kind, '--csv'))))[0]


@pytest.mark.parametrize('kind', ['sample', 'detailed'])
def test_asked_is_the_csv_of_what_was_asked(samples, kind):
    assert as_text(mpich_monitoring.load(samples.profile(kind)).asked) == csv_rows(samples, kind, '--collectives', 'asked')


@pytest.mark.parametrize('name', ['collectives', 'functions', 'collective_sizes', 'waits', 'communicators'])
@pytest.mark.parametrize('kind', ['detailed', 'waiting', 'origins'])
def test_frames_are_the_json(samples, kind, name):
    frame = getattr(mpich_monitoring.load(samples.profile(kind)), name)
    rows = json.loads(samples.export(kind, '--json')).get(name, [])
    assert len(frame) == len(rows)
    for column in ('calls', 'bytes', 'time_ns', 'size', 'label'):
        if rows and column in rows[0]:
            assert list(frame[column]) == [row[column] for row in rows]


def test_job_and_processes(samples):
    profile = mpich_monitoring.load(samples.profile('placed'))
    known = json.loads(samples.export('placed', '--json'))
    assert profile.job == known['job'] and profile.diagnostics == []
    assert list(profile.processes['rank']) == [process['rank'] for process in known['processes']]


def test_functions_name_their_regions(samples):
    profile = mpich_monitoring.load(samples.profile('detailed'))
    known = json.loads(samples.export('detailed', '--json'))
    names = [None if context['region'] is None else known['regions'][context['region']]['name']
             for context in known['contexts']]
    assert [None if name != name else name for name in profile.functions['region']] == \
        [names[row['context']] for row in known['functions']]


def test_regions_and_their_times(samples):
    profile, known = mpich_monitoring.load(samples.profile('detailed')), json.loads(samples.export('detailed', '--json'))['regions']
    assert list(profile.regions['name']) == [region['name'] for region in known]
    assert profile.region_times.to_dict('records') == \
        [{'region': index, **row} for index, region in enumerate(known) for row in region['ranks']]
    assert len(profile.region_times) > 0


def test_files_are_the_csv(samples):
    profile, rows = mpich_monitoring.load(samples.profile('files')), csv_rows(samples, 'files', '--files')
    assert as_text(profile.files) == rows and len(rows) > 5
    assert mpich_monitoring.load(samples.profile('sample')).files.empty


def test_sizes_are_the_histograms(samples):
    profile = mpich_monitoring.load(samples.profile('sample'))
    expected = {(process['rank'], name, bin_): count for process in json.loads(samples.export('sample', '--json'))['processes']
                for name, counts in process['histograms'].items() for bin_, count in enumerate(counts) if count}
    assert {tuple(row[:3]): row[3] for row in profile.sizes.itertuples(index=False)} == expected


def test_timeline_adds_up_to_the_traffic(samples):
    profile = mpich_monitoring.load(samples.profile('timed'))
    rows = csv_rows(samples, 'timed', '--timeline')
    for column in ('messages', 'bytes'):
        assert profile.timeline[column].sum() == sum(int(row[column]) for row in rows)


@pytest.mark.parametrize('kind, column', [('bytes', 'sent_bytes'), ('messages', 'sent_messages'),
                                          ('received_bytes', 'received_bytes'), ('received_messages', 'received_messages')])
def test_matrix(samples, kind, column):
    profile = mpich_monitoring.load(samples.profile('detailed'))
    expected = {}
    for row in csv_rows(samples, 'detailed'):
        pair = int(row['src']), int(row['dst'])
        expected[pair] = expected.get(pair, 0) + int(row[column])
    matrix = profile.matrix(kind)
    assert matrix.shape == (profile.job['world_size'],) * 2
    assert {pair: matrix[pair] for pair in expected} == expected
    assert matrix.sum() == sum(expected.values())


@pytest.mark.parametrize('by', ['node', 'package', 'core'])
def test_matrix_by_place(samples, by):
    """What the ranks of two groups sent each other, added up by hand."""
    profile = mpich_monitoring.load(samples.profile('placed'))
    groups = profile.groups(by)
    labels = list(dict.fromkeys(groups))
    expected = [[0] * len(labels) for _ in labels]
    for row in csv_rows(samples, 'placed'):
        source, target = (labels.index(groups[int(row[end])]) for end in ('src', 'dst'))
        expected[source][target] += int(row['sent_bytes'])
    assert profile.matrix('bytes', by).toarray().tolist() == expected


def test_matrix_of_waiting(samples):
    profile = mpich_monitoring.load(samples.profile('waiting'))
    rows = csv_rows(samples, 'waiting', '--waiting')
    known = [row for row in rows if row['waited_for'].isdigit()]
    matrix = profile.matrix('waiting')
    assert matrix.sum() == sum(int(row['time_ns']) for row in known)
    for row in known:
        assert matrix[int(row['rank']), int(row['waited_for'])] == int(row['time_ns'])


@pytest.mark.parametrize('plot, kind', [('plot_matrix', 'sample'), ('plot_sizes', 'sample'), ('plot_timeline', 'timed')])
def test_plots(samples, plot, kind, tmp_path):
    axes = getattr(mpich_monitoring, plot)(mpich_monitoring.load(samples.profile(kind)))
    axes.figure.savefig(tmp_path / 'plot.png')
    assert (tmp_path / 'plot.png').stat().st_size > 5000 and axes.get_title()


def test_load_many(samples, tmp_path):
    for name in ('b', 'a'):
        (tmp_path / name).mkdir()
        (tmp_path / name / 'job.mon').write_bytes(samples.profile('sample').read_bytes())
    assert [profile.path.parent.name for profile in mpich_monitoring.load_many(tmp_path)] == ['a', 'b']


def test_errors(samples, tmp_path, monkeypatch):
    with pytest.raises(FileNotFoundError):
        mpich_monitoring.load(tmp_path / 'nowhere.mon')
    (tmp_path / 'text.mon').write_text('no profile\n')
    with pytest.raises(mpich_monitoring.MpimonError, match='not a profile'):
        mpich_monitoring.load(tmp_path / 'text.mon')
    profile = mpich_monitoring.load(samples.profile('sample'))
    for wrong in (lambda: profile.matrix('gigabytes'), lambda: profile.matrix(by='city')):
        with pytest.raises(ValueError, match='is none of'):
            wrong()
    with pytest.raises(ValueError, match='MONITORING_DETAIL=timeline'):
        mpich_monitoring.plot_timeline(profile)
    monkeypatch.setenv('MPIMON', '/nowhere/mpimon')
    with pytest.raises(mpich_monitoring.MpimonError, match='/nowhere/mpimon'):
        mpich_monitoring.load(samples.profile('sample'))


def processor_seconds():
    """What this process and those that it has waited for have computed."""
    return sum(os.times()[:4])


def test_ten_million_rows_in_five_seconds(samples, tmp_path):
    """Or three million in as much less. Other processes leave as little of the machine as they like, so what is computed counts
    where that is less than the time; and share what it has of memory and caches, so four times as much is allowed."""
    succeed(samples.build / 'test/scale/simulate', '33000', tmp_path / 'large.mon')
    start, before = time.monotonic(), processor_seconds()
    frame = mpich_monitoring.load(tmp_path / 'large.mon').traffic
    seconds = min(time.monotonic() - start, processor_seconds() - before)
    print(f'{len(frame)} rows in {seconds:.2f} s')
    assert len(frame) > 900000 and seconds < 5e-7 * len(frame) * 4


def test_installs_from_the_tree(tmp_path):
    """By pip, without a network; from a copy, since setuptools leaves folders beside what it builds."""
    shutil.copytree(TOP / 'python', tmp_path / 'python', ignore=shutil.ignore_patterns('build', '*.egg-info', '__pycache__'))
    succeed('/usr/bin/python3', '-m', 'pip', 'install', '--quiet', '--no-build-isolation', '--no-deps', '--no-index', '--target',
            tmp_path / 'site', tmp_path / 'python')
    done = subprocess.run(['/usr/bin/python3', '-c', 'import mpich_monitoring; print(mpich_monitoring.__file__)'],
                          env={'PYTHONPATH': str(tmp_path / 'site'), 'PATH': '/usr/bin'}, capture_output=True, text=True, check=True)
    assert done.stdout.startswith(str(tmp_path / 'site'))
