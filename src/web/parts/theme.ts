// Light or dark: as the system says, until the reader chooses; light on paper.
import { el } from './dom';

type Theme = 'light' | 'dark';

const system = matchMedia('(prefers-color-scheme: dark)');
const listeners: (() => void)[] = [];
let chosen: Theme | null = null;
let printing = false;

export function isDark(): boolean {
    if (printing) return false;
    return chosen ? chosen === 'dark' : system.matches;
}

function apply(): void {
    document.documentElement.dataset.theme = isDark() ? 'dark' : 'light';
    for (const listener of listeners) listener();
}

// Calls draw() now, and whenever the theme changes.
export function drawThemed(draw: () => void): void {
    listeners.push(draw);
    draw();
}

export function themeSwitch(): HTMLElement {
    const button = el('button', {
        type: 'button',
        class: 'theme',
        click: () => {
            chosen = isDark() ? 'light' : 'dark';
            apply();
        },
    });
    listeners.push(() => {
        button.textContent = isDark() ? 'Light' : 'Dark';
        button.setAttribute('aria-label', isDark() ? 'Switch to light colours' : 'Switch to dark colours');
    });
    system.addEventListener('change', apply);
    for (const name of ['beforeprint', 'afterprint'])
        addEventListener(name, () => {
            printing = name === 'beforeprint';
            apply();
        });
    apply();
    return button;
}
