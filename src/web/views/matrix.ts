// The matrix of ranks: which numbers, of what groups, and what a cell or a rank has.
import { type Axis, type Cells, type Unit, cellAt, changeOf, foldPairs, makeAxis } from '../data/axis';
import type { Pairs } from '../data/pairs';
import type { Group, PageData, Show } from '../data/report';
import { choice, el, section } from '../parts/dom';
import * as format from '../parts/format';
import { type CellPosition, Heatmap } from '../parts/heatmap';
import { colour } from '../parts/scale';
import { drawThemed, isDark } from '../parts/theme';
import { type Addend, peersTable } from './peers';

const foldedFrom = 256; // ranks
const verbs: Record<Show, string> = { sent: 'to', received: 'to', asked: 'to', waiting: 'waits for' };

// With two jobs the matrix shows what the second one counted, what the first one did, or what has changed.
type Job = 'after' | 'before' | 'change';

interface Choice {
    job: Job;
    show: Show;
    only: string | null; // class
    amount: 'bytes' | 'messages';
    group: Group | null;
    unfolded: Set<number>;
}

// A row or column has the rank's number, or the group's name.
function shortLabel(unit: Unit): string {
    return unit.group === null ? String(unit.ranks[0]) : unit.label;
}

export class MatrixView {
    readonly element: HTMLElement;
    private readonly chosen: Choice;
    private readonly heatmap: Heatmap;
    private readonly said = el('p', { id: 'matrix-cell', class: 'cell', role: 'status' });
    private readonly legend = el('div', { class: 'legend' });
    private readonly classes = el('span');
    private readonly amounts = el('span');
    private readonly peers = el('div', { class: 'peers' });
    private axis: Axis = { units: [], unitOf: new Int32Array() };
    private cells: Cells | null = null;
    private whole: Cells[] = []; // of which the cells are the change: before and after
    private picked: number | null = null; // the rank whose peers are listed

    constructor(
        private pairs: Pairs,
        private readonly before: Pairs | null,
        groups: Group[],
    ) {
        groups = groups.filter((group) => group.labels.length > 1);
        const folded = pairs.ranks > foldedFrom ? (groups[0] ?? null) : null;
        this.chosen = { job: 'after', show: 'sent', only: null, amount: 'bytes', group: folded, unfolded: new Set() };
        this.heatmap = new Heatmap(
            (position) => this.tell(position),
            (position) => this.toggle(position),
        );
        this.element = el('div', { class: 'matrix' });
        this.element.append(this.controls(groups), this.picture(), this.peers);
        drawThemed(() => this.drawLegend());
        this.update();
    }

    private controls(groups: Group[]): HTMLElement {
        const words = (names: string[]): [string, string][] => names.map((name) => [name, name]);
        const shows = words([...new Set(this.jobs().flatMap((pairs) => pairs.shows()))]);
        const rank = el('input', {
            type: 'search',
            inputmode: 'numeric',
            placeholder: 'rank, or from,to',
            'aria-label': 'Search a rank, or a pair as 12,40',
            change: () => this.search(rank.value),
        });
        const names = new Map(groups.map((group) => [group.by, group]));
        const button = (words: string, name: string, click: () => void): HTMLElement =>
            el('button', { type: 'button', 'aria-label': name, click }, words);
        return el(
            'div',
            { class: 'controls' },
            this.before &&
                choice('job', words(['after', 'before', 'change']), this.chosen.job, (job) => this.change({ job: job as Job })),
            choice('show', shows, this.chosen.show, (show) => this.change({ show: show as Show, only: null })),
            this.classes,
            this.amounts,
            choice('by', words(['rank', ...names.keys()]), this.chosen.group?.by ?? 'rank', (name) =>
                this.change({ group: names.get(name) ?? null, unfolded: new Set() }),
            ),
            el('label', { class: 'choice' }, el('span', {}, 'find'), rank),
            el(
                'span',
                { class: 'zoom' },
                button('−', 'Zoom out', () => this.heatmap.zoom(1.5)),
                button('+', 'Zoom in', () => this.heatmap.zoom(1 / 1.5)),
                button('all', 'Show all of the matrix', () => this.heatmap.showAll()),
            ),
        );
    }

