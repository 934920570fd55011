// Sizes of messages, class by class.
import type { PageData } from '../data/report';
import { histogram } from '../parts/bars';
import { el, section } from '../parts/dom';
import * as format from '../parts/format';
import { seriesColour } from '../parts/scale';

export function sizes(data: PageData): HTMLElement | null {
    const known = data.report.histograms.filter((row) => row.bins.some((value) => value > 0));
    if (known.length === 0) return null;
    return section(
        'sizes',
        'Message sizes',
        'Of all messages sent.',
        el(
            'div',
            { class: 'columns' },
            ...known.map((row, index) =>
                histogram(`Sizes of ${row.class ?? 'all'}`, row.bins, format.binSizes, seriesColour(index)),
            ),
        ),
    );
}
