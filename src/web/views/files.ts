// What MPI-IO read and wrote, file by file.
import type { FileAccessRow, PageData } from '../data/report';
import { section } from '../parts/dom';
import { table } from '../parts/table';

interface Row extends FileAccessRow {
    file: string;
}

interface OperationRow {
    file: string;
    operation: string;
    calls: number;
    failed: number;
    seconds: number;
}

export function files(data: PageData): HTMLElement | null {
    const list = data.report.files ?? [];
    if (list.length === 0) return null;
    const name = (file: string | null): string => file ?? '(others)';
    const accesses: Row[] = list.flatMap((file) => file.accesses.map((row) => ({ ...row, file: name(file.file) })));
    const operations: OperationRow[] = list.flatMap((file) =>
        file.operations.map((row) => ({ ...row, file: name(file.file) })),
    );
    return section(
        'files',
        'Files',
        'Calls of MPI-IO; time of all ranks together.',
        table(
            'Reading and writing',
            [
                { title: 'file', kind: 'text', value: (row) => row.file },
                { title: 'calls are', kind: 'text', value: (row) => `${row.family} ${row.write ? 'write' : 'read'}` },
                { title: 'calls', kind: 'count', value: (row) => row.calls },
                { title: 'failed', kind: 'count', value: (row) => row.failed },
                { title: 'bytes', kind: 'bytes', value: (row) => row.bytes },
                { title: 'time', kind: 'seconds', value: (row) => row.seconds },
                { title: 'ranks', kind: 'count', value: (row) => row.ranks },
                { title: 'bytes a second', kind: 'bytes', value: (row) => (row.seconds > 0 ? row.bytes / row.seconds : null) },
            ],
            accesses,
        ),
        table(
            'Other calls for files',
            [
                { title: 'file', kind: 'text', value: (row) => row.file },
                { title: 'operation', kind: 'text', value: (row) => row.operation },
                { title: 'calls', kind: 'count', value: (row) => row.calls },
                { title: 'failed', kind: 'count', value: (row) => row.failed },
                { title: 'time', kind: 'seconds', value: (row) => row.seconds },
            ],
            operations,
        ),
    );
}
