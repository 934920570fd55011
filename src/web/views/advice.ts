// What the job could do better, with the evidence.
import type { Finding, Gain, PageData } from '../data/report';
import { el, section } from '../parts/dom';
import * as format from '../parts/format';

function term(name: string, ...texts: string[]): HTMLElement[] {
    return [el('dt', {}, name), ...texts.map((text) => el('dd', {}, text))];
}

// Counts are no estimates.
function amount(gain: Gain): string {
    if ('count' in gain) return `${gain.at_most ? 'at most ' : ''}${format.count(gain.count)} ${gain.of}`;
    const text = 'seconds' in gain ? format.seconds(gain.seconds) : format.bytes(gain.bytes);
    return `${gain.at_most ? 'at most' : 'about'} ${text}`;
}

// Says what share of the job's time would be gained; null where the gain is no time.
function share(gain: Gain | null): HTMLElement | null {
    if (!gain || !('share' in gain)) return null;
    return el('span', { class: 'gain' }, `${gain.at_most ? 'at most ' : ''}${format.percent(gain.share)} of the time`);
}

function finding(found: Finding): HTMLElement {
    const alike = found.alike > 0 ? ` And ${format.count(found.alike)} more like this.` : '';
    const gain = found.gain;
    return el(
        'article',
        { class: 'finding', 'aria-label': found.title },
        el('h3', {}, found.title, share(gain)),
        el(
            'dl',
            {},
            ...term('seen', found.evidence + alike),
            ...(found.try.length > 0 ? term('try', ...found.try) : []),
            ...(gain ? term('gain', `${amount(gain)}: ${gain.words}`) : []),
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
