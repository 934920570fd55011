"""The tables in docs/overlap.md, as curves."""

import matplotlib

matplotlib.use('Agg')

from matplotlib import pyplot  # noqa: E402
from matplotlib.ticker import NullLocator, PercentFormatter  # noqa: E402

BASE = 'MPI_Sendrecv'
# By hand in grey; asynchronous progress is far above all others where computing takes long, and left out.
STYLES = {
    'MPI_Isend': {'color': '0.45', 'linestyle': '--'},
    'full overlap': {'color': '0.45', 'linestyle': ':'},
    'paging': {'color': 'tab:orange'},
    'chaining': {'color': 'tab:blue'},
    'auto': {'color': 'tab:green'},
}


def cells_of(line):
    return [cell.strip() for cell in line.strip('|').split('|')]


def tables(text):
    """For each table of such a text: its machine, its sizes n, and the milliseconds of each way, by size."""
    lines = text.splitlines()
    for number, line in enumerate(lines):
        if ' | n = ' not in line:
            continue
        machine, *sizes = cells_of(line)
        rows = {}
        for row in lines[number + 2:]:
            if not row.startswith('|'):
                break
            way, *times = cells_of(row)
            if way == BASE or way in STYLES:
                rows[way] = [float(time) for time in times]
        yield machine, [int(size.removeprefix('n = ')) for size in sizes], rows


def draw_machine(axes, machine, sizes, rows):
    axes.axhline(100, color='black', linewidth=0.8)
    for way in (way for way in STYLES if way in rows):
        axes.plot(sizes, [100 * time / base for time, base in zip(rows[way], rows[BASE])], marker='o', markersize=3,
                  label=way, **STYLES[way])
    axes.set_title(machine, fontsize=10)
    axes.set_xscale('log', base=2)
    axes.set_xticks(sizes, [str(size) for size in sizes], fontsize=7)
    axes.xaxis.set_minor_locator(NullLocator())
    axes.yaxis.set_major_formatter(PercentFormatter(decimals=0))
    axes.tick_params(axis='y', labelsize=7)
    axes.set_xlabel('n', fontsize=8)
    axes.grid(linewidth=0.3)


def draw(text, path):
    found = list(tables(text))
    figure, grid = pyplot.subplots(1, len(found), figsize=(4 * len(found), 3.5), sharey=True, squeeze=False, layout='constrained')
    panels = grid[0]
    for axes, table in zip(panels, found):
        draw_machine(axes, *table)
    panels[0].set_ylabel(f'iteration, of that with {BASE}', fontsize=8)
    panels[0].set_ylim(bottom=0)
    panels[-1].legend(fontsize=7, loc='lower right')
    figure.savefig(path, dpi=100, metadata={'Software': None})
