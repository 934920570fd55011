"""mpimon matrix: on the terminal, and as pictures."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest


def senders(shown):
    """What is in front of a row of the matrix, and the sum behind it."""
    return re.findall(r'^ *(\d) │.*│ (.*)$', shown, re.M)


class Picture:
    """An SVG file: its width, its texts and those of them in bold, and what it tells of cells to whoever points at them."""

    def __init__(self, path):
        self.root = ElementTree.parse(path).getroot()
        texts = list(self._all('text'))
        self.width = int(self.root.get('width'))
        self.texts = [text.text for text in texts]
        self.titles = [text.text for text in texts if text.get('font-weight') == 'bold']
        self.cells = [title.text for title in self._all('title')]

    def _all(self, tag):
        return self.root.iter(f'{{http://www.w3.org/2000/svg}}{tag}')


@pytest.fixture
def picture(mpimon):
    """picture(ARGUMENT, ...): what mpimon draws of that matrix as SVG."""
    def draw(*arguments):
        mpimon('matrix', '--svg', 'matrix.svg', *arguments)
        return Picture('matrix.svg')
    return draw


# On the terminal


@pytest.mark.parametrize('expected, arguments', [
    ('matrix.txt', 'sample.mon'),
    ('matrix-by-algorithm.txt', '--collectives asked --by algorithm sample.mon'),
    ('matrix-node.txt', '--fold node --messages halo.mon'),
    ('matrix-by-node.txt', '--by node placed.mon'),
    ('matrix-by-package.txt', '--by package placed.mon'),
    ('matrix-by-core.txt', '--by core placed.mon'),
    # 2 -> 3, 3 -> 0 and 3 -> 2 are between nodes, and 1 -> 2 and 2 -> 0 within one that they share, but no cache.
    ('matrix-locality.txt', '--locality remote --messages placed.mon'),
    ('matrix-waiting.txt', '--waiting waiting.mon'),
])
def test_the_matrix(mpimon, expected, arguments):
    mpimon.shows(expected, 'matrix', '--width', '80', *arguments.split())


def test_long_names_of_nodes_are_told_apart(mpimon):
    shown = mpimon('matrix', '--fold', 'node', '--width', '80', 'names.mon')
    assert re.findall(r'^[^ \n]*node[0-9]*', shown, re.M) == [f'…artition-node{node:02}' for node in range(8)]


def test_a_name_gives_no_commands_to_the_terminal(mpimon):
    assert '?solver?: bytes sent, all classes' in mpimon('matrix', '--fold', 'node', '--width', '80', 'names.mon').splitlines()


def test_folding_by_node_is_by_places_where_they_are_known(mpimon):
    assert mpimon('matrix', '--fold', 'node', 'placed.mon') == mpimon('matrix', '--by', 'node', 'placed.mon')


def test_two_localities_are_added_up(mpimon):
    shown = mpimon('matrix', '--locality', 'node,remote', 'placed.mon')
    assert senders(shown) == [('1', '1.07 KiB'), ('2', '3.17 KiB'), ('3', '5.27 KiB')]
    assert re.findall(r'^  same.*', shown, re.M) == ['  same node 3.07 KiB, another node 6.44 KiB']


def test_the_same_process_is_a_locality(mpimon):
    assert '  same process 32 B' in mpimon('matrix', '--self', '--locality', 'process', 'placed.mon').splitlines()


def test_a_locality_that_is_nowhere_has_no_traffic(mpimon):
    assert '  no traffic' in mpimon('matrix', '--locality', 'numa', 'placed.mon').splitlines()


def test_an_unknown_locality_is_refused(mpimon):
    mpimon.refuses(2, "^mpimon matrix: --locality: unknown locality 'rack'; it is one of process, cache, ",
                   'matrix', '--locality', 'rack', 'placed.mon')


def test_a_locality_without_places_is_refused(mpimon):
    mpimon.refuses(1, '^mpimon matrix: .*does not say where the ranks were', 'matrix', '--locality', 'node', 'sample.mon')


def test_waits_of_one_class_are_all_in_cells(mpimon):
    """Both waits for messages are of one rank for another, and nothing of them is estimated."""
    shown = mpimon('matrix', '--waiting', '--class', 'p2p', 'waiting.mon')
    assert senders(shown) == [('0', '12.0 µs'), ('3', '6.00 µs')]
    assert re.findall(r'^  waited.*', shown, re.M) == ['  waited in all 18.0 µs, 19.8 % of the time in MPI']


def test_the_more_the_darker_on_the_terminal_as_in_pictures(mpimon):
    shown = mpimon.on_terminal('matrix', '--width', '80', 'sample.mon')
    [legend] = [line for line in shown.splitlines() if 'logarithmic' in line]
    colours = re.findall(r'48;5;[0-9]*', legend)
    assert (colours[0], colours[-1]) == ('48;5;229', '48;5;18')


# Pictures


def test_pictures_are_written_without_a_word(mpimon):
    assert mpimon('matrix', '--png', 'halo.png', '--svg', 'halo.svg', 'halo.mon') == ''
    assert Path('halo.png').read_bytes().startswith(b'\x89PNG\r\n\x1a\n')
    assert Picture('halo.svg').cells


@pytest.mark.parametrize('of_class, cells', [([], 283), (['--class', 'p2p'], 256), (['--class', 'coll'], 63)],
                         ids=['all', 'p2p', 'coll'])
def test_a_picture_has_every_cell_with_traffic(mpimon, picture, of_class, cells):
    header = mpimon('export', '--matrix-market', *of_class, 'halo.mon').splitlines()[2]
    assert header.split()[2] == str(cells)
    assert len(picture(*of_class, 'halo.mon').cells) == cells


def test_a_picture_says_what_it_shows(picture):
    assert 'solver: bytes sent, all classes' in picture('halo.mon').texts


def test_a_picture_tells_bytes(picture):
    """Rank 1 sends 500 messages of 8192 bytes to rank 2 in the same row."""
    assert '1 to 2: 3.91 MiB' in picture('halo.mon').cells


def test_a_picture_tells_messages(picture):
    assert '0 to 1: 13 messages' in picture('--messages', 'sample.mon').cells


def test_a_picture_of_one_algorithm(picture):
    drawn = picture('--collectives', 'asked', '--by', 'algorithm', '--algorithm', 'MPIR_Bcast_intra_smp', 'sample.mon')
    assert drawn.cells == ['0 to 1: 5.86 KiB', '0 to 2: 5.86 KiB', '0 to 3: 5.86 KiB']


def test_a_picture_by_package(picture):
    """Of rank 2: 12 messages of 100 bytes to rank 3, and 2 of 1,024 to rank 0."""
    assert [cell for cell in picture('--by', 'package', 'placed.mon').cells if cell.startswith('n1 package 1 to ')] == [
        'n1 package 1 to n1 package 0: 2.00 KiB', 'n1 package 1 to n2, no one package: 1.17 KiB']


def test_a_picture_of_a_locality(picture):
    drawn = picture('--locality', 'cache', 'placed.mon')
    assert [text for text in drawn.texts if text.startswith('solver')] == ["solver: bytes sent, all classes, same core's cache"]
    assert drawn.cells == ['0 to 1: 13.0 KiB', '1 to 0: 6.00 KiB']


def test_a_picture_of_waits(picture):
    assert picture('--waiting', 'waiting.mon').cells == [
        '0 for 1: 12.0 µs', '0 for 2: 4.00 µs', '0 for 3: 1.00 µs', '1 for 0: 3.00 µs', '1 for 2: 4.00 µs', '1 for 3: 1.00 µs',
        '3 for 2: 10.0 µs']


def test_a_long_name_gives_way_to_what_the_picture_shows(picture):
    """A column takes at most 0.72 of the font's 17 points; on each side are 24 of margin."""
    drawn = picture('--png', 'long.png', 'corners-long.mon')
    [title] = drawn.titles
    assert re.fullmatch('.+…[^…]+: bytes sent, all classes', title)
    assert len(title) * 17 * 0.72 + 48 <= drawn.width
