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


def peers(profile, rank):
    """Bytes of point-to-point messages that the rank sends to each other one, and gets from it."""
    to, back = Counter(), Counter()
    for flow in sent(profile):
        if flow['class'] == 'p2p' and flow['rank'] == rank:
            to[flow['peer']] += flow['bytes']
        if flow['class'] == 'p2p' and flow['peer'] == rank:
            back[flow['rank']] += flow['bytes']
    return to, back


def shown_peers(browser, rank):
    """What the matrix says of one rank, of its point-to-point messages; only what there is."""
    if browser.all('[aria-label="class"]'):
        browser.choose('class', 'p2p')
    search = browser.control('Search a rank, or a pair as 12,40')
    search.clear()
    search.send_keys(f'{rank}\n')
    browser.show_all()
    rows = browser.rows(f'Peers of rank {rank}') if browser.all(f'[data-table="Peers of rank {rank}"]') else []
    return [{int(row['peer']): row[name] for row in rows if row[name]} for name in ('to it', 'from it')]


def without_nothing(counts):
    return {key: value for key, value in counts.items() if value}


@pytest.mark.parametrize('kind', ['sample', 'halo'])
def test_peers_of_a_rank(browser, pages, kind):
    browser.open(pages.page(kind))
    assert shown_peers(browser, 1) == [without_nothing(counts) for counts in peers(pages.exported(kind), 1)]


@pytest.mark.parametrize('kinds', [('sample', 'changed'), ('sample', 'pairs'), ('pairs', 'sample')], ids='-'.join)
def test_peers_in_two_jobs(browser, pages, kinds):
    """Before, after, and what has changed, by which some get less."""
    old, new = (pages.exported(kind) for kind in kinds)
    browser.open(pages.page(*kinds))
    for rank in range(4):
        before, after = peers(old, rank), peers(new, rank)
        changes = [{peer: b[peer] - a[peer] for peer in {*a, *b}} for a, b in zip(before, after)]
        for job, expected in (('before', before), ('after', after), ('change', changes)):
            browser.choose('job', job)
            assert shown_peers(browser, rank) == [without_nothing(counts) for counts in expected]


def test_all_ranks(browser, pages):
    """Rank r sends 1,000 + i messages of (r % 7 + 1) * 512 bytes to its i-th peer, of 30: see make_profile."""
    messages = sum(1000 + i for i in range(1, 31))
    browser.open(pages.page('large'))
    table = browser.find('[data-table="Ranks"]')
    more = table.find_element('xpath', './ancestor::*[@class="table"]/button')
    lengths = [len(browser.rows('Ranks'))]
    for _ in range(2):
        browser.script('arguments[0].click()', more)
        lengths.append(len(browser.rows('Ranks')))
    assert lengths == [12, 1000, 2000] and more.text == 'Show 3,000 of 10,000 rows'
    rows = browser.rows('Ranks')
    assert {row['bytes sent'] for row in rows[:1428]} == {messages * 7 * 512}  # ranks 6, 13 … 9,995
    assert {row['bytes sent'] for row in rows[1428:]} == {messages * 6 * 512}
    browser.control('Filter Ranks').send_keys('9999')
    assert [(row['rank'], row['messages'], row['bytes sent']) for row in browser.rows('Ranks')] == \
        [('9999', messages, messages * (9999 % 7 + 1) * 512)]
