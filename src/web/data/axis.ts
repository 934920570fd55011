// The rows and columns of the matrix as they are shown: ranks, or groups of ranks, of which some are unfolded.
import type { Group } from './report';
import type { Pairs } from './pairs';

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

export interface Cells {
    side: number;
    firsts: Uint32Array; // as in Pairs
    columns: Uint32Array;
    values: Float64Array;
    lowest: number; // of the scale: of those above 0, but never so near to the highest that alike values look unlike
    highest: number;
}

const leastRange = 10;

// Adds the pairs' values up by the units of the axis.
export function foldPairs(pairs: Pairs, values: Float64Array, axis: Axis): Cells {
    const side = axis.units.length;
    const firsts = new Uint32Array(side + 1);
    const columns: number[] = [];
    const sums: number[] = [];
    const row = new Float64Array(side);
    let lowest = Infinity;
    let highest = 0;
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
            lowest = Math.min(lowest, row[column]);
            highest = Math.max(highest, row[column]);
            row[column] = 0;
        }
        firsts[index + 1] = columns.length;
    });
    lowest = Math.min(lowest, highest / leastRange);
    return { side, firsts, columns: Uint32Array.from(columns), values: Float64Array.from(sums), lowest, highest };
}

export function cellAt(cells: Cells, row: number, column: number): number {
    for (let i = cells.firsts[row]; i < cells.firsts[row + 1]; ++i) if (cells.columns[i] === column) return cells.values[i];
    return 0;
}
