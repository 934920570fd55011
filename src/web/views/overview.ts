// The sentence at the top, the few numbers beside it, and where time and bytes go.
import type { BreakdownRow, PageData, Report, Totals } from '../data/report';
import { el, section } from '../parts/dom';
import * as format from '../parts/format';
import { type Column, table } from '../parts/table';

const localities: Record<string, string> = {
    process: 'same process',
    cache: "same core's cache",
    numa: 'same NUMA node',
    node: 'same node',
    remote: 'different nodes',
    unknown: 'not known',
};

// The class and path that most bytes go by, or most messages where there are no bytes.
function dominating(report: Report): string {
    const total = report.traffic.total;
    const rows = [...report.traffic.by_class_and_path].sort((a, b) => b.bytes - a.bytes || b.messages - a.messages);
    if (rows.length === 0) return 'No rank sent another one anything';
    const share = total.bytes > 0 ? rows[0].bytes / total.bytes : rows[0].messages / total.messages;
    const what = `${rows[0].class ?? 'all'} by ${rows[0].path}`;
    return `${format.percent(share)} of ${format.bytes(total.bytes)} go as ${what}`;
}

function timeOf(rows: BreakdownRow[]): number {
    return rows.reduce((sum, row) => sum + (row.seconds?.sum ?? 0), 0);
}

// The function that takes most of the time in MPI, and how much of it is waiting.
function longestFunction(data: PageData): string {
    const rows = data.by.function?.rows ?? [];
    const all = timeOf(rows);
    if (all === 0) return '';
    const most = rows.reduce((a, b) => ((b.seconds?.sum ?? 0) > (a.seconds?.sum ?? 0) ? b : a));
    const waited = data.report.waiting?.seconds ?? 0;
    const waiting = waited > 0 ? `, and ${format.percent(waited / all)} of it is waiting` : '';
    return `, of which ${most.function} takes ${format.percent((most.seconds?.sum ?? 0) / all)}${waiting}`;
}

// Without the detail `functions`, only what blocking collectives take is known.
function timeInMpi(data: PageData): string {
    const time = data.report.mpi_time;
    if (!time) return '';
    return time.of === 'functions'
        ? `; ranks spend ${format.percent(time.share)} of the time in MPI${longestFunction(data)}`
        : `; ranks spend at least ${format.percent(time.share)} of the time in MPI, in blocking collectives`;
}

function sentence(data: PageData): HTMLElement {
    const { report, advice } = data;
    const text = `${dominating(report)}${timeInMpi(data)}.`;
    if (advice.length === 0) return el('p', { class: 'sentence' }, text, ' The rules find nothing to do first.');
    const gain = advice[0].gain;
    const estimate = gain?.at_most ? 'at most' : 'about';
    const worth = gain && 'share' in gain ? `, worth ${estimate} ${format.percent(gain.share)} of the time` : '';
    return el(
        'p',
        { class: 'sentence' },
        text,
        ' First: ',
        el('a', { href: '#advice' }, advice[0].title.replace(/\.$/, '')),
        `${worth}.`,
    );
}

function card(number: string, words: string): HTMLElement {
    return el('div', { class: 'card' }, el('strong', {}, number), el('span', {}, words));
}

function cards(data: PageData): HTMLElement {
    const { report } = data;
    const nodes = data.groups[0]?.labels.length ?? 0;
    return el(
        'div',
        { class: 'cards' },
        card(format.count(report.job.world_size), `ranks on ${format.plural(nodes, 'node')}`),
        card(format.seconds(report.job.seconds), 'wall time'),
        report.mpi_time ? card(format.percent(report.mpi_time.share), report.mpi_time.of === 'functions' ? 'in MPI' : 'in blocking collectives') : el('span', { hidden: true }),
        card(format.bytes(report.traffic.total.bytes), 'between ranks'),
        card(format.count(report.traffic.total.messages), 'messages'),
        card(format.count(report.pairs), 'pairs that exchange'),
    );
}

export function overview(data: PageData): HTMLElement {
    return el('section', { id: 'overview', 'aria-label': 'Overview', tabindex: -1 }, sentence(data), cards(data));
}

