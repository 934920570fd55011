// Live plots: what each class sends, and the variables that the reader chooses.
import type { Course } from '../../data/course';
import type { LiveData, Variable } from '../../data/live';
import { el, section } from '../../parts/dom';
import * as format from '../../parts/format';
import { type Line, Plot } from '../../parts/plot';

function textOf(variable: Variable): (value: number) => string {
    return variable.unit === 'bytes' ? format.bytes : variable.unit === 'seconds' ? format.seconds : format.count;
}

interface Chosen {
    name: string;
    rank: number | null;
    label: string;
    plot: Plot;
    button: HTMLElement;
}

export class Curves {
    readonly element: HTMLElement;
    private readonly select = el('select', { 'aria-label': 'Variable' });
    private readonly rank = el('input', { type: 'search', inputmode: 'numeric', placeholder: 'all together', 'aria-label': 'Rank of the curve' });
    private readonly buttons = el('span', { class: 'chosen' });
    private readonly plots = el('div', { class: 'plots' });
    private readonly bytes: Plot;
    private readonly messages: Plot;
    private readonly chosen = new Map<string, Chosen>();
    private variables = new Map<string, Variable>();
    private classes: string[] = [];

    constructor(private readonly course: Course) {
        this.bytes = this.add('Bytes a second', format.bytes);
        this.messages = this.add('Messages a second', format.count);
        const show = el('button', { type: 'button', click: () => this.choose() }, 'Show its curve');
        this.element = section(
            'curves',
            'Course',
            'Since this page was opened. Choose more variables to see their curves, of one rank or of all together.',
            el(
                'div',
                { class: 'controls' },
                el('label', { class: 'choice' }, el('span', {}, 'variable'), this.select),
                el('label', { class: 'choice' }, el('span', {}, 'rank'), this.rank),
                show,
                this.buttons,
            ),
            this.plots,
        );
    }

    private add(title: string, text: (value: number) => string): Plot {
        const plot = new Plot({ title, text, lines: [] }, [], 'live');
        this.plots.append(plot.element);
        return plot;
    }

    private choose(): void {
        const variable = this.variables.get(this.select.value);
        const text = this.rank.value.trim();
        if (!variable || !/^\d*$/.test(text)) return;
        const rank = text === '' ? null : Number(text);
        const label = `${variable.variable}${rank === null ? '' : `, rank ${rank}`}`;
        if (this.chosen.has(label)) return;
        const plot = this.add(variable.grows ? `${label}, a second` : label, textOf(variable));
        const button = el('button', { type: 'button', 'aria-label': `Remove ${label}`, click: () => this.remove(label) }, `${label} ×`);
        this.buttons.append(button);
        this.chosen.set(label, { name: variable.variable, rank, label, plot, button });
        this.draw();
    }

    private remove(label: string): void {
        const found = this.chosen.get(label);
        found?.plot.remove();
        found?.button.remove();
        this.chosen.delete(label);
    }

    private offer(names: string[]): void {
        if ([...this.select.options].map((option) => option.value).join('\n') === names.join('\n')) return;
        const before = this.select.value;
        this.select.replaceChildren(...names.map((name) => el('option', { value: name, selected: name === before }, name)));
    }

    private draw(): void {
        const times = this.course.times();
        const lines = (unit: string): Line[] =>
            this.classes.map((label) => ({ label, values: this.course.values(`${label}_${unit}`, null) }));
        this.bytes.update(lines('bytes'), times);
        this.messages.update(lines('messages'), times);
        for (const { name, rank, label, plot } of this.chosen.values())
            plot.update([{ label, values: this.course.values(name, rank) }], times);
    }

    update(data: LiveData): void {
        this.variables = new Map(data.variables.map((row) => [row.variable, row]));
        this.classes = data.classes.map((row) => row.class);
        this.offer([...this.variables.keys()]);
        this.draw();
    }
}
