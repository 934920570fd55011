// The rows and columns of the matrix as they are shown: ranks, or groups of ranks, of which some are unfolded.
import type { Pairs } from './pairs';
import type { Group } from './report';

export interface Unit {
    label: string;
    group: number | null; // index into the group's labels; null: a single rank
    ranks: number[];
}

export interface Axis {
    units: Unit[];
    unitOf: Int32Array; // of each rank
}

export function makeAxis(ranks: number, group: Group | null, unfolded: ReadonlySet<number>): Axis {
    const units: Unit[] = [];
    const unitOf = new Int32Array(ranks);
    const single = (rank: number): void => {
        unitOf[rank] = units.length;
        units.push({ label: `rank ${rank}`, group: null, ranks: [rank] });
    };
    if (!group) {
        for (let rank = 0; rank < ranks; ++rank) single(rank);
        return { units, unitOf };
    }
    const members: number[][] = group.labels.map(() => []);
    const unknown: number[] = [];
    for (let rank = 0; rank < ranks; ++rank) members[group.of_rank[rank] ?? -1]?.push(rank) ?? unknown.push(rank);
    members.forEach((list, index) => {
        if (unfolded.has(index)) {
            list.forEach(single);
        } else if (list.length > 0) {
            for (const rank of list) unitOf[rank] = units.length;
            units.push({ label: group.labels[index], group: index, ranks: list });
        }
    });
    unknown.forEach(single);
    return { units, unitOf };
}

// The range of the amounts that are shown; colours go by their logarithms.
export interface Range {
    lowest: number; // of changes without their signs
    highest: number;
    signed: boolean; // changes: less and more
}

export interface Cells {
    side: number;
    firsts: Uint32Array; // as in Pairs
    columns: Uint32Array;
    values: Float64Array;
    range: Range;
}

const leastRange = 10;

// The range of the values that are not 0. The lowest is never so near to the highest that alike values look unlike.
function rangeOf(values: Float64Array, signed: boolean): Range {
    let lowest = Infinity;
    let highest = 0;
    for (const value of values) {
        const amount = Math.abs(value);
        if (amount === 0) continue;
        lowest = Math.min(lowest, amount);
        highest = Math.max(highest, amount);
    }
    return { lowest: Math.min(lowest, highest / leastRange), highest, signed };
}

// Adds the pairs' values up by the units of the axis.
export function foldPairs(pairs: Pairs, values: Float64Array, axis: Axis): Cells {
    const side = axis.units.length;
    const firsts = new Uint32Array(side + 1);
    const columns: number[] = [];
    const sums: number[] = [];
    const row = new Float64Array(side);
    axis.units.forEach((unit, index) => {
        const touched: number[] = [];
        for (const rank of unit.ranks)
            for (let pair = pairs.firsts[rank]; pair < pairs.firsts[rank + 1]; ++pair) {
                const column = axis.unitOf[pairs.columns[pair]];
                if (values[pair] > 0 && row[column] === 0) touched.push(column);
                row[column] += values[pair];
            }
        for (const column of touched.sort((a, b) => a - b)) {
            columns.push(column);
            sums.push(row[column]);
            row[column] = 0;
        }
        firsts[index + 1] = columns.length;
    });
    const folded = Float64Array.from(sums);
    return { side, firsts, columns: Uint32Array.from(columns), values: folded, range: rangeOf(folded, false) };
}

// Cell by cell, how much more there is after than before; cells in which nothing changed are left out.
export function changeOf(before: Cells, after: Cells): Cells {
    const firsts = new Uint32Array(after.side + 1);
    const columns: number[] = [];
    const changes: number[] = [];
    for (let row = 0; row < after.side; ++row) {
        let [a, b] = [before.firsts[row], after.firsts[row]];
        const [lastA, lastB] = [before.firsts[row + 1], after.firsts[row + 1]];
        while (a < lastA || b < lastB) {
            const column = Math.min(a < lastA ? before.columns[a] : Infinity, b < lastB ? after.columns[b] : Infinity);
            const was = a < lastA && before.columns[a] === column ? before.values[a++] : 0;
            const is = b < lastB && after.columns[b] === column ? after.values[b++] : 0;
            if (is === was) continue;
            columns.push(column);
            changes.push(is - was);
        }
        firsts[row + 1] = columns.length;
    }
    const values = Float64Array.from(changes);
    return { side: after.side, firsts, columns: Uint32Array.from(columns), values, range: rangeOf(values, true) };
}

export function cellAt(cells: Cells, row: number, column: number): number {
    for (let i = cells.firsts[row]; i < cells.firsts[row + 1]; ++i) if (cells.columns[i] === column) return cells.values[i];
    return 0;
}