function breakdownColumns(title: string, label: (row: BreakdownRow) => string, time: number): Column<BreakdownRow>[] {
    return [
        { title, kind: 'text', value: label },
        { title: 'calls', kind: 'count', value: (row) => row.calls },
        { title: 'time', kind: 'seconds', value: (row) => row.seconds?.sum, hint: 'of all ranks together' },
        { title: 'share of time', kind: 'share', value: (row) => (row.seconds && time > 0 ? row.seconds.sum / time : null) },
        { title: 'longest', kind: 'seconds', value: (row) => row.seconds?.max },
        { title: 'waiting', kind: 'seconds', value: (row) => row.waiting_seconds },
        { title: 'messages', kind: 'count', value: (row) => row.messages_sent },
        { title: 'bytes sent', kind: 'bytes', value: (row) => row.bytes_sent },
        { title: 'bytes received', kind: 'bytes', value: (row) => row.bytes_received },
    ];
}

function byBreakdown(data: PageData, by: 'function' | 'region', label: (row: BreakdownRow) => string): HTMLElement | null {
    const rows = data.by[by]?.rows ?? [];
    const time = timeOf(rows);
    const known = rows.filter((row) => by === 'function' || row.region !== null || rows.length > 1);
    const ordered = [...known].sort((a, b) => (b.seconds?.sum ?? 0) - (a.seconds?.sum ?? 0));
    return table(by === 'function' ? 'Functions' : 'Regions', breakdownColumns(by, label, by === 'function' ? time : 0), ordered);
}

function ranks(report: Report): HTMLElement | null {
    const listed = report.top_ranks.length;
    const some = `The ${format.count(listed)} that sent most, of ${format.count(report.ranks)}; the matrix has all.`;
    return table(
        'Ranks',
        [
            { title: 'rank', kind: 'text', value: (row) => row.rank },
            { title: 'messages', kind: 'count', value: (row) => row.sent.messages },
            { title: 'bytes sent', kind: 'bytes', value: (row) => row.sent.bytes },
            { title: 'bytes received', kind: 'bytes', value: (row) => row.received.bytes },
            { title: 'in MPI', kind: 'seconds', value: (row) => row.mpi_seconds },
            {
                title: 'share of time',
                kind: 'share',
                value: (row) => (row.mpi_seconds !== null && row.wall_seconds > 0 ? row.mpi_seconds / row.wall_seconds : null),
            },
        ],
        report.top_ranks,
        listed < report.ranks ? some : '',
    );
}

// Shares are of the rows' own sum: localities have what ranks send to themselves, too.
function totalsOf(rows: Totals[]): Column<Totals>[] {
    const total = rows.reduce((sum, row) => sum + row.bytes, 0);
    return [
        { title: 'messages', kind: 'count', value: (row) => row.messages },
        { title: 'bytes', kind: 'bytes', value: (row) => row.bytes },
        { title: 'share of bytes', kind: 'share', value: (row) => (total > 0 ? row.bytes / total : null) },
    ];
}

export function whereItGoes(data: PageData): HTMLElement {
    const { report } = data;
    const localityRows = report.where?.localities ?? [];
    const transportRows = report.where?.transports ?? [];
    const pairs: Column<{ pairs: number }> = { title: 'pairs', kind: 'count', value: (row) => row.pairs };
    const locality: Column<{ locality: string }> = {
        title: 'locality',
        kind: 'text',
        value: (row) => localities[row.locality] ?? row.locality,
    };
    return section(
        'traffic',
        'Where time and bytes go',
        'Between different ranks, as senders counted it; one-sided as its origin did.',
        table(
            'Classes and paths',
            [
                { title: 'class', kind: 'text', value: (row) => `${row.class ?? 'all'}${row.read ? ' read' : ''}` },
                { title: 'path', kind: 'text', value: (row) => row.path },
                ...totalsOf(report.traffic.by_class_and_path),
            ],
            report.traffic.by_class_and_path,
        ),
        table('Localities', [locality, pairs, ...totalsOf(localityRows)], localityRows),
        table(
            'Transports',
            [{ title: 'transport', kind: 'text', value: (row) => row.transport }, locality, pairs, ...totalsOf(transportRows)],
            transportRows,
        ),
        byBreakdown(data, 'function', (row) => row.function ?? '(outside of MPI functions)'),
        byBreakdown(data, 'region', (row) => row.names?.join(' / ') || '(no region)'),
        ranks(report),
    );
}
