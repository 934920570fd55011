// What happened when, over all ranks together.
import type { PageData, Timeline } from '../data/report';
import { section } from '../parts/dom';
import * as format from '../parts/format';
import { type Chart, type Line, Plot } from '../parts/plot';

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

export function timeline(data: PageData): HTMLElement | null {
    const found = data.timeline;
    if (!found || found.ranks.length === 0) return null;
    const step = found.step_ns / 1e9;
    const times = found.ranks.map((_, index) => index * step);
    return section(
        'timeline',
        'Time line',
        `Steps of ${format.seconds(step)}, all ranks together. Drag to zoom, double-click to see all.`,
        ...charts(data, found).map((chart) => new Plot(chart, times, 'timeline').element),
    );
}
