"""The overhead of each operation by size, as a picture."""

import matplotlib

matplotlib.use('Agg')

from matplotlib import pyplot  # noqa: E402
from matplotlib.ticker import FixedLocator, FuncFormatter  # noqa: E402

from .report import label, size  # noqa: E402

COLUMNS = 4
LINEAR_TO = 5  # percent; beyond it the scale is logarithmic
MARKED = [sign * value for value in (1, 2, 5, 10, 20, 50, 100, 200, 500) for sign in (-1, 1)] + [0]
COLOURS = ('tab:gray', 'tab:blue', 'tab:green', 'tab:red', 'tab:purple')


def draw_operation(axes, report, program):
    points = report.programs[program]
    places = range(len(points))
    for index, name in enumerate(report.compared):
        found = [report.overhead([point], name).percent for point in points]
        values = [estimate.value for estimate in found]
        reach = [[e.value - e.low for e in found], [e.high - e.value for e in found]]
        beside = [place + 0.1 * (index - 1.5) for place in places]
        axes.errorbar(beside, values, yerr=reach, label=label(name), marker='o', markersize=3, linewidth=1,
                      elinewidth=0.7, color=COLOURS[index])
    axes.set_title(program, fontsize=10)
    axes.set_xticks(list(places), [size(point.bytes) for point in points], rotation=45, fontsize=7)


def draw(report, path):
    programs = [program for program, points in report.programs.items() if points[0].messages is not None]
    lines = -(-(len(programs) + 1) // COLUMNS)  # and one place for the legend
    figure, grid = pyplot.subplots(lines, COLUMNS, figsize=(12, 3 * lines), sharey=True, squeeze=False)
    places = list(grid.flat)
    for axes, program in zip(places, programs):
        draw_operation(axes, report, program)
        axes.axhline(0, color='black', linewidth=0.5)
        axes.set_yscale('symlog', linthresh=LINEAR_TO)
        axes.yaxis.set_major_locator(FixedLocator(sorted(MARKED)))
        axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f'{value:g} %'))
        axes.grid(axis='y', linewidth=0.3)
    for axes in places[len(programs):]:
        axes.axis('off')
    places[len(programs)].legend(*places[0].get_legend_handles_labels(), loc='center', title='overhead, 95 % intervals')
    figure.tight_layout()
    figure.savefig(path, dpi=100, metadata={'Software': None})
