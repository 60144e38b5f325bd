// Writes the SDK's types of the API, and emits the SDK as it is published: JavaScript and types,
// without the need to run a script.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { renderOpenApi } from '../server/http/openapi/render-openapi.ts';
import type { OpenApi } from './client-types.ts';
import { sdkTypes } from './sdk-types.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const SDK = join(ROOT, 'sdk');
const TYPES = 'schema.gen.ts';
const ENDINGS = ['.js', '.d.ts'];

const SOURCES = [
  ...new Set([...readdirSync(SDK).filter((name) => name.endsWith('.ts')), TYPES]),
].sort();

async function renderTypes(): Promise<string> {
  const text = JSON.stringify(await renderOpenApi('merchant'));
  const document: OpenApi = JSON.parse(text);
  return sdkTypes(document, 'openapi/merchant.json');
}

/** Compiles a copy with fresh types, so that one run refreshes everything. */
async function emit(): Promise<Map<string, string>> {
  const folder = mkdtempSync(join(tmpdir(), 'payment-orders-sdk-'));
  try {
    for (const name of SOURCES.filter((one) => one !== TYPES)) {
      cpSync(join(SDK, name), join(folder, name));
    }
    writeFileSync(join(folder, TYPES), await renderTypes());
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
    const compilerOptions = { rootDir: '.', outDir: 'dist', skipLibCheck: true };
    const settings = { extends: join(SDK, 'tsconfig.json'), compilerOptions, include: ['*.ts'] };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings));
    const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
    execFileSync(process.execPath, [tsc, '--project', folder]);
    const dist = join(folder, 'dist');
    const texts = readdirSync(dist).map((name) => [name, readFileSync(join(dist, name), 'utf8')]);
    return new Map(texts.map(([name = '', text = '']) => [name, text]));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

let emitted: Promise<Map<string, string>> | undefined;

async function emittedFile(name: string): Promise<string> {
  emitted ??= emit();
  const text = (await emitted).get(name);
  if (text === undefined) throw new Error(`The compiler did not emit ${name}`);
  return text;
}

const MODULES = SOURCES.map((name) => name.slice(0, -'.ts'.length));

export const SDK_FILES = [
  { path: `sdk/${TYPES}`, render: renderTypes },
  ...MODULES.flatMap((module) => ENDINGS.map((ending) => `${module}${ending}`)).map((name) => ({
    path: `sdk/dist/${name}`,
    render: () => emittedFile(name),
  })),
];
