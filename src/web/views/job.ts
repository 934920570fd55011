// Which job it was, what was changed for it, and what is wrong with its profile.
import type { PageData } from '../data/report';
import { el, section } from '../parts/dom';
import * as format from '../parts/format';
import { table } from '../parts/table';

function text(value: unknown): string {
    return typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value);
}

function isKnown(value: unknown): boolean {
    return value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);
}

export function startOf(data: PageData): string {
    const milliseconds = data.report.job.start_time_ns / 1e6;
    return milliseconds > 0 ? `${new Date(milliseconds).toISOString().slice(0, 19).replace('T', ' ')} UTC` : '';
}

export function job(data: PageData): HTMLElement {
    const { job: facts } = data.report;
    const apart = ['cvars', 'start_time_ns', 'seconds', 'programs', 'details'];
    const rows = Object.entries(facts).filter(([name, value]) => !apart.includes(name) && isKnown(value));
    const known: [string, string][] = rows.map(([name, value]) => [name.replaceAll('_', ' '), text(value)]);
    known.push(['started', startOf(data)], ['wall time', format.seconds(facts.seconds)], ['profile', data.file]);
    return section(
        'job',
        'The job',
        '',
        table(
            'Metadata',
            [
                { title: 'what', kind: 'text', value: (row: [string, string]) => row[0] },
                { title: 'value', kind: 'text', value: (row) => row[1] },
            ],
            known,
        ),
        table(
            'Changed settings',
            [
                { title: 'control variable', kind: 'text', value: (row: [string, string]) => row[0] },
                { title: 'value', kind: 'text', value: (row) => row[1] },
            ],
            Object.entries(facts.cvars),
        ),
        table(
            'Gauges',
            [
                { title: 'gauge', kind: 'text', value: (row) => row.gauge.replaceAll('_', ' ') },
                { title: 'highest', kind: 'count', value: (row) => row.highest },
                { title: 'unit', kind: 'text', value: (row) => row.unit },
                { title: 'on rank', kind: 'text', value: (row) => row.rank },
                { title: 'rises', kind: 'count', value: (row) => row.rises },
                { title: 'falls', kind: 'count', value: (row) => row.falls },
            ],
            data.report.gauges,
        ),
    );
}

export function diagnostics(data: PageData): HTMLElement | null {
    const list = data.report.diagnostics;
    if (list.length === 0) return null;
    return section(
        'diagnostics',
        'What is wrong with the profile',
        'A part of it could not be read, or cannot be true; what is shown here is the rest.',
        el(
            'ul',
            { class: 'diagnostics' },
            ...list.map(({ offset, text: words }) => el('li', {}, offset === null ? words : `at byte ${offset}: ${words}`)),
        ),
    );
}
