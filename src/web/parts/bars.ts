// A histogram as rows of bars, one for each bin, which reads well on paper and by a screen reader.
import { el } from './dom';
import * as format from './format';

export function histogram(name: string, bins: number[], label: (bin: number) => string, colour: string): HTMLElement {
    const total = bins.reduce((sum, value) => sum + value, 0);
    const most = Math.max(...bins);
    const first = bins.findIndex((value) => value > 0);
    const body = el('tbody');
    bins.forEach((value, bin) => {
        if (bin < first) return;
        const bar = el('span', { class: 'bar', 'aria-hidden': 'true' });
        bar.style.setProperty('--share', String(value / most));
        bar.style.setProperty('--colour', colour);
        body.append(
            el(
                'tr',
                {},
                el('th', { scope: 'row' }, label(bin)),
                el('td', { class: 'wide' }, bar),
                el('td', { class: 'count', 'data-value': value }, format.count(value)),
                el('td', { class: 'count' }, format.percent(value / total)),
            ),
        );
    });
    return el('table', { class: 'histogram', 'data-table': name }, el('caption', {}, name), body);
}
