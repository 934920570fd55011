// Collectives by algorithm and by size, and communicators by where they come from.
import type { CollectiveRow, CollectiveSizeRow, PageData } from '../data/report';
import { section } from '../parts/dom';
import * as format from '../parts/format';
import { table } from '../parts/table';

function byAlgorithm(rows: CollectiveRow[], name: string): HTMLElement | null {
    return table(
        name,
        [
            { title: 'operation', kind: 'text', value: (row) => row.operation },
            { title: 'algorithm', kind: 'text', value: (row) => row.algorithm },
            { title: 'step of', kind: 'text', value: (row) => row.parent },
            { title: 'calls', kind: 'count', value: (row) => row.calls },
            { title: 'bytes', kind: 'bytes', value: (row) => row.bytes, hint: 'that callers contribute' },
            { title: 'ranks', kind: 'count', value: (row) => row.ranks },
            { title: 'time max', kind: 'seconds', value: (row) => row.seconds?.max, hint: 'that a rank spent in blocking calls' },
            { title: 'mean', kind: 'seconds', value: (row) => row.seconds?.mean },
            { title: 'min', kind: 'seconds', value: (row) => row.seconds?.min },
        ],
        rows,
    );
}

function bySize(data: PageData): HTMLElement | null {
    const mean = (row: CollectiveSizeRow): number | null =>
        row.time_ns === null || row.calls === 0 ? null : row.time_ns / 1e9 / row.calls;
    return table(
        'Collectives by size',
        [
            { title: 'operation', kind: 'text', value: (row) => row.operation },
            { title: 'communicator', kind: 'text', value: (row) => data.communicators[row.communicator]?.label },
            { title: 'size of a call', kind: 'text', value: (row) => format.binSizes(row.bin) },
            { title: 'algorithm', kind: 'text', value: (row) => row.algorithm },
            { title: 'calls', kind: 'count', value: (row) => row.calls },
            { title: 'bytes', kind: 'bytes', value: (row) => row.bytes },
            { title: 'mean time', kind: 'seconds', value: mean },
        ],
        data.report.collective_sizes ?? [],
    );
}

export function collectives(data: PageData): HTMLElement | null {
    const rows = data.report.collectives;
    if (rows.length === 0) return null;
    const steps = rows.filter((row) => row.step);
    return section(
        'collectives',
        'Collectives',
        'Calls and bytes over all ranks; time that a rank spent in blocking calls.',
        byAlgorithm(
            rows.filter((row) => !row.step),
            'Collectives by algorithm',
        ),
        bySize(data),
        byAlgorithm(steps, 'Steps of composed algorithms'),
    );
}

export function communicators(data: PageData): HTMLElement | null {
    const total = data.report.traffic.total.bytes;
    const label = (index: number): string => data.communicators[index]?.label ?? `communicator ${index}`;
    const calls = new Map(data.by.communicator?.rows.map((row) => [row.communicator, row]));
    const rows = data.report.communicators.map((row) => ({ ...row, ...data.communicators[row.communicator] }));
    const content = table(
        'Communicators',
        [
            { title: 'communicator', kind: 'text', value: (row) => row.label },
            { title: 'made by', kind: 'text', value: (row) => row.function },
            { title: 'of', kind: 'text', value: (row) => (row.parent === null ? null : label(row.parent)) },
            { title: 'in region', kind: 'text', value: (row) => row.region },
            { title: 'size', kind: 'count', value: (row) => row.size },
            { title: 'collective calls', kind: 'count', value: (row) => calls.get(row.communicator)?.calls },
            { title: 'time in these', kind: 'seconds', value: (row) => calls.get(row.communicator)?.seconds?.sum },
            { title: 'messages', kind: 'count', value: (row) => row.messages },
            { title: 'bytes', kind: 'bytes', value: (row) => row.bytes },
            { title: 'share of bytes', kind: 'share', value: (row) => (total > 0 ? row.bytes / total : null) },
        ],
        rows,
    );
    if (!content) return null;
    const remark = `${rows.length} with traffic, ${data.communicators.length} in all; a name is that of the program, or the origin.`;
    return section('communicators', 'Communicators', remark, content);
}
