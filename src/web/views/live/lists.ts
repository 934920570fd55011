// Ranks, collectives, waits and variables, as they are now.
import type { CollectiveGrowth, LiveData, Variable, WaitGrowth } from '../../data/live';
import { section } from '../../parts/dom';
import { type Column, type Kind, SortedTable } from '../../parts/table';

interface RankNow {
    rank: string;
    bytes: number;
    messages: number;
    bytesInAll: number;
    messagesInAll: number;
    waits: number | null;
    memory: number | null;
}

function rankRows(data: LiveData): RankNow[] {
    const waiting = new Map(data.waiting.map((row) => [String(row.rank), row.share]));
    const memory = data.variables.find((row) => row.variable === 'resident_memory')?.ranks;
    const memoryOf = new Map(memory?.rank.map((rank, index) => [String(rank), memory.last[index]]));
    return data.ranks.map((row) => ({
        rank: row.rank,
        bytes: row.bytes_per_second,
        messages: row.messages_per_second,
        bytesInAll: row.bytes,
        messagesInAll: row.messages,
        waits: waiting.get(row.rank) ?? null,
        memory: memoryOf.get(row.rank) ?? null,
    }));
}

function callColumns<Row extends { time_ns: number; share: number }>(
    name: string,
    of: (row: Row) => string,
    what: string,
    count: (row: Row) => number,
    rate: (row: Row) => number,
): Column<Row>[] {
    return [
        { title: name, kind: 'text', value: of },
        { title: `${what} a second`, kind: 'count', value: rate },
        { title: 'share of time', kind: 'share', value: (row) => row.share, hint: 'of a rank, in the mean' },
        { title: `${what} in all`, kind: 'count', value: count },
        { title: 'time of all ranks', kind: 'seconds', value: (row) => row.time_ns / 1e9 },
    ];
}

// Units differ from row to row.
function kindOf(row: Variable): Kind {
    return row.unit === 'bytes' ? 'bytes' : row.unit === 'seconds' ? 'seconds' : 'count';
}

function number(title: string, value: (row: Variable) => number | null | undefined, hint?: string): Column<Variable> {
    return { title, kind: 'count', kindOf, value, hint };
}

export class Lists {
    readonly ranks: HTMLElement;
    readonly collectives: HTMLElement;
    readonly variables: HTMLElement;

    private readonly rankTable = new SortedTable<RankNow>(
        'Ranks',
        [
            { title: 'rank', kind: 'text', value: (row) => row.rank },
            { title: 'bytes a second', kind: 'bytes', value: (row) => row.bytes },
            { title: 'messages a second', kind: 'count', value: (row) => row.messages },
            { title: 'bytes sent', kind: 'bytes', value: (row) => row.bytesInAll },
            { title: 'messages sent', kind: 'count', value: (row) => row.messagesInAll },
            { title: 'waits', kind: 'share', value: (row) => row.waits, hint: 'share of its time; needs the detail waits' },
            { title: 'in memory', kind: 'bytes', value: (row) => row.memory },
        ],
        [],
    );
    private readonly collectiveTable = new SortedTable<CollectiveGrowth>(
        'Collectives',
        callColumns('operation', (row) => row.operation, 'calls', (row) => row.calls, (row) => row.calls_per_second),
        [],
    );
    private readonly waitTable = new SortedTable<WaitGrowth>(
        'Waits',
        callColumns('for', (row) => row.for, 'waits', (row) => row.waits, (row) => row.waits_per_second),
        [],
    );
    private readonly variableTable = new SortedTable<Variable>(
        'Variables',
        [
            { title: 'variable', kind: 'text', value: (row) => row.variable },
            { title: 'unit', kind: 'text', value: (row) => (row.grows ? `${row.unit} a second` : row.unit) },
            number('last', (row) => row.last, 'of what grows, the sum'),
            number('change a second', (row) => row.rate),
            number('minimum', (row) => row.minimum, 'of what grows, of its rates'),
            number('maximum', (row) => row.maximum),
            number('mean', (row) => row.mean),
            number('deviation', (row) => row.deviation),
            number('highest', (row) => row.watermark, 'that it has ever been, on any rank'),
            number('risen', (row) => row.watermark_risen, 'by how much the highest has become higher meanwhile'),
        ],
        [],
    );

    constructor() {
        this.ranks = section('ranks', 'Ranks', 'What each has sent.', this.rankTable.element);
        this.collectives = section(
            'collectives',
            'Collectives and waits',
            'Calls of all ranks. Waits need the detail waits.',
            this.collectiveTable.element,
            this.waitTable.element,
        );
        this.variables = section(
            'variables',
            'Variables',
            'Of all ranks together, since mpimon watch began to look. Gauges need the detail gauges.',
            this.variableTable.element,
        );
    }

    update(data: LiveData): void {
        this.rankTable.update(rankRows(data));
        this.collectiveTable.update(data.collectives);
        this.waitTable.update(data.waits);
        this.variableTable.update(data.variables);
    }
}
