"""mpimon html: where the page goes, what goes into it, wrong arguments. What the page shows is tested in test/web."""

import base64
import csv
import json
import re
import zlib
from pathlib import Path

import pytest

from support import TOP

HTML = ['html', '--prefix', 'prefix']


@pytest.fixture(autouse=True)
def front_end(work):
    """`without` is an installation without the front end; that of `prefix` is nothing but the placeholders of the data."""
    (work / 'without/share/mpich-monitoring').mkdir(parents=True)
    installed = work / 'prefix/share/mpich-monitoring'
    installed.mkdir(parents=True)
    (installed / 'rules').symlink_to(TOP / 'src/analysis/advice/rules')
    (installed / 'page.html').write_text('@REPORT@ @PAIRS@\n')
    return installed / 'page.html'


def unpacked(page):
    """The report and the pairs of a page."""
    report, pairs = (zlib.decompress(base64.b64decode(part, validate=True)) for part in page.split())
    return json.loads(report), pairs


@pytest.fixture
def page_of(mpimon):
    """page_of(PROFILE, ...): the report and the pairs that are written to a file."""
    def write(*profiles):
        assert mpimon(*HTML, *profiles, '-o', 'page.html') == ''
        return unpacked(Path('page.html').read_text())
    return write


def test_others_may_read_the_page(page_of):
    page_of('sample.mon')
    assert Path('page.html').stat().st_mode & 0o7777 == 0o644


def test_from_standard_input_to_standard_output(mpimon, page_of):
    with open('sample.mon', 'rb') as sample:
        _, pairs = unpacked(mpimon(*HTML, '-', stdin=sample))
    assert pairs == page_of('sample.mon')[1]


def test_the_report_is_that_of_mpimon_report(mpimon, page_of):
    """But for rows that the latter leaves out."""
    assert page_of('sample.mon')[0]['report'] == json.loads(mpimon('report', '--json', '--top', '1000', 'sample.mon'))


def test_functions_are_those_of_mpimon_report(mpimon, page_of):
    assert page_of('sample.mon')[0]['by']['function'] == \
        json.loads(mpimon('report', '--json', '--by', 'function', 'sample.mon'))


def numbers_of(packed):
    """Each in as many bytes as it takes, of seven bits, the lowest first; the last one is below 128."""
    numbers, number, shift = [], 0, 0
    for byte in packed:
        number |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            numbers.append(number)
            number, shift = 0, 0
    return numbers


def test_pairs_are_those_of_csv(mpimon, page_of):
    """And of other layers, which have nothing of the first one. The pairs of each rank are counted at first; then come their
    columns, as differences, and the messages and bytes of each."""
    report, packed = page_of('pairs.mon')
    numbers = numbers_of(packed)
    differences = iter(numbers[4:])
    pairs = []
    for rank, count in enumerate(numbers[:4]):
        column = rank
        for _ in range(count):
            number = next(differences)
            column += number // 2 if number % 2 == 0 else -(number + 1) // 2
            pairs.append((rank, column))
    assert report['pairs']['count'] == len(pairs)
    assert report['pairs']['layers'][0] == {'show': 'sent', 'class': 'p2p'}
    messages, octets = numbers[4 + len(pairs):4 + 2 * len(pairs)], numbers[4 + 2 * len(pairs):4 + 3 * len(pairs)]
    rows = csv.DictReader(mpimon('export', '--csv', '--class', 'p2p', 'pairs.mon').splitlines())
    assert [(str(source), str(target), str(sent), str(size))
            for (source, target), sent, size in zip(pairs, messages, octets, strict=True) if sent] == \
        [(row['src'], row['dst'], row['sent_messages'], row['sent_bytes']) for row in rows if row['sent_messages'] != '0']


def test_pairs_of_two_jobs(page_of):
    """Those of the second one, and then those of the first."""
    first, pairs_of_first = page_of('sample.mon')
    second, pairs_of_second = page_of('pairs.mon')
    both, pairs_of_both = page_of('sample.mon', 'pairs.mon')
    assert pairs_of_both == pairs_of_second + pairs_of_first
    assert both['pairs_before'] == first['pairs']
    assert second['pairs_before'] is None


def test_pairs_of_jobs_of_other_ranks(page_of):
    """Those of the second one alone."""
    both, pairs = page_of('halo.mon', 'pairs.mon')
    assert pairs == page_of('pairs.mon')[1]
    assert both['pairs_before'] is None


def test_what_is_wrong_with_a_profile_is_said_and_shown(mpimon):
    Path('damaged.mon').write_bytes(Path('halo.mon').read_bytes()[:2000])
    done = mpimon.run(*HTML, 'damaged.mon', '-o', 'page.html')
    assert done.status == 0
    assert re.search('^mpimon html: damaged.mon: at byte ', done.stderr, re.MULTILINE)
    report, _ = unpacked(Path('page.html').read_text())
    assert report['report']['diagnostics']


REFUSED = {
    'no front end': (1, 'built without Node.js and npm; install these', ['--prefix', 'without', 'sample.mon']),
    'no profile': (2, '^mpimon html: PROFILES is required', []),
    'three profiles': (2, 'one profile, or two to see the difference',
                       ['--prefix', 'prefix', 'sample.mon', 'changed.mon', 'halo.mon']),
    'standard input twice': (2, r'standard input \(-\) can be only one', ['--prefix', 'prefix', '-', '-']),
    'over its own profile': (1, '^mpimon html: sample.mon: is what is read; name another file to write to$',
                             ['--prefix', 'prefix', 'sample.mon', '-o', 'sample.mon']),
    'no such profile': (1, 'nowhere.mon: No such file', ['--prefix', 'prefix', 'nowhere.mon']),
}


@pytest.mark.parametrize('status, pattern, words', REFUSED.values(), ids=REFUSED)
def test_refused(mpimon, status, pattern, words):
    mpimon.refuses(status, pattern, 'html', *words)


def test_a_front_end_without_placeholders(mpimon, front_end):
    front_end.write_text('nothing\n')
    mpimon.refuses(1, "no placeholder '@REPORT@'; install MPICH Monitoring anew", *HTML, 'sample.mon')
