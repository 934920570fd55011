// Lines in the course of time, which may go on.
import uPlot from 'uplot';
import { el } from './dom';
import * as format from './format';
import { seriesColour } from './scale';
import { drawThemed } from './theme';

export interface Line {
    label: string;
    values: number[];
}

export interface Chart {
    title: string;
    text: (value: number) => string;
    lines: Line[];
}

const height = 180;
const binary = Array.from({ length: 60 }, (_, power) => 2 ** power); // steps of an axis of bytes

function options(chart: Chart, group: string, width: number, element: HTMLElement): uPlot.Options {
    const style = getComputedStyle(element);
    const ink = style.getPropertyValue('--faint');
    const grid = { stroke: style.getPropertyValue('--line'), width: 1 };
    const font = '12px system-ui, sans-serif';
    return {
        width,
        height,
        cursor: { sync: { key: group } },
        scales: { x: { time: false }, y: { range: (_, __, most) => [0, most > 0 ? most * 1.05 : 1] } },
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

export class Plot {
    readonly element: HTMLElement;
    private readonly box = el('div', { class: 'plot', role: 'img' });
    private plot: uPlot | null = null;
    private gone = false;

    // Those of one group show the same moment where the pointer is.
    constructor(
        private chart: Chart,
        private times: number[],
        private readonly group: string,
    ) {
        this.element = el('figure', { 'data-plot': chart.title }, el('figcaption', {}, chart.title), this.box);
        new ResizeObserver(() => {
            if (!this.plot || this.plot.width !== this.box.clientWidth) this.redraw();
        }).observe(this.box);
        drawThemed(() => this.redraw());
        this.summarize();
    }

    // The same lines have gone on, or there are others now.
    update(lines: Line[], times: number[]): void {
        const labels = (of: Line[]): string => of.map((line) => line.label).join('\n');
        const same = labels(lines) === labels(this.chart.lines);
        this.chart = { ...this.chart, lines };
        this.times = times;
        this.summarize();
        if (this.plot && same) this.plot.setData(this.data());
        else this.redraw();
    }

    remove(): void {
        this.gone = true;
        this.plot?.destroy();
        this.element.remove();
    }

    private data(): uPlot.AlignedData {
        return [this.times, ...this.chart.lines.map((line) => line.values)] as uPlot.AlignedData;
    }

    private summarize(): void {
        const most = (line: Line): number => line.values.reduce((highest, value) => Math.max(highest, value), 0);
        const summary = this.chart.lines.map((line) => `${line.label}: at most ${this.chart.text(most(line))}`).join('; ');
        this.box.setAttribute('aria-label', `${this.chart.title} in the course of time; ${summary}`);
    }

    private redraw(): void {
        if (this.gone || this.box.clientWidth === 0) return;
        this.plot?.destroy();
        this.plot = new uPlot(options(this.chart, this.group, this.box.clientWidth, this.box), this.data(), this.box);
    }
}
