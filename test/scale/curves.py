"""The tables of real processes in docs/scale.md, as curves."""

import matplotlib

matplotlib.use('Agg')

from matplotlib import pyplot  # noqa: E402
from matplotlib.ticker import FuncFormatter, NullLocator  # noqa: E402


def tables(text):
    """The tables of a Markdown text: for each its head and its rows, as numbers."""
    found, rows = [], None
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip('|').split('|')]
        if not line.startswith('|'):
            rows = None
        elif rows is None:
            rows = []
            found.append((cells, rows))
        elif not cells[0].startswith('---'):
            rows.append([float(cell.removesuffix(' ms').replace(',', '')) for cell in cells])
    return found


def draw_lines(axes, head, rows, columns, title, unit):
    for column in columns:
        axes.plot([row[0] for row in rows], [row[column] for row in rows], marker='o', markersize=3,
                  label=head[column].partition(', ')[2] or head[column])
    axes.set_title(title, fontsize=10)
    axes.set_xscale('symlog', base=2, linthresh=1)
    axes.set_xticks([row[0] for row in rows], [f'{row[0]:g}' for row in rows], fontsize=7)
    axes.xaxis.set_minor_locator(NullLocator())
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f'{value:,g} {unit}'))
    axes.tick_params(axis='y', labelsize=7)
    axes.set_xlabel(head[0], fontsize=8)
    axes.grid(linewidth=0.3)
    axes.legend(fontsize=7)


def draw(text, path):
    """`text`: both tables, of times by processes and of bytes by peers."""
    (times_head, times), (bytes_head, sizes) = tables(text)
    figure, (begin, end, memory) = pyplot.subplots(1, 3, figsize=(12, 3.5), layout='constrained')
    draw_lines(begin, times_head, times, (2, 3), 'MPI_Init: more than stock', 'ms')
    draw_lines(end, times_head, times, (5, 6), 'MPI_Finalize: more than stock', 'ms')
    draw_lines(memory, bytes_head, sizes, (1, 2, 3), 'counters of a process', 'B')
    figure.savefig(path, dpi=100, metadata={'Software': None})
