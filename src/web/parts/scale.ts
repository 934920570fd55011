// Colours of numbers: viridis, which the colour-blind tell apart and which gets darker on paper, too; and of classes.
import { interpolateViridis } from 'd3-scale-chromatic';

const steps = 256;

// Light for little and dark for much on a light page, and the other way round on a dark one.
function position(share: number, dark: boolean): number {
    return dark ? 0.12 + 0.88 * share : 0.95 * (1 - share);
}

export function colour(share: number, dark: boolean): string {
    return interpolateViridis(position(share, dark));
}

// Red, green and blue of each step of the scale.
export function palette(dark: boolean): Uint8ClampedArray {
    const bytes = new Uint8ClampedArray(3 * steps);
    for (let i = 0; i < steps; ++i) {
        const numbers = colour(i / (steps - 1), dark).match(/[0-9a-f]{2}/gi) ?? [];
        bytes.set(
            numbers.map((word) => parseInt(word, 16)),
            3 * i,
        );
    }
    return bytes;
}

// Where a value lies between the lowest and the highest, by their logarithms.
export function logShare(value: number, lowest: number, highest: number): number {
    return highest > lowest ? Math.log(value / lowest) / Math.log(highest / lowest) : 1;
}

// By Okabe and Ito, for people of all kinds of colour vision.
const seriesColours = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9', '#8c6bb1'];

export function seriesColour(index: number): string {
    return seriesColours[index % seriesColours.length];
}
