// The console with the texts of pseudo-text.ts, built aside: only this test has it. A page of the
// service gets its files in place of those that were built for people.
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { BrowserContext } from 'playwright-core';

const CONSOLE = fileURLToPath(new URL('../../../console', import.meta.url));
const PSEUDO_TEXT = fileURLToPath(new URL('./pseudo-text.ts', import.meta.url));
const IN_TEXTS = /[\\/]console[\\/]texts[\\/]/;
const LARGEST_KB = 5_000;
const OWN = '?as-written';
const NAMES = /^export (?:const|function) (\w+)/gm;

type Plugin = {
  readonly name: string;
  readonly enforce: 'pre';
  load(id: string): string | null;
  resolveId(source: string, importer: string | undefined): string | null;
};
type Vite = { build(options: object): Promise<unknown> };
type React = { default(): unknown };

/** Whoever imports a catalogue gets one that was made of it. */
const PLUGIN: Plugin = {
  name: 'pseudo-texts',
  enforce: 'pre',
  resolveId: (source, importer) => {
    if (source.endsWith(OWN)) return source;
    // Catalogues read each other as they were written.
    if (importer?.endsWith(OWN) !== true || !source.startsWith('.')) return null;
    const file = join(importer.slice(0, -OWN.length), '..', source);
    return IN_TEXTS.test(file) ? `${file}${OWN}` : file;
  },
  load: (id) => {
    if (!IN_TEXTS.test(id)) return null;
    if (id.endsWith(OWN)) return readFileSync(id.slice(0, -OWN.length), 'utf8');
    const names = [...readFileSync(id, 'utf8').matchAll(NAMES)].map(([, name]) => name);
    return [
      `import { pseudo } from ${JSON.stringify(PSEUDO_TEXT)};`,
      `import * as own from ${JSON.stringify(`${id}${OWN}`)};`,
      ...names.map((name) => `export const ${name} = pseudo(own.${name});`),
    ].join('\n');
  },
};

export type Texts = { readonly page: string; readonly files: ReadonlyMap<string, Buffer> };

export async function buildPseudoConsole(): Promise<Texts> {
  const outDir = join(tmpdir(), `pseudo-console-${process.pid}`);
  const tool = async <T>(path: string): Promise<T> =>
    await import(pathToFileURL(join(CONSOLE, 'node_modules', path)).href);
  const vite = await tool<Vite>('vite/dist/node/index.js');
  const { default: react } = await tool<React>('@vitejs/plugin-react/dist/index.js');
  try {
    await vite.build({
      configFile: false,
      root: CONSOLE,
      base: '/console/',
      logLevel: 'error',
      plugins: [PLUGIN, react()],
      build: {
        outDir,
        target: 'es2023',
        reportCompressedSize: false,
        chunkSizeWarningLimit: LARGEST_KB,
        // One file: each page of the test loads all of it from here.
        rolldownOptions: { output: { codeSplitting: false } },
      },
    });
    const names = readdirSync(join(outDir, 'assets'));
    const files = names.map((name) => [name, readFileSync(join(outDir, 'assets', name))] as const);
    return { page: readFileSync(join(outDir, 'index.html'), 'utf8'), files: new Map(files) };
  } finally {
    rmSync(outDir, { recursive: true, force: true });
  }
}

const TYPES: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.css': 'text/css' };
const NONCE = /'nonce-([^']+)'/;

export async function showPseudo(context: BrowserContext, { page, files }: Texts): Promise<void> {
  await context.route('**/console/**', async (route) => {
    const request = route.request();
    const name = request.url().split('/assets/')[1];
    const body = name === undefined ? undefined : files.get(name);
    if (name !== undefined && body !== undefined) {
      return await route.fulfill({ body, contentType: TYPES[extname(name)] ?? 'image/svg+xml' });
    }
    if (request.resourceType() !== 'document') return await route.continue();
    const response = await route.fetch();
    const [, nonce = ''] = NONCE.exec(response.headers()['content-security-policy'] ?? '') ?? [];
    return await route.fulfill({ response, body: page.replace('%STYLE_NONCE%', nonce) });
  });
}
