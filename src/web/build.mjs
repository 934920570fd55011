// Bundles the front end into pages: page.html, with a place for the data of mpimon html, and live.html of mpimon watch.
import { readFile, writeFile } from 'node:fs/promises';
import { build } from 'esbuild';

const pages = {
    // It is to need no network, and so may not use any.
    main: {
        file: 'page.html',
        policy: "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:",
        own: '',
        data: ['report', 'pairs']
            .map((id) => `<script type="text/plain" id="${id}">@${id.toUpperCase()}@</script>\n`)
            .join(''),
    },
    // The server says what is allowed, and which script and style are the page's own.
    live: { file: 'live.html', policy: '', own: ' nonce="@NONCE@"', data: '' },
};

const bundled = await build({
    entryPoints: Object.keys(pages).map((name) => `${name}.ts`),
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    charset: 'utf8',
    outdir: '.',
    write: false,
    logLevel: 'warning',
});
const content = (file) => bundled.outputFiles.find((output) => output.path.endsWith(`/${file}`)).text.trim();
const template = await readFile('template.html', 'utf8');
for (const [name, { file, policy, own, data }] of Object.entries(pages)) {
    const meta = policy && `<meta http-equiv="Content-Security-Policy" content="${policy}">\n`;
    const page = template
        .replace('<!-- policy -->\n', () => meta)
        .replace('<!-- data -->\n', () => data)
        .replaceAll(' data-own', () => own)
        .replace('/* style */', () => content(`${name}.css`))
        .replace('/* script */', () => content(`${name}.js`));
    await writeFile(file, page);
}
