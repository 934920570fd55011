// What mpimon watch --web answers: see src/mpimon/commands/watch/web/answers.h. The token is a part of the page's address.
import { Numbers, Pairs } from './pairs';
import type { Group, PairsInfo, Totals } from './report';

export interface Growth extends Totals {
    messages_per_second: number;
    bytes_per_second: number;
}

export interface CallGrowth {
    time_ns: number; // of all ranks
    share: number; // of the time of a rank
}

export interface CollectiveGrowth extends CallGrowth {
    operation: string;
    calls: number;
    calls_per_second: number;
}

export interface WaitGrowth extends CallGrowth {
    for: string;
    waits: number;
    waits_per_second: number;
}

export interface Variable {
    variable: string;
    unit: string;
    grows: boolean; // a sum, of which the rate is what matters
    last: number;
    rate: number;
    looks: number;
    minimum: number | null;
    maximum: number | null;
    mean: number | null;
    deviation: number | null;
    watermark?: number;
    watermark_risen?: number;
    ranks: { rank: number[]; last: number[]; rate: number[] };
}

export interface Change {
    name: string;
    value: string;
    time_ns: number;
    collective: number | null;
    ranks: number[];
    pid: number;
}

export interface LiveData {
    job: string;
    time: number; // seconds since 1970
    interval: number;
    ended: boolean;
    trouble: string;
    world_size: number;
    detail: string;
    processes: number;
    running: number;
    seconds: number; // since the look before
    classes: (Growth & { class: string })[];
    ranks: (Growth & { rank: string })[];
    collectives: CollectiveGrowth[];
    waits: WaitGrowth[];
    waiting: { rank: number; share: number }[];
    variables: Variable[];
    changes: Change[];
    unreadable: string[];
}

export interface LivePairs {
    groups: Group[];
    info: PairsInfo;
    pairs: Pairs;
}

export interface ControlVariable {
    name: string;
    type: string;
    default: unknown;
    scope: string;
    description: string;
}

export interface Answer {
    changed?: string[]; // what ranks have changed, in words
    failure: string; // why others have not; empty if all have
}

const patience = 15000; // milliseconds; a change may take ten seconds

async function ask(what: string, more: RequestInit = {}): Promise<Response> {
    return fetch(what, { cache: 'no-store', redirect: 'error', signal: AbortSignal.timeout(patience), ...more });
}

async function get(what: string): Promise<Response> {
    const response = await ask(what);
    if (!response.ok) throw new Error(`${what}: ${response.status}`);
    return response;
}

export async function getData(): Promise<LiveData> {
    return (await get('data')).json() as Promise<LiveData>;
}

export async function getVariables(): Promise<ControlVariable[]> {
    return (await get('variables')).json() as Promise<ControlVariable[]>;
}

export async function getPairs(): Promise<LivePairs> {
    const bytes = new Uint8Array(await (await get('pairs')).arrayBuffer());
    const end = bytes.indexOf(10);
    const { ranks, groups, pairs } = JSON.parse(new TextDecoder().decode(bytes.subarray(0, end)));
    return { groups, info: pairs, pairs: new Pairs(ranks, pairs, new Numbers(bytes.subarray(end + 1))) };
}

export async function change(name: string, value: string, ranks: string): Promise<Answer> {
    const headers = { 'Content-Type': 'application/json', 'X-Mpimon-Token': location.pathname.split('/')[1] };
    const response = await ask('set', { method: 'POST', headers, body: JSON.stringify({ name, value, ranks }) });
    if (response.headers.get('Content-Type')?.startsWith('application/json')) return response.json() as Promise<Answer>;
    return { failure: (await response.text()).trim() };
}
