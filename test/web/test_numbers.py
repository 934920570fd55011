"""The numbers of the page are those of mpimon export --json: added up here, not by the tool."""

from collections import Counter

import pytest

MOVED_ONCE = ('rma',)


def flows(profile):
    """The exported flows, row by row."""
    columns = profile['flows']
    return [dict(zip(columns, values)) for values in zip(*columns.values())]


def sent(profile):
    """Messages and bytes that each flow's sender counted between different ranks of this world."""
    return [flow for flow in flows(profile) if flow['direction'] == 'sent' and isinstance(flow['peer'], int)
            and flow['peer'] != flow['rank']]


def total(rows, key):
    """{key(row): (messages, bytes)}"""
    messages, octets = Counter(), Counter()
    for row in rows:
        messages[key(row)] += row['messages']
        octets[key(row)] += row['bytes']
    return {name: (messages[name], octets[name]) for name in messages}


@pytest.mark.parametrize('kind', ['sample', 'halo', 'placed', 'large', 'corners', 'pairs'])
def test_classes_and_paths(browser, pages, kind):
    browser.open(pages.page(kind))
    browser.show_all()
    shown = {(row['class'], row['path']): (row['messages'], row['bytes']) for row in browser.rows('Classes and paths')}
    two_sided = {name: numbers for name, numbers in shown.items() if name[0] in ('p2p', 'coll', 'part')}
    rows = [flow for flow in sent(pages.exported(kind)) if flow['class'] in ('p2p', 'coll', 'part')]
    assert two_sided == total(rows, lambda flow: (flow['class'], flow['path']))


@pytest.mark.parametrize('kind', ['sample', 'detailed'])
def test_collectives(browser, pages, kind):
    exported = [row for row in pages.exported(kind)['collectives'] if not row['step']]
    calls, octets = Counter(), Counter()
    for row in exported:
        name = (row['operation'], row['algorithm'])
        calls[name] += row['calls']
        octets[name] += row['bytes']
    browser.open(pages.page(kind))
    browser.show_all()
    shown = browser.rows('Collectives by algorithm')
    assert {(row['operation'], row['algorithm']): row['calls'] for row in shown} == calls
    assert {(row['operation'], row['algorithm']): row['bytes'] for row in shown} == octets


def test_functions(browser, pages):
    calls, times = Counter(), Counter()
    for row in pages.exported('sample')['functions']:
        calls[row['function']] += row['calls']
        times[row['function']] += row['time_ns']
    browser.open(pages.page('sample'))
    browser.show_all()
    shown = {row['function']: row for row in browser.rows('Functions') if row['calls'] is not None}
    assert {name: row['calls'] for name, row in shown.items()} == calls
    assert {name: row['time'] for name, row in shown.items()} == pytest.approx(
        {name: time / 1e9 for name, time in times.items()})


def test_files(browser, pages):
    exported = pages.exported('files')
    browser.open(pages.page('files'))
    browser.show_all()
    accesses = browser.rows('Reading and writing')
    for column in ('calls', 'failed', 'bytes'):
        assert sum(row[column] or 0 for row in accesses) == sum(row[column] for row in exported['file_accesses'])
    others = browser.rows('Other calls for files')
    assert sum(row['calls'] for row in others) == sum(row['calls'] for row in exported['file_operations'])


def test_sizes(browser, pages):
    bins = Counter()
    for process in pages.exported('sample')['processes']:
        for name, numbers in process['histograms'].items():
            bins[name] += sum(numbers)
    browser.open(pages.page('sample'))
    for name, number in bins.items():
        values = browser.script('''return [...document.querySelectorAll(`[data-table="Sizes of ${arguments[0]}"] td.count`)]
            .map((cell) => Number(cell.dataset.value ?? 0))''', name)
        assert sum(values) == number


def test_communicators(browser, pages):
    exported = pages.exported('corners')
    by = total(sent(exported), lambda flow: flow['communicator'])
    browser.open(pages.page('corners'))
    browser.show_all()
    shown = browser.rows('Communicators')
    assert sorted((row['messages'], row['bytes']) for row in shown) == sorted(by.values())


@pytest.mark.parametrize('kind', ['sample', 'halo'])
def test_peers_of_a_rank(browser, pages, kind):
    """What the matrix says of one rank, of its point-to-point messages."""
    rank = 1
    rows = [flow for flow in sent(pages.exported(kind)) if flow['class'] == 'p2p']
    to = Counter()
    back = Counter()
    for flow in rows:
        if flow['rank'] == rank:
            to[flow['peer']] += flow['bytes']
        if flow['peer'] == rank:
            back[flow['rank']] += flow['bytes']
    browser.open(pages.page(kind))
    classes = browser.all('[aria-label="class"]')
    if classes:
        classes[0].send_keys('p2p')
    browser.control('Search a rank, or a pair as 12,40').send_keys(f'{rank}\n')
    browser.show_all()
    shown = browser.rows(f'Peers of rank {rank}')
    assert {int(row['peer']): row['to it'] for row in shown if row['to it']} == {k: v for k, v in to.items() if v}
    assert {int(row['peer']): row['from it'] for row in shown if row['from it']} == {k: v for k, v in back.items() if v}
