// Changing control variables of the job, as mpimon set does, and what was changed so far.
import { type Answer, type Change, type ControlVariable, change, getVariables, type LiveData } from '../../data/live';
import { el, section } from '../../parts/dom';
import * as format from '../../parts/format';
import { SortedTable } from '../../parts/table';

const scopes: Record<string, string> = {
    MPI_T_SCOPE_LOCAL: 'each rank may have its own value',
    MPI_T_SCOPE_CONSTANT: 'cannot be changed',
    MPI_T_SCOPE_READONLY: 'cannot be changed',
};

// "0-3, 7"
export function rangesOf(ranks: number[]): string {
    const sorted = [...ranks].sort((a, b) => a - b);
    const ranges: [number, number][] = [];
    for (const rank of sorted) {
        const last = ranges.at(-1);
        if (last && rank === last[1] + 1) last[1] = rank;
        else ranges.push([rank, rank]);
    }
    return ranges.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`)).join(', ');
}

function timeText(nanoseconds: number): string {
    return new Date(nanoseconds / 1e6).toISOString().slice(11, 19);
}

export class Control {
    readonly element: HTMLElement;
    private readonly name = el('input', {
        list: 'control-variables',
        spellcheck: 'false',
        autocomplete: 'off',
        placeholder: 'MPIR_CVAR_…',
        'aria-label': 'Control variable',
        input: () => this.describe(),
    });
    private readonly value = el('input', { spellcheck: 'false', autocomplete: 'off', 'aria-label': 'New value' });
    private readonly ranks = el('input', { autocomplete: 'off', placeholder: 'all, or 0,4-7', 'aria-label': 'Ranks to change' });
    private readonly button = el('button', { type: 'submit' }, 'Change it');
    private readonly names = el('datalist', { id: 'control-variables' });
    private readonly about = el('p', { class: 'about' });
    private readonly answers = el('ul', { class: 'answers', role: 'log', 'aria-label': 'Answers' });
    private readonly changes = new SortedTable<Change>(
        'Changes',
        [
            { title: 'time (UTC)', kind: 'text', value: (row) => timeText(row.time_ns) },
            { title: 'control variable', kind: 'text', value: (row) => row.name },
            { title: 'value', kind: 'text', value: (row) => row.value },
            { title: 'ranks', kind: 'text', value: (row) => rangesOf(row.ranks) },
            { title: 'from', kind: 'text', value: (row) => (row.collective === null ? 'at once' : `collective call ${format.count(row.collective)}`) },
            { title: 'asked by process', kind: 'text', value: (row) => row.pid },
        ],
        [],
        'of all ranks, whoever asked',
    );
    private known = new Map<string, ControlVariable>();
    private busy = false;
    private ended = false;

    constructor() {
        const field = (name: string, input: HTMLElement): HTMLElement => el('label', { class: 'choice' }, el('span', {}, name), input);
        const submit = (event: Event): void => {
            event.preventDefault();
            void this.ask();
        };
        this.element = section(
            'control',
            'Settings',
            'Changes a control variable of the running job: at once where ranks may differ, else at the same collective call.',
            el(
                'form',
                { class: 'controls', submit },
                field('variable', this.name),
                field('value', this.value),
                field('ranks', this.ranks),
                this.button,
                this.names,
            ),
            this.about,
            this.answers,
            this.changes.element,
        );
    }

    async offer(): Promise<void> {
        const variables = await getVariables();
        this.known = new Map(variables.map((variable) => [variable.name, variable]));
        this.names.replaceChildren(...variables.map(({ name }) => el('option', { value: name })));
    }

    private describe(): void {
        const found = this.known.get(this.name.value.trim());
        if (!found) {
            this.about.textContent = '';
            return;
        }
        const scope = scopes[found.scope] ?? 'all ranks must have the same value';
        this.about.textContent = `${found.type}, ${JSON.stringify(found.default)} unless set; ${scope}. ${found.description}`;
    }

    private async ask(): Promise<void> {
        const [name, value, ranks] = [this.name, this.value, this.ranks].map((input) => input.value.trim());
        if (this.busy || name === '') return;
        this.setBusy(true);
        try {
            this.tell(`${name}=${value}`, await change(name, value, ranks));
        } catch (error) {
            this.tell(`${name}=${value}`, { failure: `no answer: ${String(error)}` });
        }
        this.setBusy(false);
    }

    private tell(what: string, { changed = [], failure }: Answer): void {
        const line = (text: string, kind: string): HTMLElement => el('li', { class: kind }, `${what}: ${text}`);
        const lines = changed.map((text) => line(text, 'done'));
        if (failure !== '') lines.push(line(failure, 'failed'));
        this.answers.prepend(...lines);
    }

    private setBusy(busy: boolean): void {
        this.busy = busy;
        this.button.disabled = busy || this.ended;
        this.button.textContent = busy ? 'Asking …' : 'Change it';
    }

    update(data: LiveData): void {
        this.ended = data.ended;
        this.setBusy(this.busy);
        this.changes.update(data.changes);
    }

    // The viewer is gone, and with it all ways to the job.
    end(): void {
        this.ended = true;
        this.setBusy(false);
    }
}
