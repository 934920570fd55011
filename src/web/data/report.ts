// What mpimon html puts into the page: see src/mpimon/commands/html/page_data.h.

export interface Totals {
    messages: number;
    bytes: number;
}

export interface PathRow extends Totals {
    class: string | null;
    path: string;
    read: boolean;
}

export interface LocalityRow extends Totals {
    locality: string;
    pairs: number;
}

export interface TransportRow extends LocalityRow {
    transport: string;
}

export interface Seconds {
    max: number;
    mean: number;
    min: number;
}

export interface CollectiveRow {
    operation: string;
    algorithm: string;
    step: boolean;
    parent?: string | null;
    calls: number;
    bytes: number;
    ranks: number;
    seconds?: Seconds;
}

export interface CollectiveSizeRow {
    operation: string;
    algorithm: string;
    communicator: number;
    bin: number;
    calls: number;
    bytes: number;
    time_ns: number | null;
}

export interface RankRow {
    rank: number;
    sent: Totals;
    received: Totals;
    mpi_seconds: number | null;
    wall_seconds: number;
}

export interface WaitKindRow {
    kind: string;
    class: string;
    operation: string | null;
    waits: number;
    seconds: number;
    longest: number;
}

export interface CulpritRow {
    rank: number | string | null;
    waiters: number;
    seconds: number;
    estimated: boolean;
}

export interface FileRow {
    file: string | null;
    bytes: number;
    seconds: number;
    operations: { operation: string; calls: number; failed: number; seconds: number }[];
    accesses: FileAccessRow[];
}

export interface FileAccessRow {
    family: string;
    write: boolean;
    calls: number;
    failed: number;
    bytes: number;
    seconds: number;
    ranks: number;
}

export type Job = Record<string, unknown> & {
    executable: string;
    job_id: string;
    world_size: number;
    seconds: number;
    start_time_ns: number;
    detail: string;
    cvars: Record<string, string>;
};

export interface Report {
    diagnostics: { offset: number | null; text: string }[];
    job: Job;
    traffic: { merged: boolean; total: Totals; self: Totals; by_class_and_path: PathRow[] };
    where?: { localities: LocalityRow[]; transports: TransportRow[] };
    pairs: number;
    ranks: number;
    top_ranks: RankRow[];
    mpi_time: { of: string; share: number; least: number; most: number } | null;
    histograms: { class: string | null; bins: number[] }[];
    collectives: CollectiveRow[];
    collective_sizes?: CollectiveSizeRow[];
    waiting?: { waits: number; seconds: number; kinds: WaitKindRow[]; culprits: CulpritRow[] };
    communicators: (Totals & { communicator: number })[];
    gauges: { gauge: string; unit: string; highest: number; rank: number; rises: number; falls: number }[];
    files?: FileRow[];
}

export interface BreakdownRow {
    function?: string | null;
    region?: number | null;
    names?: string[];
    communicator?: number;
    calls?: number;
    seconds?: { sum: number; min: number; max: number };
    messages_sent?: number;
    bytes_sent: number;
    bytes_received?: number;
    waiting_seconds?: number;
}

export interface Breakdown {
    rows: BreakdownRow[];
}

// `at_most`: no more than that is gained, and maybe less.
export type Gain = { at_most: boolean; words: string } & (
    | { seconds: number; share: number }
    | { bytes: number }
    | { count: number; of: string }
);

export interface Finding {
    rule: string;
    title: string;
    evidence: string;
    try: string[];
    gain: Gain | null;
    check: string;
    source: string;
    alike: number;
}

export interface CommunicatorOrigin {
    label: string;
    size: number;
    internal: boolean;
    function: string | null;
    parent: number | null;
    region: string | null;
    topology: string;
}

export interface Group {
    by: string;
    labels: string[];
    of_rank: (number | null)[];
}

export type Show = 'sent' | 'received' | 'asked' | 'waiting';

export interface Layer {
    show: Show;
    class: string | null;
}

export interface PairsInfo {
    count: number;
    layers: Layer[];
    too_many: boolean;
    without_asked: boolean;
}

export interface DifferenceNumber {
    measure: string;
    a: number;
    b: number;
    percent: number | null;
    differs: boolean;
}

export interface Difference {
    equal: boolean;
    a: { file: string }[];
    b: { file: string }[];
    tables: { of: string; rows: (Record<string, unknown> & { numbers: DifferenceNumber[] })[] }[];
}

export interface PageData {
    file: string;
    version: string;
    report: Report;
    by: Record<'function' | 'region' | 'communicator' | 'algorithm', Breakdown | null>;
    timeline: Timeline | null;
    advice: Finding[];
    communicators: CommunicatorOrigin[];
    groups: Group[];
    pairs: PairsInfo;
    pairs_before: PairsInfo | null; // of the first of two jobs with as many ranks
    difference: Difference | null;
}

export interface Timeline {
    start_time_ns: number;
    step_ns: number;
    ranks: number[];
    traffic: { class: string | null; read: boolean; messages: number[]; bytes: number[] }[];
    collective_calls: number[];
    collective_time_ns: number[];
    wait_time_ns: number[];
    memory: number[];
    gauges: { gauge: string; values: number[] }[];
}
