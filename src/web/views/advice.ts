// What the job could do better, with the evidence.
import type { Finding, PageData } from '../data/report';
import { el, section } from '../parts/dom';
import * as format from '../parts/format';

function term(name: string, ...texts: string[]): HTMLElement[] {
    return [el('dt', {}, name), ...texts.map((text) => el('dd', {}, text))];
}

function finding(found: Finding): HTMLElement {
    const alike = found.alike > 0 ? ` And ${format.count(found.alike)} more like this.` : '';
    const gain = found.gain;
    return el(
        'article',
        { class: 'finding', 'aria-label': found.title },
        el('h3', {}, found.title, gain && el('span', { class: 'gain' }, `${format.percent(gain.share)} of the time`)),
        el(
            'dl',
            {},
            ...term('seen', found.evidence + alike),
            ...(found.try.length > 0 ? term('try', ...found.try) : []),
            ...(gain ? term('gain', `about ${format.seconds(gain.seconds)}: ${gain.words}`) : []),
            ...term('check', found.check),
            ...term('source', found.source),
        ),
    );
}

export function advice(data: PageData): HTMLElement {
    const { detail } = data.report.job;
    const more = detail === 'all' ? '' : ` Recorded are: ${detail}; most rules need all details.`;
    return section(
        'advice',
        'Advice',
        data.advice.length > 0 ? 'What gains the most comes first.' : `The rules find nothing.${more}`,
        ...data.advice.map(finding),
    );
}
