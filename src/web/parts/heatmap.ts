// A sparse matrix on a canvas: zoom, pan, a cell that is chosen by mouse or keys.
import type { Cells } from '../data/axis';
import { el } from './dom';
import { palette, stepOf } from './scale';
import { drawThemed, isDark } from './theme';

export interface CellPosition {
    row: number;
    column: number;
}

interface Window {
    x: number; // first column and row that are seen, in cells, and how many
    y: number;
    span: number;
}

const least = 4; // cells that are seen at the closest
const step = 1.25;
const labelRoom = 64; // pixels from one label to the next at least

export class Heatmap {
    readonly canvas: HTMLCanvasElement;
    readonly acrossLabels = el('div', { class: 'across', 'aria-hidden': 'true' });
    readonly downLabels = el('div', { class: 'down', 'aria-hidden': 'true' });
    chosen: CellPosition = { row: 0, column: 0 };
    private cells: Cells | null = null;
    private label: (index: number) => string = String;
    private view: Window = { x: 0, y: 0, span: 1 };
    private grabbed: { x: number; y: number; moved: boolean } | null = null;

    constructor(
        private readonly tell: (position: CellPosition) => void, // of the chosen cell
        private readonly open: (position: CellPosition) => void,
    ) {
        this.canvas = el('canvas', {
            tabindex: 0,
            role: 'application',
            'aria-label': 'Matrix of ranks; arrow keys move, plus and minus zoom, 0 shows all, Enter unfolds',
            'aria-describedby': 'matrix-cell',
        });
        this.canvas.addEventListener('wheel', (event) => this.wheel(event), { passive: false });
        this.canvas.addEventListener('pointerdown', (event) => this.grab(event));
        this.canvas.addEventListener('pointermove', (event) => this.move(event));
        this.canvas.addEventListener('pointerup', (event) => this.release(event));
        this.canvas.addEventListener('dblclick', () => this.open(this.chosen));
        this.canvas.addEventListener('keydown', (event) => this.key(event));
        new ResizeObserver(() => this.draw()).observe(this.canvas);
        drawThemed(() => this.draw());
    }

    show(cells: Cells, label: (index: number) => string): void {
        this.cells = cells;
        this.label = label;
        this.chosen = {
            row: Math.min(this.chosen.row, cells.side - 1),
            column: Math.min(this.chosen.column, cells.side - 1),
        };
        this.showAll();
    }

    // Other numbers in the same rows and columns: what is seen of them, and which is chosen, stays.
    refresh(cells: Cells): void {
        this.cells = cells;
        this.tell(this.chosen);
        this.draw();
    }

    choose(position: CellPosition, near: boolean): void {
        this.chosen = position;
        if (near) this.view.span = Math.min(this.view.span, 32);
        this.view.x = position.column - this.view.span / 2;
        this.view.y = position.row - this.view.span / 2;
        this.keepInside();
        this.tell(position);
        this.draw();
    }

    showAll(): void {
        this.view = { x: 0, y: 0, span: this.cells?.side ?? 1 };
        this.tell(this.chosen);
        this.draw();
    }

    zoom(factor: number, x = 0.5, y = 0.5): void {
        const side = this.cells?.side ?? 1;
        const span = Math.min(side, Math.max(Math.min(least, side), this.view.span * factor));
        this.view.x += (this.view.span - span) * x;
        this.view.y += (this.view.span - span) * y;
        this.view.span = span;
        this.keepInside();
        this.draw();
    }

    private keepInside(): void {
        const last = (this.cells?.side ?? 1) - this.view.span;
        this.view.x = Math.max(0, Math.min(last, this.view.x));
        this.view.y = Math.max(0, Math.min(last, this.view.y));
    }

    private wheel(event: WheelEvent): void {
        event.preventDefault();
        const box = this.canvas.getBoundingClientRect();
        const share = (at: number, from: number, length: number): number => (at - from) / length;
        this.zoom(
            event.deltaY > 0 ? step : 1 / step,
            share(event.clientX, box.left, box.width),
            share(event.clientY, box.top, box.height),
        );
    }

    private positionAt(event: PointerEvent): CellPosition {
        const box = this.canvas.getBoundingClientRect();
        const cell = (at: number, from: number): number => {
            const index = Math.floor(from + (at / box.width) * this.view.span);
            return Math.max(0, Math.min((this.cells?.side ?? 1) - 1, index));
        };
        return {
            row: cell(event.clientY - box.top, this.view.y),
            column: cell(event.clientX - box.left, this.view.x),
        };
    }

    private grab(event: PointerEvent): void {
        this.canvas.setPointerCapture(event.pointerId);
        this.grabbed = { x: event.clientX, y: event.clientY, moved: false };
    }

    private move(event: PointerEvent): void {
        if (!this.grabbed) {
            this.tell(this.positionAt(event));
            return;
        }
        const cell = this.view.span / this.canvas.clientWidth;
        const dx = event.clientX - this.grabbed.x;
        const dy = event.clientY - this.grabbed.y;
        if (!this.grabbed.moved && Math.hypot(dx, dy) < 4) return;
        this.view.x -= dx * cell;
        this.view.y -= dy * cell;
        this.grabbed = { x: event.clientX, y: event.clientY, moved: true };
        this.keepInside();
        this.draw();
    }

    private release(event: PointerEvent): void {
        if (this.grabbed && !this.grabbed.moved) {
            this.chosen = this.positionAt(event);
            this.tell(this.chosen);
            this.draw();
        }
        this.grabbed = null;
    }

