// The matrix of pairs: sparse, row by row, with several layers of numbers. src/mpimon/commands/html/pair_columns.h says
// how it is written.
import type { Layer, PairsInfo, Show } from './report';

// Numbers are read one after the other. With two jobs, the pairs of the first one follow those of the second.
export class Numbers {
    private position = 0;
    constructor(private readonly bytes: Uint8Array) {}

    next(): number {
        let number = 0;
        let factor = 1;
        for (;;) {
            const byte = this.bytes[this.position++];
            number += (byte & 0x7f) * factor; // beyond 32 bits, so not by shifts
            if (byte < 0x80) return number;
            factor *= 128;
        }
    }

    nextSigned(): number {
        const twice = this.next();
        return twice % 2 === 0 ? twice / 2 : -(twice + 1) / 2;
    }
}

export interface LayerNumbers extends Layer {
    messages: Float64Array;
    bytes: Float64Array; // of waiting, nanoseconds
}

export class Pairs {
    readonly firsts: Uint32Array; // the first pair of each row; one more at the end
    readonly columns: Uint32Array;
    readonly layers: LayerNumbers[] = [];

    constructor(
        readonly ranks: number,
        info: PairsInfo,
        numbers: Numbers,
    ) {
        this.firsts = new Uint32Array(ranks + 1);
        this.columns = new Uint32Array(info.count);
        if (info.too_many) return;
        for (let rank = 0; rank < ranks; ++rank) this.firsts[rank + 1] = this.firsts[rank] + numbers.next();
        for (let rank = 0; rank < ranks; ++rank) this.readRow(rank, numbers);
        for (const layer of info.layers) this.layers.push(this.readLayer(layer, numbers));
    }

    private readRow(rank: number, numbers: Numbers): void {
        let column = rank;
        for (let pair = this.firsts[rank]; pair < this.firsts[rank + 1]; ++pair) {
            column += numbers.nextSigned();
            this.columns[pair] = column;
        }
    }

    private readLayer(layer: Layer, numbers: Numbers): LayerNumbers {
        const count = this.columns.length;
        const sent = this.layers.find((other) => other.show === 'sent' && other.class === layer.class);
        const column = (before?: Float64Array): Float64Array => {
            const values = new Float64Array(count);
            for (let pair = 0; pair < count; ++pair)
                values[pair] = before ? before[pair] + numbers.nextSigned() : numbers.next();
            return values;
        };
        const received = layer.show === 'received' ? sent : undefined;
        const messages = layer.show === 'waiting' ? new Float64Array(count) : column(received?.messages);
        return { ...layer, messages, bytes: column(received?.bytes) };
    }

    classesOf(show: Show): string[] {
        return this.layersOf(show, null).flatMap((layer) => (layer.class === null ? [] : [layer.class]));
    }

    shows(): Show[] {
        return (['sent', 'received', 'asked', 'waiting'] as const).filter((show) =>
            this.layers.some((layer) => layer.show === show),
        );
    }

    // One class, or all. What is asked for differs from what is sent in collectives alone.
    private layersOf(show: Show, only: string | null): LayerNumbers[] {
        return this.layers.filter((layer) => {
            const fits = layer.show === show || (show === 'asked' && layer.show === 'sent' && layer.class !== 'coll');
            return fits && (only === null || layer.class === only);
        });
    }

    values(show: Show, only: string | null, amount: 'bytes' | 'messages'): Float64Array {
        const sum = new Float64Array(this.columns.length);
        for (const layer of this.layersOf(show, only)) {
            const column = layer[amount];
            for (let pair = 0; pair < sum.length; ++pair) sum[pair] += column[pair];
        }
        return sum;
    }
}
