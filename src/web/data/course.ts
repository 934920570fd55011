// The course of a job's variables since the page was opened.
import type { LiveData, Variable } from './live';

const most = 600; // moments that are kept

interface Moment {
    time: number;
    variables: Map<string, Variable>;
}

export class Course {
    private readonly moments: Moment[] = [];
    private begin: number | null = null;

    // Nothing if it has been seen already.
    add(data: LiveData): void {
        const last = this.moments.at(-1);
        if (last && data.time <= last.time) return;
        this.begin ??= data.time;
        this.moments.push({ time: data.time, variables: new Map(data.variables.map((row) => [row.variable, row])) });
        if (this.moments.length > most) this.moments.shift();
    }

    // Seconds since the first moment.
    times(): number[] {
        return this.moments.map((moment) => moment.time - (this.begin ?? 0));
    }

    // The curve of a variable, of one rank or of all together: the rates of what grows, the values of all else.
    values(name: string, rank: number | null): number[] {
        return this.moments.map(({ variables }) => {
            const row = variables.get(name);
            if (!row) return 0;
            if (rank === null) return row.grows ? row.rate : row.last;
            const index = row.ranks.rank.indexOf(rank);
            return index < 0 ? 0 : row.ranks[row.grows ? 'rate' : 'last'][index];
        });
    }
}
