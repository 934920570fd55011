// How the job is doing now: its state in words, a few numbers, and traffic by class.
import type { LiveData } from '../../data/live';
import { el, section } from '../../parts/dom';
import * as format from '../../parts/format';
import { SortedTable } from '../../parts/table';

type ClassRow = LiveData['classes'][number];

function sum<Row>(rows: Row[], value: (row: Row) => number): number {
    return rows.reduce((total, row) => total + value(row), 0);
}

function card(number: string, words: string): HTMLElement {
    return el('div', { class: 'card' }, el('strong', {}, number), el('span', {}, words));
}

function cards(data: LiveData): HTMLElement[] {
    const memory = data.variables.find((row) => row.variable === 'resident_memory');
    const waiting = sum(data.waiting, (row) => row.share) / Math.max(1, data.processes);
    const list = [
        card(`${format.bytes(sum(data.classes, (row) => row.bytes_per_second))}/s`, 'between ranks'),
        card(`${format.count(sum(data.classes, (row) => row.messages_per_second))}/s`, 'messages'),
        card(`${format.count(sum(data.collectives, (row) => row.calls_per_second))}/s`, 'collective calls'),
    ];
    if (data.waiting.length > 0) list.push(card(format.percent(waiting), 'of the time is waiting'));
    if (memory && memory.last > 0) list.push(card(format.bytes(memory.last), 'in memory'));
    return list;
}

export class Now {
    readonly element: HTMLElement;
    private readonly cards = el('div', { class: 'cards' });
    private readonly troubles = el('ul', { class: 'diagnostics' });
    private readonly classes = new SortedTable<ClassRow>(
        'Classes',
        [
            { title: 'class', kind: 'text', value: (row) => row.class },
            { title: 'bytes a second', kind: 'bytes', value: (row) => row.bytes_per_second },
            { title: 'messages a second', kind: 'count', value: (row) => row.messages_per_second },
            { title: 'bytes', kind: 'bytes', value: (row) => row.bytes },
            { title: 'messages', kind: 'count', value: (row) => row.messages },
        ],
        [],
    );

    constructor() {
        this.element = section('now', 'Now', '', this.cards, this.troubles, this.classes.element);
    }

    update(data: LiveData): void {
        this.cards.replaceChildren(...cards(data));
        const troubles = data.trouble === '' ? data.unreadable : [data.trouble, ...data.unreadable];
        this.troubles.hidden = troubles.length === 0;
        this.troubles.replaceChildren(...troubles.map((line) => el('li', {}, line)));
        this.classes.update(data.classes);
    }
}
