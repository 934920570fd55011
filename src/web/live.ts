// The page of a running job, by mpimon watch --web.
import 'uplot/dist/uPlot.min.css';
import './style/base.css';
import './style/page.css';
import './style/tables.css';
import './style/matrix.css';
import './style/live.css';
import './style/print.css';
import { Course } from './data/course';
import { getData, type LiveData } from './data/live';
import { el } from './parts/dom';
import * as format from './parts/format';
import { navigation } from './parts/navigation';
import { themeSwitch } from './parts/theme';
import { Control } from './views/live/control';
import { Curves } from './views/live/curves';
import { Grid } from './views/live/grid';
import { Lists } from './views/live/lists';
import { Now } from './views/live/now';

const patience = 3; // looks without an answer until the viewer is taken for gone

class LivePage {
    private readonly course = new Course();
    private readonly title = el('h1');
    private readonly about = el('p');
    private readonly state = el('p', { class: 'state', role: 'status' });
    private readonly pause = el('button', { type: 'button', class: 'pause', 'aria-pressed': 'false', click: () => this.togglePause() }, 'Pause');
    private readonly now = new Now();
    private readonly curves = new Curves(this.course);
    private readonly grid = new Grid();
    private readonly lists = new Lists();
    private readonly control = new Control();
    private interval = 1;
    private paused = false;
    private missed = 0;

    begin(): void {
        const sections = [
            this.now.element,
            this.curves.element,
            this.grid.element,
            this.lists.ranks,
            this.lists.collectives,
            this.lists.variables,
            this.control.element,
        ];
        document.body.append(
            el('a', { class: 'skip', href: '#now' }, 'To what happens now'),
            el('header', {}, this.title, this.about, this.state, this.pause, themeSwitch()),
            el('div', { class: 'page' }, navigation(sections), el('main', {}, ...sections)),
        );
        this.control.offer().catch(() => {}); // then names must be typed
        void this.look();
    }

    private togglePause(): void {
        this.paused = !this.paused;
        this.pause.textContent = this.paused ? 'Go on' : 'Pause';
        this.pause.setAttribute('aria-pressed', String(this.paused));
    }

    // Again and again, until there is nothing more to be seen.
    private async look(): Promise<void> {
        let again = true;
        try {
            const data = await getData();
            this.missed = 0;
            if (!this.paused || data.ended) this.show(data);
            again = !data.ended;
        } catch {
            again = ++this.missed < patience;
            if (!again) this.lose();
        }
        if (again) setTimeout(() => void this.look(), 1000 * this.interval);
    }

    private show(data: LiveData): void {
        this.interval = data.interval;
        const [program, ...facts] = data.job.split(', ');
        this.title.textContent = program;
        this.about.textContent = facts.join(', ');
        document.title = `${program}: live`;
        this.state.textContent = data.ended
            ? 'The job has ended. These are its last numbers.'
            : `${format.count(data.running)} of ${format.plural(data.processes, 'process', 'processes')} run`;
        this.course.add(data);
        this.now.update(data);
        this.curves.update(data);
        this.lists.update(data);
        this.control.update(data);
        this.grid.update().catch(() => {}); // the next look asks again
        document.documentElement.dataset.ready = 'yes';
        document.documentElement.dataset.ended = String(data.ended);
    }

    private lose(): void {
        this.state.textContent = 'mpimon watch has ended. These are the last numbers that it has sent.';
        this.control.end();
        document.documentElement.dataset.ended = 'lost';
    }
}

new LivePage().begin();
