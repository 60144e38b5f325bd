// A release: the archive has all that the service needs and starts without npm or a network; the
// checksums and the list of packages are those of its files. No operator's settings get into it.
import { deepEqual, equal, ok } from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { removeFolder, scratchFolder } from '../../bench/harness/scratch-folder.ts';
import { spawnService } from '../../bench/harness/service-process.ts';
import { fillFromTemplate } from '../../bench/harness/template-directory.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const { name, version, ...packages } = JSON.parse(
  readFileSync(join(ROOT, 'package.json'), 'utf8'),
) as Record<'name' | 'version', string> &
  Record<'dependencies' | 'devDependencies', Record<string, string>>;
const RELEASE = `${name}-${version}`;

/** As an operator has it who runs compose from a clone. */
const SETTINGS = join(ROOT, 'deploy', '.env');

let folder: string;
before(async () => {
  folder = await scratchFolder();
  const is_there = existsSync(SETTINGS);
  if (!is_there) writeFileSync(SETTINGS, 'SITE=pay.example.com\n');
  const build = ['bin/release.mjs', join(folder, 'built')];
  try {
    // A build server may say so, and the tool that builds the console does.
    const env = { ...process.env, NODE_ENV: 'production' };
    const stdio = ['ignore', 'ignore', 'inherit'] as const;
    execFileSync(process.execPath, build, { cwd: ROOT, env, stdio: [...stdio] });
  } finally {
    if (!is_there) rmSync(SETTINGS);
  }
});
after(() => removeFolder(folder));

const built = (name: string) => readFileSync(join(folder, 'built', name));

describe('a release', () => {
  it('has checksums of what it is made of', () => {
    const files = readdirSync(join(folder, 'built')).sort();
    deepEqual(files, ['SHA256SUMS', `${RELEASE}.cdx.json`, `${RELEASE}.tar.gz`]);
    const told = built('SHA256SUMS').toString().trim().split('\n').sort();
    const sumOf = (name: string) => createHash('sha256').update(built(name)).digest('hex');
    deepEqual(
      told,
      files
        .slice(1)
        .map((name) => `${sumOf(name)}  ${name}`)
        .sort(),
    );
  });

  it('installs no developers’ tool: npm leaves one out only if it lies in node_modules', () => {
    const lock = readFileSync(join(ROOT, 'package-lock.json'), 'utf8');
    const paths = Object.keys((JSON.parse(lock) as { packages: object }).packages);
    deepEqual(
      paths.filter((path) => /^(?!node_modules\/).*node_modules\//.test(path)),
      [],
    );
  });

  it('lists each package that production installs, and no developers’ tool', () => {
    type Listed = { bomFormat: string; components: { name: string }[] };
    const { bomFormat, components } = JSON.parse(String(built(`${RELEASE}.cdx.json`))) as Listed;
    equal(bomFormat, 'CycloneDX');
    const { dependencies, devDependencies } = packages;
    const names = new Set(components.map(({ name }) => name));
    deepEqual(
      Object.keys(dependencies).filter((name) => !names.has(name)),
      [],
    );
    // The driver's types are a package that production installs too.
    const tools = Object.keys(devDependencies).filter((name) => name !== '@types/pg');
    deepEqual(
      tools.filter((name) => names.has(name)),
      [],
    );
  });

  it('starts where it is unpacked, with the console in it and nothing to fetch', async () => {
    const here = join(folder, 'unpacked');
    mkdirSync(here);
    const archive = join(folder, 'built', `${RELEASE}.tar.gz`);
    execFileSync('tar', ['xzf', archive, '--strip-components=1', '-C', here]);
    deepEqual(
      readdirSync(join(here, 'deploy')).filter((name) => name === '.env'),
      [],
    );
    ok(!readdirSync(join(here, 'console')).includes('package.json'), 'sources of the console');
    symlinkSync(join(ROOT, 'node_modules'), join(here, 'node_modules'));
    const data_dir = join(folder, 'data');
    await fillFromTemplate(data_dir, true);
    const nowhere = { npm_config_registry: 'http://127.0.0.1:9', npm_config_fetch_retries: '0' };
    const service = spawnService({ DATA_DIR: data_dir, SEED: 'false', ...nowhere }, here);
    try {
      const url = await service.ready;
      equal((await fetch(`${url}/console`)).status, 200);
      equal((await fetch(`${url}/docs`)).status, 200);
      equal((await fetch(`${url}/openapi.json`)).status, 200);
    } finally {
      equal(await service.stop(), 0);
      equal(service.told(), '');
    }
  });
});
