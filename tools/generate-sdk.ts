// Emits the SDK as it is published: JavaScript and types, without the need to run a script.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const SDK = join(ROOT, 'sdk');
const ENDINGS = ['.js', '.d.ts'];

function emit(): Map<string, string> {
  const folder = mkdtempSync(join(tmpdir(), 'payment-orders-sdk-'));
  try {
    const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
    execFileSync(process.execPath, [tsc, '--project', SDK, '--outDir', folder]);
    const names = readdirSync(folder);
    return new Map(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

let emitted: Map<string, string> | undefined;

function emittedFile(name: string): string {
  emitted ??= emit();
  const text = emitted.get(name);
  if (text === undefined) throw new Error(`The compiler did not emit ${name}`);
  return text;
}

const MODULES = readdirSync(SDK)
  .filter((name) => name.endsWith('.ts'))
  .map((name) => name.slice(0, -'.ts'.length));

export const SDK_FILES = MODULES.flatMap((module) =>
  ENDINGS.map((ending) => `${module}${ending}`),
).map((name) => ({ path: `sdk/dist/${name}`, render: () => emittedFile(name) }));
