// Numbers as people read them; the same units as mpimon report's.

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const precise = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 3 });

// Three digits, but never less than all of those before the point.
function short(value: number): string {
    return value >= 100 ? whole.format(value) : precise.format(value);
}

export function count(value: number): string {
    return whole.format(value);
}

export function bytes(value: number): string {
    if (value < 0) return `-${bytes(-value)}`;
    const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB'];
    let unit = 0;
    for (; value >= 1024 && unit + 1 < units.length; ++unit) value /= 1024;
    return `${unit === 0 ? whole.format(value) : short(value)} ${units[unit]}`;
}

export function seconds(value: number): string {
    if (value === 0) return '0 s';
    if (value < 0) return `-${seconds(-value)}`;
    if (value < 1e-6) return `${short(value * 1e9)} ns`;
    if (value < 1e-3) return `${short(value * 1e6)} µs`;
    if (value < 1) return `${short(value * 1e3)} ms`;
    return `${short(value)} s`;
}

export function percent(share: number): string {
    return `${(share * 100).toFixed(1)} %`;
}

// The sizes of a bin of a histogram: none, or from 2^(bin - 1) to one less than the double.
export function binSizes(bin: number): string {
    if (bin === 0) return '0 B';
    const least = 2 ** (bin - 1);
    if (bin === 1) return '1 B';
    return least < 1024 ? `${least} – ${2 * least - 1} B` : `${bytes(least)} – ${bytes(2 * least)}`;
}

export function plural(number: number, one: string, several = `${one}s`): string {
    return `${count(number)} ${number === 1 ? one : several}`;
}

export function baseName(path: string): string {
    return path.slice(path.lastIndexOf('/') + 1);
}
