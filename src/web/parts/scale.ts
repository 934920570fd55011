// Colours of numbers and of classes, which people of all kinds of colour vision tell apart.
import { interpolateViridis } from 'd3-scale-chromatic';
import type { Range } from '../data/axis';

type Colour = [number, number, number]; // red, green and blue

const steps = 256;
// Colours of changes, from little to much, are of Okabe and Ito's: blue for less, orange for more.
const changes: Record<'light' | 'dark', { less: [Colour, Colour]; more: [Colour, Colour] }> = {
    light: { less: [[214, 232, 243], [0, 80, 135]], more: [[251, 226, 206], [168, 66, 0]] },
    dark: { less: [[28, 58, 78], [122, 205, 255]], more: [[78, 50, 20], [255, 188, 66]] },
};

// Viridis: light for little and dark for much on a light page, and the other way round on a dark one.
function ofAmount(share: number, dark: boolean): string {
    return interpolateViridis(dark ? 0.12 + 0.88 * share : 0.95 * (1 - share));
}

function ofChange(share: number, dark: boolean): string {
    const [little, much] = changes[dark ? 'dark' : 'light'][share < 0.5 ? 'less' : 'more'];
    const strength = Math.abs(2 * share - 1);
    const mixed = little.map((from, i) => Math.round(from + strength * (much[i] - from)));
    return `#${mixed.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

// The colour of a share of the scale, from 0 to 1.
export function colour(share: number, dark: boolean, signed: boolean): string {
    return signed ? ofChange(share, dark) : ofAmount(share, dark);
}

// Red, green and blue of each step of the scale.
export function palette(dark: boolean, signed: boolean): Uint8ClampedArray {
    const bytes = new Uint8ClampedArray(3 * steps);
    for (let i = 0; i < steps; ++i) {
        const numbers = colour(i / (steps - 1), dark, signed).match(/[0-9a-f]{2}/gi) ?? [];
        bytes.set(
            numbers.map((word) => parseInt(word, 16)),
            3 * i,
        );
    }
    return bytes;
}

// The step of a value: from the lowest to the highest; of changes, from the most that is less to the most that is more.
export function stepOf(value: number, range: Range): number {
    const { lowest, highest, signed } = range;
    const share = highest > lowest ? Math.log(Math.abs(value) / lowest) / Math.log(highest / lowest) : 1;
    const last = steps - 1;
    if (!signed) return Math.round(last * share);
    return value > 0 ? Math.ceil((last / 2) * (1 + share)) : Math.floor((last / 2) * (1 - share));
}

const seriesColours = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9', '#8c6bb1'];

export function seriesColour(index: number): string {
    return seriesColours[index % seriesColours.length];
}
