"""The overhead of each operation by size, as a picture: in percent, and in nanoseconds of one message or call."""

import matplotlib

matplotlib.use('Agg')

from matplotlib import pyplot  # noqa: E402
from matplotlib.ticker import FixedLocator, FuncFormatter  # noqa: E402

from .report import label, size  # noqa: E402

COLUMNS = 4
COLOURS = ('tab:gray', 'tab:blue', 'tab:green', 'tab:red', 'tab:purple')
# Of an overhead; up to where its scale is linear, which is logarithmic beyond; and what is marked on both sides of 0.
UNITS = (('percent', '%', 5, (0, 1, 2, 5, 10, 20, 50, 100, 200, 500)),
         ('nanoseconds', 'ns', 10, (0, 3, 10, 30, 100, 300, 1000, 10000, 100000)))


def draw_operation(axes, report, program, unit):
    points = report.programs[program]
    places = range(len(points))
    for index, name in enumerate(report.compared):
        found = [getattr(report.overhead([point], name), unit) for point in points]
        values = [estimate.value for estimate in found]
        reach = [[e.value - e.low for e in found], [e.high - e.value for e in found]]
        beside = [place + 0.1 * (index - 1.5) for place in places]
        axes.errorbar(beside, values, yerr=reach, label=label(name), marker='o', markersize=3, linewidth=1,
                      elinewidth=0.7, color=COLOURS[index])
    axes.set_title(program, fontsize=10)
    axes.set_xticks(list(places), [size(point.bytes) for point in points], rotation=45, fontsize=7)


def draw_unit(figure, report, programs, unit, sign, linear_to, marked):
    lines = -(-(len(programs) + 1) // COLUMNS)  # and one place for the legend
    places = list(figure.subplots(lines, COLUMNS, sharey=True, squeeze=False).flat)
    for axes, program in zip(places, programs):
        draw_operation(axes, report, program, unit)
        axes.axhline(0, color='black', linewidth=0.5)
        axes.set_yscale('symlog', linthresh=linear_to)
        axes.yaxis.set_major_locator(FixedLocator([*(-mark for mark in reversed(marked[1:])), *marked]))
        axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f'{value:,g} {sign}'))
        axes.tick_params(axis='y', labelsize=7)
        axes.grid(axis='y', linewidth=0.3)
    for axes in places[len(programs):]:
        axes.axis('off')
    places[len(programs)].legend(*places[0].get_legend_handles_labels(), loc='center',
                                 title=f'overhead in {unit},\n95 % intervals')


def draw(report, path):
    programs = [program for program, points in report.programs.items() if points[0].messages is not None]
    lines = -(-(len(programs) + 1) // COLUMNS)
    figure = pyplot.figure(figsize=(12, 3 * lines * len(UNITS)), layout='constrained')
    for part, unit in zip(figure.subfigures(len(UNITS), 1), UNITS):
        draw_unit(part, report, programs, *unit)
    figure.savefig(path, dpi=100, metadata={'Software': None})
