// Makes a release: an archive of what production needs, with the console built; the list of its
// packages (CycloneDX); and checksums of both. `npm run build -- FOLDER`, otherwise into build/.

import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { bootstrap, ROOT } from './bootstrap.mjs';
import { buildConsole } from './build-console.mjs';
import { fail, runChild } from './child.mjs';
import { npmCommand } from './install.mjs';

/** What runs, what it serves, how it is deployed, and what a licence asks for. */
const CONTENTS = [
  ...['bin', 'cli', 'console/dist', 'deploy', 'docs', 'migrations', 'openapi', 'sdk', 'server'],
  ...['CHANGELOG.md', 'LICENSE', 'README.md', 'SECURITY.md', 'package-lock.json', 'package.json'],
];

async function outputOf(program, parameters) {
  let output = '';
  const code = await runChild(program, parameters, {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
    onOutput: (text) => {
      output += text;
    },
  });
  if (code !== 0) fail(`${[program, ...parameters].join(' ')} ended with code ${code}.`);
  return output;
}

/** The same files give the same archive, whoever makes it and when. */
const SAME_ALWAYS = [
  ...['--sort=name', '--owner=0', '--group=0', '--numeric-owner', '--mode=u=rwX,go=rX'],
  // The earliest time that every archive format can have.
  ...['--mtime=1980-01-01T00:00:00Z', '--use-compress-program=gzip -9 -n'],
];

/** Whoever runs compose from a clone has secrets in deploy/.env. */
async function archive(file, folder) {
  const inside = `--transform=s,^,${folder}/,`;
  const tar = ['--create', '--file', file, ...SAME_ALWAYS, inside, '--directory', ROOT];
  await outputOf('tar', [...tar, '--exclude=node_modules', '--exclude=.env', ...CONTENTS]);
}

/** `name@version` of each package that production installs. */
function shippedPackages() {
  const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
  const shipped = Object.entries(lock.packages).filter(
    ([path, { dev, devOptional, link }]) => path !== '' && !dev && !devOptional && !link,
  );
  return new Set(
    shipped.map(([path, { version }]) => `${path.split('node_modules/').at(-1)}@${version}`),
  );
}

/**
 * npm's own `--omit=dev` leaves out what a developers' tool needs as well (npm 11.19), and
 * NODE_ENV=production, which Vite sets when it builds the console, means the same.
 */
async function listPackages(file) {
  const [npm, ...first] = npmCommand();
  const sbom = ['sbom', '--sbom-format=cyclonedx', '--package-lock-only', '--include=dev'];
  const listed = JSON.parse(await outputOf(npm, [...first, ...sbom]));
  const shipped = shippedPackages();
  const own = listed.metadata.component['bom-ref'];
  const isOurs = (ref) => ref === own || shipped.has(ref);
  const components = listed.components.filter((one) => isOurs(one['bom-ref']));
  const dependencies = listed.dependencies
    .filter(({ ref }) => isOurs(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(isOurs) }));
  const list = { ...listed, components, dependencies };
  writeFileSync(file, `${JSON.stringify(list, null, 2)}\n`);
}

const sumOf = (file) => createHash('sha256').update(readFileSync(file)).digest('hex');

const [given = 'build'] = process.argv.slice(2);
const into = resolve(given);
await bootstrap({ with_development: false });
await buildConsole();
const { name, version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
const release = `${name}-${version}`;
const files = [`${release}.tar.gz`, `${release}.cdx.json`];
const [archived = '', listed = ''] = files.map((file) => join(into, file));
mkdirSync(into, { recursive: true });
await archive(archived, release);
await listPackages(listed);
const sums = files.map((file) => `${sumOf(join(into, file))}  ${file}\n`);
writeFileSync(join(into, 'SHA256SUMS'), sums.join(''));
for (const file of [...files, 'SHA256SUMS']) {
  const kilobytes = Math.ceil(statSync(join(into, file)).size / 1_000);
  console.log(`${String(kilobytes).padStart(8)} kB  ${join(into, file)}`);
}
