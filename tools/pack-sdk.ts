// Packs the SDK as merchants install it: JavaScript and types, as ES modules and as CommonJS,
// compiled from sdk/ on the way.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const SDK = join(ROOT, 'sdk');
const TSC = join(ROOT, 'node_modules/typescript/bin/tsc');

/** What the tools of CommonJS, such as Jest without settings, can load. */
const COMMONJS = [
  ...['--module', 'commonjs', '--moduleResolution', 'bundler'],
  ...['--verbatimModuleSyntax', 'false'],
];

function compile(to: string, options: readonly string[] = []): void {
  execFileSync(process.execPath, [TSC, '--project', SDK, '--outDir', to, ...options]);
}

const readJson = (path: string) => JSON.parse(readFileSync(path, 'utf8'));

/** The repository is the project's own, unless sdk/package.json names one, as a release does. */
function packageJson(): object {
  const { homepage, bugs, repository } = readJson(join(ROOT, 'package.json'));
  const own = readJson(join(SDK, 'package.json'));
  return { homepage, bugs, repository: { ...repository, directory: 'sdk' }, ...own };
}

/** Returns the path of the package, which `npm install` takes. */
export function packSdk(to: string): string {
  const made = mkdtempSync(join(tmpdir(), 'payment-orders-sdk-'));
  try {
    writeFileSync(join(made, 'package.json'), `${JSON.stringify(packageJson(), null, 2)}\n`);
    for (const name of ['README.md', 'CHANGELOG.md']) cpSync(join(SDK, name), join(made, name));
    cpSync(join(ROOT, 'LICENSE'), join(made, 'LICENSE'));
    const commonjs = join(made, 'dist/cjs');
    compile(join(made, 'dist'));
    compile(commonjs, COMMONJS);
    writeFileSync(join(commonjs, 'package.json'), '{ "type": "commonjs" }\n');
    const pack = ['pack', made, '--ignore-scripts', '--loglevel', 'error'];
    const own = ['--pack-destination', to, '--cache', join(made, 'cache')];
    return join(to, execFileSync('npm', [...pack, ...own], { encoding: 'utf8' }).trim());
  } finally {
    rmSync(made, { recursive: true });
  }
}

if (import.meta.main) console.log(packSdk(resolve(process.argv[2] ?? '.')));
