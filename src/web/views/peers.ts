// Whom a rank exchanges with.
import type { Pairs } from '../data/pairs';
import { type Kind, table } from '../parts/table';

// Values of pairs; of two, those of the second less those of the first are shown.
export interface Addend {
    pairs: Pairs;
    values: Float64Array;
}

interface PeerRow {
    rank: number;
    to: number;
    from: number;
}

function peersOf(rank: number, addends: Addend[]): PeerRow[] {
    const rows = new Map<number, PeerRow>();
    const row = (peer: number): PeerRow => {
        if (!rows.has(peer)) rows.set(peer, { rank: peer, to: 0, from: 0 });
        return rows.get(peer)!;
    };
    addends.forEach(({ pairs, values }, index) => {
        const sign = index === addends.length - 1 ? 1 : -1;
        for (let source = 0; source < pairs.ranks; ++source)
            for (let pair = pairs.firsts[source]; pair < pairs.firsts[source + 1]; ++pair) {
                if (source === rank) row(pairs.columns[pair]).to += sign * values[pair];
                if (pairs.columns[pair] === rank) row(source).from += sign * values[pair];
            }
    });
    return [...rows.values()].filter((peer) => peer.to !== 0 || peer.from !== 0);
}

// In seconds, rows wait for columns; values are nanoseconds then.
export function peersTable(rank: number, addends: Addend[], kind: Kind): HTMLElement | null {
    const waiting = kind === 'seconds';
    const scale = waiting ? 1e9 : 1;
    const size = (peer: PeerRow): number => Math.abs(peer.to) + Math.abs(peer.from);
    return table(
        `Peers of rank ${rank}`,
        [
            { title: 'peer', kind: 'text', value: (peer) => peer.rank },
            { title: waiting ? 'waits for it' : 'to it', kind, value: (peer) => peer.to / scale },
            { title: waiting ? 'it waits' : 'from it', kind, value: (peer) => peer.from / scale },
        ],
        peersOf(rank, addends).sort((a, b) => size(b) - size(a)),
        addends.length === 2 ? 'What has changed.' : '',
    );
}
