"""What a reader does with a page: opens, sorts, filters, searches, unfolds, changes the colours."""

import pytest
from selenium.webdriver.common.keys import Keys

SEARCH = 'Search a rank, or a pair as 12,40'


def column(browser, table, name):
    return [row[name] for row in browser.rows(table)]


@pytest.mark.parametrize('kind', ['sample', 'changed', 'merged', 'alone', 'undelivered', 'sized', 'waiting', 'corners',
                                  'mpmd', 'halo', 'names', 'files', 'placed', 'batch', 'timed', 'detailed'])
def test_opens(browser, pages, kind):
    browser.open(pages.page(kind))
    assert browser.text('.sentence')


def seconds_to_open(browser, page):
    """What all processes of the browser compute bounds what it takes where nothing else runs."""
    before = browser.processor_seconds()
    seconds = browser.open(page)
    computed = sum(after - before.get(process, 0) for process, after in browser.processor_seconds().items())
    return min(seconds, computed)


@pytest.mark.parametrize('kind', ['large', 'simulated-10000'])
def test_ten_thousand_ranks(browser, pages, kind):
    """Of 30 peers each; simulated, of 64 and without any pattern."""
    page = pages.page(kind)
    seconds = min(seconds_to_open(browser, page) for _ in range(3))
    assert page.stat().st_size <= 5 * 2**20
    assert seconds < 2


def test_tables_sort_and_filter(browser, pages):
    browser.open(pages.page('halo'))
    browser.show_all()
    header = next(button for button in browser.all('[data-table="Ranks"] th button') if button.text.startswith('rank'))
    header.click()
    ranks = [int(rank) for rank in column(browser, 'Ranks', 'rank')]
    assert ranks == sorted(ranks) and len(ranks) == 64
    header.send_keys(Keys.ENTER)  # by the keyboard, the other way round
    assert [int(rank) for rank in column(browser, 'Ranks', 'rank')] == sorted(ranks, reverse=True)
    browser.control('Filter Ranks').send_keys('63')
    assert '63' in column(browser, 'Ranks', 'rank')
    assert len(browser.rows('Ranks')) < 64


def test_deep_link(browser, pages):
    browser.open(pages.page('halo'), '#matrix/12,13')
    assert browser.text('#matrix-cell').startswith('rank 12 to rank 13: ')
    assert browser.rows('Peers of rank 12')
    assert browser.script('return document.querySelector("#matrix").getBoundingClientRect().top') < 200


def test_search_that_finds_nothing(browser, pages):
    browser.open(pages.page('halo'))
    browser.control(SEARCH).send_keys('64\n')
    assert browser.text('#matrix-cell') == "'64' is no rank: they are 0 to 63"


def test_matrix_by_keys(browser, pages):
    """Nodes of 100 ranks, which Enter unfolds; plus and 0 change what is seen, and arrows go on."""
    browser.open(pages.page('large'))
    canvas = browser.find('#matrix canvas')
    canvas.send_keys(Keys.ARROW_RIGHT)
    assert browser.text('#matrix-cell').startswith('node00 to node01: ')
    canvas.send_keys(Keys.ENTER)
    assert browser.text('#matrix-cell').startswith('rank 0 to rank 100: ')
    canvas.send_keys(Keys.ARROW_DOWN, Keys.ARROW_RIGHT)
    assert browser.text('#matrix-cell').startswith('rank 1 to rank 101: ')
    canvas.send_keys(Keys.ENTER)
    assert browser.text('#matrix-cell').startswith('node00 to node01: ')