    private picture(): HTMLElement {
        return el(
            'div',
            { class: 'picture' },
            this.heatmap.acrossLabels,
            this.heatmap.downLabels,
            this.heatmap.canvas,
            this.legend,
            this.said,
        );
    }

    // Choices that depend on what is shown.
    private drawChoices(): void {
        const show = this.chosen.show === 'asked' ? 'sent' : this.chosen.show;
        const classes = [...new Set(this.jobs().flatMap((pairs) => pairs.classesOf(show)))];
        const words = [['', 'all'], ...classes.map((name) => [name, name])] as [string, string][];
        this.classes.replaceChildren(
            classes.length > 1
                ? choice('class', words, this.chosen.only ?? '', (name) => this.change({ only: name === '' ? null : name }))
                : '',
        );
        const amounts: [string, string][] = [
            ['bytes', 'bytes'],
            ['messages', 'messages'],
        ];
        this.amounts.replaceChildren(
            this.chosen.show === 'waiting'
                ? ''
                : choice('in', amounts, this.chosen.amount, (amount) => this.change({ amount: amount as 'bytes' | 'messages' })),
        );
    }

    private change(what: Partial<Choice>): void {
        Object.assign(this.chosen, what);
        this.update();
    }

    private update(): void {
        this.drawChoices();
        this.axis = makeAxis(this.pairs.ranks, this.chosen.group, this.chosen.unfolded);
        const cells = this.count();
        this.element.style.setProperty('--side', String(cells.side));
        this.heatmap.show(cells, (index) => shortLabel(this.axis.units[index]));
    }

    // The numbers of the same ranks have changed.
    replace(pairs: Pairs): void {
        this.pairs = pairs;
        this.heatmap.refresh(this.count());
    }

    private count(): Cells {
        this.whole = this.addends().map(({ pairs, values }) => foldPairs(pairs, values, this.axis));
        this.cells = this.whole.length === 2 ? changeOf(this.whole[0], this.whole[1]) : this.whole[0];
        this.drawLegend();
        this.listPeers();
        return this.cells;
    }

    private jobs(): Pairs[] {
        return this.before ? [this.before, this.pairs] : [this.pairs];
    }

    // What is shown is the values of one job, or those of the second less those of the first.
    private addends(): Addend[] {
        const { job, show, only, amount } = this.chosen;
        const pairs = this.jobs().filter((of) => job === 'change' || (of === this.before) === (job === 'before'));
        return pairs.map((of) => ({ pairs: of, values: of.values(show, only, show === 'waiting' ? 'bytes' : amount) }));
    }

    private amountText(value: number): string {
        if (this.chosen.show === 'waiting') return format.seconds(value / 1e9);
        return this.chosen.amount === 'bytes' ? format.bytes(value) : format.plural(value, 'message');
    }

    private drawLegend(): void {
        if (!this.cells || this.cells.range.highest === 0) {
            this.legend.replaceChildren(this.chosen.job === 'change' ? 'No change.' : 'Nothing.');
            return;
        }
        const { lowest, highest, signed } = this.cells.range;
        const bar = el('span', { class: 'ramp', 'aria-hidden': 'true' });
        const stops = [0, 0.25, 0.499, 0.5, 0.75, 1].map((share) => `${colour(share, isDark(), signed)} ${100 * share}%`);
        bar.style.background = `linear-gradient(to right, ${stops.join(', ')})`;
        const most = this.amountText(highest);
        const [first, last] = signed ? [`${most} less`, `${most} more`] : [this.amountText(lowest), most];
        this.legend.replaceChildren(first, bar, last, ' (logarithmic)');
    }

