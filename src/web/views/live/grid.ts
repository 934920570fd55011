// The matrix as it grows.
import { getPairs, type LivePairs } from '../../data/live';
import { el, section } from '../../parts/dom';
import { MatrixView } from '../matrix';

// A matrix with the same choices can go on; where there is more to choose, there is a new one.
function kindOf({ info, pairs, groups }: LivePairs): string {
    return JSON.stringify([pairs.ranks, info.layers, groups.map((group) => group.labels)]);
}

export class Grid {
    readonly element: HTMLElement;
    private readonly box = el('div', {}, 'No rank has sent another one anything yet.');
    private view: MatrixView | null = null;
    private kind = '';
    private asking = false;

    constructor() {
        this.element = section(
            'matrix',
            'Matrix',
            'Rows send, columns receive. Arrows move, + and − zoom, Enter unfolds a node or picks a pair.',
            this.box,
        );
    }

    // Asks for the pairs, unless it is waiting for these already.
    async update(): Promise<void> {
        if (this.asking) return;
        this.asking = true;
        try {
            this.show(await getPairs());
        } finally {
            this.asking = false;
        }
    }

    private show(found: LivePairs): void {
        if (found.info.too_many) {
            this.box.replaceChildren('More pairs than a page can hold; mpimon matrix shows them.');
            return;
        }
        if (found.info.count === 0) return;
        const kind = kindOf(found);
        if (this.view && kind === this.kind) {
            this.view.replace(found.pairs);
            return;
        }
        this.kind = kind;
        this.view = new MatrixView(found.pairs, null, found.groups);
        this.box.replaceChildren(this.view.element);
    }
}
