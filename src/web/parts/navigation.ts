// Links to the sections, of which those are marked that are seen.
import { el } from './dom';

export function navigation(sections: HTMLElement[]): HTMLElement {
    const links = new Map<Element, HTMLElement>();
    const list = el('ul');
    for (const part of sections) {
        const title = part.querySelector('h2')?.textContent ?? 'Overview';
        const link = el('a', { href: `#${part.id}` }, title);
        links.set(part, link);
        list.append(el('li', {}, link));
    }
    const watcher = new IntersectionObserver(
        (entries) => {
            for (const { target, isIntersecting } of entries)
                links.get(target)?.setAttribute('aria-current', String(isIntersecting));
        },
        { rootMargin: '-10% 0px -70% 0px' },
    );
    for (const part of sections) watcher.observe(part);
    return el('nav', { 'aria-label': 'Sections' }, list);
}