    // Says in words what a cell has.
    private cellText(position: CellPosition): string {
        if (!this.cells) return '';
        const value = cellAt(this.cells, position.row, position.column);
        const unit = this.axis.units[position.row];
        const inside = position.row === position.column && unit.group !== null ? ' between its ranks' : '';
        if (!this.cells.range.signed) return value > 0 ? this.amountText(value) + inside : 'nothing';
        const [before, after] = this.whole.map((cells) => this.amountText(cellAt(cells, position.row, position.column)));
        if (value === 0) return `${after}${inside}, as before`;
        return `${this.amountText(Math.abs(value))} ${value > 0 ? 'more' : 'less'}${inside}, ${after} after ${before}`;
    }

    private tell(position: CellPosition): void {
        const [from, to] = [this.axis.units[position.row], this.axis.units[position.column]];
        if (!from || !to) return;
        const hint = from.group !== null || to.group !== null ? ' (Enter unfolds)' : '';
        this.said.textContent = `${from.label} ${verbs[this.chosen.show]} ${to.label}: ${this.cellText(position)}${hint}`;
    }

    // A group's row and column are unfolded; of single ranks, their groups are folded again.
    private toggle(position: CellPosition): void {
        const { group, unfolded } = this.chosen;
        if (!group) {
            this.select(this.axis.units[position.row].ranks[0], this.axis.units[position.column].ranks[0]);
            return;
        }
        const units = [this.axis.units[position.row], this.axis.units[position.column]];
        const groupOf = (unit: Unit): number | null => unit.group ?? group.of_rank[unit.ranks[0]];
        const folded = units.some((unit) => unit.group !== null);
        for (const index of units.map(groupOf))
            if (index !== null) folded ? unfolded.add(index) : unfolded.delete(index);
        const rank = units[0].ranks[0];
        const other = units[1].ranks[0];
        this.update();
        this.heatmap.choose({ row: this.axis.unitOf[rank], column: this.axis.unitOf[other] }, true);
    }

    private search(text: string): void {
        const found = /^\s*(\d+)\s*(?:[, ]\s*(\d+))?\s*$/.exec(text);
        const [from, to] = [Number(found?.[1]), Number(found?.[2] ?? found?.[1])];
        if (!found || from >= this.pairs.ranks || to >= this.pairs.ranks) {
            this.said.textContent = `'${text}' is no rank: they are 0 to ${this.pairs.ranks - 1}`;
            return;
        }
        this.select(from, to);
    }

    // Two ranks, whose groups are unfolded; the address is that of the pair from now on.
    select(from: number, to: number): void {
        const { group, unfolded } = this.chosen;
        for (const index of [group?.of_rank[from], group?.of_rank[to]])
            if (index !== null && index !== undefined) unfolded.add(index);
        this.picked = from;
        this.update();
        this.heatmap.choose({ row: this.axis.unitOf[from], column: this.axis.unitOf[to] }, true);
        history.replaceState(null, '', `#matrix/${from},${to}`);
    }

    private listPeers(): void {
        if (this.picked === null) return;
        const waiting = this.chosen.show === 'waiting';
        const kind = waiting ? 'seconds' : this.chosen.amount === 'bytes' ? 'bytes' : 'count';
        const content = peersTable(this.picked, this.addends(), kind);
        this.peers.replaceChildren(content ?? el('p', {}, `Rank ${this.picked} has no peers in this.`));
    }
}

export interface MatrixSection {
    element: HTMLElement;
    select: (from: number, to: number) => void;
}

export function matrix(pairs: Pairs, before: Pairs | null, data: PageData): MatrixSection {
    const title = 'Matrix';
    if (data.pairs.too_many || (data.pairs.count === 0 && !before)) {
        const why = data.pairs.too_many
            ? 'More pairs than a page can hold; mpimon matrix shows them.'
            : 'No rank sent another one anything.';
        return { element: section('matrix', title, why), select: () => {} };
    }
    const view = new MatrixView(pairs, before, data.groups);
    const asked = data.pairs.without_asked ? ' What collectives asked for is left out: too many pairs.' : '';
    const alone = data.difference && !before ? ' Of the second job alone, since the first one has other ranks.' : '';
    const remark = `Rows send, columns receive.${alone}${asked} Arrows move, + and − zoom, Enter unfolds a node or picks a pair.`;
    return { element: section('matrix', title, remark, view.element), select: (from, to) => view.select(from, to) };
}