    private key(event: KeyboardEvent): void {
        const moves: Record<string, [number, number]> = {
            ArrowUp: [-1, 0],
            ArrowDown: [1, 0],
            ArrowLeft: [0, -1],
            ArrowRight: [0, 1],
        };
        const side = this.cells?.side ?? 1;
        const clamp = (index: number): number => Math.max(0, Math.min(side - 1, index));
        if (moves[event.key]) {
            const far = event.shiftKey ? Math.max(1, Math.round(this.view.span / 8)) : 1;
            this.moveTo(
                clamp(this.chosen.row + far * moves[event.key][0]),
                clamp(this.chosen.column + far * moves[event.key][1]),
            );
        } else if (event.key === '+' || event.key === '=') this.zoom(1 / step);
        else if (event.key === '-') this.zoom(step);
        else if (event.key === '0') this.showAll();
        else if (event.key === 'Enter') this.open(this.chosen);
        else return;
        event.preventDefault();
    }

    private moveTo(row: number, column: number): void {
        const outside = (at: number, from: number): boolean => at < from || at + 1 > from + this.view.span;
        if (outside(row, this.view.y) || outside(column, this.view.x)) this.choose({ row, column }, false);
        this.chosen = { row, column };
        this.tell(this.chosen);
        this.draw();
    }

    private draw(): void {
        const size = Math.round(this.canvas.clientWidth * devicePixelRatio);
        const context = this.canvas.getContext('2d');
        if (!this.cells || !context || size === 0) return;
        this.canvas.width = size;
        this.canvas.height = size;
        const cell = size / this.view.span;
        if (cell >= 1) this.drawCells(context, this.cells, cell);
        else this.drawPixels(context, this.cells, size);
        this.drawChosen(context, cell);
        this.drawLabels(this.acrossLabels, this.view.x, 'left');
        this.drawLabels(this.downLabels, this.view.y, 'top');
    }

    // Every n-th row or column, n such that there is room for their labels.
    private drawLabels(element: HTMLElement, first: number, side: 'left' | 'top'): void {
        const every = Math.max(1, Math.ceil((this.view.span * labelRoom) / this.canvas.clientWidth));
        const begin = Math.ceil(first / every) * every;
        const labels: HTMLElement[] = [];
        for (let index = begin; index + 0.5 < first + this.view.span && index < (this.cells?.side ?? 0); index += every) {
            const label = el('span', {}, this.label(index));
            label.style[side] = `${(100 * (index + 0.5 - first)) / this.view.span}%`;
            labels.push(label);
        }
        element.replaceChildren(...labels);
    }

    private *seen(cells: Cells): Generator<[number, number, number]> {
        const end = Math.min(cells.side, Math.ceil(this.view.y + this.view.span));
        for (let row = Math.floor(this.view.y); row < end; ++row)
            for (let i = cells.firsts[row]; i < cells.firsts[row + 1]; ++i)
                if (cells.columns[i] + 1 > this.view.x && cells.columns[i] < this.view.x + this.view.span)
                    yield [row, cells.columns[i], cells.values[i]];
    }

    private drawCells(context: CanvasRenderingContext2D, cells: Cells, cell: number): void {
        const colours = palette(isDark(), cells.range.signed);
        const gap = cell >= 6 ? 1 : 0;
        const edge = (index: number, from: number): number => Math.round((index - from) * cell);
        for (const [row, column, value] of this.seen(cells)) {
            const at = 3 * stepOf(value, cells.range);
            context.fillStyle = `rgb(${colours[at]} ${colours[at + 1]} ${colours[at + 2]})`;
            const x = edge(column, this.view.x);
            const y = edge(row, this.view.y);
            context.fillRect(x, y, edge(column + 1, this.view.x) - x - gap, edge(row + 1, this.view.y) - y - gap);
        }
    }

    // Several cells in a pixel: the one with the largest amount is seen.
    private drawPixels(context: CanvasRenderingContext2D, cells: Cells, size: number): void {
        const largest = new Float64Array(size * size);
        const scale = size / this.view.span;
        for (const [row, column, value] of this.seen(cells)) {
            const x = Math.floor((column - this.view.x) * scale);
            const y = Math.floor((row - this.view.y) * scale);
            if (x < 0 || y < 0 || x >= size || y >= size) continue;
            if (Math.abs(value) > Math.abs(largest[y * size + x])) largest[y * size + x] = value;
        }
        const image = context.createImageData(size, size);
        const colours = palette(isDark(), cells.range.signed);
        for (let i = 0; i < largest.length; ++i) {
            if (largest[i] === 0) continue;
            const at = 3 * stepOf(largest[i], cells.range);
            image.data.set(colours.subarray(at, at + 3), 4 * i);
            image.data[4 * i + 3] = 255;
        }
        context.putImageData(image, 0, 0);
    }

    private drawChosen(context: CanvasRenderingContext2D, cell: number): void {
        const width = Math.max(6, cell);
        context.lineWidth = 2 * devicePixelRatio;
        context.strokeStyle = getComputedStyle(this.canvas).getPropertyValue('--mark');
        context.strokeRect(
            (this.chosen.column - this.view.x + 0.5) * cell - width / 2,
            (this.chosen.row - this.view.y + 0.5) * cell - width / 2,
            width,
            width,
        );
    }
}
