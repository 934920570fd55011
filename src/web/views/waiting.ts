// How long calls waited, in what, and for whom.
import type { PageData } from '../data/report';
import { section } from '../parts/dom';
import * as format from '../parts/format';
import { table } from '../parts/table';

export function waiting(data: PageData): HTMLElement | null {
    const { waiting: found } = data.report;
    if (!found || found.waits === 0) return null;
    const share = (seconds: number): number | null => (found.seconds > 0 ? seconds / found.seconds : null);
    return section(
        'waiting',
        'Waiting',
        `${format.seconds(found.seconds)} in ${format.plural(found.waits, 'wait')}, of all ranks together.`,
        table(
            'Waits by kind',
            [
                { title: 'kind', kind: 'text', value: (row) => row.kind },
                { title: 'class', kind: 'text', value: (row) => row.class },
                { title: 'operation', kind: 'text', value: (row) => row.operation },
                { title: 'waits', kind: 'count', value: (row) => row.waits },
                { title: 'time', kind: 'seconds', value: (row) => row.seconds },
                { title: 'longest', kind: 'seconds', value: (row) => row.longest },
                { title: 'share of waiting', kind: 'share', value: (row) => share(row.seconds) },
            ],
            found.kinds,
        ),
        table(
            'Waited for',
            [
                { title: 'rank', kind: 'text', value: (row) => row.rank ?? 'one of a group' },
                { title: 'ranks that waited', kind: 'count', value: (row) => row.waiters },
                { title: 'time', kind: 'seconds', value: (row) => row.seconds },
                { title: 'share of waiting', kind: 'share', value: (row) => share(row.seconds) },
                { title: 'how well known', kind: 'text', value: (row) => (row.estimated ? 'estimated' : '') },
            ],
            found.culprits,
        ),
    );
}
