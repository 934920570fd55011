// The page of one profile, or of two: sections in the order in which a performance engineer asks.
import 'uplot/dist/uPlot.min.css';
import './style/base.css';
import './style/page.css';
import './style/tables.css';
import './style/matrix.css';
import './style/print.css';
import { Numbers, Pairs } from './data/pairs';
import type { PageData } from './data/report';
import { unpackBytes, unpackJson } from './data/unpack';
import { el } from './parts/dom';
import * as format from './parts/format';
import { navigation } from './parts/navigation';
import { themeSwitch } from './parts/theme';
import { advice } from './views/advice';
import { collectives, communicators } from './views/collectives';
import { difference } from './views/difference';
import { files } from './views/files';
import { diagnostics, job, startOf } from './views/job';
import { type MatrixSection, matrix } from './views/matrix';
import { overview, whereItGoes } from './views/overview';
import { sizes } from './views/sizes';
import { timeline } from './views/timeline';
import { waiting } from './views/waiting';

function header(data: PageData): HTMLElement {
    const { job: facts } = data.report;
    const name = format.baseName(facts.executable) || data.file;
    document.title = `${name}: ${format.plural(facts.world_size, 'rank')}`;
    return el(
        'header',
        {},
        el('h1', {}, name),
        el('p', {}, [facts.job_id && `job ${facts.job_id}`, startOf(data), data.file].filter(Boolean).join(' · ')),
        themeSwitch(),
    );
}

// #matrix/12,40 is what rank 12 sends rank 40; other addresses are those of sections.
function follow(picture: MatrixSection): void {
    const [name, rest] = decodeURIComponent(location.hash.slice(1)).split('/');
    const pair = /^(\d+),(\d+)$/.exec(rest ?? '');
    if (name === 'matrix' && pair) picture.select(Number(pair[1]), Number(pair[2]));
    document.getElementById(name)?.scrollIntoView();
}

async function show(): Promise<void> {
    const [data, bytes] = await Promise.all([unpackJson<PageData>('report'), unpackBytes('pairs')]);
    const numbers = new Numbers(bytes);
    const ranks = data.report.job.world_size;
    const pairs = new Pairs(ranks, data.pairs, numbers);
    const before = data.pairs_before && !data.pairs_before.too_many ? new Pairs(ranks, data.pairs_before, numbers) : null;
    const picture = matrix(pairs, before, data);
    const sections = [
        overview(data),
        diagnostics(data),
        difference(data),
        whereItGoes(data),
        picture.element,
        sizes(data),
        collectives(data),
        communicators(data),
        waiting(data),
        timeline(data),
        files(data),
        advice(data),
        job(data),
    ].filter((part) => part !== null);
    document.body.append(
        el('a', { class: 'skip', href: '#overview' }, 'To the overview'),
        header(data),
        el('div', { class: 'page' }, navigation(sections), el('main', {}, ...sections)),
        el('footer', {}, `MPICH Monitoring ${data.version}`),
    );
    addEventListener('hashchange', () => follow(picture));
    follow(picture);
    document.documentElement.dataset.ready = 'yes';
}

show().catch((error: unknown) => {
    document.body.append(el('p', { role: 'alert' }, `This page cannot be shown: ${String(error)}`));
    throw error;
});
