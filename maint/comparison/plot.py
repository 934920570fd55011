"""The overhead of each operation by size, as a picture: in percent, and in nanoseconds of one message or call."""

import matplotlib

matplotlib.use('Agg')

from matplotlib import pyplot  # noqa: E402
from matplotlib.ticker import FixedLocator, FuncFormatter  # noqa: E402

from .report import label, size  # noqa: E402

COLUMNS = 4
COLOURS = ('tab:gray', 'tab:blue', 'tab:green', 'tab:red', 'tab:purple')
# An overhead's field and sign; up to where the scale is linear, which is logarithmic beyond; its ticks on each side of 0.
UNITS = (('percent', '%', 5, (0, 1, 2, 5, 10, 20, 50, 100, 200, 500)),
         ('nanoseconds', 'ns', 10, (0, 3, 10, 30, 100, 300, 1000, 10000, 100000)))


def draw_operation(axes, report, program, unit):
    points = report.programs[program]
    positions = range(len(points))
    for index, name in enumerate(report.compared):
        found = [getattr(report.overhead([point], name), unit) for point in points]
        values = [estimate.value for estimate in found]
        reach = [[e.value - e.low for e in found], [e.high - e.value for e in found]]
        beside = [position + 0.1 * (index - 1.5) for position in positions]
        axes.errorbar(beside, values, yerr=reach, label=label(name), marker='o', markersize=3, linewidth=1,
                      elinewidth=0.7, color=COLOURS[index])
    axes.set_title(program, fontsize=10)
    axes.set_xticks(list(positions), [size(point.bytes) for point in points], rotation=45, fontsize=7)


def draw_unit(figure, report, programs, unit, sign, linear_to, ticks):
    lines = -(-(len(programs) + 1) // COLUMNS)  # and one cell for the legend
    cells = list(figure.subplots(lines, COLUMNS, sharey=True, squeeze=False).flat)
    for axes, program in zip(cells, programs):
        draw_operation(axes, report, program, unit)
        axes.axhline(0, color='black', linewidth=0.5)
        axes.set_yscale('symlog', linthresh=linear_to)
        axes.yaxis.set_major_locator(FixedLocator([*(-tick for tick in reversed(ticks[1:])), *ticks]))
        axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f'{value:,g} {sign}'))
        axes.tick_params(axis='y', labelsize=7)
        axes.grid(axis='y', linewidth=0.3)
    for axes in cells[len(programs):]:
        axes.axis('off')
    cells[len(programs)].legend(*cells[0].get_legend_handles_labels(), loc='center',
                                 title=f'overhead in {unit},\n95 % intervals')


def draw(report, path):
    programs = [program for program, points in report.programs.items() if points[0].messages is not None]
    lines = -(-(len(programs) + 1) // COLUMNS)
    figure = pyplot.figure(figsize=(12, 3 * lines * len(UNITS)), layout='constrained')
    for part, unit in zip(figure.subfigures(len(UNITS), 1), UNITS):
        draw_unit(part, report, programs, *unit)
    figure.savefig(path, dpi=100, metadata={'Software': None})
