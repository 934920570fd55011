// What differs between two jobs.
import type { Difference, DifferenceNumber, PageData } from '../data/report';
import { section } from '../parts/dom';
import * as format from '../parts/format';
import { type Kind, table } from '../parts/table';

interface Row extends DifferenceNumber {
    of: string;
    thing: string;
}

function thingOf(row: Record<string, unknown>): string {
    return Object.entries(row)
        .filter(([name, value]) => name !== 'numbers' && name !== 'differs' && value !== null)
        .map(([name, value]) => `${name.replaceAll('_', ' ')} ${Array.isArray(value) ? value.join(' / ') : String(value)}`)
        .join(', ');
}

// As mpimon diff --json writes them: times are in seconds.
function kindOf(row: Row): Kind {
    if (row.measure.includes('bytes')) return 'bytes';
    return row.measure.includes('time') ? 'seconds' : 'count';
}

function rowsOf(difference: Difference): Row[] {
    return difference.tables.flatMap((part) =>
        part.rows.flatMap((row) => row.numbers.map((number) => ({ ...number, of: part.of, thing: thingOf(row) }))),
    );
}

export function difference(data: PageData): HTMLElement | null {
    if (!data.difference) return null;
    const [a] = data.difference.a;
    const [b] = data.difference.b;
    const rows = rowsOf(data.difference).filter((row) => row.a !== row.b);
    const equal = data.difference.equal ? 'No difference that is judged. ' : '';
    return section(
        'difference',
        'What has changed',
        `${equal}From ${format.baseName(a.file)} to ${format.baseName(b.file)}, which this page shows. Times are not judged.`,
        table(
            'Differences',
            [
                { title: 'of', kind: 'text', value: (row) => row.of },
                { title: 'what', kind: 'text', value: (row) => row.thing },
                { title: 'measure', kind: 'text', value: (row) => row.measure },
                { title: 'before', kind: 'count', kindOf, value: (row) => row.a },
                { title: 'after', kind: 'count', kindOf, value: (row) => row.b },
                { title: 'change', kind: 'share', value: (row) => (row.percent === null ? null : row.percent / 100) },
                { title: 'judged', kind: 'text', value: (row) => (row.differs ? 'differs' : '') },
            ],
            rows,
        ),
    );
}
