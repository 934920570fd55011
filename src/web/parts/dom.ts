// Elements of the page, made in one expression.

type Child = Node | string | null | undefined | false;
type Attributes = Record<string, string | number | boolean | ((event: never) => void) | undefined>;

export function el<Tag extends keyof HTMLElementTagNameMap>(
    tag: Tag,
    attributes: Attributes = {},
    ...children: Child[]
): HTMLElementTagNameMap[Tag] {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
        if (typeof value === 'function') element.addEventListener(name, value as EventListener);
        else if (value === true) element.setAttribute(name, '');
        else if (value !== undefined && value !== false) element.setAttribute(name, String(value));
    }
    for (const child of children) if (child) element.append(child);
    return element;
}

// A choice of one of several words, with its name.
export function choice(name: string, words: [string, string][], chosen: string, changed: (value: string) => void): HTMLElement {
    const select = el('select', { change: () => changed(select.value), 'aria-label': name });
    for (const [value, text] of words) select.append(el('option', { value, selected: value === chosen }, text));
    return el('label', { class: 'choice' }, el('span', {}, name), select);
}

// Sections appear in the order in which they are made, each with its address in the page.
export function section(id: string, title: string, remark: string, ...content: Child[]): HTMLElement {
    return el(
        'section',
        { id, 'aria-labelledby': `${id}-title`, tabindex: -1 },
        el('h2', { id: `${id}-title` }, el('a', { href: `#${id}` }, title)),
        remark !== '' && el('p', { class: 'remark' }, remark),
        ...content,
    );
}
