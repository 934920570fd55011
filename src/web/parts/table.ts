// A table that sorts by any column, filters by any text in it, and shows the first rows, and more of them when asked.
import { el } from './dom';
import * as format from './format';

export type Kind = 'text' | 'count' | 'bytes' | 'seconds' | 'share';

export interface Column<Row> {
    title: string;
    kind: Kind;
    kindOf?: (row: Row) => Kind; // where it differs from row to row
    value: (row: Row) => string | number | null | undefined;
    hint?: string;
}

const firstRows = 12;
const moreRows = 1000; // at once: a browser takes a second for ten times as many
const filteredFrom = 9;

function textOf(value: string | number | null | undefined, kind: Kind): string {
    if (value === null || value === undefined) return '–';
    if (typeof value === 'string') return value;
    switch (kind) {
        case 'bytes':
            return format.bytes(value);
        case 'seconds':
            return format.seconds(value);
        case 'share':
            return format.percent(value);
        case 'count':
            return format.count(value);
        case 'text':
            return String(value);
    }
}

// Nothing comes last in either order.
function compare(a: string | number | null | undefined, b: string | number | null | undefined, direction: number): number {
    if (a === null || a === undefined) return b === null || b === undefined ? 0 : 1;
    if (b === null || b === undefined) return -1;
    if (typeof a === 'number' && typeof b === 'number') return direction * (a - b);
    return direction * String(a).localeCompare(String(b), 'en', { numeric: true });
}

function cellText<Row>(column: Column<Row>, row: Row): string {
    return textOf(column.value(row), column.kindOf?.(row) ?? column.kind);
}

function cell<Row>(column: Column<Row>, row: Row): HTMLElement {
    const value = column.value(row);
    const text = cellText(column, row);
    const kind = column.kindOf?.(row) ?? column.kind;
    const exact = typeof value === 'number' && kind === 'bytes' ? `${format.count(value)} bytes` : undefined;
    const attributes = { class: column.kind, 'data-value': value ?? undefined, title: exact };
    if (column.kind !== 'share' || typeof value !== 'number') return el('td', attributes, text);
    const bar = el('span', { class: 'bar', 'aria-hidden': 'true' });
    bar.style.setProperty('--share', String(Math.min(1, Math.max(0, value))));
    return el('td', attributes, bar, el('span', {}, text));
}

export class SortedTable<Row> {
    readonly element: HTMLElement;
    private readonly body = el('tbody');
    private readonly headers: HTMLElement[];
    private readonly more = el('button', { type: 'button', class: 'more', click: () => this.showMore() });
    private readonly said = el('span', { class: 'said', role: 'status' });
    private readonly above = el('div', { class: 'above' });
    private shown = firstRows;
    private sorted = -1;
    private direction = 1;
    private wanted = '';

    constructor(
        name: string,
        private readonly columns: Column<Row>[],
        private rows: Row[],
        remark = '',
    ) {
        this.headers = columns.map((column, index) =>
            el(
                'th',
                { scope: 'col', class: column.kind, 'aria-sort': 'none' },
                el('button', { type: 'button', title: column.hint, click: () => this.sortBy(index) }, column.title),
            ),
        );
        const table = el(
            'table',
            { 'data-table': name },
            el('caption', {}, name, remark !== '' && el('span', { class: 'remark' }, ` ${remark}`)),
            el('thead', {}, el('tr', {}, ...this.headers)),
            this.body,
        );
        const filter = el('input', {
            type: 'search',
            placeholder: 'Filter',
            'aria-label': `Filter ${name}`,
            input: () => this.filterBy(filter.value),
        });
        this.above.append(filter, this.said);
        this.element = el(
            'div',
            { class: 'table' },
            this.above,
            el('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': name }, table),
            this.more,
        );
        this.update(rows);
    }

    // Other rows, sorted and filtered as these are.
    update(rows: Row[]): void {
        this.rows = rows;
        this.above.hidden = rows.length < filteredFrom && this.wanted === '';
        this.draw();
    }

    private sortBy(index: number): void {
        const numbers = this.columns[index].kind !== 'text';
        this.direction = this.sorted === index ? -this.direction : numbers ? -1 : 1;
        this.sorted = index;
        this.headers.forEach((header, i) =>
            header.setAttribute('aria-sort', i !== index ? 'none' : this.direction > 0 ? 'ascending' : 'descending'),
        );
        this.draw();
    }

    private filterBy(text: string): void {
        this.element.style.minWidth = `min(100%, ${this.element.offsetWidth}px)`; // it stays where it is
        this.wanted = text.trim().toLowerCase();
        this.draw();
    }

    private next(): number {
        return this.shown < moreRows ? moreRows : this.shown + moreRows;
    }

    private showMore(): void {
        this.shown = this.next();
        this.draw();
    }

    private matches(row: Row): boolean {
        return this.columns.some((column) => cellText(column, row).toLowerCase().includes(this.wanted));
    }

    private draw(): void {
        const found = this.wanted === '' ? [...this.rows] : this.rows.filter((row) => this.matches(row));
        if (this.sorted >= 0) {
            const value = this.columns[this.sorted].value;
            found.sort((a, b) => compare(value(a), value(b), this.direction));
        }
        const rows = found.slice(0, this.shown);
        this.body.replaceChildren(
            ...rows.map((row) => el('tr', {}, ...this.columns.map((column) => cell(column, row)))),
        );
        this.said.textContent = `${format.count(found.length)} of ${format.plural(this.rows.length, 'row')}`;
        this.more.hidden = rows.length === found.length;
        const some = found.length > this.next() ? `${format.count(this.next())} of` : 'all';
        this.more.textContent = `Show ${some} ${format.count(found.length)} rows`;
    }
}

// Nothing where there are no rows. Columns of which no row has a value are left out.
export function table<Row>(name: string, columns: Column<Row>[], rows: Row[], remark = ''): HTMLElement | null {
    if (rows.length === 0) return null;
    const known = columns.filter((column) => rows.some((row) => (column.value(row) ?? '') !== ''));
    return new SortedTable(name, known, rows, remark).element;
}
