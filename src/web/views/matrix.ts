// The matrix of ranks: which numbers, of what groups, and what a cell or a rank has.
import { type Axis, type Cells, type Unit, cellAt, foldPairs, makeAxis } from '../data/axis';
import type { Pairs } from '../data/pairs';
import type { Group, PageData, Show } from '../data/report';
import { choice, el, section } from '../parts/dom';
import * as format from '../parts/format';
import { Heatmap, type Place } from '../parts/heatmap';
import { colour } from '../parts/scale';
import { table } from '../parts/table';
import { drawThemed, isDark } from '../parts/theme';

const foldedFrom = 256; // ranks
const verbs: Record<Show, string> = { sent: 'to', received: 'to', asked: 'to', waiting: 'waits for' };

interface Choice {
    show: Show;
    only: string | null; // class
    amount: 'bytes' | 'messages';
    group: Group | null;
    unfolded: Set<number>;
}

interface PeerRow {
    rank: number;
    to: number;
    from: number;
}

// Of a row or column: the rank's number, or the group's name.
function shortLabel(unit: Unit): string {
    return unit.group === null ? String(unit.ranks[0]) : unit.label;
}

class MatrixView {
    readonly element: HTMLElement;
    private readonly chosen: Choice;
    private readonly heatmap: Heatmap;
    private readonly said = el('p', { id: 'matrix-cell', class: 'cell', role: 'status' });
    private readonly legend = el('div', { class: 'legend' });
    private readonly classes = el('span');
    private readonly amounts = el('span');
    private readonly peers = el('div', { class: 'peers' });
    private values: Float64Array = new Float64Array();
    private axis: Axis = { units: [], unitOf: new Int32Array() };
    private cells: Cells | null = null;

    constructor(
        private readonly pairs: Pairs,
        groups: Group[],
    ) {
        groups = groups.filter((group) => group.labels.length > 1);
        const folded = pairs.ranks > foldedFrom ? (groups[0] ?? null) : null;
        this.chosen = { show: 'sent', only: null, amount: 'bytes', group: folded, unfolded: new Set() };
        this.heatmap = new Heatmap(
            (place) => this.tell(place),
            (place) => this.toggle(place),
        );
        this.element = el('div', { class: 'matrix' });
        this.element.append(this.controls(groups), this.picture(), this.peers);
        drawThemed(() => this.drawLegend());
        this.update();
    }

