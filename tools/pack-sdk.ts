// Packs the SDK as merchants install it: JavaScript and types, compiled from sdk/ on the way.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const SDK = join(ROOT, 'sdk');
const TSC = join(ROOT, 'node_modules/typescript/bin/tsc');

/** Returns the path of the package, which `npm install` takes. */
export function packSdk(to: string): string {
  const made = mkdtempSync(join(tmpdir(), 'payment-orders-sdk-'));
  try {
    for (const name of ['package.json', 'README.md']) cpSync(join(SDK, name), join(made, name));
    cpSync(join(ROOT, 'LICENSE'), join(made, 'LICENSE'));
    execFileSync(process.execPath, [TSC, '--project', SDK, '--outDir', join(made, 'dist')]);
    const pack = ['pack', made, '--ignore-scripts', '--loglevel', 'error'];
    const own = ['--pack-destination', to, '--cache', join(made, 'cache')];
    return join(to, execFileSync('npm', [...pack, ...own], { encoding: 'utf8' }).trim());
  } finally {
    rmSync(made, { recursive: true });
  }
}

if (import.meta.main) console.log(packSdk(resolve(process.argv[2] ?? '.')));
