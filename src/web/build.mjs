// Bundles the front end into one page, page.html, with a place for the data of mpimon html.
import { readFile, writeFile } from 'node:fs/promises';
import { build } from 'esbuild';

const bundled = await build({
    entryPoints: ['main.ts'],
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    charset: 'utf8',
    outdir: '.',
    write: false,
    logLevel: 'warning',
});
const content = (ending) => bundled.outputFiles.find((file) => file.path.endsWith(ending)).text.trim();
const template = await readFile('template.html', 'utf8');
const page = template.replace('/* style */', () => content('.css')).replace('/* script */', () => content('.js'));
await writeFile('page.html', page);
