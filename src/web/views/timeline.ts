// What happened when, over all ranks together.
import uPlot from 'uplot';
import type { PageData, Timeline } from '../data/report';
import { el, section } from '../parts/dom';
import * as format from '../parts/format';
import { seriesColour } from '../parts/scale';
import { drawThemed } from '../parts/theme';

interface Line {
    label: string;
    values: number[];
}

interface Chart {
    title: string;
    text: (value: number) => string;
    lines: Line[];
}

const height = 180;
const binary = Array.from({ length: 60 }, (_, power) => 2 ** power); // steps of an axis of bytes

// One for each unit, since only the like can be compared.
function gaugeCharts(data: PageData, timeline: Timeline): Chart[] {
    const units = new Map(data.report.gauges.map((row) => [row.gauge, row.unit]));
    const byUnit = new Map<string, Line[]>();
    for (const row of timeline.gauges) {
        const unit = units.get(row.gauge) ?? '';
        byUnit.set(unit, [...(byUnit.get(unit) ?? []), { label: row.gauge.replaceAll('_', ' '), values: row.values }]);
    }
    return [...byUnit].map(([unit, lines]) => ({
        title: `Highest gauge on any rank${unit === '' ? '' : `, in ${unit}`}`,
        text: unit === 'bytes' ? format.bytes : format.count,
        lines,
    }));
}

function charts(data: PageData, timeline: Timeline): Chart[] {
    const perSecond = 1e9 / timeline.step_ns;
    const rates = (values: number[]): number[] => values.map((value) => value * perSecond);
    const shares = (values: number[]): number[] => values.map((value) => value / 1e9);
    const label = (row: { class: string | null; read: boolean }): string => `${row.class ?? 'all'}${row.read ? ' read' : ''}`;
    const lines = (amount: 'bytes' | 'messages'): Line[] =>
        timeline.traffic.map((row) => ({ label: label(row), values: rates(row[amount]) }));
    const all: Chart[] = [
        { title: 'Bytes a second', text: format.bytes, lines: lines('bytes') },
        { title: 'Messages a second', text: format.count, lines: lines('messages') },
        {
            title: 'Time of all ranks in a step',
            text: format.seconds,
            lines: [
                { label: 'in blocking collectives', values: shares(timeline.collective_time_ns) },
                { label: 'waiting', values: shares(timeline.wait_time_ns) },
            ],
        },
        { title: 'Collective calls', text: format.count, lines: [{ label: 'calls', values: timeline.collective_calls }] },
        { title: 'Memory of all ranks', text: format.bytes, lines: [{ label: 'resident', values: timeline.memory }] },
        ...gaugeCharts(data, timeline),
    ];
    return all
        .map((chart) => ({ ...chart, lines: chart.lines.filter((line) => line.values.some((value) => value > 0)) }))
        .filter((chart) => chart.lines.length > 0);
}

function options(chart: Chart, width: number, element: HTMLElement): uPlot.Options {
    const style = getComputedStyle(element);
    const ink = style.getPropertyValue('--faint');
    const grid = { stroke: style.getPropertyValue('--line'), width: 1 };
    const font = '12px system-ui, sans-serif';
    return {
        width,
        height,
        cursor: { sync: { key: 'timeline' } },
        scales: { x: { time: false }, y: { range: (_, __, most) => [0, most * 1.05] } },
        axes: [
            { stroke: ink, grid, ticks: grid, font, values: (_, values) => values.map((value) => format.seconds(value)) },
            { stroke: ink, grid, ticks: grid, font, size: 76, ...(chart.text === format.bytes && { incrs: binary }), values: (_, values) => values.map(chart.text) },
        ],
        series: [
            { label: 'time', value: (_, value) => (value === null ? '–' : format.seconds(value)) },
            ...chart.lines.map((line, index) => ({
                label: line.label,
                stroke: seriesColour(index),
                width: 1.5,
                value: (_: uPlot, value: number | null) => (value === null ? '–' : chart.text(value)),
            })),
        ],
    };
}

function draw(chart: Chart, times: number[]): HTMLElement {
    const summary = chart.lines
        .map((line) => `${line.label}: at most ${chart.text(line.values.reduce((most, value) => Math.max(most, value), 0))}`)
        .join('; ');
    const place = el('div', { class: 'plot', role: 'img', 'aria-label': `${chart.title} in the course of time; ${summary}` });
    let plot: uPlot | null = null;
    const redraw = (): void => {
        if (place.clientWidth === 0) return;
        plot?.destroy();
        plot = new uPlot(
            options(chart, place.clientWidth, place),
            [times, ...chart.lines.map((line) => line.values)] as uPlot.AlignedData,
            place,
        );
    };
    new ResizeObserver(() => {
        if (!plot || plot.width !== place.clientWidth) redraw();
    }).observe(place);
    drawThemed(redraw);
    return el('figure', {}, el('figcaption', {}, chart.title), place);
}

export function timeline(data: PageData): HTMLElement | null {
    const found = data.timeline;
    if (!found || found.ranks.length === 0) return null;
    const step = found.step_ns / 1e9;
    const times = found.ranks.map((_, index) => index * step);
    return section(
        'timeline',
        'Time line',
        `Steps of ${format.seconds(step)}, all ranks together. Drag to zoom, double-click to see all.`,
        ...charts(data, found).map((chart) => draw(chart, times)),
    );
}