def test_matrix_of_nodes_adds_up(browser, pages):
    """By node and by rank, the sum over all cells that the status line tells is the same."""
    browser.open(pages.page('halo'))
    whole = pages.exported('halo')['flows']
    between = sum(octets for rank, peer, octets, direction, name in
                  zip(whole['rank'], whole['peer'], whole['bytes'], whole['direction'], whole['class'])
                  if direction == 'sent' and rank // 8 == 0 and peer // 8 == 1)
    browser.control('by').send_keys('host')
    browser.find('#matrix canvas').send_keys(Keys.ARROW_RIGHT)
    said = browser.text('#matrix-cell')
    assert said.startswith('node00 to node01: ')
    unit = {'B': 1, 'KiB': 2**10, 'MiB': 2**20, 'GiB': 2**30}
    number, name = said.split(': ')[1].split(' ')[:2]
    assert float(number.replace(',', '')) * unit[name] == pytest.approx(between, rel=0.006)


def test_theme(browser, pages):
    browser.theme('dark')
    browser.open(pages.page('sample'))
    dark = browser.script('return getComputedStyle(document.documentElement).backgroundColor')
    browser.find('.theme').click()
    light = browser.script('return getComputedStyle(document.documentElement).backgroundColor')
    assert (dark, light) == ('rgb(20, 24, 28)', 'rgb(252, 252, 251)')


def test_paper_is_light(browser, pages):
    browser.theme('dark')
    browser.open(pages.page('sample'))
    themes = browser.script('''return ['beforeprint', 'afterprint'].map((name) => {
        dispatchEvent(new Event(name));
        return document.documentElement.dataset.theme;
    })''')
    assert themes == ['light', 'dark']


def test_waiting_and_advice(browser, pages):
    browser.open(pages.page('halo'))
    assert 'First:' in browser.text('.sentence')
    assert browser.all('#advice .finding')
    browser.open(pages.page('waiting'))
    browser.control('show').send_keys('waiting')
    assert 'waits for' in browser.text('#matrix-cell')


def test_two_profiles(browser, pages):
    """Rank 3 has sent one message more to rank 0, of 100 bytes."""
    browser.open(pages.page('sample', 'changed'))
    browser.control('Filter Differences').send_keys('from 3, to 0')
    rows = browser.rows('Differences')
    change = {row['measure']: int(row['after']) - int(row['before']) for row in rows if row['of'] == 'pair'}
    assert change['messages'] == 1 and change['bytes'] == 100


def test_a_change_of_one_byte(browser, pages):
    """Rank 7,777 has sent one more to rank 7,877, which is on the next node; that is the only cell of the matrix."""
    browser.open(pages.page('large', 'large-changed'), '#matrix/7777,7877')
    browser.choose('job', 'change')
    assert browser.text('.legend').split('\n') == ['1 B less', '1 B more (logarithmic)']
    browser.control(SEARCH).send_keys('7777,7877\n')
    before = f'{1010 * 512 / 2**10:.3g} KiB'
    assert browser.text('#matrix-cell') == f'rank 7777 to rank 7877: 1 B more, {before} after {before}'
    browser.control(SEARCH).clear()
    browser.control(SEARCH).send_keys('7777,7778\n')
    assert browser.text('#matrix-cell').endswith(', as before')


@pytest.mark.parametrize('theme', ['light', 'dark'])
@pytest.mark.parametrize('kinds, stronger', [(('sample', 'changed'), 'red'), (('changed', 'sample'), 'blue')], ids=['more', 'less'])
def test_colours_of_changes(browser, pages, kinds, stronger, theme):
    """More is orange, less is blue; a cell without a change has no colour. Of four ranks, the first is from 3 to 0."""
    browser.theme(theme)
    browser.open(pages.page(*kinds))
    browser.choose('job', 'change')
    pixels = browser.script("""
        const canvas = document.querySelector('#matrix canvas');
        const side = canvas.width;
        const all = canvas.getContext('2d').getImageData(0, 0, side, side).data;
        const at = (row, column) => {
            const pixel = Math.floor(side * (row + 0.5) / 4) * side + Math.floor(side * (column + 0.5) / 4);
            return [...all.subarray(4 * pixel, 4 * pixel + 4)];
        };
        return [at(3, 0), at(1, 2)]""")
    (red, _, blue, alpha), nothing = pixels
    assert alpha == 255 and (red > blue) == (stronger == 'red') and abs(red - blue) > 60
    assert nothing == [0, 0, 0, 0]


def test_peers_follow_what_is_shown(browser, pages):
    """In the second job rank 3 has sent rank 0 100 bytes more."""
    browser.open(pages.page('sample', 'changed'), '#matrix/3,0')
    lists = []
    for job in ('before', 'after', 'change'):
        browser.choose('job', job)
        lists.append({row['peer']: row['to it'] for row in browser.rows('Peers of rank 3')})
    before, after, change = lists
    assert change == {'0': 100} and {**before, '0': before['0'] + 100} == after


def test_two_jobs_of_other_ranks(browser, pages):
    """The matrix is that of the second one, and says so."""
    browser.open(pages.page('sample', 'halo'))
    assert 'Of the second job alone' in browser.text('#matrix .remark')
    assert not browser.all('[aria-label="job"]')


def test_a_damaged_profile(browser, pages):
    whole = pages.profile('halo').read_bytes()
    broken = pages.folder / 'broken.mon'
    broken.write_bytes(whole[:2000] + b'\xff' * 100 + whole[2100:])
    browser.open(pages.page('broken'))
    assert 'at byte' in browser.text('#diagnostics')


def test_names_for_screen_readers(browser, pages):
    """Every control and section says what it is; no address is there twice."""
    browser.open(pages.page('detailed'))
    unnamed = browser.script('''
        return [...document.querySelectorAll('button, input, select, canvas, section, [role=region]')].filter((element) =>
            !element.hidden && !(element.getAttribute('aria-label') || element.getAttribute('aria-labelledby') ||
                element.textContent.trim())).map((element) => element.outerHTML)''')
    assert unnamed == []
    ids = browser.script('return [...document.querySelectorAll("[id]")].map((element) => element.id)')
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize('width', [1440, 900, 390])
def test_nothing_is_wider_than_the_page(browser, pages, width):
    browser.open(pages.page('detailed'), width=width)
    assert browser.script('return document.documentElement.scrollWidth <= document.documentElement.clientWidth')