    private controls(groups: Group[]): HTMLElement {
        const shows = this.pairs.shows().map((show): [string, string] => [show, show]);
        const rank = el('input', {
            type: 'search',
            inputmode: 'numeric',
            placeholder: 'rank, or from,to',
            'aria-label': 'Search a rank, or a pair as 12,40',
            change: () => this.search(rank.value),
        });
        const names = new Map(groups.map((group) => [group.by, group]));
        const by = [['rank', 'rank'], ...groups.map((group) => [group.by, group.by])] as [string, string][];
        const button = (words: string, name: string, click: () => void): HTMLElement =>
            el('button', { type: 'button', 'aria-label': name, click }, words);
        return el(
            'div',
            { class: 'controls' },
            choice('show', shows, this.chosen.show, (show) => this.change({ show: show as Show, only: null })),
            this.classes,
            this.amounts,
            choice('by', by, this.chosen.group?.by ?? 'rank', (name) =>
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
        const classes = this.pairs.classesOf(this.chosen.show === 'asked' ? 'sent' : this.chosen.show);
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
        const { show, only, amount, group, unfolded } = this.chosen;
        this.drawChoices();
        this.values = this.pairs.values(show, only, show === 'waiting' ? 'bytes' : amount);
        this.axis = makeAxis(this.pairs.ranks, group, unfolded);
        this.cells = foldPairs(this.pairs, this.values, this.axis);
        this.drawLegend();
        this.element.style.setProperty('--side', String(this.cells.side));
        this.heatmap.show(this.cells, (index) => shortLabel(this.axis.units[index]));
    }

    private amountText(value: number): string {
        if (this.chosen.show === 'waiting') return format.seconds(value / 1e9);
        return this.chosen.amount === 'bytes' ? format.bytes(value) : format.plural(value, 'message');
    }

    private drawLegend(): void {
        if (!this.cells || this.cells.highest === 0) {
            this.legend.replaceChildren('Nothing.');
            return;
        }
        const bar = el('span', { class: 'ramp', 'aria-hidden': 'true' });
        const stops = [0, 0.25, 0.5, 0.75, 1].map((share) => colour(share, isDark()));
        bar.style.background = `linear-gradient(to right, ${stops.join(', ')})`;
        const { lowest, highest } = this.cells;
        this.legend.replaceChildren(this.amountText(lowest), bar, this.amountText(highest), ' (logarithmic)');
    }

    private tell(place: Place): void {
        const [from, to] = [this.axis.units[place.row], this.axis.units[place.column]];
        if (!this.cells || !from || !to) return;
        const value = cellAt(this.cells, place.row, place.column);
        const between = `${from.label} ${verbs[this.chosen.show]} ${to.label}: `;
        const inside = from === to && from.group !== null ? ' between its ranks' : '';
        const hint = from.group !== null || to.group !== null ? ' (Enter unfolds)' : '';
        this.said.textContent = between + (value > 0 ? this.amountText(value) + inside : 'nothing') + hint;
    }

    // A group's row and column are unfolded; of single ranks, their groups are folded again.
    private toggle(place: Place): void {
        const { group, unfolded } = this.chosen;
        if (!group) {
            this.select(this.axis.units[place.row].ranks[0], this.axis.units[place.column].ranks[0]);
            return;
        }
        const units = [this.axis.units[place.row], this.axis.units[place.column]];
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
        this.update();
        this.heatmap.choose({ row: this.axis.unitOf[from], column: this.axis.unitOf[to] }, true);
        history.replaceState(null, '', `#matrix/${from},${to}`);
        this.showPeers(from);
    }

    private showPeers(rank: number): void {
        const rows = new Map<number, PeerRow>();
        const row = (peer: number): PeerRow => {
            if (!rows.has(peer)) rows.set(peer, { rank: peer, to: 0, from: 0 });
            return rows.get(peer)!;
        };
        const { firsts, columns } = this.pairs;
        for (let source = 0; source < this.pairs.ranks; ++source)
            for (let pair = firsts[source]; pair < firsts[source + 1]; ++pair) {
                if (source === rank) row(columns[pair]).to += this.values[pair];
                if (columns[pair] === rank) row(source).from += this.values[pair];
            }
        const waiting = this.chosen.show === 'waiting';
        const kind = waiting ? 'seconds' : this.chosen.amount === 'bytes' ? 'bytes' : 'count';
        const scale = waiting ? 1e9 : 1;
        const peers = [...rows.values()].filter((peer) => peer.to + peer.from > 0).sort((a, b) => b.to + b.from - a.to - a.from);
        const content = table(
            `Peers of rank ${rank}`,
            [
                { title: 'peer', kind: 'text', value: (peer) => peer.rank },
                { title: waiting ? 'waits for it' : 'to it', kind, value: (peer) => peer.to / scale },
                { title: waiting ? 'it waits' : 'from it', kind, value: (peer) => peer.from / scale },
            ],
            peers,
        );
        this.peers.replaceChildren(content ?? el('p', {}, `Rank ${rank} has no peers in this.`));
    }
}

export interface MatrixSection {
    element: HTMLElement;
    select: (from: number, to: number) => void;
}

export function matrix(pairs: Pairs, data: PageData): MatrixSection {
    const title = 'Matrix';
    if (data.pairs.too_many || data.pairs.count === 0) {
        const why = data.pairs.too_many
            ? 'More pairs than a page can hold; mpimon matrix shows them.'
            : 'No rank sent another one anything.';
        return { element: section('matrix', title, why), select: () => {} };
    }
    const view = new MatrixView(pairs, data.groups);
    const asked = data.pairs.without_asked ? ' What collectives asked for is left out: too many pairs.' : '';
    const remark = `Rows send, columns receive.${asked} Arrows move, + and − zoom, Enter unfolds a node or picks a pair.`;
    return { element: section('matrix', title, remark, view.element), select: (from, to) => view.select(from, to) };
}
